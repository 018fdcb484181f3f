import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventSource } from '#modules/events/server/public-api.ts'
import { makeEvent, makeGuest, type MadeEvent } from '#modules/events/tests/factories.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { findOrder, takeOffer } from '../server/public-api.ts'

/** Each context has a separate pool and request batcher, like two server processes. */
let database: TestDatabase
let processes: TestContext[]

beforeAll(async () => {
  database = await testDatabase()
  processes = [await openTestContext(database.url), await openTestContext(database.url)]
})
afterAll(async () => {
  for (const context of processes) await context.close()
  await database.drop()
})

function process(index: number): TestContext {
  return processes[index % processes.length] as TestContext
}

function requestFor(event: MadeEvent, ...placeIds: number[]) {
  const ticketTypeId = event.seatTypes['a']?.ticketTypeId ?? 0
  return {
    eventId: event.eventId,
    seats: placeIds.map((placeId) => ({ ticketTypeId, placeId })),
  }
}

describe('two processes that gather', () => {
  test('the limit of one order holds across both', async () => {
    // Goal: an order is protected by its row lock, not by the request batcher of one process. Method: orders that may
    // hold one more place; both processes concurrently add a different one to each.
    for (let round = 0; round < 6; round += 1) {
      const event = await makeEvent(process(0), { placesPerOrderMax: 2 })
      const guest = await makeGuest(process(0))
      const take = (index: number, placeId: number, orderKey?: string) =>
        takeOffer(process(index).as(guest), eventSource, {
          request: requestFor(event, placeId),
          orderKey,
        })
      const orders = await Promise.all([1, 2, 3, 4, 5].map((placeId) => take(placeId, placeId)))
      const keys = orders.flatMap((order) => (order.ok ? [order.value.orderKey] : []))
      expect(keys).toHaveLength(5)
      const answers = await Promise.all(
        keys.flatMap((orderKey, index) => [
          take(0, 6 + index, orderKey),
          take(1, 11 + index, orderKey),
        ]),
      )
      expect(answers.filter((answer) => answer.ok)).toHaveLength(5)
      for (const orderKey of keys) {
        const order = await findOrder(process(0), { orderKey })
        const sum = order?.lines.reduce((total, line) => total + line.amountMinor, 0)
        expect(order?.totalMinor).toBe(2 * 5_250)
        expect(sum).toBe(order?.totalMinor)
      }
    }
  })

  test('no place is in two orders, and every held place is in one', async () => {
    // Goal: orders and inventory agree whichever process wins. Method: 200 choices of two random neighbours among
    // twenty seats, sent to both processes concurrently.
    const event = await makeEvent(process(0))
    const guest = await makeGuest(process(0))
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const placeId = 1 + ((index * 7) % 19)
        const request = requestFor(event, placeId, placeId + 1)
        return takeOffer(process(index).as(guest), eventSource, { request })
      }),
    )
    const places = answers.flatMap((answer) =>
      answer.ok ? answer.value.lines.flatMap((line) => line.placeId ?? []) : [],
    )
    expect(new Set(places).size).toBe(places.length)
    expect(places.length).toBeGreaterThan(0)
    const held = await process(0)
      .db.selectFrom('place_leg')
      .select('place_id')
      .where('offering_id', '=', event.offeringId)
      .where('state', '=', 1)
      .execute()
    expect(held.map((row) => row.place_id).toSorted()).toEqual(places.toSorted())
    for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('SeatNotAvailable')
  })
})
