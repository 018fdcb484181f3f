import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { dayKey, formatDate, formatTime } from '#kernel/format.ts'
import { grouped } from '#kernel/grouped.ts'
import type { EventOfShow } from '#modules/catalogue/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { Price } from './price.tsx'

/** Sittings of a restaurant: days and their hours. Full sittings are marked and can still be opened. */
export default function Sittings({ events }: { events: readonly EventOfShow[] }) {
  const t = useChoosingTexts()
  const locale = useLocale()
  const days = grouped(events, (event) => dayKey(event.fromDate, event.timeZone))
  if (days.size === 0) return <p className="border-t-2 border-ink py-6">{t('noSittings')}</p>
  return (
    <ol className="border-t-2 border-ink">
      {[...days].map(([day, ofDay]) => {
        const isOnePrice = new Set(ofDay.map(priceKey)).size === 1
        const [first] = ofDay
        return (
          <li
            key={day}
            className="grid gap-x-6 gap-y-2 border-b border-rule py-4 tablet:grid-cols-[13.5rem_minmax(0,1fr)] tablet:items-center"
          >
            <h3 className="figures flex flex-wrap items-baseline justify-between gap-x-3 font-semibold tablet:block">
              {formatDate(locale, first?.fromDate ?? day, {
                timeZone: first?.timeZone,
                weekday: true,
              })}
              {isOnePrice && first && ofDay.some(isOnSale) && (
                <span className="block text-sm font-normal text-soft">
                  <Price {...first} isSoldOut={false} />
                </span>
              )}
            </h3>
            <ul className="flex flex-wrap gap-2">
              {ofDay.map((event) => (
                <li key={event.eventId}>
                  <Sitting event={event} hasPrice={!isOnePrice} />
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ol>
  )
}

function isOnSale({ saleState }: EventOfShow): boolean {
  return saleState === 'OnSale'
}

/** Said once a day if it is the same at every hour. */
function priceKey({ minPrice, maxPrice, currency }: EventOfShow): string {
  return `${minPrice} ${maxPrice} ${currency}`
}

function Sitting({ event, hasPrice }: { event: EventOfShow; hasPrice: boolean }) {
  const t = useChoosingTexts()
  const time = formatTime(event.fromDate, event.timeZone)
  const isOpen = isOnSale(event)
  const note = isOpen ? (
    hasPrice && <Price {...event} isSoldOut={false} />
  ) : (
    <>{t(event.saleState === 'SoldOut' ? 'sittingFull' : 'saleClosed')}</>
  )
  return (
    <LocalLink
      to={`/events/${event.eventId}`}
      className="chip flex-wrap items-baseline gap-x-2 py-2"
    >
      <span className="figures font-semibold">{time}</span>
      {note && <span className="text-sm opacity-80">{note}</span>}
    </LocalLink>
  )
}
