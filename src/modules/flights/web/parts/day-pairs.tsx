import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateShort, formatMoney } from '#kernel/format.ts'
import { flightCalendarDays } from '../../search-contract.ts'
import { resultPath, searchInput } from '../search-address.ts'
import { useTexts } from '../texts.ts'
import { SeenNote } from './days-around.tsx'

const days = 3
type Items = ReplyOf<typeof flightCalendarDays>['items']

/** Table of outbound and return days with the lowest known price of each pair. */
export function DayPairs({ query }: { query: string }) {
  const t = useTexts()
  return (
    <FoldOut title={t('pairs')}>
      <Pairs key={query} query={query} />
    </FoldOut>
  )
}

function Pairs({ query }: { query: string }) {
  const t = useTexts()
  const locale = useLocale()
  const [seen, setSeen] = useState<{ readonly items: Items; readonly at: number } | null>(null)
  useEffect(() => {
    const request = new AbortController()
    const input = { query: { ...searchInput(new URLSearchParams(query)), days } }
    browserClient(locale)
      .send(flightCalendarDays, input, { signal: request.signal })
      .then((reply) => setSeen({ items: reply.items, at: Date.now() }))
      .catch(() => setSeen({ items: [], at: 0 }))
    return () => request.abort()
  }, [query, locale])
  if (!seen) return <Skeleton label={t('searching')} blocks={['h-48']} />
  const { items, at } = seen
  const parameters = new URLSearchParams(query)
  const out = [...new Set(items.map(({ date }) => date))]
  const back = [...new Set(items.map(({ returnDate }) => returnDate))].toSorted()
  const known = new Map(items.map((item) => [`${item.date} ${item.returnDate}`, item]))
  const day = (date: string) => formatDateShort(locale, `${date}T12:00:00Z`)
  const columns: Column<string>[] = [
    { key: 'out', title: t('pairsCorner'), isHeader: true, renderCell: day },
    ...back.map((returnDate): Column<string> => ({
      key: returnDate,
      title: day(returnDate),
      align: 'end',
      renderCell: (date) => (
        <Pair item={known.get(`${date} ${returnDate}`)} parameters={parameters} />
      ),
    })),
  ]
  return (
    <div className="pb-near">
      <Table
        caption={t('pairs')}
        columns={columns}
        rows={out}
        keyOf={(date) => date}
        empty={<p className="text-soft">{t('noFlight')}</p>}
      />
      <SeenNote items={items} at={at} />
    </div>
  )
}

interface PairProps {
  readonly item: Items[number] | undefined
  readonly parameters: URLSearchParams
}

function Pair({ item, parameters }: PairProps) {
  const t = useTexts()
  const locale = useLocale()
  if (!item?.price) return <span className="text-soft">{t('noFlight')}</span>
  const { date, returnDate, price, isLowest } = item
  const isChosen = parameters.get('fromDate') === date && parameters.get('toDate') === returnDate
  return (
    <LocalLink
      to={resultPath(parameters, { fromDate: date, toDate: returnDate })}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={`inline-flex min-h-11 items-center rounded-md px-1 no-underline hover:bg-accent-wash aria-[current]:bg-accent-wash ${isLowest ? 'font-semibold text-good' : ''}`}
    >
      {formatMoney(locale, price)}
    </LocalLink>
  )
}
