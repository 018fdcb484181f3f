/**
 * Goal: commands that lock rows of several runs or orders lock them in one order, so they never wait for each other; where
 * that is not possible, the transaction that PostgreSQL ends is repeated, and nobody is refused. Method: two commands over
 * HTTP against a real database, one of them stopped after each statement while the other one runs.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reclaimExpired } from '#modules/inventory/server/public-api.ts'
import { claimGuestOrders } from '#modules/orders/server/public-api.ts'
import { makeRuns, openRun } from '#modules/timetable/server/public-api.ts'
import { deadlocksMet } from '#platform/database/repeat-transaction.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import { buyer, openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { interleave, stoppable } from '../../../../tests/support/interleave.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import { makeVehicle } from './vehicles.ts'
import { sizeOf } from '../../../../tests/support/tier.ts'

const timeout = 120_000

let shop: HostileShop
let line: MadeLine
beforeAll(async () => {
  shop = await openHostileShop({}, { plugin: stoppable })
  line = await makeLine(shop.context, {
    seatCount: 300,
    terms: { changeFeeMinor: 0, passengersMax: 9 },
  })
  await sql`update baggage_option set capacity = 100`.execute(shop.context.db)
  await sql`update pool_leg set capacity = 100`.execute(shop.context.db)
})
afterAll(async () => {
  // Seats of changes that were refused are free again.
  shop.context.clock.advance(1_000)
  await reclaimExpired(shop.context)
  expect(await brokenInvariants(shop.context)).toEqual([])
  await shop.close()
})

interface Held {
  readonly token: string
  readonly orderKey: string
  readonly passengers: readonly object[]
}

/** A passenger on each of these runs, with a piece of baggage each. */
async function hold(runIds: readonly number[], token: string, bags = 1): Promise<Held> {
  const baggage = bags > 0 ? [{ optionCode: 'bag', quantity: bags }] : []
  const segments = runIds.map((runId) => ({
    runId,
    legFrom: 0,
    legTo: 2,
    passengers: [{}],
    baggage,
  }))
  const chosen = await expectOk(shop.post('/v2/transport/choose', { segments }, token))
  const lineIds = chosen.segments.map(
    (held: { tickets: { lineId: number }[] }) => held.tickets[0]?.lineId,
  )
  const passengers = lineIds.map((lineId: number) => ({
    lineId,
    givenName: 'Nino',
    familyName: 'Beridze',
  }))
  return { token, orderKey: chosen.orderKey, passengers }
}

/** A bought ticket; the returned function asks for its change to another run, for which nothing has to be paid. */
async function buy(token: string, from: number) {
  const held = await hold([from], token)
  await payFor(shop, held.orderKey, held)
  const { rows } = await sql<{ identifier: string }>`
    select ticket.identifier from ticket join orders on orders.id = ticket.order_id
    join order_line on order_line.id = ticket.order_line_id
    where orders.order_key = ${held.orderKey} and order_line.place_id is not null`.execute(
    shop.context.db,
  )
  return async (to: number): Promise<() => Promise<string>> => {
    const asked = `ticketIdentifier=${rows[0]?.identifier}&runId=${to}&legFrom=0&legTo=2`
    const { quote, bags } = await expectOk(shop.get(`/v2/transport/changes/quote?${asked}`, token))
    expect(bags.count).toBe(1)
    return async () => {
      const { status, body } = await shop.post('/v2/transport/changes', { quote }, token)
      return status < 300 ? 'ok' : body.error.code
    }
  }
}

/** At night each of the statements between two locks, otherwise every second. */
const stride = sizeOf({ usual: 2, nightly: 1 })

test(
  'two changes of tickets with baggage in opposite directions',
  async () => {
    const [first, second] = line.runIds
    const before = deadlocksMet()
    // From the sale of the new places to the return of the former ones.
    for (let stopAfter = 56; stopAfter <= 72; stopAfter += 2 * stride) {
      const one = await buy(await shop.customer(), first)
      const other = await buy(await shop.customer(), second)
      const done = await interleave(stopAfter, await one(second), await other(first))
      // A seat may have been suggested to both.
      for (const code of [done.first, done.second])
        expect(['ok', 'SeatNotAvailable']).toContain(code)
    }
    expect(deadlocksMet() - before).toBe(0)
  },
  timeout,
)

test(
  'a vehicle for two runs, and the payment of places on both',
  async () => {
    await makeRuns(shop.context, { days: 20 })
    const { rows } = await sql<{ id: number; date: string }>`
    select run.id, run.service_date::text as date from run join trip on trip.id = run.trip_id
    join trip_pattern on trip_pattern.id = trip.pattern_id
    where trip_pattern.route_id = ${line.routeId} and run.offering_id is null
      and run.departs_at > ${shop.context.clock.now()}::timestamptz + interval '4 days'
    order by run.id limit 2`.execute(shop.context.db)
    const runIds = rows.map(({ id }) => id)
    // The later run has the offering with the lower number, whose places are locked first.
    for (const runId of runIds.toReversed()) await openRun(shop.context, runId)
    const staff = await shop.staff(line.merchantId)
    const lines = await expectOk(
      shop.get(`/v2/merchantusers/vehicles/line?lineId=${line.routeId}`, staff),
    )
    const before = deadlocksMet()
    // Between the places of the first and the second run.
    for (let stopAfter = 8; stopAfter <= 14; stopAfter += stride) {
      const vehicleTypeId = await makeVehicle(shop.context, line, { seats: 100 + stopAfter })
      const wanted = {
        lineId: line.routeId,
        tripIds: [lines.trips[0].tripId],
        vehicleTypeId,
        from: rows[0]?.date,
      }
      const { token, orderKey, passengers } = await hold(runIds, await shop.customer(), 0)
      const details = { orderKey, buyer, acceptTerms: true, passengers }
      await expectOk(shop.post('/v2/orders/checkout', details, token))
      const { payId } = await startPayment(shop, orderKey, token)
      shop.bank.misbehave({ callbackLost: true }, payId)
      shop.bank.pay(payId, { kind: 'approve' })
      const done = await interleave(
        stopAfter,
        () => shop.post('/v2/merchantusers/vehicles/assign', wanted, staff),
        () => shop.post('/v2/orders/complete', { orderKey }, token),
      )
      expect([done.first.status, done.second.status]).toEqual([200, 200])
    }
    expect(deadlocksMet() - before).toBe(0)
  },
  timeout,
)

test(
  'a change of a guest’s ticket, which locks the new order before the former one, and a sign-in',
  async () => {
    const [first, second] = line.runIds
    // Between the locks of the two orders.
    for (let stopAfter = 46; stopAfter <= 51; stopAfter += stride) {
      const token = await shop.guest()
      const actor = await shop.ports.sessions.authenticate(shop.context, token)
      const sessionId = actor?.kind === 'guest' ? actor.sessionId : ''
      const change = await (await buy(token, first))(second)
      const id = shop.context.random.uuid()
      await shop.context.db
        .insertInto('customer')
        .values({ id, email: `${id}@example.com`, activated_at: shop.context.clock.now() })
        .execute()
      const done = await interleave(stopAfter, change, () =>
        claimGuestOrders(shop.context, sessionId, id),
      )
      // Whoever signs in first owns the former order when the new one is opened for a guest.
      expect(['ok', 'QuoteChanged', 'TicketNotFound', 'OrderNotFound']).toContain(done.first)
      expect(done.second).toBeGreaterThan(0)
    }
  },
  timeout,
)
