import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { dayKey, formatDate } from '#kernel/format.ts'
import { nearJourneys, type JourneyView } from '../../contract.ts'
import { riderQuery, ridersTotal } from '../address.ts'
import type { SearchPage } from '../search-data.ts'
import { useTexts } from '../texts.ts'
import { JourneyRow } from './journey-row.tsx'

interface MoreProps {
  readonly page: SearchPage
  readonly isBack: boolean
  /** Time of the first or last departure shown. */
  readonly at: string
  readonly direction: 'earlier' | 'later'
  /** Path of the link that chooses a journey of a day. */
  readonly pathOf: (journey: JourneyView, day: string) => string
}

/** Loads a few more departures before the first or after the last one shown, across days. */
export function MoreDepartures({ page, isBack, at, direction, pathOf }: MoreProps) {
  const { brand, search } = page
  const t = useTexts()
  const locale = useLocale()
  const [more, setMore] = useState<readonly JourneyView[]>([])
  const [isOver, setOver] = useState(false)
  const { run, isWaiting, refusal } = useWork()
  const isLater = direction === 'later'
  const edge = (isLater ? more.at(-1) : more[0])?.departsAt ?? at

  const loadMore = (): Promise<void> =>
    run(async () => {
      const ends = isBack
        ? { from: search.to, to: search.from }
        : { from: search.from, to: search.to }
      const found = await browserClient(locale).send(nearJourneys, {
        query: {
          ...ends,
          ...(brand === null ? {} : { brand }),
          at: edge,
          direction,
          adults: 0,
          ...riderQuery(search.riders),
        },
      })
      const next = found.journeys.toSorted(
        (left, right) => Date.parse(left.departsAt) - Date.parse(right.departsAt),
      )
      if (next.length === 0) setOver(true)
      setMore((before) => (isLater ? [...before, ...next] : [...next, ...before]))
    })

  const button = isOver ? (
    <p className={`${isLater ? 'pt-near' : 'pb-near'} text-center text-note text-soft`}>
      {t('noMoreDepartures')}
    </p>
  ) : (
    <p className={`${isLater ? 'pt-near' : 'pb-near'} text-center`}>
      <Button look="quiet" isWaiting={isWaiting} onClick={() => void loadMore()}>
        {t(isLater ? 'laterDepartures' : 'earlierDepartures')}
      </Button>
    </p>
  )
  return (
    <div>
      {refusal && <Notice>{refusal}</Notice>}
      {!isLater && button}
      <ol aria-live="polite" className="space-y-near empty:hidden">
        {more.map((journey, index) => {
          const zone = journey.segments[0]?.from.timeZone
          const day = dayKey(journey.departsAt, zone)
          const before = more[index - 1]
          const isNewDay = !before || dayKey(before.departsAt, zone) !== day
          return [
            isNewDay && (
              <li key={day} className="pt-near font-semibold">
                {formatDate(locale, `${day}T12:00:00Z`, { weekday: true })}
              </li>
            ),
            <JourneyRow
              key={journey.journeyKey}
              journey={journey}
              party={ridersTotal(search.riders)}
              path={pathOf(journey, day)}
            />,
          ]
        })}
      </ol>
      {isLater && button}
    </div>
  )
}
