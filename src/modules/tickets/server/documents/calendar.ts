import icalendar, { ICalAlarmType, ICalEventStatus } from 'ical-generator'
import { calendarText } from '#kernel/calendar-text.ts'
import { localizedPath, type Locale, type LocalizedText } from '#kernel/locale.ts'
import { contentsInWords } from '#modules/orders/contents.ts'
import { itemKey, placeNameOf } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { contentsOf, typeName, type HeldTicket } from '../queries/held-tickets.ts'
import type { TicketSubject } from '../ticket-source.ts'
import { isTransferred } from '../transfer/holder.ts'
import { flightParts } from '../flight-parts.ts'
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
  // A pass has no day.
  const dated = tickets.filter((held) => held.subject.kind !== 'pass')
  const groups = Map.groupBy(dated, entryKey)
  for (const [key, group] of groups) {
    const [first] = group
    if (!first) continue
    const { subject } = first
    const order = isTransferred(first.ticket) ? '' : first.order.orderNumber
    const url = origin + localizedPath(locale, ['/account/orders', order].filter(Boolean).join('/'))
    const contents = contentsOf(group)
    // Goods are collected on the day: they are listed, and counted only where there is nothing else.
    const counted = contents.ticketCount > 0 ? { ...contents, goodsCount: 0 } : contents
    const seats = group.map((held) => `• ${calendarText(seatLine(held, context))}`)
    for (const [index, part] of partsOf(subject).entries())
      calendar.createEvent({
        id: `${key}${index === 0 ? '' : `-${index + 1}`}@${new URL(origin).hostname}`,
        stamp: context.clock.now(),
        sequence: sequenceOf(first, context.clock.now()),
        ...(first.isOff ? { status: ICalEventStatus.CANCELLED } : {}),
        start: part.startsAt,
        end: part.endsAt,
        summary: calendarText(part.name?.[locale] ?? subject.name[locale]),
        description: [
          ...itemFacts(subject, { locale, texts }).map(({ name, value }) => `${name}: ${value}`),
          texts('calendarContents', {
            contents: contentsInWords(texts, counted),
            order: order || 'none',
          }),
          ...seats,
          url,
        ].join('\n'),
        url,
        location: part.where
          ? { title: calendarText(part.where[locale]) }
          : placeOf(subject, locale),
        alarms: [{ type: ICalAlarmType.display, trigger: reminderSeconds }],
      })
  }
  return `${calendar.toString()}\r\n`
}

interface CalendarPart {
  readonly startsAt: Date
  readonly endsAt: Date
  /** Its own, where it differs from the item's. */
  readonly name?: LocalizedText
  readonly where?: LocalizedText
}

/** Flights there and back are two entries; anything else is one. */
function partsOf(subject: TicketSubject): CalendarPart[] {
  const parts = subject.kind === 'flight' ? flightParts(subject.segments) : []
  const { startsAt, endsAt } = subject
  if (parts.length < 2) {
    const end = endsAt ?? new Date(startsAt.getTime() + lengthMillisecondsDefault)
    return [{ startsAt, endsAt: end }]
  }
  return parts.flatMap((part) => {
    const [from, to] = [part[0]?.from, part.at(-1)?.to]
    if (!from || !to) return []
    const nameIn = (locale: Locale) => `${from.name[locale]} – ${to.name[locale]}`
    const name = { ka: nameIn('ka'), en: nameIn('en') }
    return [{ startsAt: from.at, endsAt: to.at, name, where: from.name }]
  })
}

/** Where it takes place, each name once: a station may be called like its address. */
function placeOf(subject: TicketSubject, locale: Locale) {
  const { venue, address, city, latitude: lat, longitude: lon } = subject
  const title = venue[locale]
  const besides = [...new Set([address[locale], city[locale]])].filter(
    (text) => text !== '' && text !== title,
  )
  return {
    title: calendarText(title),
    ...(besides.length > 0 ? { address: calendarText(besides.join(', ')) } : {}),
    geo: { lat, lon },
  }
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
  if (parts.length === 0) return typeName(held, locale)
  const place = parts.join(', ')
  // Capitals of Georgian letters are another script.
  return locale === 'ka' ? place : place.charAt(0).toUpperCase() + place.slice(1)
}
