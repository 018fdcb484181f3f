import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { DateStrip } from '#design/parts/date-strip.tsx'
import { useLocale } from '#design/texts.tsx'
import { flightCalendarDay } from '../../search-contract.ts'
import { durationText } from '../durations.ts'
import { resultPath, searchInput } from '../search-address.ts'
import { useTexts } from '../texts.ts'

const days = 5
const dayMilliseconds = 86_400_000
type Items = ReplyOf<typeof flightCalendarDay>['items']

/** The days before and after, with the lowest known price of each. */
export function DaysAround({ query }: { query: string }) {
  const t = useTexts()
  const locale = useLocale()
  const [{ items, at }, setSeen] = useState<{ items: Items; at: number }>({ items: [], at: 0 })
  const parameters = new URLSearchParams(query)
  const date = parameters.get('fromDate') ?? ''
  useEffect(() => {
    const request = new AbortController()
    const input = { query: { ...searchInput(new URLSearchParams(query)), days } }
    browserClient(locale)
      .send(flightCalendarDay, input, { signal: request.signal })
      .then((reply) => setSeen({ items: reply.items, at: Date.now() }))
      // Prices are optional, so errors are ignored.
      .catch(() => undefined)
    return () => request.abort()
  }, [query, locale])
  const known = new Map(items.map((item) => [item.date, item.price]))
  const around = Array.from({ length: days * 2 + 1 }, (_, index) =>
    new Date(Date.parse(date) + (index - days) * dayMilliseconds).toISOString().slice(0, 10),
  )
  const shown = items.length > 0 ? items.map((item) => item.date) : around
  return (
    <div>
      <DateStrip
        label={t('daysLabel')}
        days={shown.map((day) => ({ date: day, price: known.get(day), note: t('noFlight') }))}
        date={date}
        pathOf={(day) =>
          resultPath(parameters, { fromDate: day, toDate: shifted(parameters, day) })
        }
        lowestLabel={t('lowest')}
      />
      <SeenNote items={items} at={at} />
    </div>
  )
}

/** The address for another day; the return date is shifted, so that the length of stay is kept. */
function shifted(parameters: URLSearchParams, date: string): string | null {
  const [from, to] = [parameters.get('fromDate'), parameters.get('toDate')]
  if (!from || !to) return null
  const moved = Date.parse(to) + Date.parse(date) - Date.parse(from)
  return new Date(moved).toISOString().slice(0, 10)
}

interface SeenNoteProps {
  readonly items: readonly { readonly seenAt: string | null }[]
  /** When they were loaded, in milliseconds since 1970. */
  readonly at: number
}

/** Note that prices are estimates, with the age of the oldest. */
export function SeenNote({ items, at }: SeenNoteProps) {
  const t = useTexts()
  const ages = items.flatMap(({ seenAt }) => (seenAt ? [at - Date.parse(seenAt)] : []))
  const minutes = Math.round(Math.max(0, ...ages) / 60_000)
  const words =
    minutes < 2
      ? t('daysNote')
      : t('daysNoteAge', {
          age: durationText(t, minutes < 60 ? minutes : minutes - (minutes % 60)),
        })
  return <p className="mt-1 text-note text-soft">{words}</p>
}
