import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { journeyCalendar } from '../contract.ts'
import { ridersInput, type Day, type SearchPage } from './search-data.ts'

const none: ReadonlyMap<string, Day> = new Map()

/**
 * Days of the calendar on which the party travels with changes only, with their prices. Searching them takes longer than
 * the rest of the page, so they are requested once it is shown.
 */
export function useDaysWithChanges(page: SearchPage, isBack: boolean): ReadonlyMap<string, Day> {
  const { brand, search, days } = page
  const locale = useLocale()
  const [found, setFound] = useState({ key: '', byDate: none })
  const [first] = days
  // One carrier's pages list direct departures only.
  const isAsked = brand === null && days.some(({ lowestPrice }) => lowestPrice === null)
  const [from, to] = isBack ? [search.to, search.from] : [search.from, search.to]
  const asked = { from, to, date: first?.date, days: days.length, ...ridersInput(search.riders) }
  const key = isAsked && first ? JSON.stringify(asked) : ''
  useEffect(() => {
    if (key === '') return
    const leaving = new AbortController()
    const query = { ...(JSON.parse(key) as typeof asked), changes: true }
    async function load(): Promise<void> {
      try {
        const input = { query }
        const options = { signal: leaving.signal }
        const calendar = await browserClient(locale).send(journeyCalendar, input, options)
        const changed = calendar.days.filter(({ changes }) => changes === true)
        setFound({ key, byDate: new Map(changed.map((day) => [day.date, day])) })
      } catch {
        // The calendar is complete without them.
      }
    }
    void load()
    return () => leaving.abort()
  }, [key, locale])
  return found.key === key ? found.byDate : none
}
