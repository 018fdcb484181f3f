/**
 * Goal: travellers choose seats whose price is part of the total, no seat is sold twice, and an unavailable
 * seat is refunded while the ticket remains valid. Method: the shop over HTTP with its database and the
 * fake bank, the platform's own supplier, and the fake of Duffel, which sells seats as services, sells them
 * twice and changes aircraft.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { returnParts } from '#flows/returns/server/return-parts.ts'
import {
  checkScheduleChanges,
  releaseAbandoned,
  searchesSettled,
} from '#modules/flights/server/public-api.ts'
import { setCurrencyRates } from '#modules/rates/server/public-api.ts'
import { dayOfRates } from '../../src/modules/rates/server/rules.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { startDuffel, type DuffelFake } from '../../fakes/duffel/start.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'
import { completeSearch, confirmRounds, contact, dayFrom, family, pay } from './traveller.ts'

let duffel: DuffelFake
let shop: HostileShop

beforeAll(async () => {
  duffel = await startDuffel({ port: 0, now: () => shop?.context.clock.now() ?? new Date() })
  shop = await openHostileShop({ DUFFEL_URL: duffel.url })
  const ratedOn = dayOfRates(shop.context.clock.now())
  await setCurrencyRates(shop.context, { ratedOn, rates: { EUR: 3_151_200 }, source: 'test' })
})
afterEach(() => duffel.reset())
afterAll(async () => {
  await searchesSettled()
  await shop.close()
  await duffel.stop()
})

interface BookingOptions {
  readonly provider?: string
  readonly days?: number
  readonly people?: readonly [adults: number, children: number, infants: number]
}

/** Books from a search up to the named passengers; returns the cabins of the flights. */
async function named({ provider = 'house', days = 30, people = [1, 0, 0] }: BookingOptions = {}) {
  const token = await shop.guest()
  const [adult, child, infant] = people
  const found = await completeSearch(shop, {
    fromAirport: 'TBS',
    toAirport: 'IST',
    fromDate: dayFrom(shop, days),
    toDate: dayFrom(shop, days + 7),
    providers: provider,
    sortType: 'price',
    adult,
    child,
    infant,
  })
  const { itineraryId } = found.items[0].fares[0]
  const price = await expectOk(shop.post('/v2/flights/price-details', { itineraryId }, token))
  const { priceDetailId } = price
  const passengers = family(...people)
  const { tktOrderNumber } = await expectOk(
    shop.post('/v2/flights/passengers', { priceDetailId, passengers, contact }, token),
  )
  const cabins = async () =>
    expectOk(shop.get(`/v2/flights/seat-maps?priceDetailId=${priceDetailId}`, token))
  const choose = (seats: readonly object[], as = token) =>
    shop.post('/v2/flights/seats', { tktOrderNumber, seats }, as)
  const order = () => expectOk(shop.post('/v2/flights/order', { tktOrderNumber }, token))
  return { token, price, tktOrderNumber, cabins, choose, order }
}

function seatsOf(cabins: Reply, leg = 0): Reply[] {
  return cabins.maps[leg].rows.flatMap(({ sections, isExit }: Reply) =>
    sections.flatMap((section: Reply) =>
      section.flatMap((one: Reply) => (one ? [{ ...one, isExit }] : [])),
    ),
  )
}

const paidSeats = (cabins: Reply, leg = 0) =>
  seatsOf(cabins, leg).filter(({ price, isExit }) => price?.amount > 0 && !isExit)
const reserve = (orderKey: string, token: string) =>
  shop.post('/v2/flights/try-order-reservation', { orderKey }, token)

async function ticketsOf(orderKey: string, token: string): Promise<Reply[]> {
  const { tickets } = await expectOk(shop.get(`/v2/tickets?orderKey=${orderKey}`, token))
  return tickets
}

describe('seats of the platform’s own supplier', () => {
  test('seats a family together, includes the price in the total, gives an infant no seat, and prints seats on tickets', async () => {
    const { token, price, cabins, choose, order } = await named({ people: [2, 1, 1] })
    const shown = await cabins()
    expect(shown.seated.map(({ kind }: Reply) => kind)).toEqual(['adult', 'adult', 'child'])
    expect(shown.maps).toHaveLength(2)
    const all = seatsOf(shown)
    expect(all.some(({ positions }) => positions.includes(4))).toBe(false)
    // Exit rows are not available to a party with a lap infant.
    expect(all.filter(({ isExit }) => isExit).every((one) => one.positions.length === 0)).toBe(true)
    const [one, two, three] = paidSeats(shown)
    const wanted = [one, two, three].map(({ seat }, index) => ({
      position: index + 1,
      leg: 0,
      seat,
    }))
    const chosen = await expectOk(choose(wanted))
    const sum = [one, two, three].reduce((total, seat) => total + seat.price.amount, 0)
    expect(sum).toBeGreaterThan(0)
    expect(chosen.total.amount).toBe(price.total.amount + sum)
    const { orderKey, total, seats, name } = await order()
    expect(total).toEqual(chosen.total)
    expect(seats.map(({ seat }: Reply) => seat)).toEqual([one.seat, two.seat, three.seat])
    expect((await expectOk(reserve(orderKey, token))).outcome).toBe('reserved')
    expect(await pay(shop, { token, orderKey })).toBe(total.amount)
    await confirmRounds(shop, 2)
    const [adult, , , infant] = await ticketsOf(orderKey, token)
    // The booking is called like its tickets: there and back.
    expect(name).toBe('Tbilisi – Istanbul and back')
    expect(adult.event.name).toBe(name)
    // The kind of the passenger is the ticket's type, the flight and the seat are its place.
    const [there, home] = adult.names.seats
    expect(there.seat).toBe(one.seat)
    expect(adult).toMatchObject({
      typeName: 'Adult',
      placeName: `${there.vehicle} · Seat\u{a0}${one.seat}, ${home.vehicle} · Seat at check-in`,
    })
    // No seat was chosen on the way back.
    expect(home).toEqual({ vehicle: expect.any(String), seat: null })
    expect(infant).toMatchObject({ typeName: 'Infant', placeName: 'On a lap' })
    expect(await findBrokenInvariants(shop.context)).toEqual([])
  })

  test('sells a seat once; the slower buyer chooses another one', async () => {
    const first = await named({ days: 31 })
    const second = await named({ days: 31 })
    const [wanted, other] = paidSeats(await first.cabins())
    const choice = [{ position: 1, leg: 0, seat: wanted.seat }]
    await expectOk(first.choose(choice))
    await expectOk(second.choose(choice))
    const orders = [await first.order(), await second.order()]
    const answers = await Promise.all([
      reserve(orders[0].orderKey, first.token),
      reserve(orders[1].orderKey, second.token),
    ])
    const codes = answers.map(({ status, body }) =>
      status === 200 ? body.outcome : body.error.code,
    )
    expect(codes.toSorted()).toEqual(['FlightSeatTaken', 'reserved'])
    const at = codes.indexOf('FlightSeatTaken')
    const slower = [first, second][at] ?? first
    const { orderKey } = orders[at]
    const seen = seatsOf(await slower.cabins()).find(({ seat }) => seat === wanted.seat)
    expect(seen).toMatchObject({ price: null, positions: [] })
    expect((await slower.choose([{ position: 1, leg: 0, seat: wanted.seat }])).status).toBe(200)
    const chosen = await expectOk(slower.choose([{ position: 1, leg: 0, seat: other.seat }]))
    // Its passengers are kept, and the order costs the seats chosen last.
    expect((await expectOk(reserve(orderKey, slower.token))).outcome).toBe('reserved')
    // Seats are kept once they are reserved.
    const late = await slower.choose([])
    expect(late.body.error.code).toBe('OrderStatusNotAllowed')
    expect(await pay(shop, { token: slower.token, orderKey })).toBe(chosen.total.amount)
  })

  test('frees seats that are released', async () => {
    const { token, cabins, choose, order } = await named({ days: 32 })
    const [wanted] = paidSeats(await cabins())
    await expectOk(choose([{ position: 1, leg: 0, seat: wanted.seat }]))
    expect((await expectOk(choose([]))).seats).toEqual([])
    await expectOk(choose([{ position: 1, leg: 0, seat: wanted.seat }]))
    const { orderKey } = await order()
    await expectOk(reserve(orderKey, token))
    const sold = async () => {
      const { rows } = await sql`select from flight_house_seat where seat = ${wanted.seat}`.execute(
        shop.context.db,
      )
      return rows.length
    }
    const before = await sold()
    await expectOk(shop.post('/v2/orders/unreserve', { orderKey, cancel: true }, token))
    shop.context.clock.advance(120)
    await releaseAbandoned(shop.context, shop.ports.flights)
    expect(await sold()).toBe(before - 1)
  })

  test('refuses unavailable seats, and choices for other customers’ bookings', async () => {
    const { cabins, choose } = await named({ days: 33, people: [2, 0, 1] })
    const [one, two] = paidSeats(await cabins())
    const taken = seatsOf(await cabins()).find(({ price }) => price === null)
    const wrong = [
      [[{ position: 3, leg: 0, seat: one.seat }], 'FlightSeatTaken'],
      [[{ position: 1, leg: 0, seat: taken.seat }], 'FlightSeatTaken'],
      [[{ position: 1, leg: 0, seat: '99Z' }], 'FlightSeatTaken'],
      [[{ position: 1, leg: 9, seat: one.seat }], 'FlightSeatTaken'],
      [[1, 2].map((position) => ({ position, leg: 0, seat: one.seat })), 'BadRequest'],
      [[one, two].map(({ seat }) => ({ position: 1, leg: 0, seat })), 'BadRequest'],
    ] as const
    for (const [seats, code] of wrong) expect((await choose(seats)).body.error.code).toBe(code)
    const stranger = await choose([{ position: 1, leg: 0, seat: one.seat }], await shop.guest())
    expect(stranger.status).toBe(404)
  })
})

describe('seats of Duffel', () => {
  async function ticketed(days: number, people: BookingOptions['people'] = [1, 0, 0]) {
    const trip = await named({ provider: 'duffel', days, people })
    const cabins = await trip.cabins()
    const [seat] = paidSeats(cabins)
    const [back] = paidSeats(cabins, 1)
    const chosen = await expectOk(
      trip.choose([
        { position: 1, leg: 0, seat: seat.seat },
        { position: 1, leg: 1, seat: back.seat },
      ]),
    )
    const { orderKey } = await trip.order()
    const { token } = trip
    // Seats are sold only with immediate payment, because services cannot be held.
    expect((await expectOk(reserve(orderKey, token))).outcome).toBe('price-confirmed')
    const paid = await pay(shop, { token, orderKey })
    expect(paid).toBe(chosen.total.amount)
    await confirmRounds(shop, 3)
    const read = () => expectOk(shop.get(`/v2/flights/order?orderKey=${orderKey}`, token))
    return { ...trip, orderKey, paid, seatPrices: [seat.price.amount, back.price.amount], read }
  }

  const returned = async (orderKey: string) => {
    const { rows } = await sql<{ minor: number }>`
      select returned_minor as minor from orders where order_key = ${orderKey}`.execute(
      shop.context.db,
    )
    return rows[0]?.minor
  }
  const ticketsSentAnew = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pgboss.job
      where name = 'ticket-letter' and data->>'reissue' like 'part-%'`.execute(shop.context.db)
    return rows[0]?.count ?? 0
  }
  const payBack = async () => {
    const count = await returnParts(shop.context, shop.ports.returns)
    await executeRefunds(shop.context, shop.ports.checkout)
    return count
  }
  const look = async () => {
    shop.context.clock.advance(30 * 60)
    const { suppliers } = shop.ports.flights
    return checkScheduleChanges(shop.context, { suppliers, tickets: shop.ports.tickets })
  }

  test('buys seats as services with the order; keeps them after a time change, refunds them after an aircraft change', async () => {
    const { orderKey, token, paid, seatPrices, read } = await ticketed(35)
    const bought = duffel.orders()[0]
    expect(bought?.seats).toHaveLength(2)
    const { reference } = await expectOk(
      shop.get(`/v2/flights/order/iati?orderKey=${orderKey}`, token),
    )
    duffel.change(reference, 40)
    expect(await look()).toBe(1)
    expect(await payBack()).toBe(0)
    expect((await read()).seats).toHaveLength(2)
    duffel.change(reference, 0, '7M8')
    expect(await look()).toBe(1)
    const changed = await read()
    expect(changed.seats).toEqual([])
    expect(changed.lostSeats.map(({ isReturned }: Reply) => isReturned)).toEqual([false, false])
    // No return is quoted until the seats are refunded, because the amounts would not match the tickets.
    const early = await shop.get(`/v2/tickets/return?orderKey=${orderKey}`, token)
    expect(early.status).toBe(503)
    expect(await payBack()).toBe(2)
    expect(await payBack()).toBe(0)
    const lost = seatPrices.reduce((sum, one) => sum + one, 0)
    expect(await returned(orderKey)).toBe(lost)
    expect((await read()).lostSeats.every(({ isReturned }: Reply) => isReturned)).toBe(true)
    const [ticket] = await ticketsOf(orderKey, token)
    expect(ticket.placeName).toBe('Seat at check-in')
    expect(ticket.code).toBeTruthy()
    expect(await findBrokenInvariants(shop.context)).toEqual([])
    // The remainder is refunded in full, never more than was paid.
    const terms = await expectOk(shop.get(`/v2/tickets/return?orderKey=${orderKey}`, token))
    expect(terms.back.amount).toBe(paid - lost)
    await expectOk(shop.post('/v2/tickets/return', { orderKey, quote: terms.quote }, token))
    await executeRefunds(shop.context, shop.ports.checkout)
    expect(await returned(orderKey)).toBe(paid)
    expect(await findBrokenInvariants(shop.context)).toEqual([])
    const letters = await sql`
      select from pgboss.job where name = 'return-letter'`.execute(shop.context.db)
    expect(letters.rows.length).toBeGreaterThan(0)
    // The sent documents contain two seats of one ticket that are no longer valid: they are sent again,
    // once.
    expect(await ticketsSentAnew()).toBe(1)
  })

  test('a seat that was sold to another buyer: the flight is ticketed without it, and the seat is refunded', async () => {
    duffel.misbehave({ seatTakenCalls: 1 })
    const { orderKey, token, seatPrices, read } = await ticketed(36, [2, 0, 0])
    await confirmRounds(shop, 2)
    const done = await read()
    expect(done).toMatchObject({ state: 'ticketed', seats: [] })
    expect(done.lostSeats).toHaveLength(2)
    const places = async () => (await ticketsOf(orderKey, token)).map(({ placeName }) => placeName)
    // The email with the tickets is written before the refund and lists no unavailable seat.
    expect(await places()).toEqual(['Seat at check-in', 'Seat at check-in'])
    const before = await ticketsSentAnew()
    expect(await payBack()).toBe(2)
    expect(await ticketsSentAnew()).toBe(before)
    expect(await returned(orderKey)).toBe(seatPrices.reduce((sum, one) => sum + one, 0))
    expect((await ticketsOf(orderKey, token)).map(({ placeName }) => placeName)).toEqual([
      'Seat at check-in',
      'Seat at check-in',
    ])
    expect(await findBrokenInvariants(shop.context)).toEqual([])
  })

  test('asks before a price increase, with the seats in both totals', async () => {
    const { token, price, cabins, choose, order } = await named({ provider: 'duffel', days: 37 })
    const [seat] = paidSeats(await cabins())
    const chosen = await expectOk(choose([{ position: 1, leg: 0, seat: seat.seat }]))
    const { orderKey } = await order()
    duffel.misbehave({ pricePercent: 110 })
    const tried = await expectOk(reserve(orderKey, token))
    expect(tried.outcome).toBe('price-rose')
    expect(tried.priceChange.before).toEqual(chosen.total)
    const accepted = await expectOk(
      shop.post(`/v2/flights/update-order-price?orderKey=${orderKey}`, {}, token),
    )
    expect(accepted.total).toEqual(tried.priceChange.now)
    expect(accepted.total.amount - seat.price.amount).toBeGreaterThan(price.total.amount)
    expect(await pay(shop, { token, orderKey })).toBe(accepted.total.amount)
  })
})
