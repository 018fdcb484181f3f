import { formatTime, formatTimeSpan } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import type { TicketSubject } from '../ticket-source.ts'

/** When it begins; of a journey or a flight also when it arrives, on the clock that hangs there. */
export function timesOf(subject: TicketSubject, locale: Locale): string {
  const { kind, startsAt, timeZone, endsAt, endTimeZone } = subject
  const arrives = kind === 'journey' || kind === 'flight'
  return arrives && endsAt
    ? formatTimeSpan(locale, { startsAt, timeZone, endsAt, endTimeZone })
    : formatTime(startsAt, timeZone)
}
