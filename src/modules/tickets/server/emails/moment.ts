import { formatDate, formatTime } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import type { TicketSubject } from '../ticket-source.ts'

/** An instant as text, in the time zone of the venue. */
export function momentOf(
  { timeZone }: Pick<TicketSubject, 'timeZone'>,
  at: Date,
  locale: Locale,
): string {
  const day = formatDate(locale, at, { timeZone, year: true, weekday: true })
  return `${day}, ${formatTime(at, timeZone)}`
}
