/**
 * Goal: what processes count is summed once, survives a database that is away, and says how long ago a sweep worked.
 * Method: counts of one process on a database of the test's own, once with statements that fail.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import type { Database } from '#platform/database/database.ts'
import {
  countOutcome,
  forgetOtherSweeps,
  noteSweep,
  readOutcomes,
  readSweeps,
  writeOutcomes,
} from '../outcome-counts.ts'

let context: TestContext
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  context = await openTestContext(database.url)
  await writeOutcomes(context.db)
  await sql`truncate outcome_count, sweep_success`.execute(context.db)
})
afterAll(async () => {
  await context.close()
  await drop()
})

const totals = async () =>
  (await readOutcomes(context.db)).map(({ kind, outcome, total }) => [kind, outcome, total])

test('counts are added to those of before, and nothing is written twice', async () => {
  countOutcome('message', 'email', 'sent')
  countOutcome('message', 'email', 'sent')
  countOutcome('message', 'sms', 'away')
  await writeOutcomes(context.db)
  await writeOutcomes(context.db)
  countOutcome('message', 'email', 'sent')
  await writeOutcomes(context.db)
  expect(await totals()).toEqual([
    ['email', 'sent', 3],
    ['sms', 'away', 1],
  ])
})

test('what could not be written is written the next time', async () => {
  const away = new Proxy(context.db, {
    get: () => {
      throw new Error('away')
    },
  }) as Database
  countOutcome('payment', 'tpay', 'captured')
  noteSweep('refunds', { at: new Date(), seconds: 2 })
  await expect(writeOutcomes(away)).rejects.toThrow('away')
  countOutcome('payment', 'tpay', 'captured')
  await writeOutcomes(context.db)
  expect(await totals()).toContainEqual(['tpay', 'captured', 2])
  expect((await readSweeps(context.db)).map(({ name, seconds }) => [name, seconds])).toEqual([
    ['refunds', 2],
  ])
})

test('an older success of another worker does not hide a newer one', async () => {
  noteSweep('holds', { at: new Date(Date.now() - 5_000), seconds: 1 })
  await writeOutcomes(context.db)
  noteSweep('holds', { at: new Date(Date.now() - 60_000), seconds: 9 })
  await writeOutcomes(context.db)
  const holds = (await readSweeps(context.db)).find(({ name }) => name === 'holds')
  expect(holds?.seconds).toBe(1)
  expect(holds?.ageSeconds).toBeLessThan(50)
})

test('a sweep that there is no more is forgotten', async () => {
  noteSweep('of-a-former-release', { at: new Date(), seconds: 1 })
  noteSweep('holds', { at: new Date(), seconds: 1 })
  await writeOutcomes(context.db)
  await forgetOtherSweeps(context.db, ['holds'])
  expect((await readSweeps(context.db)).map(({ name }) => name)).toEqual(['holds'])
})
