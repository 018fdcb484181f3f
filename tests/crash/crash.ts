import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '#platform/context.ts'
import { startTpay, type TpayFake } from '../../fakes/tpay/start.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { makeEvent, type MadeEvent } from '../../src/modules/events/tests/factories.ts'
import { randomOf } from '../storm/random.ts'
import { openTestContext, testClock } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'
import { findLost, reconcile, settleEverything } from './checks.ts'
import { freePort } from '#platform/ports.ts'
import { KillableProcess } from './processes.ts'
import { payLostSessions, shop, type Crowd } from './shoppers.ts'
import { inProcessBank } from './demo-bank.ts'
import { unbounded } from '../support/unbounded.ts'
import { waitFor } from '../support/wait.ts'

export interface CrashOptions {
  readonly seed: number
  /** The maximum number of times a process is killed. */
  readonly killsMax: number
  /** Seconds after which nothing is killed any more, except for the first two kills. */
  readonly secondsMax: number
  readonly shoppers: number
  readonly events: number
}

export interface CrashReport {
  readonly holds: number
  readonly sales: number
  readonly refunds: number
  readonly captured: number
  readonly cutOff: number
  /** Everything lost, sold twice, or paid for without a sale; must be empty. */
  readonly broken: readonly string[]
}

/**
 * Lets buyers use the shop while server and worker are killed at random moments and restarted, then runs the sweeps
 * until every deadline is over and reconciles the database, the bank and the responses that buyers received.
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
  const crowd: Crowd = {
    origin,
    events,
    demoBank: inProcessBank(bank),
    random,
    acknowledged,
    cutOff: 0,
    unanswered: [],
    underpaid: 0,
  }
  try {
    await Promise.all([server.start(), worker.start()])
    await killDuringSale(options, crowd, server, worker)
    const broken = await findLost(context, crowd)
    await notifyAgain(bank)
    await Promise.all([server.kill(), worker.kill()])
    await settleEverything(context, clock, environment)
    broken.push(...(await findBrokenInvariants(context)))
    broken.push(...(await reconcile(context, bank)))
    return { ...(await countUp(context, crowd, bank)), broken }
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
    // Nothing listens on this port, so emails wait in the queue.
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    ...unbounded,
  }
  const server = new KillableProcess({
    file: 'src/apps/server/main.ts',
    environment,
    isReady: async () => (await fetch(`${origin}/readyz`)).ok,
  })
  const worker = new KillableProcess({
    file: 'src/apps/worker/main.ts',
    environment,
    isReady: async () => true,
  })
  return { origin, environment, server, worker }
}

async function killDuringSale(
  options: CrashOptions,
  crowd: Crowd,
  server: KillableProcess,
  worker: KillableProcess,
): Promise<void> {
  const stopping = new AbortController()
  const shopping = Array.from({ length: options.shoppers }, () => shop(crowd, stopping.signal))
  const end = Date.now() + options.secondsMax * 1_000
  for (let kill = 0; kill < options.killsMax && (kill < 2 || Date.now() < end); kill += 1) {
    await pause(300 + crowd.random() * 900)
    const victims = kill % 3 === 2 ? [server, worker] : [server]
    await Promise.all(victims.map((victim) => victim.kill()))
    await payLostSessions(crowd)
    await Promise.all(victims.map((victim) => victim.start()))
  }
  await pause(500)
  // On a slow machine there may be no refund yet; buyers continue until there is one, for two minutes.
  await waitFor('a payment of too little', () => crowd.underpaid > 0, { seconds: 120 })
  stopping.abort()
  await Promise.all(shopping)
  await payLostSessions(crowd)
}

/** A bank repeats its callbacks for hours; here it repeats them now, while the server is up. */
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

async function countUp(
  context: Context,
  crowd: Crowd,
  bank: TpayFake,
): Promise<Omit<CrashReport, 'broken'>> {
  const { refunds } = await context.db
    .selectFrom('refund')
    .select((select) => select.fn.countAll<number>().as('refunds'))
    .executeTakeFirstOrThrow()
  return {
    holds: crowd.acknowledged.holds.length,
    sales: crowd.acknowledged.sales.length,
    refunds: Number(refunds),
    captured: bank.payments().filter((payment) => payment.capturedMinor > 0).length,
    cutOff: crowd.cutOff,
  }
}
