import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { flightSearch, type SearchReply } from '../../search-contract.ts'
import { searchInput } from '../search-address.ts'

const askEveryMilliseconds = 700
const asksMax = 30

/** The reply that the page came with, renewed while suppliers are out. */
export function useLiveSearch(loaded: SearchReply, query: string): SearchReply {
  const locale = useLocale()
  const [live, setLive] = useState(loaded)
  const [known, setKnown] = useState(loaded)
  if (known !== loaded) {
    setKnown(loaded)
    setLive(loaded)
  }
  useEffect(() => {
    if (loaded.isComplete) return undefined
    const asking = new AbortController()
    const input = { query: searchInput(new URLSearchParams(query)) }
    const ask = async () => {
      for (let count = 0; count < asksMax && !asking.signal.aborted; count += 1) {
        await new Promise((resolve) => {
          setTimeout(resolve, askEveryMilliseconds)
        })
        if (asking.signal.aborted) return
        const reply = await browserClient(locale).send(flightSearch, input, {
          signal: asking.signal,
        })
        setLive(reply)
        if (reply.isComplete) return
      }
    }
    // What came so far stays; the next look at the page asks again.
    ask().catch(() => undefined)
    return () => asking.abort()
  }, [loaded, query, locale])
  return live
}
