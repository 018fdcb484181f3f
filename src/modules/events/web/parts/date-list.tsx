import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { dateParts, formatDate, formatDateTime, formatTime } from '#kernel/format.ts'
import type { EventOfShow } from '#modules/catalogue/contract.ts'
import { useShowTexts } from '../texts.ts'
import { Price } from './price.tsx'

/** The page of a date, with the key if one is required. */
export function eventAddress(eventId: number, previewKey: string | undefined): string {
  const key = previewKey === undefined ? '' : `?previewKey=${encodeURIComponent(previewKey)}`
  return `/events/${eventId}${key}`
}

/** The dates of a show as a timetable; dates that cannot be bought show the reason. */
export function DateList({
  events,
  previewKey,
}: {
  events: readonly EventOfShow[]
  /** Added to the links of a show that requires a key. */
  previewKey?: string
}) {
  const t = useShowTexts()
  if (events.length === 0) return <p className="border-t-2 border-ink py-6">{t('noDates')}</p>
  return (
    <ol className="@container border-t-2 border-ink">
      {events.map((event) => (
        <DateRow key={event.eventId} event={event} previewKey={previewKey} />
      ))}
    </ol>
  )
}

function DateRow({ event, previewKey }: { event: EventOfShow; previewKey?: string }) {
  const t = useShowTexts()
  const locale = useLocale()
  const date = dateParts(locale, event.fromDate, event.timeZone)
  return (
    <li className="group relative grid grid-cols-[3.5rem_minmax(0,1fr)_1.25rem] items-center gap-x-4 border-b border-rule py-3.5 hover:bg-sunk @xl:grid-cols-[4.5rem_minmax(0,1fr)_auto_1.25rem]">
      <p className="figures row-span-2 self-start text-center @xl:row-span-1">
        <span className="block font-display text-[2rem] leading-none font-[800]">{date.day}</span>
        <span className="block text-sm text-soft">{date.monthShort}</span>
      </p>
      <div className="min-w-0">
        <LocalLink
          to={eventAddress(event.eventId, previewKey)}
          className="figures font-semibold after:absolute after:inset-0"
        >
          {/* Several dates are on the same weekday. */}
          {event.validFrom === null && (
            <span className="sr-only">{`${date.day} ${date.month}, `}</span>
          )}
          {event.validFrom === null
            ? `${date.weekday}, ${formatTime(event.fromDate, event.timeZone)}`
            : t('validUntil', {
                date: formatDate(locale, event.fromDate, { timeZone: event.timeZone }),
              })}
        </LocalLink>
        <p className="text-sm text-soft">
          {event.venueName}, {event.cityName}
        </p>
      </div>
      <p className="col-start-2 pt-1 font-semibold @xl:col-start-auto @xl:pt-0 @xl:text-right">
        <SaleNote event={event} />
      </p>
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-5 col-start-3 row-span-2 row-start-1 text-soft group-hover:text-accent @xl:col-start-auto @xl:row-span-1"
        aria-hidden="true"
      >
        <path d="m9 18 6-6-6-6" />
      </svg>
    </li>
  )
}

function SaleNote({ event }: { event: EventOfShow }) {
  const t = useShowTexts()
  const locale = useLocale()
  if (event.saleState === 'NotYet' && event.salesOpenAt) {
    // Kept on one line: a separator at the beginning of a line belongs to nothing.
    const date = formatDateTime(locale, event.salesOpenAt, event.timeZone).replaceAll(' ', '\u00a0')
    return <span className="text-sm text-warn">{t('saleNotYet', { date })}</span>
  }
  if (event.saleState === 'Closed') return <span className="text-soft">{t('saleClosed')}</span>
  if (event.saleState === 'Cancelled')
    return <span className="text-warn">{t('saleCancelled')}</span>
  if (event.saleState === 'Passed') return <span className="text-soft">{t('salePassed')}</span>
  return <Price {...event} isSoldOut={event.saleState === 'SoldOut'} />
}
