/**
 * Goal: passes of journeys and flights in the wallets of Apple and Google have what is looked for at the station: the day
 * of an arrival after midnight, platform and coach, flights there and back with their booking number. Method: a bought
 * ticket whose subject is replaced.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariant } from '#kernel/result.ts'
import { printedDocument } from '../server/documents/compose-printed.ts'
import { holdTickets, type HeldTicket } from '../server/queries/held-tickets.ts'
import { applePassContent } from '../server/wallet/apple-pass.ts'
import { extrasMax, googleContent } from '../server/wallet/google-link.ts'
import type { ShownPass } from '../server/wallet/shown-pass.ts'
import type { AppleSigner, GoogleSigner } from '../server/wallet/signers.ts'
import { savePass, type WalletKind } from '../server/wallet/store.ts'
import type { TicketSubject } from '../server/ticket-source.ts'
import { buyTickets, openTicketShop, type Purchase, type TicketShop } from './support.ts'

let shop: TicketShop
let bought: Purchase
let sold: HeldTicket
beforeAll(async () => {
  shop = await openTicketShop()
  bought = await buyTickets(shop, { placeIds: [1], standing: 0 })
  const [first] = await holdTickets(shop.context, shop.ports, [bought.order])
  invariant(first, 'a ticket')
  sold = first
})
afterAll(() => shop.close())

const named = (name: string) => ({ ka: name, en: name })
const stop = (name: string, code: string | null, at: string, platform: string | null = null) => ({
  name: named(name),
  code,
  at: new Date(at),
  timeZone: 'Asia/Tbilisi',
  platform,
})

const from = stop('Tbilisi Central Station', null, '2026-11-29T16:20:00Z', '3')
const to = stop('Yerevan', null, '2026-11-30T02:55:00Z')

function nightTrain(): HeldTicket {
  const vehicle = named('Train 371')
  const train = { from, to, vehicle, carrier: named('Railway'), travelClass: null }
  const subject: TicketSubject = {
    ...sold.subject,
    ...train,
    kind: 'journey',
    mode: 'train',
    use: 'journey',
    startsAt: from.at,
  }
  const section = { ka: 'ვაგონი 2', en: 'Coach 2' }
  return { ...sold, subject, ticket: { ...sold.ticket, section, row: null, seat: '14' } }
}

function thereAndBack(): HeldTicket {
  const flight = (start: typeof from, end: typeof from, flightNumber: string) => ({
    from: start,
    to: end,
    carrier: named('Turkish Airlines'),
    flightNumber,
    cabin: null,
  })
  const segments = [
    flight(
      stop('Tbilisi', 'TBS', '2026-12-28T02:10:00Z'),
      stop('Istanbul', 'IST', '2026-12-28T04:30:00Z'),
      'TK 379',
    ),
    flight(
      stop('Istanbul', 'IST', '2027-01-04T05:25:00Z'),
      stop('Tbilisi', 'TBS', '2027-01-04T07:45:00Z'),
      'TK 380',
    ),
  ]
  const subject: TicketSubject = { ...sold.subject, kind: 'flight', use: 'flight', segments }
  const ticket = { ...sold.ticket, bookingNumber: '1C2CA8', supplierTicketNumber: '2352ffcbaa10' }
  return { ...sold, subject, ticket }
}

const context = () => ({ ...shop.context.as(bought.actor), locale: 'en' as const })
const passOf = (held: HeldTicket, kind: WalletKind) => savePass(context(), held.ticket, kind)

async function applePass(held: HeldTicket, reason: ShownPass['void'] = null) {
  const signer = { passTypeId: 'pass.test', teamId: 'TEAM' } as AppleSigner
  const shown = { pass: await passOf(held, 'apple'), held, void: reason }
  const { boardingPass } = await applePassContent(context(), shop.ports, signer, shown)
  invariant(boardingPass, 'a boarding pass')
  return boardingPass
}

async function googlePass(held: HeldTicket) {
  const pass = await passOf(held, 'google')
  const signer = { issuerId: '3388' } as GoogleSigner
  return googleContent(context(), signer, { pass, held }, extrasMax).own
}

test('of a night train', async () => {
  const pass = await applePass(nightTrain())
  expect(pass.primaryFields.map(({ label }) => label)).toEqual(['20:20', '06:55, Mon, 30 Nov'])
  expect(pass.auxiliaryFields.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Vehicle: Train 371',
    'Platform: 3',
    'Coach: 2',
    'Seat: 14',
  ])
  const seatless = await applePass(nightTrain(), 'seatless')
  expect(seatless.secondaryFields[0]?.value).toBe('There is no seat left for this ticket')
  expect(await googlePass(nightTrain())).toMatchObject({
    tripType: 'ONE_WAY',
    ticketLeg: { carriage: 'Train 371', platform: '3', ticketSeat: { coach: '2', seat: '14' } },
  })
})

test('of a flight: each seat under the number of its flight, on a pass and on paper', async () => {
  const held = thereAndBack()
  const seats = [
    { vehicle: 'TK 379', seat: '2C' },
    { vehicle: 'TK 380', seat: '14A' },
  ]
  const naming = { place: named('TK 379 · Seat 2C, TK 380 · Seat 14A'), seats }
  const line = { ...held.line, detail: { ...held.line.detail, naming } }
  const withSeats = { ...held, line }
  const facts = printedDocument([withSeats], 'en').tickets[0]?.seatFacts ?? []
  expect(facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Seat, TK 379: 2C',
    'Seat, TK 380: 14A',
  ])
  const { auxiliaryFields } = await applePass(withSeats)
  expect(auxiliaryFields).toEqual(
    expect.arrayContaining([expect.objectContaining({ label: 'Seat, TK 380', value: '14A' })]),
  )
})

test('of flights of which only one has a chosen seat: the other says when there is one', async () => {
  const held = thereAndBack()
  const seats = [
    { vehicle: 'TK 379', seat: '2C' },
    { vehicle: 'TK 380', seat: null },
  ]
  const line = {
    ...held.line,
    detail: { ...held.line.detail, naming: { place: named(''), seats } },
  }
  const facts = printedDocument([{ ...held, line }], 'en').tickets[0]?.seatFacts ?? []
  expect(facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Seat, TK 379: 2C',
    'Seat, TK 380: at check-in',
  ])
})

test('of a flight there and back', async () => {
  const { auxiliaryFields, backFields } = await applePass(thereAndBack())
  const valuesOf = (fields: typeof backFields) => fields.map(({ value }) => value)
  expect(valuesOf(auxiliaryFields)).toEqual(expect.arrayContaining(['TK 379, TK 380', '1C2CA8']))
  expect(valuesOf(backFields)).toEqual(expect.arrayContaining(['1C2CA8', '2352ffcbaa10']))
  const own = await googlePass(thereAndBack())
  expect(own).toMatchObject({
    tripType: 'ROUND_TRIP',
    ticketLegs: [
      { departureDateTime: '2026-12-28T06:10:00+04:00' },
      { arrivalDateTime: '2027-01-04T11:45:00+04:00' },
    ],
    purchaseDetails: { confirmationCode: '1C2CA8' },
  })
  expect(own).not.toHaveProperty('ticketLeg')
})
