import icalendar, { ICalAlarmType, ICalEventStatus } from 'ical-generator'
import { calendarText } from '#kernel/calendar-text.ts'
import { localizedPath } from '#kernel/locale.ts'
import { itemKey, placeNameOf } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { isGoods, typeName, type HeldTicket } from '../queries/held-tickets.ts'
import { isTransferred } from '../transfer/holder.ts'
import { itemFacts } from './item-facts.ts'
import { documentTexts } from './labels.ts'

/** The assumed duration of an item without an end. */
const lengthMillisecondsDefault = 2 * 3_600_000

/** A reminder comes this long before. */
const reminderSeconds = 3 * 3_600

/**
 * One entry for each item the tickets are for, with both stops of a journey on their own clocks. Times are written in
 * UTC, which every calendar shows in its owner's time zone; the id stays the same, so that importing twice makes no
 * second entry, and the sequence grows once a date has moved or is cancelled, so that the entry is changed. A received
 * ticket has an entry of its own without the order, which is its buyer's.
 */
export function calendarFile(
  tickets: readonly HeldTicket[],
  context: Pick<Context, 'clock' | 'locale' | 'origin'>,
): string {
  const { locale, origin } = context
  const texts = documentTexts(locale)
  const calendar = icalendar({ prodId: { company: 'Bileti', product: 'Tickets', language: 'EN' } })
  const groups = Map.groupBy(tickets, entryKey)
  for (const [key, group] of groups) {
    const [first] = group
    if (!first) continue
    const { subject } = first
    const order = isTransferred(first.ticket) ? '' : first.order.orderNumber
    const url = origin + localizedPath(locale, ['/account/orders', order].filter(Boolean).join('/'))
    const count = group.filter((held) => !isGoods(held)).length
    const seats = group.map((held) => `• ${calendarText(seatLine(held, context))}`)
    calendar.createEvent({
      id: `${key}@${new URL(origin).hostname}`,
      stamp: context.clock.now(),
      sequence: sequenceOf(first, context.clock.now()),
      ...(first.isOff ? { status: ICalEventStatus.CANCELLED } : {}),
      start: subject.startsAt,
      end: subject.endsAt ?? new Date(subject.startsAt.getTime() + lengthMillisecondsDefault),
      summary: calendarText(subject.name[locale]),
      description: [
        ...itemFacts(subject, { locale, texts }).map(({ name, value }) => `${name}: ${value}`),
        texts(count > 0 ? 'calendarTickets' : 'calendarGoods', {
          count: count || group.length,
          order: order || 'none',
        }),
        ...seats,
        url,
      ].join('\n'),
      url,
      location: {
        title: calendarText(subject.venue[locale]),
        address: calendarText(
          [subject.address[locale], subject.city[locale]].filter(Boolean).join(', '),
        ),
        geo: { lat: subject.latitude, lon: subject.longitude },
      },
      alarms: [{ type: ICalAlarmType.display, trigger: reminderSeconds }],
    })
  }
  return `${calendar.toString()}\r\n`
}

/** The id of an event's entry has never changed, so that calendars create no duplicates. */
function entryKey({ order, ticket, subject }: HeldTicket): string {
  if (isTransferred(ticket)) return ticket.identifier
  return subject.kind === 'event'
    ? `${order.orderNumber}-${subject.itemId}`
    : `${order.orderNumber}-${itemKey(ticket).replaceAll(' ', '-')}`
}

/** Minutes since the order for what has changed since, which only grow; 0 for what is as it was sold. */
function sequenceOf(held: HeldTicket, now: Date): number {
  const hasChanged = held.subject.movedFrom !== null || held.isOff
  return hasChanged ? Math.floor((now.getTime() - held.order.createdAt.getTime()) / 60_000) : 0
}

/** "Stalls, row 4, seat 12", or the name of the type where seats have no numbers; with the passenger. */
export function seatLine(held: HeldTicket, context: Pick<Context, 'locale'>): string {
  const place = placeLine(held, context)
  const { passenger } = held
  return passenger ? `${place}: ${passenger.givenName} ${passenger.familyName}` : place
}

function placeLine(held: HeldTicket, context: Pick<Context, 'locale'>): string {
  const { locale } = context
  const texts = documentTexts(locale)
  const { ticket, line } = held
  const placeName = placeNameOf(line.detail, locale)
  if (placeName !== null) return placeName
  const parts = [
    ticket.section?.[locale],
    ticket.row === null ? undefined : `${texts('row').toLowerCase()} ${ticket.row}`,
    ticket.seat === null ? undefined : `${texts('seat').toLowerCase()} ${ticket.seat}`,
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : typeName(held, locale)
}
