/**
 * Goal: a partner's request that is sent again, after a lost answer or at the same time, makes no second order. Method:
 * `integration-check-out` over HTTP without an idempotency key on a real database, named places and pools.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldPartnerCheckouts } from '#modules/orders/server/public-api.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { makeEvent, type MadeEvent } from './factories.ts'

let shop: Shop
let event: MadeEvent
beforeAll(async () => {
  shop = await openShop()
  event = await makeEvent(shop.context)
})
afterAll(() => shop.close())

const path = '/groot/Orders/integration-check-out?api_key=demo-partner'
const buyer = { name: 'Nino Beridze', email: 'nino@example.com', phone: '+995 555 12 34 56' }

function standing(externalReference: string, quantity = 2) {
  const places = [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId, quantity }]
  return { eventId: event.eventId, places, buyer, acceptTerms: true, externalReference }
}

function seat(externalReference: string, placeId: number) {
  const seats = [{ ticketTypeId: event.seatTypes['a']?.ticketTypeId, placeId }]
  return { eventId: event.eventId, seats, buyer, acceptTerms: true, externalReference }
}

async function ordersOf(externalReference: string): Promise<number> {
  const rows = await shop.context.db
    .selectFrom('orders')
    .select('id')
    .where('external_reference', '=', externalReference)
    .execute()
  return rows.length
}

test('the same request again is answered with the same order and its session', async () => {
  for (const request of [standing('P-1'), seat('P-2', 1)]) {
    const first = await shop.post(path, request)
    expect(first.status).toBe(200)
    const again = await shop.post(path, request)
    expect(again.body).toEqual(first.body)
    const { orderKey } = first.body.order
    const details = await shop.get(
      `/v2/orders/details?orderKey=${orderKey}`,
      again.body.accessToken,
    )
    expect(details.body.lines).toHaveLength(first.body.order.lines.length)
    expect(await ordersOf(request.externalReference)).toBe(1)
  }
})

test('of many at once one makes the order, and all are told of it', async () => {
  for (const request of [standing('P-3', 1), seat('P-4', 2)]) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.post(path, request)))
    const [first] = answers
    expect(first?.status).toBe(200)
    for (const { body } of answers) expect(body).toEqual(first?.body)
    expect(await ordersOf(request.externalReference)).toBe(1)
  }
})

test('another request under the number is refused, and holds nothing', async () => {
  const first = await shop.post(path, seat('P-5', 3))
  const other = await shop.post(path, seat('P-5', 4))
  expect(other.body.error.code).toBe('PartnerOrderTaken')
  const changed = { ...seat('P-5', 3), buyer: { ...buyer, name: 'Giorgi' } }
  expect((await shop.post(path, changed)).body.error.code).toBe('PartnerOrderTaken')
  expect((await shop.post(path, seat('P-6', 4))).status).toBe(200)
  // A session of somebody else is not told of it, the session that has it is.
  const stranger = await shop.openGuest()
  expect((await shop.post(path, seat('P-5', 3), stranger)).body.error.code).toBe(
    'PartnerOrderTaken',
  )
  const own = await shop.post(path, seat('P-5', 3), first.body.accessToken)
  expect(own.body.order.orderKey).toBe(first.body.order.orderKey)
  expect(own.body).not.toHaveProperty('accessToken')
})

test('once its order has ended unpaid, a number may be used again', async () => {
  const first = await shop.post(path, seat('P-7', 5))
  const { orderKey } = first.body.order
  await shop.post('/v2/orders/unreserve', { orderKey, cancel: true }, first.body.accessToken)
  const next = await shop.post(path, seat('P-7', 5))
  expect(next.status).toBe(200)
  expect(next.body.order.orderKey).not.toBe(orderKey)
  expect((await shop.post(path, seat('P-7', 5))).body).toEqual(next.body)
  const refused = await shop.post(path, seat('P-8', 5))
  expect(refused.body.error.code).toBe('SeatNotAvailable')
})

test('a refused request leaves its number free, and rows are deleted after their time', async () => {
  const { db } = shop.context
  const taken = await shop.post(path, seat('P-9', 5))
  expect(taken.body.error.code).toBe('SeatNotAvailable')
  expect((await shop.post(path, seat('P-9', 6))).status).toBe(200)
  const session = async () => {
    const row = await db
      .selectFrom('partner_checkout')
      .select('session')
      .where('external_reference', '=', 'P-9')
      .executeTakeFirst()
    return row === undefined ? 'no row' : row.session === null ? 'no session' : 'session'
  }
  expect(await session()).toBe('session')
  const at = shop.context.clock.now().getTime()
  const later = (days: number) => ({ db, clock: { now: () => new Date(at + days * 86_400_000) } })
  await deleteOldPartnerCheckouts(later(2))
  expect(await session()).toBe('no session')
  await deleteOldPartnerCheckouts(later(31))
  expect(await session()).toBe('no row')
})
