/**
 * Goal: a printed ticket and a calendar entry show the ticket's data, in Georgian and in English. Method: the files
 * are read back: the PDF's fonts, pages and text runs, the calendar's lines.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdTickets, type HeldTicket } from '../server/queries/held-tickets.ts'
import { calendarFile } from '../server/documents/calendar.ts'
import { ticketsPdf } from '../server/documents/pdf.ts'
import { printedDocument } from '../server/documents/compose-printed.ts'
import { eventFacts } from '../server/emails/event-facts.ts'
import { travelOf } from '../server/wallet/travel.ts'
import { rollPdf } from '../server/documents/roll-pdf.ts'
import { loadFonts } from '../server/documents/type/choices.ts'
import { runsOf } from '../server/documents/type/runs.ts'
import { placeholdersOf } from '#kernel/texts.ts'
import english from '../messages/en.json' with { type: 'json' }
import georgian from '../messages/ka.json' with { type: 'json' }
import documentsEnglish from '../messages/documents-en.json' with { type: 'json' }
import documentsGeorgian from '../messages/documents-ka.json' with { type: 'json' }
import { buyTickets, openTicketShop, type TicketShop } from './support.ts'

let shop: TicketShop
let held: HeldTicket[]

beforeAll(async () => {
  shop = await openTicketShop()
  const { order } = await buyTickets(shop, { placeIds: [1, 21], standing: 0 })
  held = await holdTickets(shop.context, shop.ports, [order])
})
afterAll(() => shop.close())

describe('the PDF', () => {
  test('has a page for each ticket and carries Georgian and Latin type', async () => {
    for (const locale of ['ka', 'en'] as const) {
      const file = Buffer.from(await ticketsPdf(shop.context, held, locale)).toString('latin1')
      expect(file.startsWith('%PDF-')).toBe(true)
      expect(file.match(/\/Type \/Page\b/g)).toHaveLength(2)
      expect(file).toMatch(/\/FontName \/[A-Z]{6}\+NotoSansGeorgian/)
      // The sign of the lari comes from the file with the extended Latin letters.
      expect(file).toMatch(/\/FontName \/[A-Z]{6}\+NotoSans-/)
      expect(file).toContain('/FontFile2')
    }
  })

  test('is made for the longest names', async () => {
    const long = 'საქართველოს ეროვნული ფილარმონიის სიმფონიური ორკესტრი '.repeat(6)
    const [first] = held
    if (!first) throw new Error('There is a ticket')
    const name = { ka: `${long}🎭`, en: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4) }
    const ticket = { ...first.ticket, section: name }
    const odd = { ...first, ticket, subject: { ...first.subject, name, venue: name } }
    for (const locale of ['ka', 'en'] as const)
      expect((await ticketsPdf(shop.context, [odd], locale)).byteLength).toBeGreaterThan(5_000)
  })
})

test('a ticket of a roll is as long as its facts, so that its code is whole', async () => {
  const [first] = held
  if (!first) throw new Error('There is a ticket')
  const label = { ka: 'პასუხი', en: 'Answer' }
  const extras = Array.from({ length: 30 }, (_, index) => ({
    label,
    value: { ka: `${index}`, en: `${index}` },
  }))
  const heightOf = async (one: HeldTicket) => {
    const file = Buffer.from(await rollPdf(shop.context, [one], 'en')).toString('latin1')
    return Number(/\/MediaBox \[0 0 226\.77 ([\d.]+)\]/.exec(file)?.[1])
  }
  expect(await heightOf(first)).toBe(400)
  expect(await heightOf({ ...first, extras } as HeldTicket)).toBeGreaterThan(550)
})

test('a minus is longer than a hyphen', async () => {
  const fonts = await loadFonts([])
  const [run] = runsOf({ text: '−12,50', weight: 400 }, fonts)
  const sign = fonts.known.get(run?.font ?? '')?.layout(run?.text.slice(0, 1) ?? '')
  const hyphen = fonts.known.get('latin 400')?.layout('-')
  expect(sign?.advanceWidth).toBeGreaterThan(1.4 * (hyphen?.advanceWidth ?? Infinity))
})

describe('the calendar file', () => {
  test('has one entry for the event, in UTC, with place and seats', async () => {
    const file = await calendarFile(held, { ...shop.context, locale: 'en' })
    const lines = file.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
    expect(lines.at(-1)).toBe('')
    expect(lines).toContain('DTSTART:20261231T100000Z')
    expect(lines).toContain('DTEND:20261231T120000Z')
    expect(lines).toContain('SUMMARY:Test concert')
    expect(lines).toContain('GEO:41.7;44.8')
    const location = lines.find((line) => line.startsWith('LOCATION')) ?? ''
    expect(location).toContain('1 Rustaveli Avenue\\, Tbilisi')
    const description = lines.find((line) => line.startsWith('DESCRIPTION')) ?? ''
    expect(description).toContain('Stalls\\, row 1\\, seat 1')
    expect(description).toContain('Circle\\, row 3\\, seat 1')
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  test('keeps its id, so that importing it twice makes one entry', async () => {
    const id = async (tickets: readonly HeldTicket[]) =>
      /UID:(.+)/.exec(await calendarFile(tickets, { ...shop.context, locale: 'ka' }))?.[1]
    expect(await id(held)).toBe(await id(held.slice(0, 1)))
  })

  test('its number grows by one at each change, and what takes place after all is confirmed again', async () => {
    const [first] = held
    if (!first) throw new Error('There is a ticket')
    const at = (hours: number) => new Date(first.subject.startsAt.getTime() + hours * 3_600_000)
    const read = async (startsAt: Date, isOff = false, locale: 'ka' | 'en' = 'en') => {
      const subject = { ...first.subject, startsAt, movedFrom: isOff ? startsAt : null }
      const changed = held.map((one) => ({ ...one, subject, isOff }))
      const lines = (await calendarFile(changed, { ...shop.context, locale })).split('\r\n')
      const valueOf = (name: string) =>
        lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)
      return [Number(valueOf('SEQUENCE')), valueOf('STATUS')]
    }
    const [begun] = await read(at(0))
    const numbered = async (startsAt: Date, isOff?: boolean, locale?: 'ka' | 'en') => {
      const [sequence = 0, status] = await read(startsAt, isOff, locale)
      return [Number(sequence) - Number(begun), status]
    }
    expect(await numbered(at(1.5))).toEqual([1, 'CONFIRMED'])
    expect(await numbered(at(0))).toEqual([2, 'CONFIRMED'])
    expect(await numbered(at(0))).toEqual([2, 'CONFIRMED'])
    expect(await numbered(at(0), false, 'ka')).toEqual([2, 'CONFIRMED'])
    expect(await numbered(at(0), true)).toEqual([3, 'CANCELLED'])
    expect(await numbered(at(0))).toEqual([4, 'CONFIRMED'])
  })

  test('begins with the age of the order, as files of earlier releases did', async () => {
    const createdAt = new Date(shop.context.clock.now().getTime() - 3 * 3_600_000)
    const older = held.map((one) => ({
      ...one,
      order: { ...one.order, createdAt, orderNumber: 'OLDER' },
    }))
    expect(await calendarFile(older, { ...shop.context, locale: 'en' })).toContain('SEQUENCE:180')
  })
})

test('flights there and back are two entries of a calendar, and begin with the way there everywhere else', async () => {
  const [first] = held
  if (!first) throw new Error('There is a ticket')
  const airport = (name: string, at: string, timeZone: string) => ({
    name: { ka: name, en: name },
    code: name.slice(0, 3).toUpperCase(),
    at: new Date(at),
    timeZone,
  })
  const tbilisi = (at: string) => airport('Tbilisi', at, 'Asia/Tbilisi')
  const istanbul = (at: string) => airport('Istanbul', at, 'Europe/Istanbul')
  const rome = (at: string) => airport('Rome', at, 'Europe/Rome')
  const flight = (from: ReturnType<typeof airport>, to: typeof from) => ({
    from,
    to,
    carrier: { ka: 'A', en: 'A' },
    flightNumber: 'A 1',
    cabin: null,
  })
  const segments = [
    flight(tbilisi('2027-01-07T00:35:00Z'), istanbul('2027-01-07T02:55:00Z')),
    flight(istanbul('2027-01-07T05:00:00Z'), rome('2027-01-07T07:30:00Z')),
    flight(rome('2027-01-14T03:50:00Z'), tbilisi('2027-01-14T08:10:00Z')),
  ]
  const dates = { startsAt: segments[0]?.from.at, endsAt: segments[2]?.to.at, doorsAt: null }
  const one = {
    ...first,
    subject: { ...first.subject, ...dates, kind: 'flight', segments },
  } as HeldTicket
  const file = await calendarFile([one], { ...shop.context, locale: 'en' })
  const valuesOf = (name: string) =>
    [...file.matchAll(new RegExp(`^${name}:(.+)\r`, 'gm'))].map(([, value]) => value)
  expect(valuesOf('DTSTART')).toEqual(['20270107T003500Z', '20270114T035000Z'])
  expect(valuesOf('DTEND')).toEqual(['20270107T073000Z', '20270114T081000Z'])
  expect(valuesOf('SUMMARY')).toEqual(['Tbilisi – Rome', 'Rome – Tbilisi'])
  expect(new Set(valuesOf('UID')).size).toBe(2)
  expect(travelOf(one.subject)).toMatchObject({ from: { code: 'TBI' }, to: { code: 'ROM' } })
  const [printed] = printedDocument([one], 'en').tickets
  expect([printed?.time, printed?.date]).toEqual(['04:35 – 08:30', '7 January 2027'])
  const { when, details } = eventFacts(one.subject, 'en')
  expect(when).toBe('Thursday, 7 January 2027 · 04:35 – 08:30')
  expect(details[4]).toBe('Rome (ROM) – Tbilisi (TBI): 14 January, 04:50 – 12:10')
})

test('texts ask for the same values in both languages', () => {
  const pairs = [
    [georgian, english],
    [documentsGeorgian, documentsEnglish],
  ] as const
  for (const [left, right] of pairs as readonly (readonly [
    Record<string, string>,
    Record<string, string>,
  ])[]) {
    expect(Object.keys(left)).toEqual(Object.keys(right))
    for (const key of Object.keys(left))
      expect(placeholdersOf(left[key] ?? ''), key).toEqual(placeholdersOf(right[key] ?? ''))
  }
})
