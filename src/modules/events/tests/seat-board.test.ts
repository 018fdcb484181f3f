import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariant } from '#kernel/result.ts'
import { LiveMaps } from '#modules/events/server/public-api.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { findSale } from '../server/sale.ts'
import { makeEvent } from './factories.ts'

/**
 * Goal: places reserved for one request are not offered to another until its outcome is known. Method: concurrent
 * requests in one process, without the inventory.
 */
let database: TestDatabase
let context: TestContext
const live = new LiveMaps({ connectionsMax: 1, connectionsPerAddressMax: 1 })
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
})
afterAll(async () => {
  await live.close()
  await context.close()
  await database.drop()
})

test('keeps reserved places from others, returns released ones, and removes held ones', async () => {
  const { eventId } = await makeEvent(context)
  const sale = await findSale(context, eventId)
  invariant(sale, 'the event is there')
  const board = await live.boards.of(context, sale)
  invariant(board, 'the event has a map')
  const request = { zonePrices: new Map([['a', 5_000]]), quantity: 2, together: true }
  const first = board.choose(request, 1)
  const second = board.choose(request, 1)
  invariant(first && second, 'twenty seats are free')
  expect(new Set([...first.placeIds, ...second.placeIds]).size).toBe(4)
  expect(board.hasReserved).toBe(true)

  let isSettled = false
  const settled = board.nextSettled().then(() => (isSettled = true))
  expect(isSettled).toBe(false)
  board.held(first)
  await settled
  board.refused(second, [])
  expect(board.hasReserved).toBe(false)
  expect(board.choose(request, 1)?.placeIds).toEqual(second.placeIds)

  // Until nothing is left no place is given twice, and none of the first request's at all.
  const given = new Set<number>(second.placeIds)
  for (;;) {
    const next = board.choose({ ...request, quantity: 1 }, 1)
    if (!next) break
    for (const placeId of next.placeIds) {
      expect(given.has(placeId)).toBe(false)
      given.add(placeId)
    }
  }
  expect(given.size).toBe(18)
  expect(first.placeIds.some((placeId) => given.has(placeId))).toBe(false)
})
