import icalendar, { ICalAlarmType, ICalEventStatus } from 'ical-generator'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { calendarText } from '#kernel/calendar-text.ts'
import { localizedPath, type Locale, type LocalizedText } from '#kernel/locale.ts'
import { contentsInWords } from '#modules/orders/contents.ts'
import { itemKey, placeNameOf } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { EmailAttachment } from '#platform/mail/mail.ts'
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
 * second entry, and the sequence grows by one with each change since the last file, so that the entry is changed. A
 * received ticket has an entry of its own without the order, which is its buyer's.
 */
export async function calendarFile(
  tickets: readonly HeldTicket[],
  context: CalendarContext,
): Promise<string> {
  const entries = entriesOf(tickets, context.origin)
  const sequences = await numberEntries(context, entries)
  const calendar = icalendar({ prodId: { company: 'Bileti', product: 'Tickets', language: 'EN' } })
  for (const entry of entries)
    addEntry(calendar, entry, { context, sequence: sequences.get(entry.uid) ?? 0 })
  return `${calendar.toString()}\r\n`
}

/** The file as part of an email. */
export async function calendarAttachment(
  tickets: readonly HeldTicket[],
  context: CalendarContext,
): Promise<EmailAttachment> {
  const [first] = tickets
  const name =
    first && (isTransferred(first.ticket) ? first.ticket.identifier : first.order.orderNumber)
  return {
    filename: `bileti-${name ?? 'tickets'}.ics`,
    contentType: 'text/calendar; charset=utf-8',
    content: Buffer.from(await calendarFile(tickets, context)),
  }
}

type CalendarContext = Pick<Context, 'clock' | 'db' | 'locale' | 'origin'>

interface CalendarEntry {
  readonly uid: string
  readonly part: CalendarPart
  readonly group: readonly HeldTicket[]
  readonly first: HeldTicket
}

function entriesOf(tickets: readonly HeldTicket[], origin: string): CalendarEntry[] {
  // A pass has no day.
  const dated = tickets.filter((held) => held.subject.kind !== 'pass')
  return [...Map.groupBy(dated, entryKey)].flatMap(([key, group]) => {
    const [first] = group
    if (!first) return []
    return partsOf(first.subject).map((part, index) => ({
      uid: `${key}${index === 0 ? '' : `-${index + 1}`}@${new URL(origin).hostname}`,
      part,
      group,
      first,
    }))
  })
}

function addEntry(
  calendar: ReturnType<typeof icalendar>,
  { uid, part, group, first }: CalendarEntry,
  { context, sequence }: { readonly context: CalendarContext; readonly sequence: number },
): void {
  const { locale, origin } = context
  const texts = documentTexts(locale)
  const { subject } = first
  const order = isTransferred(first.ticket) ? '' : first.order.orderNumber
  const url = origin + localizedPath(locale, ['/account/orders', order].filter(Boolean).join('/'))
  const contents = contentsOf(group)
  // Goods are collected on the day: they are listed, and counted only where there is nothing else.
  const counted = contents.ticketCount > 0 ? { ...contents, goodsCount: 0 } : contents
  const seats = group.map((held) => `• ${calendarText(seatLine(held, context))}`)
  calendar.createEvent({
    id: uid,
    stamp: context.clock.now(),
    sequence,
    status: first.isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
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
    location: part.where ? { title: calendarText(part.where[locale]) } : placeOf(subject, locale),
    alarms: [{ type: ICalAlarmType.display, trigger: reminderSeconds }],
  })
}

/**
 * The sequences of entries by id: one higher than in the last file where an entry has changed since. The first one is
 * the order's age in minutes, because earlier releases counted so.
 */
async function numberEntries(
  { db, clock }: CalendarContext,
  entries: readonly CalendarEntry[],
): Promise<ReadonlyMap<string, number>> {
  if (entries.length === 0) return new Map()
  const sorted = entries.toSorted((one, other) => (one.uid < other.uid ? -1 : 1))
  const age = ({ first }: CalendarEntry) =>
    Math.max(0, Math.floor((clock.now().getTime() - first.order.createdAt.getTime()) / 60_000))
  const { rows } = await sql<{ uid: string; sequence: number }>`
    insert into calendar_entry as entry (uid, sequence, mark)
    select * from unnest(${sorted.map(({ uid }) => uid)}::text[], ${sorted.map(age)}::integer[],
      ${sorted.map(markOf)}::text[])
    on conflict (uid) do update set mark = excluded.mark,
      sequence = entry.sequence + (entry.mark <> excluded.mark)::integer
    returning uid, sequence`.execute(db)
  return new Map(rows.map(({ uid, sequence }) => [uid, sequence]))
}

/** Digest of when and where an entry is, whatever the language and whichever tickets of the order a file has. */
function markOf({ part, first }: CalendarEntry): string {
  const { subject, isOff } = first
  const said = [
    [part.startsAt, part.endsAt, isOff, part.name ?? subject.name, part.where ?? subject.venue],
    [subject.address, subject.city],
    (['ka', 'en'] as const).map((locale) =>
      itemFacts(subject, { locale, texts: documentTexts(locale) }),
    ),
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 16)
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
