/**
 * Goal: a month after its end a session is gone, or, where an order refers to it, without bearer and browser; live ones
 * are untouched. Method: sessions and an order on a real database, with a clock that moves.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { createSessionStore, eraseEndedSessions } from '../server/public-api.ts'

const guestDays = 30
const retentionDays = 30
const day = 86_400

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

async function open(): Promise<{ id: string; token: string }> {
  const { actor, token } = await createSessionStore().openGuest(context, 'Firefox')
  return { id: 'sessionId' in actor ? actor.sessionId : '', token }
}

async function order(sessionId: string): Promise<void> {
  const now = context.clock.now()
  await context.db
    .insertInto('orders')
    .values({
      order_key: context.random.uuid(),
      order_number: 'A-1',
      session_id: sessionId,
      channel: 'web',
      locale: 'ka',
      deadline_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

test('ended sessions are deleted after a month, those of orders blanked, live ones kept', async () => {
  const alone = await open()
  const ordering = await open()
  await order(ordering.id)
  const signedOut = await open()
  await createSessionStore().end({
    ...context,
    actor: { kind: 'guest', sessionId: signedOut.id },
  })

  context.clock.advance(retentionDays * day)
  expect(await eraseEndedSessions(context)).toEqual({ deleted: 0, blanked: 0 })
  context.clock.advance(1)
  expect(await eraseEndedSessions(context)).toEqual({ deleted: 1, blanked: 0 })
  const fresh = await open()

  context.clock.advance(guestDays * day)
  expect(await eraseEndedSessions(context)).toEqual({ deleted: 1, blanked: 1 })
  expect(await eraseEndedSessions(context)).toEqual({ deleted: 0, blanked: 0 })
  const left = await context.db
    .selectFrom('session')
    .select(['id', 'token_hash', 'user_agent'])
    .execute()
  expect(left.find(({ id }) => id === alone.id)).toBeUndefined()
  expect(left.find(({ id }) => id === signedOut.id)).toBeUndefined()
  const blanked = left.find(({ id }) => id === ordering.id)
  expect(blanked?.token_hash.toString('hex')).toBe(ordering.id.replaceAll('-', ''))
  expect(blanked?.user_agent).toBe('')
  expect(left.find(({ id }) => id === fresh.id)?.user_agent).toBe('Firefox')
  expect(await createSessionStore().authenticate(context, ordering.token)).toBeNull()
})
