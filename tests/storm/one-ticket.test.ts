/**
 * Goal: of a return, a resale, a hand-over and a scan of one ticket at one moment exactly one happens, and the others
 * are told why not. Method: the real calls of all four modules over HTTP, on two servers with connections of their own;
 * each goes first in turn. Over two processes, and more often: tests/soak/one-ticket.soak.ts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../support/context.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { openBanks, type Banks } from './banks.ts'
import { openRing, reasons } from './one-ticket.ts'
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

test('one wins, and the ticket is what the winner was told', async () => {
  const [context] = contexts as [TestContext]
  const origins = shops.flatMap((shop) => shop.origins)
  const ring = await openRing({ context, origins, bank: banks.all[1] })
  for (let number = 0; number < 8; number += 1) {
    const { outcome, became, refunds } = await ring.race(number)
    const winners = Object.entries(outcome).filter(([, why]) => why === null)
    expect(winners.map(([name]) => name)).toEqual([became])
    for (const why of Object.values(outcome)) if (why !== null) expect(reasons).toContain(why)
    expect(refunds).toBe(became === 'return' || became === 'resale' ? 1 : 0)
  }
})
