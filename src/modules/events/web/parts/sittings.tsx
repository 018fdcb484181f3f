import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { dayKey, formatDate, formatTime } from '#kernel/format.ts'
import type { EventOfShow } from '#modules/catalogue/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { Price } from './price.tsx'

/** Sittings of a restaurant: days and their hours. Full sittings are marked and can still be opened. */
export default function Sittings({ events }: { events: readonly EventOfShow[] }) {
  const t = useChoosingTexts()
  const locale = useLocale()
  const days = Map.groupBy(events, (event) => dayKey(event.fromDate, event.timeZone))
  if (days.size === 0) return <p className="border-t-2 border-ink py-6">{t('noSittings')}</p>
  return (
    <ol className="border-t-2 border-ink">
      {[...days].map(([day, ofDay]) => (
        <li
          key={day}
          className="grid gap-x-6 gap-y-2 border-b border-rule py-4 tablet:grid-cols-[13.5rem_minmax(0,1fr)] tablet:items-center"
        >
          <h3 className="figures font-semibold">
            {formatDate(locale, ofDay[0]?.fromDate ?? day, {
              timeZone: ofDay[0]?.timeZone,
              weekday: true,
            })}
          </h3>
          <ul className="flex flex-wrap gap-2">
            {ofDay.map((event) => (
              <li key={event.eventId}>
                <Sitting event={event} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function Sitting({ event }: { event: EventOfShow }) {
  const t = useChoosingTexts()
  const time = formatTime(event.fromDate, event.timeZone)
  const isOpen = event.saleState === 'OnSale'
  return (
    <LocalLink
      to={`/events/${event.eventId}`}
      className="chip flex-wrap items-baseline gap-x-2 py-2"
    >
      <span className="figures font-semibold">{time}</span>
      <span className="text-sm opacity-80">
        {isOpen ? (
          <Price {...event} isSoldOut={false} />
        ) : event.saleState === 'SoldOut' ? (
          t('sittingFull')
        ) : (
          t('saleClosed')
        )}
      </span>
    </LocalLink>
  )
}
