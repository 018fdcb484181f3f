import { useEffect, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { inTime } from '#design/data/in-time.ts'
import { useLocale } from '#design/texts.tsx'
import { flightSearch, type SearchReply } from '../../search-contract.ts'
import { searchInput } from '../search-address.ts'

const refreshMilliseconds = 700
const refreshesMax = 30

/** The reply loaded with the page, refreshed while replies of suppliers are pending. */
export function useLiveSearch(loaded: SearchReply, query: string): SearchReply {
  const locale = useLocale()
  const [live, setLive] = useState(loaded)
  const [initial, setKnown] = useState(loaded)
  if (initial !== loaded) {
    setKnown(loaded)
    setLive(loaded)
  }
  useEffect(() => {
    if (loaded.isComplete) return undefined
    const request = new AbortController()
    const input = { query: searchInput(new URLSearchParams(query)) }
    const refresh = async () => {
      for (let count = 0; count < refreshesMax && !request.signal.aborted; count += 1) {
        await new Promise((resolve) => {
          setTimeout(resolve, refreshMilliseconds)
        })
        if (request.signal.aborted) return
        try {
          const reply = await inTime(
            (signal) => browserClient(locale).send(flightSearch, input, { signal }),
            request.signal,
          )
          setLive(reply)
          if (reply.isComplete) return
        } catch (error) {
          // The results so far stay visible, and are asked for again unless the server has refused.
          if (error instanceof CallError && error.status < 500) return
        }
      }
    }
    void refresh()
    return () => request.abort()
  }, [loaded, query, locale])
  return live
}
