/**
 * Goal: the session of a new guest exists whenever its bearer has been sent, although it is written with the first
 * order. Method: choices that are granted and refused, alone and concurrently, drafts that are opened concurrently, and
 * a database that refuses to write sessions.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

let shop: Shop
let event: MadeEvent
beforeAll(async () => {
  shop = await openShop()
  event = await makeEvent(shop.context)
})
afterAll(() => shop.close())

function chosen(...placeIds: number[]) {
  const ticketTypeId = event.seatTypes['a']?.ticketTypeId ?? 0
  const seats = placeIds.map((placeId) => ({ ticketTypeId, placeId }))
  return { eventId: event.eventId, seats }
}

const choose = (placeId: number) => shop.post('/v2/Booking/choose-seat', chosen(placeId))

function seatsOf(order: Record<string, unknown>): number {
  const lines = order['lines'] as { placeId: number | null }[]
  return lines.filter(({ placeId }) => placeId !== null).length
}

async function sessions(): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from session`.execute(shop.context.db)
  return rows[0]?.count ?? 0
}

test('a crowd that wants the same seats: winners and losers have a session each', async () => {
  const before = await sessions()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => choose(1 + (index % 3))),
  )
  const granted = answers.filter(({ status }) => status === 200)
  expect(granted).toHaveLength(3)
  for (const { body } of granted) {
    const shown = await shop.get(`/v2/orders?orderKey=${body.orderKey}`, body.accessToken)
    expect(shown.status).toBe(200)
  }
  expect(await sessions()).toBe(before + 12)
})

test('drafts that are opened at once have their own requests and sessions', async () => {
  const before = await sessions()
  const { eventId } = await makeEvent(shop.context)
  const open = (quantity: number) => shop.post('/v2/orders/InitializeOrder', { eventId, quantity })
  const quantities = [1, 2, 0, 3, 1, 2, 0, 3, 1, 2]
  const answers = await Promise.all(quantities.map(open))
  expect(answers.map(({ status }) => status === 200)).toEqual(quantities.map((count) => count > 0))
  // Sent without a request of its own, the best seats are those of the draft.
  const held = await Promise.all(
    answers
      .filter(({ status }) => status === 200)
      .map(({ body }) => shop.post('/v2/orders/reserverandom', {}, String(body.accessToken))),
  )
  expect(held.map(({ body }) => seatsOf(body))).toEqual(quantities.filter((count) => count > 0))
  expect(await sessions()).toBe(before + quantities.length)
})

test('a session that could not be written is not sent', async () => {
  const before = await sessions()
  await sql`alter table session add constraint nobody check (created_at < '2000-01-01') not valid`.execute(
    shop.context.db,
  )
  try {
    // Granted places fail with their order, refused ones with the session alone.
    for (const placeId of [5, 999]) {
      const answer = await shop.app.inject({
        method: 'POST',
        url: '/v2/Booking/choose-seat?api_key=demo-web',
        payload: chosen(placeId),
      })
      expect(answer.statusCode).toBe(500)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    const drafts = await Promise.all(
      [1, 2].map((quantity) =>
        shop.app.inject({
          method: 'POST',
          url: '/v2/orders/InitializeOrder?api_key=demo-web',
          payload: { eventId: event.eventId, quantity },
        }),
      ),
    )
    expect(drafts.map(({ statusCode }) => statusCode)).toEqual([500, 500])
    expect(drafts.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined])
  } finally {
    await sql`alter table session drop constraint nobody`.execute(shop.context.db)
  }
  expect(await sessions()).toBe(before)
  expect((await choose(5)).status).toBe(200)
})
