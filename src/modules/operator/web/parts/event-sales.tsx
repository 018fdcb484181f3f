import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Price } from '#design/parts/price.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { Table } from '#design/parts/table.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDate, formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { eventSales, type EventSalesView } from '../../sales-contract.ts'
import { useTexts } from '../texts.ts'

/** Sales of a date, its prices, and its public content. */
export function EventSales({ eventId }: { eventId: number }) {
  const t = useTexts()
  const locale = useLocale()
  const [sales, setSales] = useState<EventSalesView | 'failed' | null>(null)
  useEffect(() => {
    let isGone = false
    browserClient(locale)
      .send(eventSales, { params: { eventId } })
      .then((found) => !isGone && setSales(found))
      .catch(() => !isGone && setSales('failed'))
    return () => {
      isGone = true
    }
  }, [locale, eventId])
  if (sales === null) return <Skeleton className="mt-group h-80 rounded-lg" />
  if (sales === 'failed') return <Notice>{t('errorText')}</Notice>
  return (
    <div className="mt-group grid grid-cols-1 gap-group desk:grid-cols-[3fr_2fr] desk:items-start">
      <Panel title={t('curveTitle')} look="ruled">
        <Curve days={sales.days} />
      </Panel>
      <Panel title={t('seenTitle')} look="ruled">
        <Seen sales={sales} />
      </Panel>
      <Panel title={t('pricesTitle')} look="ruled" className="desk:col-span-2">
        <Prices types={sales.types} />
      </Panel>
    </div>
  )
}

const width = 480
const height = 140
const dayMilliseconds = 86_400_000
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** Cumulative sales by day. */
function Curve({ days }: Pick<EventSalesView, 'days'>) {
  const t = useTexts()
  const locale = useLocale()
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return <p className="text-soft">{t('curveNone')}</p>
  const tickets = days.reduce((sum, { ticketCount }) => sum + ticketCount, 0)
  const sold = days.reduce((sum, { soldMinor }) => sum + soldMinor, 0)
  const begins = noonOf(first.day) - dayMilliseconds
  const length = noonOf(last.day) - begins
  let until = 0
  // One step per day: nothing was sold between two days with sales.
  const points = [`0,${height}`]
  for (const { day, ticketCount } of days) {
    const x = ((noonOf(day) - begins) / length) * width
    points.push(`${x},${height - (until / tickets) * height}`)
    until += ticketCount
    points.push(`${x},${height - (until / tickets) * height}`)
  }
  const dayName = (day: string): string =>
    formatDate(locale, `${day}T12:00:00Z`, { timeZone: 'UTC', year: true })
  return (
    <>
      <p className="figures">
        <span className="font-display text-2xl font-bold">{formatMoney(locale, money(sold))}</span>{' '}
        <span className="text-soft">{t('ticketCount', { count: tickets })}</span>
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-near h-40 w-full border-b border-rule text-accent"
      >
        <polygon
          points={`${points.join(' ')} ${width},${height}`}
          fill="currentColor"
          opacity={0.12}
        />
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={2.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="mt-1 flex justify-between text-sm text-soft">
        <span>{dayName(first.day)}</span>
        {first !== last && <span>{dayName(last.day)}</span>}
      </p>
      <dl className="sr-only">
        {days.map(({ day, ticketCount }) => (
          <div key={day}>
            <dt>{dayName(day)}</dt>
            <dd>{t('ticketCount', { count: ticketCount })}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Seen({ sales }: { sales: EventSalesView }) {
  const t = useTexts()
  const locale = useLocale()
  const { imageUrl, summary, description } = sales
  const other = locale === 'ka' ? 'en' : 'ka'
  return (
    <>
      {imageUrl && (
        <img
          src={imageUrl}
          alt={t('seenPicture')}
          className="mb-near h-40 w-auto rounded-md object-cover"
        />
      )}
      <p className="font-semibold">{summary[locale] || t('seenNoText')}</p>
      <p className="mt-tight line-clamp-6 text-note whitespace-pre-line text-soft">
        {description[locale]}
      </p>
      {!summary[other] && <p className="mt-tight text-note text-warn">{t('seenOtherMissing')}</p>}
    </>
  )
}

function Prices({ types }: Pick<EventSalesView, 'types'>) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <Table
      caption={t('pricesTitle')}
      isStacked
      rows={types}
      keyOf={({ ticketTypeId }) => ticketTypeId}
      columns={[
        {
          key: 'name',
          title: t('columnType'),
          isHeader: true,
          compare: (one, next) => one.name[locale].localeCompare(next.name[locale]),
          renderCell: ({ name, isActive }) => (
            <>
              {name[locale]} {!isActive && <Badge>{t('notOnSale')}</Badge>}
            </>
          ),
        },
        {
          key: 'price',
          title: t('columnPrice'),
          align: 'end',
          compare: (one, next) => one.priceMinor - next.priceMinor,
          renderCell: ({ priceMinor }) => <Price money={money(priceMinor)} />,
        },
        {
          key: 'tickets',
          title: t('columnTickets'),
          align: 'end',
          compare: (one, next) => one.ticketCount - next.ticketCount,
          renderCell: ({ ticketCount }) => formatCount(locale, ticketCount),
        },
        {
          key: 'ended',
          title: t('columnReturned'),
          align: 'end',
          compare: (one, next) => one.endedCount - next.endedCount,
          renderCell: ({ endedCount }) => formatCount(locale, endedCount),
        },
        {
          key: 'reduced',
          title: t('columnReduced'),
          align: 'end',
          compare: (one, next) => one.reducedMinor - next.reducedMinor,
          renderCell: ({ reducedMinor }) => <Price money={money(reducedMinor)} />,
        },
        {
          key: 'sold',
          title: t('columnSold'),
          align: 'end',
          compare: (one, next) => one.soldMinor - next.soldMinor,
          renderCell: ({ soldMinor }) => <Price money={money(soldMinor)} />,
        },
      ]}
    />
  )
}
