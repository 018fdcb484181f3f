/**
 * Goal: the session of a new guest is there whenever its bearer has been sent, although it is written with the first
 * order. Method: choices that are granted and refused, alone and in one crowd, and a database that refuses to write orders.
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
  } finally {
    await sql`alter table session drop constraint nobody`.execute(shop.context.db)
  }
  expect(await sessions()).toBe(before)
  expect((await choose(5)).status).toBe(200)
})
