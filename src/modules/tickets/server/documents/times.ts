import { formatTime, formatTimeSpan } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { flightParts } from '../flight-parts.ts'
import type { TicketSubject } from '../ticket-source.ts'

/** When it begins; of a journey or a flight also when it arrives, on the clock that hangs there. */
export function timesOf(subject: TicketSubject, locale: Locale): string {
  const { startsAt, timeZone } = subject
  const end = arrivalOf(subject)
  return end
    ? formatTimeSpan(locale, { startsAt, timeZone, endsAt: end.at, endTimeZone: end.timeZone })
    : formatTime(startsAt, timeZone)
}

/** When and where a journey, or a flight there, arrives; null for what only begins. */
export function arrivalOf(
  subject: TicketSubject,
): { readonly at: Date; readonly timeZone: string } | null {
  const { kind, endsAt, endTimeZone } = subject
  // Of flights there and back the first part: the facts of the ticket have all.
  if (kind === 'flight') return flightParts(subject.segments)[0]?.at(-1)?.to ?? null
  return kind === 'journey' && endsAt ? { at: endsAt, timeZone: endTimeZone } : null
}
