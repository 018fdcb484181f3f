/** Goal: keys of emails are deleted a week after their end, and no sooner. Method: one key and a clock that moves. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { newAccountKey } from '../server/keys.ts'
import { deleteEndedAccountKeys } from '../server/public-api.ts'

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

test('a key is deleted a week after its end', async () => {
  await newAccountKey(context, { purpose: 'activation', email: 'nino@example.com', hours: 1 })
  expect(await deleteEndedAccountKeys(context)).toBe(0)
  context.clock.advance(3_600 + 7 * 86_400)
  expect(await deleteEndedAccountKeys(context)).toBe(0)
  context.clock.advance(1)
  await newAccountKey(context, { purpose: 'activation', email: 'luka@example.com', hours: 1 })
  expect(await deleteEndedAccountKeys(context)).toBe(1)
  const left = await context.db.selectFrom('account_key').select('email').execute()
  expect(left).toEqual([{ email: 'luka@example.com' }])
})
