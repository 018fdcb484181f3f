import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { ownSearchSuggest, type Suggestions } from '#modules/search/contract.ts'

/** Typing pauses this long before it is looked up. */
const pauseMilliseconds = 120
const cacheEntriesMax = 60

const kept = new Map<string, Suggestions>()

/**
 * Suggestions for a text, null before the first have come. What was asked before is answered at once; an answer
 * that is no longer wanted is cancelled, and until the next comes the last one stays.
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
          // Without suggestions the box is still a box: Enter asks the page of results, which says what is wrong.
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
