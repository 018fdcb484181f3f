/**
 * Goal: seats of an outside cinema system are never ticketed without its number and never paid without a ticket or a
 * refund, whatever the system does. Method: single faults one by one, then many buyers of a premiere with random
 * faults.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { expandLayout } from '#seatmap/expand.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { buyer, type Reply } from '../../../../tests/hostile/shop.ts'
import { differencesOf } from '../../../modules/cinema/server/supplier/compare.ts'
import { syncSessions } from '../../../modules/cinema/server/supplier/sync-sessions.ts'
import { mirrorSeats } from '../../../modules/cinema/server/supplier/mirror.ts'
import { createVista } from '../../../modules/cinema/server/supplier/vista.ts'
import { buy, findings, openPremiere, pay, sessionName, settle, type Premiere } from './premiere.ts'
import { seedOf, sizeOf } from '../../../../tests/support/tier.ts'

let premiere: Premiere

beforeAll(async () => {
  premiere = await openPremiere()
}, 60_000)
afterAll(() => premiere.close())
afterEach(async () => {
  expect(await findings(premiere)).toEqual([])
})

const adult = (placeId: number) => ({ placeId, ticketTypeId: 1 })
/** From the second row on, these are ordinary seats. */
let nextSeat = 40
const freshSeats = () => [adult(nextSeat++), adult(nextSeat++)]

async function paidTickets(seats: readonly { placeId: number }[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ticket t join order_line l on l.id = t.order_line_id
    where t.item_id = ${premiere.session} and t.status = 1 and l.place_id = any(${seats.map(({ placeId }) => placeId)}::int[])`.execute(
    premiere.shop.context.db,
  )
  return rows[0]?.count ?? 0
}

describe('one fault', () => {
  test('an answer that is lost is looked up, not asked again', async () => {
    const seats = freshSeats()
    premiere.house.faults.book.push('lost')
    expect(await buy(premiere, seats)).toBe(true)
    const before = premiere.house.calls['book'] ?? 0
    await settle(premiere)
    expect(await paidTickets(seats)).toBe(2)
    expect((premiere.house.calls['book'] ?? 0) - before).toBe(1)
  })

  test('a system that dies is asked again with the same key', async () => {
    const seats = freshSeats()
    premiere.house.faults.book.push('dies', 'dies')
    expect(await buy(premiere, seats)).toBe(true)
    await settle(premiere)
    expect(await paidTickets(seats)).toBe(2)
  })

  test('seats that the counter sold meanwhile are refunded', async () => {
    const seats = freshSeats()
    expect(await buy(premiere, seats)).toBe(true)
    premiere.house.system.unlock('all')
    premiere.house.system.sellElsewhere(
      sessionName,
      seats.map(({ placeId }) => placeId),
    )
    await settle(premiere)
    expect(await paidTickets(seats)).toBe(0)
  })

  test('seats sold elsewhere leave the plan, and come back when they are given back', async () => {
    const [one, two] = freshSeats()
    const { shop, house, session } = premiere
    const supplier = createVista({ url: house.url, apiKey: house.apiKey })
    house.system.sellElsewhere(sessionName, [one?.placeId ?? 0])
    await mirrorSeats(shop.context, supplier)
    const status = async () => {
      const { seats } = await expectOk(
        shop.get(`/integrations/api/Cavea/Sessions/Seats?caveaSessionId=${session}`),
      )
      return [one, two].map((seat) => seats[(seat?.placeId ?? 0) - 1].status)
    }
    expect(await status()).toEqual(['Sold', 'Active'])
    const refused = await shop.post('/groot/Cavea/BookSeat', { sessionId: session, seats: [one] })
    expect(refused.body.error.code).toBe('SeatNotAvailable')
    house.system.returnSeats(sessionName, [one?.placeId ?? 0])
    await mirrorSeats(shop.context, supplier)
    expect(await status()).toEqual(['Active', 'Active'])
  })

  test('a seat that a friend pays for is kept there for the order of its own', async () => {
    const seats = freshSeats()
    const { shop, house, session } = premiere
    const token = await shop.guest()
    const { orderKey } = await expectOk(
      shop.post('/groot/Cavea/BookSeat', { sessionId: session, seats }, token),
    )
    await expectOk(
      shop.post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token),
    )
    const placeIds = [seats[1]?.placeId]
    const part = await expectOk(
      shop.post('/groot/Cavea/ShareOrderLink', { orderKey, placeIds }, token),
    )
    // Each order's own key confirms its seats; a lock of the first would block the second.
    for (const key of [part.orderKey, orderKey]) await pay(premiere, key, token)
    await settle(premiere)
    expect(await paidTickets(seats)).toBe(2)
    expect(house.system.seats(sessionName)[(seats[1]?.placeId ?? 0) - 1]).toBe('sold')
  })

  test('a seat that goes back is given back there first', async () => {
    const seats = freshSeats()
    const { shop, house, session } = premiere
    const token = await shop.guest()
    const { orderKey, orderNumber } = await expectOk(
      shop.post('/groot/Cavea/BookSeat', { sessionId: session, seats }, token),
    )
    await pay(premiere, orderKey, token)
    await settle(premiere)
    const { tickets } = await expectOk(
      shop.get(`/groot/Cavea/OrderDetails?orderNumber=${orderNumber}`, token),
    )
    const id = tickets[0].integrationTicketId
    house.faults.refund.push('dies')
    const path = `/groot/Cavea/RefundSeatDetails?orderKey=${orderKey}&integrationTicketId=${id}`
    const { quote } = await expectOk(shop.get(path, token))
    await expectOk(shop.post('/groot/Cavea/RefundSeat', { quote }, token))
    await settle(premiere)
    expect(await paidTickets(seats)).toBe(1)
    const live = [...house.system.bookings.values()].flatMap(({ tickets: sold }) =>
      sold.filter(({ isRefunded }) => isRefunded),
    )
    expect(live.map(({ seat }) => seat)).toEqual([seats[0]?.placeId])
  })
})

describe('the outside system changes its programme', () => {
  test('a moved session is moved here: holders are told once and may have all their money back', async () => {
    const { shop, house, session } = premiere
    const seats = freshSeats()
    const token = await shop.guest()
    const { orderKey } = await expectOk(
      shop.post('/groot/Cavea/BookSeat', { sessionId: session, seats }, token),
    )
    await pay(premiere, orderKey, token)
    await settle(premiere)
    const supplier = createVista({ url: house.url, apiKey: house.apiKey })
    expect(await syncSessions(shop.context, supplier)).toBe(0)
    const before = house.system.sessions.get(sessionName)?.startsAt ?? ''
    const moved = new Date(Date.parse(before) + 45 * 60_000)
    house.system.moveSession(sessionName, moved)
    const startsAt = moved.toISOString()
    expect(
      await Promise.all([
        syncSessions(shop.context, supplier),
        syncSessions(shop.context, supplier),
      ]).then((counts) => counts.toSorted()),
    ).toEqual([0, 1])
    const { tickets } = await expectOk(shop.get('/v2/tickets', token))
    const [{ event }] = tickets
    expect(event).toMatchObject({ startsAt, movedFrom: before })
    expect(event.fullRefundUntil).not.toBeNull()
  })

  test('a cancelled session gives the money back, and its bookings there are taken back', async () => {
    const other = await openPremiere()
    const { shop, house } = other
    const seats = [adult(40), adult(41)]
    expect(await buy(other, seats)).toBe(true)
    await settle(other)
    house.system.cancelSession(sessionName)
    const supplier = createVista({ url: house.url, apiKey: house.apiKey })
    expect(await syncSessions(shop.context, supplier)).toBe(1)
    await refundCancelled(shop.context, shop.ports.returns)
    await settle(other)
    const { rows } = await sql<{ valid: number; back: number }>`
      select count(*) filter (where t.status = 1)::int as valid, max(o.returned_minor)::int as back
      from ticket t join orders o on o.id = t.order_id`.execute(shop.context.db)
    expect(rows).toEqual([{ valid: 0, back: 3_000 }])
    expect(await findings(other)).toEqual([])
    await other.close()
  })
})

test('the two lists are compared booking by booking', () => {
  const own = {
    key: 'a',
    state: 'confirmed' as const,
    bookingNumber: 'VB1',
    placeIds: [1, 2],
    refunded: [2],
  }
  const sold = (seat: number, isRefunded = false) => ({
    seat,
    ticketNumber: `t${seat}`,
    isRefunded,
  })
  const theirs = {
    key: 'a',
    bookingNumber: 'VB1',
    sessionId: 's',
    tickets: [sold(1), sold(2, true)],
  }
  expect(differencesOf([own], [theirs])).toEqual([])
  const kinds = (list: Reply[]) => list.map(({ kind }) => kind)
  expect(kinds(differencesOf([own], []))).toEqual(['missing-there'])
  expect(kinds(differencesOf([], [theirs]))).toEqual(['missing-here'])
  expect(kinds(differencesOf([own], [{ ...theirs, tickets: [sold(1, true), sold(2)] }]))).toEqual([
    'refunded-there',
    'refunded-here',
  ])
})

/** Seats of a premiere from the third row to the sofas: all of them at night, otherwise a few rows. */
const [firstOfCrowd, seatsOfHall] = [65, 300]
const seats = sizeOf({ usual: 60, nightly: seatsOfHall })
/** Concurrent buyers: two for every fifth seat. */
const [buyers, atOnce] = [seats * 1.2, 24]

test(
  'a crowd at a premiere: one ticket of the cinema for each seat, the others have their money',
  async () => {
    const { house, layout } = premiere
    const sofas = expandLayout(layout).rows.at(-1)
    expect(firstOfCrowd + seatsOfHall).toBe(sofas?.firstPlaceId)
    let state = seedOf('premiere', 7)
    const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
    house.chance = () =>
      chance() < 0.8
        ? null
        : ((['late', 'lost', 'dies'] as const)[Math.floor(chance() * 3)] ?? null)
    const queue = Array.from({ length: buyers }, (_, index) => firstOfCrowd + (index % seats))
    const wanted = [...new Set(queue)].map(adult)
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let seat = queue.shift(); seat !== undefined; seat = queue.shift())
          await buy(premiere, [adult(seat)])
      }),
    )
    await settle(premiere)
    expect(wanted).toHaveLength(seats)
    expect(await paidTickets(wanted)).toBe(seats)
  },
  sizeOf({ usual: 60_000, nightly: 300_000 }),
)
