import { tonesOf } from '#kernel/colour.ts'
import {
  dateParts,
  dayKey,
  formatDate,
  formatMoney,
  formatTime,
  formatTimeBeside,
  wallTime,
} from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { placeNounsOf } from '#kernel/place-naming.ts'
import { contentKindOf } from '#modules/orders/contents.ts'
import { wholePlaceOf } from '#modules/orders/server/public-api.ts'
import { isTransferred } from '../transfer/holder.ts'
import {
  isBaggage,
  isGoods,
  typeName,
  useOfTicket,
  type HeldTicket,
} from '../queries/held-tickets.ts'
import { documentNumber } from './document-number.ts'
import type { PrintedDocument, PrintedTicket, SeatFact } from './printed-ticket.ts'
import { formatValidity, itemFacts } from './item-facts.ts'
import { documentTexts, type DocumentText } from './labels.ts'
import { arrivalOf } from './times.ts'

interface Wording {
  readonly locale: Locale
  readonly texts: DocumentText
}

/** Contents of a PDF for these tickets in one language: plain data that can be sent to another thread. */
export function printedDocument(tickets: readonly HeldTicket[], locale: Locale): PrintedDocument {
  const texts = documentTexts(locale)
  const first = tickets[0]
  return {
    locale,
    title: first ? `${first.subject.name[locale]} · ${documentNumber(first)}` : '',
    author: texts('brand'),
    tickets: tickets.map((held) => {
      // Goods and baggage are numbered for themselves: they admit nobody.
      const alike = tickets.filter((other) => kindOf(other) === kindOf(held))
      const numbers = { number: alike.indexOf(held) + 1, count: alike.length }
      return {
        ...printedTicket(held, { locale, texts }),
        count: texts('ticket', { kind: useOfTicket(held), ...numbers }),
      }
    }),
  }
}

function printedTicket(held: HeldTicket, wording: Wording): Omit<PrintedTicket, 'count'> {
  const { locale, texts } = wording
  const { subject, code, isOff, isWithoutPlace } = held
  const isRotating = held.rotating !== null
  const use = useOfTicket(held)
  const printedNumber = held.printedNumber.replaceAll(/(.{5})(?=.)/g, '$1 ')
  return {
    name: subject.name[locale],
    ...(subject.colour ? { colour: tonesOf(subject.colour).onLight } : {}),
    ...whenAndWhere(held, wording),
    seatFacts: entriesOf(held, wording) ?? seatFactsOf(held, wording),
    code: isRotating || isOff || isWithoutPlace ? null : code,
    codeKind: subject.codeKind ?? 'qr',
    codeAlt: texts('codeAlt', { kind: subject.codeKind ?? 'qr', number: printedNumber }),
    insteadOfCode: isOff
      ? texts('calledOff')
      : isWithoutPlace
        ? texts('withoutPlace')
        : isRotating
          ? texts('openOnPhone')
          : null,
    facts: stubFacts(held, wording),
    identifier: printedNumber,
    rules: `${texts('atTheDoor', { use })} ${texts('keepSecret', { use })}`,
  }
}

type WhenAndWhere = Pick<PrintedTicket, 'time' | 'date' | 'weekdayAndDoors' | 'venue' | 'address'>

/** A pass is no visit: it has the days of its validity, and no place. */
function whenAndWhere(held: HeldTicket, { locale, texts }: Wording): WhenAndWhere {
  const { subject } = held
  if (subject.kind === 'pass') {
    const date = formatValidity(subject, locale)
    return { time: '', date, weekdayAndDoors: texts('validity'), venue: '', address: '' }
  }
  const { startsAt, timeZone, doorsAt } = subject
  const end = endOf(subject)
  const times = [formatTime(startsAt, timeZone), end && formatTime(end.at, end.timeZone)]
  const weekdayOf = (at: Date, zone: string) => dateParts(locale, at, zone).weekday
  const weekdays = [
    weekdayOf(startsAt, timeZone),
    end?.isLaterDay && weekdayOf(end.at, end.timeZone),
  ]
  const doors =
    doorsAt &&
    !isGoods(held) &&
    texts('doors', { time: formatTimeBeside(locale, doorsAt, { day: startsAt, timeZone }) })
  const venue = subject.venue[locale]
  const address = [subject.address[locale], subject.city[locale]]
  return {
    time: times.filter(Boolean).join(' – '),
    date: daysInWords(subject, locale),
    weekdayAndDoors: [weekdays.filter(Boolean).join(' – '), doors].filter(Boolean).join(' · '),
    venue,
    // Stops have no address besides their name.
    address: address.filter((part) => part && part !== venue).join(', '),
  }
}

/** When a journey or a flight ends, and whether on a later day; null for what only begins. */
function endOf(subject: HeldTicket['subject']) {
  const { startsAt, timeZone } = subject
  const end = arrivalOf(subject)
  return end && { ...end, isLaterDay: dayKey(startsAt, timeZone) !== dayKey(end.at, end.timeZone) }
}

/** "28 November 2026"; overnight "28–29 November 2026" or "30 November – 1 December 2026". */
function daysInWords(subject: HeldTicket['subject'], locale: Locale): string {
  const { startsAt, timeZone } = subject
  const end = endOf(subject)
  if (!end?.isLaterDay) return formatDate(locale, startsAt, { timeZone, year: true })
  const last = formatDate(locale, end.at, { timeZone: end.timeZone, year: true })
  const [from, to] = [wallTime(startsAt, timeZone), wallTime(end.at, end.timeZone)]
  if (from.year === to.year && from.month === to.month) return `${from.day}–${last}`
  return `${formatDate(locale, startsAt, { timeZone, year: from.year !== to.year })} – ${last}`
}

/** Type and place of a ticket in one line, for reading out at a counter. */
export function placeLineOf(held: HeldTicket, locale: Locale): string {
  const facts = seatFactsOf(held, { locale, texts: documentTexts(locale) })
  const places = facts.map(({ name, value }) => `${name}\u00A0${value}`)
  return [typeName(held, locale), ...places].join(', ')
}

function kindOf({ line }: HeldTicket): 'goods' | 'baggage' | 'admission' {
  const kind = contentKindOf(line.detail)
  return kind === 'ticket' ? 'admission' : kind
}

/** What its holder paid or pays for it, here or elsewhere. */
function printedMinor({ unitPriceMinor, detail }: HeldTicket['line']): number {
  return detail.faceMinor ?? detail.elsewhereMinor ?? unitPriceMinor
}

function stubFacts(held: HeldTicket, { locale, texts }: Wording): [string, string][] {
  const { order, line, subject } = held
  const names = placeNounsOf(line.detail.naming ?? {}, locale)
  const facts: [string, string][] = [
    [names.ticketType ?? texts(kindOf(held)), typeName(held, locale)],
  ]
  // Price and order of a transferred ticket are its buyer's: a present does not tell its price.
  if (!isTransferred(held.ticket))
    facts.push(
      [texts('price'), formatMoney(locale, money(printedMinor(line), order.currency))],
      [texts('order'), order.orderNumber],
    )
  // The kind of a pass stands in place of a seat, and a type is often called like its section.
  const isNamedAbove = held.ticket.section?.[locale] === typeName(held, locale)
  if (subject.kind === 'pass' || (isNamedAbove && !isGoods(held))) facts.shift()
  if (held.passenger) {
    const { givenName, familyName } = held.passenger
    facts.push([texts('passenger'), `${givenName} ${familyName}`])
    if (subject.ageProvedTypes?.has(held.ticket.ticketTypeId)) facts.push(['', texts('provesAge')])
  }
  if (held.ticket.bookingNumber !== null)
    facts.push([texts('bookingNumber'), held.ticket.bookingNumber])
  if (held.ticket.supplierTicketNumber !== null)
    facts.push([texts('supplierTicketNumber'), held.ticket.supplierTicketNumber])
  // The days and entries of a pass are above.
  if (entriesOf(held, { locale, texts }) === null)
    for (const { name, value } of itemFacts(subject, { locale, texts })) facts.push([name, value])
  for (const { label: name, value } of held.extras) facts.push([name[locale], value[locale]])
  if (names.entrance !== undefined) facts.push([texts('entrance'), names.entrance])
  if (subject.ageLimit > 0 && !isGoods(held))
    facts.push(['', texts('age', { age: subject.ageLimit })])
  return facts
}

/** How many entries a pass pays, in place of a seat; null for other tickets and passes without a limit. */
function entriesOf(held: HeldTicket, { locale, texts }: Wording): SeatFact[] | null {
  const { subject } = held
  if (subject.kind !== 'pass' || subject.uses === null) return null
  // More uses of a pass are named as such.
  if (typeName(held, locale) !== texts('pass')) return null
  return [{ name: texts('uses'), value: String(subject.uses), isLong: false }]
}

/** Section, row and seat under the names they were sold with, or the place as a whole. */
export function seatFactsOf(held: HeldTicket, { locale, texts }: Wording): SeatFact[] {
  const { ticket, line } = held
  const names = placeNounsOf(line.detail.naming ?? {}, locale)
  const whole = wholePlaceOf(line.detail, locale)
  if (names.seats && names.seats.length <= seatsBesideMax)
    return names.seats.map(({ vehicle, seat }) => ({
      name: `${texts('seat')}, ${vehicle}`,
      value: seat ?? texts('seatAtCheckIn'),
      isLong: seat === null,
    }))
  if (whole !== null) return [{ name: texts('place'), value: whole, isLong: true }]
  const facts: SeatFact[] = []
  const add = (name: string, value: string | null | undefined, isLong: boolean): void => {
    if (value) facts.push({ name, value, isLong })
  }
  const part = coachOf(held, { locale, texts }) ?? hallOf(held, { locale, texts })
  if (part) facts.push(part)
  const section = ticket.section?.[locale]
  const isSaid = part !== null && (held.subject.kind === 'journey' || section === part.name)
  if (!isSaid) add(names.section ?? texts('section'), section, true)
  add(names.row ?? texts('row'), ticket.row, false)
  add(names.seat ?? texts('seat'), ticket.seat, false)
  if (held.subject.kind === 'pass') add(texts('pass'), typeName(held, locale), true)
  else if (isGoods(held)) add(texts('goodsWhere'), typeName(held, locale), true)
  else if (facts.length === 0 && held.subject.kind === 'journey')
    facts.push({ ...unseatedOf(held, { locale, texts }), isLong: true })
  else if (facts.length === 0) add(names.ticketType ?? texts('admission'), texts('noSeat'), true)
  return facts
}

/** The part of a train or bus: its noun is above the value, so “Coach 2” is said as “2”. */
export function coachOf(
  { ticket, subject, line }: HeldTicket,
  { locale, texts }: Wording,
): SeatFact | null {
  if (subject.kind !== 'journey' || !ticket.section) return null
  const name = line.detail.naming?.section?.[locale] ?? texts('coach')
  return numbered(name, ticket.section[locale])
}

/** The hall of a film: what its plan calls a section is the same in every hall. */
function hallOf({ ticket, subject }: HeldTicket, { locale, texts }: Wording): SeatFact | null {
  if (subject.kind !== 'screening' || !ticket.section) return null
  return numbered(texts('hall'), subject.hall[locale])
}

/** A value without the noun above it: “Hall 2” is said as “2”. */
function numbered(name: string, said: string): SeatFact {
  const value = said.startsWith(`${name} `) ? said.slice(name.length + 1) : said
  return { name, value, isLong: value.length > shortLengthMax }
}

/** Seats on several flights that fit beside each other on a printed ticket; more are said in words. */
const seatsBesideMax = 3

/** The longest value in the narrow column of a PDF: numbers of coaches and seats. */
const shortLengthMax = 4

/** A passenger without a numbered seat sits anywhere, unless the carrier has none left; baggage is not seated. */
function unseatedOf(held: HeldTicket, { locale, texts }: Wording): Omit<SeatFact, 'isLong'> {
  if (isBaggage(held)) return { name: texts('baggage'), value: typeName(held, locale) }
  const isLost = held.isWithoutPlace && !held.isOff
  return { name: texts('seat'), value: texts(isLost ? 'noSeatLeft' : 'anySeat') }
}
