import { afterAll, beforeAll, expect, test } from 'vitest'
import { returnPlaces, sellPlaces } from '#modules/inventory/server/public-api.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { refreshSoldOut } from '../server/public-api.ts'
import { makeEvent, smallLayout, type MadeEvent } from './factories.ts'

let database: TestDatabase
let context: TestContext

beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

async function isSoldOut(event: MadeEvent): Promise<boolean> {
  const row = await context.db
    .selectFrom('event')
    .select('is_sold_out')
    .where('id', '=', event.eventId)
    .executeTakeFirstOrThrow()
  return row.is_sold_out
}

test('marks an event as sold out with its last place, and not after a return', async () => {
  // Goal: the flag follows the inventory. Method: sell all seats and all but one of the pool, then the last one,
  // then return a seat; a second event with free places is not affected.
  const event = await makeEvent(context, { layout: smallLayout({ poolCapacity: 3 }) })
  const other = await makeEvent(context)
  const allocation = (places: number[], quantity: number) => ({
    holdId: context.random.uuid(),
    offeringId: event.offeringId,
    legFrom: 0,
    legTo: 1,
    places,
    pools: [{ poolId: 1, quantity }],
  })
  const all = allocation(
    Array.from({ length: 40 }, (_, index) => index + 1),
    2,
  )
  expect((await sellPlaces(context, [all])).ok).toBe(true)
  expect(await refreshSoldOut(context)).toBe(0)
  expect((await sellPlaces(context, [allocation([], 1)])).ok).toBe(true)
  expect(await refreshSoldOut(context)).toBe(1)
  expect(await isSoldOut(event)).toBe(true)
  expect(await isSoldOut(other)).toBe(false)
  expect(await refreshSoldOut(context)).toBe(0)
  await returnPlaces(context, [{ ...all, places: [7], pools: [] }], { asResale: true })
  expect(await refreshSoldOut(context)).toBe(1)
  expect(await isSoldOut(event)).toBe(false)
})
