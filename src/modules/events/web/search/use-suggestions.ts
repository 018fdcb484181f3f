import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { ownSearchSuggest, type Suggestions } from '#modules/search/contract.ts'

/** Pause in typing before suggestions are requested. */
const pauseMilliseconds = 120
const cacheEntriesMax = 60

const kept = new Map<string, Suggestions>()

/**
 * Suggestions for a text, null before the first response. Repeated texts are answered from memory; outdated
 * requests are cancelled, and the last suggestions remain until new ones arrive.
 */
export function useSuggestions(text: string): Suggestions | null {
  const locale = useLocale()
  const [latest, setLatest] = useState<Suggestions | null>(null)
  const asked = text.trim().slice(0, 100)
  const key = `${locale} ${asked}`
  useEffect(() => {
    if (kept.has(key)) return
    const stale = new AbortController()
    const timer = setTimeout(
      () => {
        browserClient(locale)
          .send(ownSearchSuggest, { query: { text: asked, limit: 5 } }, { signal: stale.signal })
          .then((answer) => {
            if (kept.size >= cacheEntriesMax) kept.clear()
            kept.set(key, answer)
            return stale.signal.aborted ? undefined : setLatest(answer)
          })
          // Without suggestions, Enter still opens the results page, which reports the error.
          .catch(() => undefined)
      },
      asked === '' ? 0 : pauseMilliseconds,
    )
    return () => {
      clearTimeout(timer)
      stale.abort()
    }
  }, [key, asked, locale])
  return kept.get(key) ?? latest
}
