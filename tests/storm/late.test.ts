/**
 * Goal: money captured by any provider after the hold ended and the places were resold is refunded in full, once:
 * to the card, or to the buyer's balance where the provider cannot refund. Method: the whole shop over HTTP with
 * each fake provider; three callbacks, three simultaneous status requests, and three workers that refund at once
 * while the answer to the first attempt is lost.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPorts } from '#apps/server/ports.ts'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { pollPayments } from '#flows/checkout/server/poll-payments.ts'
import { guestCreditAccount, readBalance } from '#modules/wallet/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { makeEvent } from '../../src/modules/events/tests/factories.ts'
import { openTestContext, testClock, type TestContext } from '../support/context.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { openBanks, type Banks } from './banks.ts'
import { buy, type StormRun } from './buyer.ts'
import { oneProcess, type Shop } from './shops.ts'

let database: TestDatabase
let context: TestContext
let banks: Banks
let shop: Shop
const clock = testClock(new Date())

beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url, clock)
  banks = await openBanks({ tickMs: 20, silenceMs: 100, retryDelaysMs: [50, 50] })
  shop = await oneProcess({ seed: 1, chance: 0 })({
    context,
    clock,
    databaseUrl: database.url,
    banks,
  })
  banks.callShopAt(shop.origins[0] ?? '')
})

afterAll(async () => {
  await shop.stop()
  await banks.stop()
  await context.close()
  await database.drop()
})

const scenario = {
  kind: 'late-sold',
  callbackFaults: { copies: 3, delayMs: 0, isLost: false, isContradicted: false },
  repeats: 3,
  isForged: false,
  fault: null,
  returnsToShop: true,
  thinkMs: 0,
  mustReachBank: false,
} as const

test.each([
  ['gc', 0, 'provider'],
  ['tpay', 1, 'provider'],
  ['epoint', 2, 'provider'],
  ['citypay', 3, 'owed'],
] as const)(
  '%s: sells to the second buyer and refunds the late money once',
  async (_, number, way) => {
    const bank = banks.all[number]
    const event = await makeEvent(context)
    const expected: StormRun['expected'] = new Map()
    const run = { context, origins: shop.origins, banks: banks.all, expected, cutOff: 0 }
    bank.failNext('refund-lost')
    await buy(run, { number, scenario, bank, event, pairs: [[1, 2]] })
    const [late, rival] = [...expected.keys()] as [string, string]
    expect([...expected.values()]).toEqual(['refund', 'tickets'])
    await expect.poll(() => bank.isIdle()).toBe(true)
    await settle(number + 1)
    const orders = await ordersOf([late, rival])
    expect(orders).toMatchObject([
      { status: 4, tickets: 0 },
      { status: 1, tickets: 2 },
    ])
    const captured = orders[0]?.captured ?? 0
    expect(captured).toBeGreaterThan(0)
    expect(orders[0]).toMatchObject({ refunds: 1, refunded: captured, states: 'refunded' })
    const entry = bank.statement().find(({ id }) => id === orders[0]?.externalId)
    expect(entry).toMatchObject({
      capturedMinor: captured,
      returnedMinor: way === 'provider' ? captured : 0,
    })
    const kept = await readBalance(context, guestCreditAccount(late), 'GEL')
    expect(kept).toBe(way === 'owed' ? -captured : 0)
    expect(await findBrokenInvariants(context)).toEqual([])
  },
)

/** Runs the workers' jobs of the following hours until nothing is in progress. */
async function settle(refunds: number): Promise<void> {
  const { checkout } = createPorts(readConfig(banks.environment))
  for (let round = 0; round < 50; round += 1) {
    await pollPayments(context, checkout)
    await Promise.all([1, 2, 3].map(() => executeRefunds(context, checkout)))
    clock.advance(400)
    const { rows } = await sql`select from refund where state = 'done' and reason = 'late'`.execute(
      context.db,
    )
    if (rows.length >= refunds) return
    await pause(20)
  }
}

async function ordersOf(keys: readonly string[]) {
  const { rows } = await sql<{
    status: number
    tickets: number
    captured: number
    refunded: number
    refunds: number
    states: string
    externalId: string
  }>`
    select o.status, (select count(*)::int from ticket t where t.order_id = o.id) as tickets,
      p.captured_minor as captured, p.refunded_minor as refunded, p.state as states,
      p.external_id as "externalId",
      (select count(*)::int from refund r where r.payment_id = p.id) as refunds
    from orders o join payment p on p.order_key = o.order_key
    where o.order_key = any(${keys}::uuid[]) order by o.order_key = ${keys[0] ?? ''} desc
  `.execute(context.db)
  return rows
}
