import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { expirePayingOrders } from '#flows/checkout/server/expire-paying-orders.ts'
import { pollPayments } from '#flows/checkout/server/poll-payments.ts'
import { createPorts } from '#apps/server/ports.ts'
import { sweepOverdueOrders } from '#modules/orders/server/public-api.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { startTpay, type TpayFake } from '../../fakes/tpay/start.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { makeEvent, type MadeEvent } from '../../src/modules/events/tests/factories.ts'
import { randomOf } from '../storm/random.ts'
import { openTestContext, testClock, type TestContext } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'
import { freePort, Mortal } from './processes.ts'
import { payStrays, shop, type Crowd } from './shoppers.ts'
import { unbounded } from '../support/unbounded.ts'

export interface CrashOptions {
  readonly seed: number
  /** How often a process of the shop is killed, at most. */
  readonly killsMost: number
  /** When no more is killed, except for the first two times. */
  readonly secondsMost: number
  readonly shoppers: number
  readonly events: number
}

export interface CrashReport {
  readonly holds: number
  readonly sales: number
  readonly refunds: number
  readonly captured: number
  readonly cutOff: number
  /** Everything that was lost, sold twice, or paid for nothing; must be empty. */
  readonly broken: readonly string[]
}

/**
 * Lets a crowd shop while server and worker are killed at random moments and started again, then lets the sweeps
 * run to the end of every deadline and reconciles shop, bank and what the crowd was told.
 */
export async function crash(options: CrashOptions): Promise<CrashReport> {
  const database = await testDatabase()
  const clock = testClock(new Date())
  const context = await openTestContext(database.url, clock)
  const bank = await startTpay({ port: 0, callbackRetryDelaysMs: [200, 500, 1_000, 2_000, 4_000] })
  const random = randomOf(options.seed)
  const { origin, environment, server, worker } = await prepareShop(database.url, bank)
  const events: MadeEvent[] = []
  for (let index = 0; index < options.events; index += 1) events.push(await makeEvent(context))
  const acknowledged = { holds: [], sales: [] }
  const crowd: Crowd = { origin, events, bank, random, acknowledged, cutOff: 0, underpaid: 0 }
  try {
    await Promise.all([server.start(), worker.start()])
    await underFire(options, crowd, server, worker)
    const broken = await findLost(context, crowd)
    await notifyAgain(bank)
    await Promise.all([server.kill(), worker.kill()])
    await settleEverything(context, clock, environment)
    broken.push(...(await findBrokenInvariants(context)))
    broken.push(...(await reconcile(context, bank)))
    return { ...(await countUp(context, crowd)), broken }
  } finally {
    await Promise.all([server.kill(), worker.kill()])
    await bank.stop()
    await context.close()
    await database.drop()
  }
}

async function prepareShop(databaseUrl: string, bank: TpayFake) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: origin,
    TPAY_URL: bank.url,
    TPAY_API_KEY: bank.credentials.apiKey,
    TPAY_CLIENT_ID: bank.credentials.clientId,
    TPAY_CLIENT_SECRET: bank.credentials.clientSecret,
    // Emails wait in the queue: nobody listens there.
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    ...unbounded,
  }
  const server = new Mortal({
    file: 'src/apps/server/main.ts',
    environment,
    isReady: async () => (await fetch(`${origin}/readyz`)).ok,
  })
  const worker = new Mortal({
    file: 'src/apps/worker/main.ts',
    environment,
    isReady: async () => true,
  })
  return { origin, environment, server, worker }
}

async function underFire(
  options: CrashOptions,
  crowd: Crowd,
  server: Mortal,
  worker: Mortal,
): Promise<void> {
  const stopping = new AbortController()
  const shopping = Array.from({ length: options.shoppers }, () => shop(crowd, stopping.signal))
  const end = Date.now() + options.secondsMost * 1_000
  for (let kill = 0; kill < options.killsMost && (kill < 2 || Date.now() < end); kill += 1) {
    await pause(300 + crowd.random() * 900)
    const victims = kill % 3 === 2 ? [server, worker] : [server]
    await Promise.all(victims.map((victim) => victim.kill()))
    payStrays(crowd)
    await Promise.all(victims.map((victim) => victim.start()))
  }
  await pause(500)
  // On a slow machine nobody may have come as far as a refund yet; the shop stays open until somebody has.
  for (let turn = 0; turn < 1_200 && crowd.underpaid === 0; turn += 1) await pause(50)
  stopping.abort()
  await Promise.all(shopping)
  payStrays(crowd)
}

/** Before any deadline passes: holds and sales the shop said yes to are still what it said. */
async function findLost(context: Context, { acknowledged }: Crowd): Promise<string[]> {
  const holds = acknowledged.holds.map((hold) => hold.orderKey)
  const { rows } = await sql<{ broken: string }>`
    select 'acknowledged order is gone: ' || key as broken
      from unnest(${holds}::uuid[]) key where not exists (
        select from orders where order_key = key)
    union all
    select 'acknowledged sale is no sale: ' || key
      from unnest(${acknowledged.sales}::uuid[]) key where not exists (
        select from orders o join ticket t on t.order_id = o.id where o.order_key = key and o.status = 1)
    union all
    select 'acknowledged hold lost place ' || l.place_id || ' of ' || o.order_number
      from orders o join order_line l on l.order_id = o.id
      where o.order_key = any(${holds}::uuid[]) and l.place_id is not null
        and o.status in (0, 1, 2, 5, 6) and not exists (
          select from place_leg p where p.offering_id = l.offering_id and p.place_id = l.place_id
            and p.hold_id = l.hold_id and p.state in (1, 2))
    union all
    select 'acknowledged hold lost places of a pool: ' || o.order_number
      from orders o join order_line l on l.order_id = o.id
      where o.order_key = any(${holds}::uuid[]) and l.pool_id is not null
        and o.status in (0, 1, 2, 5, 6) and l.quantity > (
          select coalesce(sum(p.quantity), 0) from pool_hold p
          where p.hold_id = l.hold_id and p.pool_id = l.pool_id)
  `.execute(context.db)
  return rows.map((row) => row.broken)
}

/** A bank repeats its callbacks for hours; here it does so now, while the server is up. */
async function notifyAgain(bank: TpayFake): Promise<void> {
  for (const payment of bank.payments()) {
    if (payment.capturedMinor === 0) continue
    const reply = await fetch(`${bank.url}/__control/notify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payId: payment.payId }),
    })
    const { statuses } = (await reply.json()) as { statuses: (number | null)[] }
    if (statuses[0] !== 200) throw new Error(`The shop did not take the callback: ${statuses[0]}`)
  }
}

/** Two hours of sweeps. */
async function settleEverything(
  context: TestContext,
  clock: ReturnType<typeof testClock>,
  environment: Record<string, string>,
): Promise<void> {
  const { checkout } = createPorts(readConfig(environment))
  clock.set(new Date())
  for (let round = 0; round < 12; round += 1) {
    while ((await pollPayments(context, checkout)) > 0);
    while ((await expirePayingOrders(context, checkout)) > 0);
    while ((await sweepOverdueOrders(context, 500)) > 0);
    while ((await executeRefunds(context, checkout)) > 0);
    clock.advance(600)
  }
}

/** The bank's books against ours, payment by payment and in sum. */
async function reconcile(context: Context, bank: TpayFake): Promise<string[]> {
  const broken: string[] = []
  const rows = await context.db
    .selectFrom('payment')
    .select(['external_id', 'captured_minor', 'refunded_minor'])
    .execute()
  const known = new Map(rows.map((row) => [row.external_id, row]))
  for (const { payId, capturedMinor, returnedMinor } of bank.payments()) {
    const ours = known.get(payId)
    const isSame =
      (ours?.captured_minor ?? 0) === capturedMinor && (ours?.refunded_minor ?? 0) === returnedMinor
    if (!isSame) broken.push(`bank and shop differ on ${payId}: ${capturedMinor}/${returnedMinor}`)
  }
  const net = bank.totals().GEL?.net ?? 0
  const balance = await readBalance(context, 'provider:tpay', 'GEL')
  if (balance !== net) broken.push(`the bank holds ${net} for us, the ledger says ${balance}`)
  const open = await context.db
    .selectFrom('orders')
    .select('order_number')
    .where('status', 'in', [0, 5, 6])
    .execute()
  for (const order of open) broken.push(`order ${order.order_number} never came to an end`)
  return broken
}

async function countUp(context: Context, crowd: Crowd): Promise<Omit<CrashReport, 'broken'>> {
  const { refunds } = await context.db
    .selectFrom('refund')
    .select((select) => select.fn.countAll<number>().as('refunds'))
    .executeTakeFirstOrThrow()
  return {
    holds: crowd.acknowledged.holds.length,
    sales: crowd.acknowledged.sales.length,
    refunds: Number(refunds),
    captured: crowd.bank.payments().filter((payment) => payment.capturedMinor > 0).length,
    cutOff: crowd.cutOff,
  }
}
