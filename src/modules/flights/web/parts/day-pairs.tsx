import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateShort, formatMoney } from '#kernel/format.ts'
import { flightCalendarDays } from '../../search-contract.ts'
import { resultPath, searchInput } from '../search-address.ts'
import { useTexts } from '../texts.ts'
import { SeenNote } from './days-around.tsx'

const days = 3
type Items = ReplyOf<typeof flightCalendarDays>['items']

/** Days out against days back, each pair with the lowest price that is known. */
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
  const [items, setItems] = useState<Items | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    const input = { query: { ...searchInput(new URLSearchParams(query)), days } }
    browserClient(locale)
      .send(flightCalendarDays, input, { signal: asking.signal })
      .then((reply) => setItems(reply.items))
      .catch(() => setItems([]))
    return () => asking.abort()
  }, [query, locale])
  if (!items) return <Skeleton label={t('searching')} blocks={['h-48']} />
  const parameters = new URLSearchParams(query)
  const [out, back] = [
    [...new Set(items.map(({ date }) => date))],
    [...new Set(items.map(({ returnDate }) => returnDate))].toSorted(),
  ]
  const known = new Map(items.map((item) => [`${item.date} ${item.returnDate}`, item]))
  const day = (date: string) => formatDateShort(locale, `${date}T12:00:00Z`)
  return (
    <div className="pb-near">
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t('pairs')}>
        <table className="figures w-full text-note">
          <thead>
            <tr>
              <th scope="col" className="p-1 text-left font-normal text-soft">
                {t('pairsCorner')}
              </th>
              {back.map((date) => (
                <th key={date} scope="col" className="p-1 font-semibold whitespace-nowrap">
                  {day(date)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {out.map((date) => (
              <tr key={date} className="border-t border-rule">
                <th scope="row" className="p-1 text-left font-semibold whitespace-nowrap">
                  {day(date)}
                </th>
                {back.map((returnDate) => {
                  const item = known.get(`${date} ${returnDate}`)
                  if (!item?.price)
                    return (
                      <td key={returnDate} className="p-1 text-center text-soft">
                        {t('noFlight')}
                      </td>
                    )
                  const isChosen =
                    parameters.get('fromDate') === date && parameters.get('toDate') === returnDate
                  return (
                    <td key={returnDate} className="p-0.5 text-center">
                      <LocalLink
                        to={resultPath(parameters, { fromDate: date, toDate: returnDate })}
                        preventScrollReset
                        aria-current={isChosen ? 'true' : undefined}
                        className={`inline-flex min-h-11 min-w-16 items-center justify-center rounded-md px-1 no-underline hover:bg-accent-wash aria-[current]:bg-accent-wash ${item.isLowest ? 'font-semibold text-good' : ''}`}
                      >
                        {formatMoney(locale, item.price)}
                      </LocalLink>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <SeenNote items={items} />
    </div>
  )
}
