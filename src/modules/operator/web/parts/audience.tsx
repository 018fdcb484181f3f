import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDate, formatTenths } from '#kernel/format.ts'
import { showViews } from '#modules/catalogue/views-contract.ts'
import { listRatings, type RatingsView } from '#modules/tickets/rating-contract.ts'
import { useTexts } from '../texts.ts'

interface Audience {
  readonly days: readonly { readonly day: string; readonly count: number }[]
  readonly ratings: RatingsView
}

/** Page views of a show, and ratings by its visitors. */
export function AudienceOf({ showId, eventId }: { showId: number; eventId: number }) {
  const t = useTexts()
  const locale = useLocale()
  const [audience, setAudience] = useState<Audience | 'failed' | null>(null)
  useEffect(() => {
    let isGone = false
    const client = browserClient(locale)
    Promise.all([
      client.send(showViews, { params: { showId } }),
      client.send(listRatings, { query: { itemId: eventId } }),
    ])
      .then(([{ days }, ratings]) => !isGone && setAudience({ days, ratings }))
      .catch(() => !isGone && setAudience('failed'))
    return () => {
      isGone = true
    }
  }, [locale, showId, eventId])
  if (audience === null) return <Skeleton blocks={['h-64']} className="mt-8" />
  if (audience === 'failed') return <Notice>{t('errorText')}</Notice>
  return (
    <div className="mt-8 grid gap-8 desk:grid-cols-2">
      <Views days={audience.days} />
      <Ratings ratings={audience.ratings} />
    </div>
  )
}

const chartHeight = 96
const barWidth = 8
const barStep = 10

function Views({ days }: Pick<Audience, 'days'>) {
  const t = useTexts()
  const locale = useLocale()
  const most = Math.max(1, ...days.map(({ count }) => count))
  const sum = days.reduce((total, { count }) => total + count, 0)
  const dayName = (day: string): string =>
    formatDate(locale, `${day}T12:00:00Z`, { timeZone: 'Asia/Tbilisi' })
  return (
    <Panel
      look="ruled"
      title={t('viewsTitle')}
      note={t('viewsSum', { count: formatCount(locale, sum) })}
    >
      <svg
        viewBox={`0 0 ${days.length * barStep} ${chartHeight}`}
        className="mt-4 h-32 w-full text-accent"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ day, count }, index) => {
          const height = count === 0 ? 1 : Math.max(2, (count / most) * chartHeight)
          return (
            <rect
              key={day}
              x={index * barStep}
              y={chartHeight - height}
              width={barWidth}
              height={height}
              fill="currentColor"
            >
              <title>{`${dayName(day)}: ${formatCount(locale, count)}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="mt-1 flex justify-between text-sm text-soft">
        <span>{dayName(days[0]?.day ?? '')}</span>
        <span>{dayName(days.at(-1)?.day ?? '')}</span>
      </p>
      <dl className="sr-only">
        {days.map(({ day, count }) => (
          <div key={day}>
            <dt>{dayName(day)}</dt>
            <dd>{formatCount(locale, count)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Ratings({ ratings }: Pick<Audience, 'ratings'>) {
  const t = useTexts()
  const locale = useLocale()
  const { average, count, byStars } = ratings
  return (
    <Panel
      look="ruled"
      title={t('ratingsTitle')}
      note={
        average === null
          ? t('ratingsNone')
          : t('ratingsSum', { average: formatTenths(locale, average), count })
      }
    >
      {average !== null && (
        <>
          <dl className="figures space-y-1">
            {byStars
              .map((given, index) => ({ stars: index + 1, given }))
              .toReversed()
              .map(({ stars, given }) => (
                <div
                  key={stars}
                  className="grid grid-cols-[2rem_minmax(0,1fr)_3rem] items-center gap-3"
                >
                  <dt>{stars} ★</dt>
                  <dd className="h-2 rounded-full bg-sunk" aria-hidden="true">
                    <div
                      className="h-2 rounded-full bg-accent"
                      style={{ width: `${(given / count) * 100}%` }}
                    />
                  </dd>
                  <dd className="text-right">{formatCount(locale, given)}</dd>
                </div>
              ))}
          </dl>
          <ul className="mt-4 max-h-80 divide-y divide-rule overflow-y-auto">
            {ratings.ratings
              .filter(({ comment }) => comment !== '')
              .map(({ stars, comment, at }) => (
                <li key={`${at}${comment}`} className="py-3">
                  <p className="break-words">{comment}</p>
                  <Dotted
                    className="text-sm text-soft"
                    facts={[
                      `${stars} ★`,
                      formatDate(locale, at, { timeZone: 'Asia/Tbilisi', year: true }),
                    ]}
                  />
                </li>
              ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
