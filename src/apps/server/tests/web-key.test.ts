/**
 * Goal: a shop whose pages would be refused says so when it starts. Method: the check, on a database without the key, with it,
 * and with it disabled.
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { warnOfMissingWebKey } from '#apps/server/web-key.ts'
import { webApiKey } from '#contract/web-key.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'

let context: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  context = await openTestContext(database.url)
  close = async () => {
    await context.close()
    await database.drop()
  }
})
afterAll(() => close())

async function warnings(): Promise<string[]> {
  const lines: string[] = []
  await warnOfMissingWebKey(context, { warn: (line) => lines.push(line) })
  return lines
}

test('a missing or disabled key of the own pages is one line with the remedy', async () => {
  await context.db.deleteFrom('api_key').execute()
  expect(await warnings()).toEqual([
    expect.stringMatching(/demo-web.*ApiKeyInvalid.*npm run setup/),
  ])
  const key_hash = createHash('sha256').update(webApiKey).digest()
  await context.db
    .insertInto('api_key')
    .values({ key_hash, name: 'Web shop', channel: 'web' })
    .execute()
  expect(await warnings()).toEqual([])
  await context.db.updateTable('api_key').set({ is_active: false }).execute()
  expect(await warnings()).toHaveLength(1)
})
