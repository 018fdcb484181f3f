import { tonesOf } from '#kernel/colour.ts'
import { formatDate } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { mapAddress } from '../../map-address.ts'
import { seatLine } from '../documents/calendar.ts'
import { itemFacts } from '../documents/item-facts.ts'
import { documentTexts, type DocumentText } from '../documents/labels.ts'
import { timesOf } from '../documents/times.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'
import type { TicketSubject } from '../ticket-source.ts'

/** Time, place and further facts of the item as text. */
export function eventFacts(subject: TicketSubject, locale: Locale) {
  const { timeZone, startsAt } = subject
  const texts = documentTexts(locale)
  const details = itemFacts(subject, { locale, texts }).map(
    ({ name, value }) => `${name}: ${value}`,
  )
  const looks = {
    name: subject.name[locale],
    ...(subject.colour ? { colour: tonesOf(subject.colour).onLight } : {}),
  }
  // A pass is no visit: it has the days of its validity, which come first, and no place.
  if (subject.kind === 'pass')
    return { ...looks, when: details[0] ?? '', details: details.slice(1), where: '' }
  const day = formatDate(locale, startsAt, { timeZone, year: true, weekday: true })
  return {
    ...looks,
    when: `${day} · ${timesOf(subject, locale)}`,
    details,
    // A station's name may equal its address.
    where: [...new Set([subject.venue[locale], subject.address[locale], subject.city[locale]])]
      .filter(Boolean)
      .join(', '),
  }
}

/** Link to the place on a map; undefined for a pass, which has none. */
export function mapOf(subject: TicketSubject, texts: DocumentText) {
  return subject.kind === 'pass' ? undefined : { text: texts('map'), url: mapAddress(subject) }
}

/**
 * A line for each seat, and one for all places that are alike; none for a pass, unless it is named differently, like more
 * uses of one.
 */
export function seatsOf(held: readonly HeldTicket[], locale: Locale): string[] {
  const pass = documentTexts(locale)('pass')
  const lines = held
    .map((ticket) => seatLine(ticket, { locale }))
    .filter((line, index) => held[index]?.subject.kind !== 'pass' || line !== pass)
  return [...Map.groupBy(lines, String)].map(([line, { length }]) =>
    length > 1 ? `${line} × ${length}` : line,
  )
}
