/**
 * Goal: flights of external suppliers are sold like the platform's own, and every failure ends with
 * tickets, with a refund, or unpaid; never twice. Method: the shop over HTTP, the fake bank, and the fakes
 * of Duffel and IATI, which lose responses, change prices, book twice, ticket late and move flights; a
 * seeded crowd in addition to single cases.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { cancelDue } from '#flows/returns/server/supplier-cancellation.ts'
import {
  checkScheduleChanges,
  releaseAbandoned,
  searchesSettled,
} from '#modules/flights/server/public-api.ts'
import { setCurrencyRates } from '#modules/rates/server/public-api.ts'
import { dayOfRates } from '../../src/modules/rates/server/rules.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { signatureOf } from '../../fakes/duffel/events.ts'
import { startDuffel, type DuffelFake } from '../../fakes/duffel/start.ts'
import { startIati, type IatiFake } from '../../fakes/iati/start.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'
import { playBookings } from './bookings-model.ts'
import { book, completeSearch, confirmRounds, dayFrom, family, pay } from './traveller.ts'
import { newsRunner } from '../support/run-news.ts'
import { seedOf, sizeOf } from '../support/tier.ts'

const bookingCount = Number(process.env['FLIGHT_BOOKINGS'] ?? sizeOf({ usual: 30, nightly: 60 }))

const webhookSecret = 'secret-of-the-webhook'

let duffel: DuffelFake
let iati: IatiFake
let shop: HostileShop
const started = { shop: null as HostileShop | null }

beforeAll(async () => {
  const options = { port: 0, now: () => started.shop?.context.clock.now() ?? new Date() }
  duffel = await startDuffel(options)
  iati = await startIati(options)
  shop = await openHostileShop({
    DUFFEL_URL: duffel.url,
    DUFFEL_WEBHOOK_SECRET: webhookSecret,
    IATI_URL: iati.url,
  })
  duffel.subscribe({
    url: `${shop.config.PUBLIC_ORIGIN}/flights/duffel/events`,
    secret: webhookSecret,
  })
  started.shop = shop
  const ratedOn = dayOfRates(shop.context.clock.now())
  await setCurrencyRates(shop.context, {
    ratedOn,
    rates: { EUR: 3_151_200, USD: 2_715_300 },
    source: 'test',
  })
})
afterEach(() => {
  duffel.reset()
  iati.reset()
})
afterAll(async () => {
  await searchesSettled()
  await shop.close()
  await duffel.stop()
  await iati.stop()
})

const query = (days: number, provider = 'duffel') => ({
  fromAirport: 'TBS',
  toAirport: 'IST',
  fromDate: dayFrom(shop, days),
  toDate: dayFrom(shop, days + 7),
  providers: provider,
  sortType: 'price',
})

test('merges both suppliers’ results: the same flight is shown once, at the lower price', async () => {
  const found = await completeSearch(shop, { ...query(30), providers: 'house,duffel' })
  expect(found.providers.map((one: Reply) => one.state)).toEqual(['answered', 'answered'])
  const keys = found.items.map((one: Reply) => one.tripKey)
  expect(new Set(keys).size).toBe(keys.length)
  const shared = found.items.filter(
    (one: Reply) => one.tripKey.startsWith('TK 379') && one.tripKey.includes('TK 380'),
  )
  expect(shared).toHaveLength(1)
  const providers = new Set(shared[0].fares.map((fare: Reply) => fare.provider))
  expect(providers.size).toBeGreaterThan(0)
})

test('shows the other flights if a supplier fails, and says so', async () => {
  duffel.misbehave({ searchErrorCalls: 1 })
  const found = await completeSearch(shop, { ...query(31), providers: 'house,duffel' })
  expect(found.total).toBeGreaterThan(0)
  expect(found.providers.find((one: Reply) => one.name === 'duffel').state).toBe('failed')
})

test('charges in lari what was confirmed in euro; held first, paid later; tickets arrive late', async () => {
  const token = await shop.guest()
  const found = await completeSearch(shop, { ...query(40), adult: 2, child: 1, infant: 1 })
  const [fare] = found.items[0].fares
  const passengers = family(2, 1, 1)
  const made = await book(shop, { token, itineraryId: fare.itineraryId, passengers })
  const { orderKey } = made
  expect(made.order.total).toEqual(fare.price)
  const tried = await expectOk(shop.post('/v2/flights/try-order-reservation', { orderKey }, token))
  expect(tried.outcome).toBe('reserved')
  duffel.misbehave({ ticketsAfterLooks: 2 })
  const order = duffel.orders()[0]
  if (order) order.looksLeft = 2
  expect(await pay(shop, made)).toBe(fare.price.amount)
  await confirmRounds(shop, 1)
  const early = await expectOk(shop.get(`/v2/flights/tkt-order?orderKey=${orderKey}`, token))
  expect(early.statusName).toBe('WaitingForTicket')
  await confirmRounds(shop, 4)
  const done = await expectOk(shop.get(`/v2/flights/tkt-order?orderKey=${orderKey}`, token))
  expect(done).toMatchObject({ statusName: 'Processed', state: 'ticketed' })
  expect(done.ticketNumbers).toHaveLength(4)
  expect(duffel.orders().filter(({ isPaid }) => isPaid)).toHaveLength(1)
})

test('finds an order whose response was lost by our key, and does not create it twice', async () => {
  const token = await shop.guest()
  const found = await completeSearch(shop, query(41))
  const [fare] = found.items[0].fares
  const made = await book(shop, { token, itineraryId: fare.itineraryId, passengers: family(1) })
  const { orderKey } = made
  const before = duffel.orders().length
  duffel.misbehave({ orderLostCalls: 1, silenceMs: 20 })
  const send = () => expectOk(shop.post('/v2/flights/try-order-reservation', { orderKey }, token))
  expect((await send()).outcome).toBe('pending')
  expect((await send()).outcome).toBe('reserved')
  expect(duffel.orders().length).toBe(before + 1)
  duffel.misbehave({ paymentLostCalls: 1 })
  await pay(shop, made)
  await confirmRounds(shop, 3)
  const done = await expectOk(shop.get(`/v2/flights/tkt-order?orderKey=${orderKey}`, token))
  expect(done.state).toBe('ticketed')
})

test('tickets carry the names corrected at checkout; the reservation under other names is cancelled', async () => {
  const token = await shop.guest()
  const found = await completeSearch(shop, query(42))
  const [fare] = found.items[0].fares
  const made = await book(shop, { token, itineraryId: fare.itineraryId, passengers: family(1) })
  const { orderKey, tktOrderNumber } = made
  await expectOk(shop.post('/v2/flights/try-order-reservation', { orderKey }, token))
  const [first] = duffel.orders()
  const [traveller] = family(1)
  const passengers = [{ ...traveller, givenName: 'Ninia' }]
  const contact = { email: 'nino@example.com', phone: '+995555123456' }
  const body = { tktOrderNumber, passengers, contact }
  await expectOk(shop.post('/v2/flights/passengers', body, token))
  await pay(shop, made)
  await confirmRounds(shop, 3)
  expect(first?.isCancelled).toBe(true)
  const done = await expectOk(shop.get(`/v2/flights/tkt-order?orderKey=${orderKey}`, token))
  // The offer is already booked, so Duffel refuses to book it again and the money is refunded.
  expect(['ticketed', 'refused']).toContain(done.state)
  expect(await findBrokenInvariants(shop.context)).toEqual([])
})

test('returns a booking by the supplier’s own quote, and cancels it there before refunding', async () => {
  const token = await shop.guest()
  const group = { adult: 2, child: 1, infant: 1 }
  const found = await completeSearch(shop, { ...query(43), ...group, baggageFilter: 'checked' })
  const [fare] = found.items[0].fares
  const passengers = family(2, 1, 1)
  const made = await book(shop, { token, itineraryId: fare.itineraryId, passengers })
  const { orderKey } = made
  await pay(shop, made)
  await confirmRounds(shop, 2)
  const terms = await expectOk(shop.get(`/v2/tickets/return?orderKey=${orderKey}`, token))
  expect(terms.quote).toBeTruthy()
  // The conditions state the sum of the quote, though both are converted from the supplier's currency.
  const { refundEstimate } = made.order
  expect(refundEstimate.kept.amount).toBeGreaterThan(0)
  expect(refundEstimate).toEqual({ kept: terms.deduction, back: terms.back })
  const standing = duffel.orders().find(({ isCancelled, isPaid }) => isPaid && !isCancelled)
  duffel.misbehave({ cancelLostCalls: 1, silenceMs: 20 })
  await expectOk(shop.post('/v2/tickets/return', { orderKey, quote: terms.quote }, token))
  for (let round = 0; round < 6; round += 1) {
    await cancelDue(shop.context, shop.ports.returns)
    await executeRefunds(shop.context, shop.ports.checkout)
    shop.context.clock.advance(300)
  }
  expect(standing?.isCancelled).toBe(true)
  const done = await expectOk(shop.get(`/v2/flights/tkt-order?orderKey=${orderKey}`, token))
  expect(done).toMatchObject({ state: 'cancelled', statusName: 'Canceled' })
  expect(await findBrokenInvariants(shop.context)).toEqual([])
})

test('shows a flight of three suppliers once, at the lowest price', async () => {
  const providers = 'house,duffel,iati'
  const [all, ...alone] = await Promise.all(
    [providers, 'house', 'duffel', 'iati'].map((one) => completeSearch(shop, query(33, one))),
  )
  const keys = all?.items.map((one: Reply) => one.tripKey)
  expect(new Set(keys).size).toBe(keys.length)
  for (const trip of all?.items ?? []) {
    const sold = alone.flatMap(({ items }) =>
      items.filter(({ tripKey }: Reply) => tripKey === trip.tripKey),
    )
    const prices = sold.flatMap(({ fares }) => fares.map(({ price }: Reply) => price.amount))
    expect(trip.fares[0].price.amount).toBe(Math.min(...prices))
  }
})

test('keeps one of two bookings of an IATI option; its tickets arrive late; nobody pays twice', async () => {
  const token = await shop.guest()
  const found = await completeSearch(shop, { ...query(44, 'iati'), adult: 2, child: 1, infant: 1 })
  const [fare] = found.items[0].fares
  const passengers = family(2, 1, 1)
  const made = await book(shop, { token, itineraryId: fare.itineraryId, passengers })
  const { orderKey } = made
  iati.misbehave({ twiceCalls: 1, ticketsAfterLooks: 2 })
  const send = () => expectOk(shop.post('/v2/flights/try-order-reservation', { orderKey }, token))
  expect((await send()).outcome).toBe('reserved')
  const standing = () => iati.orders().filter(({ status }) => status !== 'CANCELLED')
  expect(standing()).toHaveLength(1)
  iati.misbehave({ ticketLostCalls: 1, silenceMs: 20 })
  expect(await pay(shop, made)).toBe(fare.price.amount)
  await confirmRounds(shop, 5)
  const said = await expectOk(shop.get(`/v2/flights/order/iati?orderKey=${orderKey}`, token))
  expect(said).toMatchObject({ provider: 'iati', state: 'ticketed', supplierState: 'ticketed' })
  expect(said.ticketNumbers).toHaveLength(4)
  expect(standing()).toHaveLength(1)
  expect(await findBrokenInvariants(shop.context)).toEqual([])
})

/** Subject of the email about the flight that was moved last. */
async function movedSubject(): Promise<string | undefined> {
  const news = newsRunner(shop.context, shop.ports.tickets)
  const { mails } = await news(['event-moved', 'moved-letter'])
  return mails.at(-1)?.mail.subject
}

test.each(['duffel', 'iati'] as const)(
  '%s moves a flight: the ticket says so once, it is accepted; moved again, it goes back whole',
  async (provider) => {
    const token = await shop.guest()
    const found = await completeSearch(shop, { ...query(45, provider), baggageFilter: 'checked' })
    const [fare] = found.items[0].fares
    const made = await book(shop, { token, itineraryId: fare.itineraryId, passengers: family(1) })
    const { orderKey } = made
    const paid = await pay(shop, made)
    await confirmRounds(shop, 2)
    const read = () => expectOk(shop.get(`/v2/flights/order?orderKey=${orderKey}`, token))
    const { reference } = await expectOk(
      shop.get(`/v2/flights/order/iati?orderKey=${orderKey}`, token),
    )
    const outside = provider === 'duffel' ? duffel : iati
    const ports = { suppliers: shop.ports.flights.suppliers, tickets: shop.ports.tickets }
    const look = () => {
      shop.context.clock.advance(30 * 60)
      return checkScheduleChanges(shop.context, ports)
    }
    const before = await read()
    outside.change(reference, 95)
    expect(await look()).toBe(1)
    expect(await look()).toBe(0)
    const moved = await read()
    expect(moved.change).toMatchObject({ state: 'open' })
    const departs = (view: Reply) => Date.parse(view.slices[0].legs[0].departsAt)
    expect(departs(moved) - departs(before)).toBe(95 * 60_000)
    expect(await movedSubject()).toMatch(/^New times: /)
    const { changeId } = moved.change
    const accepted = await expectOk(
      shop.post('/v2/flights/accept-change', { orderKey, changeId }, token),
    )
    expect(accepted.change.state).toBe('accepted')
    const other = await shop.guest()
    const strange = await shop.post('/v2/flights/accept-change', { orderKey, changeId }, other)
    expect(strange.status).toBe(404)
    // Once accepted, the usual fee is retained again.
    const usual = await expectOk(shop.get(`/v2/tickets/return?orderKey=${orderKey}`, token))
    expect(usual.deduction.amount).toBeGreaterThan(0)
    outside.change(reference, null)
    expect(await look()).toBe(1)
    expect((await read()).change.after).toEqual([])
    expect(await movedSubject()).toMatch(/^Cancelled by the airline: /)
    const { tickets } = await expectOk(shop.get(`/v2/tickets?orderKey=${orderKey}`, token))
    expect(tickets[0]).toMatchObject({ code: null, event: { isCancelled: true } })
    expect(tickets[0].alerts[0].header).toBe('The airline has cancelled this flight')
    const late = await shop.post('/v2/flights/accept-change', { orderKey, changeId }, token)
    expect(late.body.error.code).toBe('FlightNotChanged')
    const terms = await expectOk(shop.get(`/v2/tickets/return?orderKey=${orderKey}`, token))
    expect(terms).toMatchObject({ back: { amount: paid }, deduction: { amount: 0 } })
    await expectOk(shop.post('/v2/tickets/return', { orderKey, quote: terms.quote }, token))
    await executeRefunds(shop.context, shop.ports.checkout)
    expect((await read()).change.state).toBe('refunded')
    expect(await findBrokenInvariants(shop.context)).toEqual([])
  },
)

describe('events of Duffel', () => {
  const ports = () => ({ suppliers: shop.ports.flights.suppliers, tickets: shop.ports.tickets })
  const round = () => checkScheduleChanges(shop.context, ports())
  const send = (payload: string, signature: string | null) =>
    shop.send({
      method: 'POST',
      path: '/flights/duffel/events',
      payload,
      headers: signature === null ? {} : { 'x-duffel-signature': signature },
    })
  const eventOf = (reference: string, id: string) =>
    JSON.stringify({
      id,
      type: 'order.airline_initiated_change_detected',
      data: { object: { id: 'aic_1', order_id: reference } },
    })

  async function ticketed(days: number) {
    const token = await shop.guest()
    const found = await completeSearch(shop, query(days))
    const { itineraryId } = found.items[0].fares[0]
    const made = await book(shop, { token, itineraryId, passengers: family(1) })
    await pay(shop, made)
    await confirmRounds(shop, 2)
    const { orderKey } = made
    const { reference } = await expectOk(
      shop.get(`/v2/flights/order/iati?orderKey=${orderKey}`, token),
    )
    // Checked just now: without an event it is not checked again for twenty minutes.
    await round()
    expect(await round()).toBe(0)
    return { token, orderKey, reference: String(reference) }
  }

  test('an event prioritises the booking: its change is noticed in the next round, once', async () => {
    const { token, orderKey, reference } = await ticketed(51)
    duffel.misbehave({ eventCopies: 0 })
    duffel.change(reference, 40)
    expect(await round()).toBe(0)
    duffel.misbehave({ eventCopies: 3 })
    duffel.change(reference, 35)
    await duffel.eventsSettled()
    // The change of the lost event is found too, because the state is requested from the supplier.
    expect(await round()).toBe(2)
    expect(await round()).toBe(0)
    const { change } = await expectOk(shop.get(`/v2/flights/order?orderKey=${orderKey}`, token))
    expect(change.state).toBe('open')
  })

  test('ignores events that are unsigned, old or repeated', async () => {
    const { reference } = await ticketed(52)
    const due = async () => {
      const { rows } = await sql`
        select from flight_booking where reference = ${reference} and changes_checked_at is null
      `.execute(shop.context.db)
      return rows.length
    }
    const now = shop.context.clock.now()
    const text = eventOf(reference, 'wev_one')
    const old = new Date(now.getTime() - 301_000)
    const good = signatureOf(webhookSecret, text, now)
    for (const [payload, signature] of [
      [text, null],
      [text, ''],
      [text, 't=,v1='],
      [text, signatureOf('another-secret', text, now)],
      [text, signatureOf(webhookSecret, text, old)],
      [eventOf(reference, 'wev_two'), good],
      [`${text} `, good],
    ] as const) {
      const answer = await send(payload, signature)
      expect([answer.status, answer.body.error.code]).toEqual([403, 'SignatureInvalid'])
    }
    expect(await due()).toBe(0)
    expect((await send(text, good)).status).toBe(200)
    expect(await due()).toBe(1)
    await round()
    // The same event with a new signature is a repetition.
    expect((await send(text, signatureOf(webhookSecret, text, now))).status).toBe(200)
    expect(await due()).toBe(0)
    // Events of other types or about unknown orders.
    const ping = JSON.stringify({ id: 'wev_ping', type: 'ping.triggered', data: {} })
    expect((await send(ping, signatureOf(webhookSecret, ping, now))).status).toBe(200)
    expect(await due()).toBe(0)
  })
})

test('many bookings with faults each end ticketed, refunded or unpaid, and all systems agree', async () => {
  const seed = seedOf(`flights, ${bookingCount} bookings`, 20_261_122)
  const findings = await playBookings(shop, { duffel, iati }, { seed, count: bookingCount })
  expect(findings.slice(0, 20)).toEqual([])
  await releaseAbandoned(shop.context, shop.ports.flights)
}, 600_000)

test('a flight that leaves earlier may be returned until the day that was sold with it', async () => {
  const token = await shop.guest()
  const found = await completeSearch(shop, { ...query(46, 'duffel'), baggageFilter: 'checked' })
  const [fare] = found.items[0].fares
  const made = await book(shop, { token, itineraryId: fare.itineraryId, passengers: family(1) })
  const { orderKey } = made
  await pay(shop, made)
  await confirmRounds(shop, 2)
  const event = async () =>
    (await expectOk(shop.get(`/v2/tickets?orderKey=${orderKey}`, token))).tickets[0].event
  const sold = Date.parse((await event()).startsAt)
  const { reference } = await expectOk(
    shop.get(`/v2/flights/order/iati?orderKey=${orderKey}`, token),
  )
  duffel.change(reference, -10 * 24 * 60)
  shop.context.clock.advance(30 * 60)
  const { tickets, flights } = shop.ports
  expect(await checkScheduleChanges(shop.context, { suppliers: flights.suppliers, tickets })).toBe(
    1,
  )
  const promised = new Date(sold - 86_400_000).toISOString()
  expect((await event()).fullRefundUntil).toBe(promised)
  const terms = await expectOk(shop.get(`/v2/tickets/return?orderKey=${orderKey}`, token))
  expect(terms).toMatchObject({ deduction: { amount: 0 }, nextChangeAt: promised })
})
