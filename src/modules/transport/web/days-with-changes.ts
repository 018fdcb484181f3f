import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { journeyCalendar } from '../contract.ts'
import type { SearchPage } from './search-data.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Days of the calendar that have journeys with changes only. Searching them takes longer than the rest of the page, so
 * they are requested once it is shown.
 */
export function useDaysWithChanges(page: SearchPage, isBack: boolean): ReadonlySet<string> {
  const { brand, search, days } = page
  const locale = useLocale()
  const [found, setFound] = useState({ key: '', dates: none })
  const [first] = days
  // One carrier's pages list direct departures only.
  const isAsked = brand === null && days.some(({ departures }) => departures === 0)
  const [from, to] = isBack ? [search.to, search.from] : [search.from, search.to]
  const key = isAsked && first ? [from, to, first.date, days.length].join(' ') : ''
  useEffect(() => {
    if (key === '') return
    const leaving = new AbortController()
    const [start, end, date, count] = key.split(' ')
    const query = { from: start ?? '', to: end ?? '', date, days: Number(count), changes: true }
    async function load(): Promise<void> {
      try {
        const input = { query }
        const options = { signal: leaving.signal }
        const calendar = await browserClient(locale).send(journeyCalendar, input, options)
        const changed = calendar.days.filter(({ changes }) => changes === true)
        setFound({ key, dates: new Set(changed.map((day) => day.date)) })
      } catch {
        // The calendar is complete without them.
      }
    }
    void load()
    return () => leaving.abort()
  }, [key, locale])
  return found.key === key ? found.dates : none
}
