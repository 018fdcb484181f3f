/**
 * Goal: of a simultaneous return, resale, transfer and scan of one ticket exactly one succeeds, and the others are
 * refused with the reason. Method: the real calls of all four modules over HTTP, on two servers with separate
 * connections; each goes first in rotation. Over two processes, and more often: tests/soak/one-ticket.soak.ts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../support/context.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { openBanks, type Banks } from './banks.ts'
import { openRaces, reasons } from './one-ticket.ts'
import { oneProcess, type Shop } from './shops.ts'

let database: TestDatabase
let contexts: TestContext[]
let banks: Banks
let shops: Shop[]

beforeAll(async () => {
  database = await testDatabase()
  contexts = [await openTestContext(database.url), await openTestContext(database.url)]
  banks = await openBanks({ tickMs: 50, silenceMs: 100, retryDelaysMs: [50] })
  shops = await Promise.all(
    contexts.map((context) =>
      oneProcess({ seed: 1, chance: 0 })({
        context,
        clock: context.clock,
        databaseUrl: database.url,
        banks,
      }),
    ),
  )
})

afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()))
  await banks.stop()
  await Promise.all(contexts.map((context) => context.close()))
  await database.drop()
})

test('lets one action succeed and leaves the ticket in the state its answer reported', async () => {
  const [context] = contexts as [TestContext]
  const origins = shops.flatMap((shop) => shop.origins)
  const ticketRaces = await openRaces({ context, origins, bank: banks.all[1] })
  for (let number = 0; number < 8; number += 1) {
    const { outcome, succeeded, refunds } = await ticketRaces.race(number)
    const winners = Object.entries(outcome).filter(([, reason]) => reason === null)
    expect(winners.map(([name]) => name)).toEqual([succeeded])
    for (const reason of Object.values(outcome))
      if (reason !== null) expect(reasons).toContain(reason)
    expect(refunds).toBe(succeeded === 'return' || succeeded === 'resale' ? 1 : 0)
  }
})
