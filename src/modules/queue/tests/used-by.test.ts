/**
 * Goal: whoever has bought gives the place in the queue to the next, whichever process completes the order. Method: a
 * process that has known of no queue completes an order soon after one was switched on, on a real database.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { writeUsedBy } from '../server/public-api.ts'
import { makeQueue } from './factories.ts'

let context: TestContext
beforeAll(async () => {
  context = await openTestContext((await testDatabase()).url)
})
afterAll(() => context.close())

test('a process that has just seen no queue notices one within a second', async () => {
  const orderKey = context.random.uuid()
  await writeUsedBy(context, orderKey)
  const queueId = await makeQueue(context, 1, { admittedMax: 1 })
  const now = context.clock.now()
  const { id } = await context.db
    .insertInto('waiting_room_token')
    .values({
      waiting_room_id: queueId,
      token_hash: Buffer.alloc(32),
      joined_at: now,
      seen_at: now,
      admitted_at: now,
      admitted_until: now,
      order_key: orderKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await expireCaches(1_100)
  await writeUsedBy(context, orderKey)
  const token = await context.db
    .selectFrom('waiting_room_token')
    .select('used_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(token.used_at).toEqual(now)
})
