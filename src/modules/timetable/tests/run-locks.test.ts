/**
 * Goal: nobody exchanges the vehicle of a run while somebody holds a place in it. Method: two transactions on a real
 * database, of which one shares the run as a hold does.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '#kernel/result.ts'
import { inTransaction } from '#platform/context.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { shareRun, tryLockRuns } from '../server/commands/set-run-vehicle.ts'

let context: TestContext
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  context = await openTestContext(database.url)
})
afterAll(async () => {
  await context?.close()
  await drop?.()
})

const isLockable = async (...runIds: number[]): Promise<boolean> => {
  let isLocked = false
  await inTransaction(context, async (inside) => {
    isLocked = (await tryLockRuns(inside, runIds)) !== null
    return ok(null)
  })
  return isLocked
}

test('a run that is shared by a hold is locked for no change of its vehicle until the hold ends', async () => {
  await inTransaction(context, async (inside) => {
    await shareRun(inside, 42)
    expect(await isLockable(42)).toBe(false)
    expect(await isLockable(7, 42)).toBe(false)
    expect(await isLockable(7)).toBe(true)
    return ok(null)
  })
  expect(await isLockable(42)).toBe(true)
})

test('two holds share a run', async () => {
  await inTransaction(context, async (one) => {
    await shareRun(one, 42)
    await inTransaction(context, async (other) => {
      await shareRun(other, 42)
      return ok(null)
    })
    return ok(null)
  })
})
