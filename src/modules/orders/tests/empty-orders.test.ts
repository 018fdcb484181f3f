/**
 * Goal: an order that was opened and never held anything is deleted a month after its end, and no other order is.
 * Method: orders of each kind on a real database, with a clock that moves.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { deleteEmptyOrders } from '../server/public-api.ts'

const { Draft, PaymentPending, Timeout, Canceled } = orderStatus

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

let number = 0

/** An order without lines that went through these states; its deadline is now. */
async function order(states: readonly number[], retryOf?: number): Promise<number> {
  const now = context.clock.now()
  number += 1
  const { id } = await context.db
    .insertInto('orders')
    .values({
      order_key: context.random.uuid(),
      order_number: `A-${number}`,
      status: states.at(-1) ?? Draft,
      channel: 'web',
      locale: 'ka',
      deadline_at: now,
      created_at: now,
      updated_at: now,
      ...(retryOf !== undefined && { retry_of: retryOf }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  let from: number = Draft
  for (const to of states) {
    await context.db
      .insertInto('order_log')
      .values({ order_id: id, at: now, from_status: from, to_status: to, reason: 'test' })
      .execute()
    from = to
  }
  return Number(id)
}

test('empty orders are deleted after a month; those that were paid for, refer or are open stay', async () => {
  const empty = await order([Timeout])
  const cancelled = await order([Canceled])
  const wentToPay = await order([PaymentPending, Timeout])
  const repeated = await order([Timeout])
  const repeat = await order([], repeated)

  context.clock.advance(30 * 86_400)
  expect(await deleteEmptyOrders(context)).toBe(0)
  context.clock.advance(1)
  expect(await deleteEmptyOrders(context)).toBe(2)
  expect(await deleteEmptyOrders(context)).toBe(0)
  const left = await context.db.selectFrom('orders').select('id').orderBy('id').execute()
  expect(left.map(({ id }) => Number(id))).toEqual([wentToPay, repeated, repeat])
  const logged = await context.db.selectFrom('order_log').select('order_id').execute()
  expect(logged.map((row) => Number(row.order_id))).not.toContain(empty)
  expect(logged.map((row) => Number(row.order_id))).not.toContain(cancelled)
})
