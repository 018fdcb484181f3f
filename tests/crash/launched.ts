import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres } from '#platform/postgres/start-postgres.ts'
import { startTpay } from '../../fakes/tpay/start.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { makeEvent, type MadeEvent } from '../../src/modules/events/tests/factories.ts'
import { randomOf } from '../storm/random.ts'
import { openTestContext, testClock, type TestContext } from '../support/context.ts'
import { findLost, reconcile, settleEverything } from './checks.ts'
import { LaunchedShop } from './launched-shop.ts'
import { buy, payLostSessions, shop, type Crowd } from './shoppers.ts'
import { remoteBank } from './demo-bank.ts'
import { waitFor } from '../support/wait.ts'

/** What may be killed: processes of the shop and the demo, PostgreSQL, the launcher, and a single connection. */
export const victims = [
  'server',
  'postgres',
  'backend',
  'worker',
  'launcher',
  'demo services',
] as const
export type Victim = (typeof victims)[number]

export interface LaunchedCrashOptions {
  readonly seed: number
  /** What is killed, in this order. */
  readonly victims: readonly Victim[]
  readonly shoppers: number
  readonly events: number
  /** Directory with the demo's posters already drawn, if any; drawing them takes long. */
  readonly mediaDirectory?: string
}

interface Recovery {
  readonly victim: Victim
  /** Seconds until the process was back and an order could be taken to the bank. */
  readonly seconds: number
  /** The system's load average at the end. */
  readonly load: number
}

export interface LaunchedCrashReport {
  readonly recoveries: readonly Recovery[]
  readonly holds: number
  readonly sales: number
  readonly captured: number
  readonly cutOff: number
  /** Calls without an answer after ten seconds. */
  readonly unanswered: readonly string[]
  /** Everything lost, sold twice, or paid for without a sale; must be empty. */
  readonly broken: readonly string[]
}

/**
 * Lets buyers use what `npm start` runs while one process after the other is killed, without manual intervention;
 * then reconciles the database, the bank and the responses that buyers received.
 */
export async function crashLaunched(options: LaunchedCrashOptions): Promise<LaunchedCrashReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bileti-crash-'))
  await chmod(folder, 0o711)
  const dataDirectory = path.join(folder, 'data')
  await mkdir(dataDirectory)
  if (options.mediaDirectory)
    await symlink(options.mediaDirectory, path.join(dataDirectory, 'media'))
  // This process uses it too, so that the ledger can be read after the launcher has ended.
  const postgres = await startPostgres({ dataDirectory: path.join(dataDirectory, 'postgres') })
  const clock = testClock(new Date())
  try {
    await migrate(postgres.url)
    const context = await openTestContext(postgres.url, clock)
    const events: MadeEvent[] = []
    for (let index = 0; index < options.events; index += 1) events.push(await makeEvent(context))
    await context.close()
    const { crowd, recoveries, lost, before } = await killDuringSale(
      options,
      dataDirectory,
      postgres.url,
      events,
    )
    const after = await openTestContext(postgres.url, clock)
    const found = [...lost, ...(await settle(after, clock, dataDirectory))]
    const broken = found.filter((each) => !before.has(each))
    const { captured } = await after.db
      .selectFrom('payment')
      .select((select) => select.fn.count<number>('captured_minor').as('captured'))
      .executeTakeFirstOrThrow()
    await after.close()
    const { holds, sales } = crowd.acknowledged
    return {
      recoveries,
      holds: holds.length,
      sales: sales.length,
      captured: Number(captured),
      cutOff: crowd.cutOff,
      unanswered: crowd.unanswered,
      broken,
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function killDuringSale(
  options: LaunchedCrashOptions,
  dataDirectory: string,
  databaseUrl: string,
  events: readonly MadeEvent[],
) {
  const random = randomOf(options.seed)
  const launched = await LaunchedShop.open(dataDirectory)
  const opened = await openTestContext(databaseUrl)
  // The demo's content has sold places without buyers.
  const before = new Set(await findBrokenInvariants(opened))
  await opened.close()
  const crowd: Crowd = {
    origin: launched.origin,
    events,
    demoBank: remoteBank(launched.bankUrl),
    random,
    acknowledged: { holds: [], sales: [] },
    cutOff: 0,
    unanswered: [],
    underpaid: 0,
  }
  const stopping = new AbortController()
  const shopping = Array.from({ length: options.shoppers }, () => shop(crowd, stopping.signal))
  const recoveries: Recovery[] = []
  try {
    for (const victim of options.victims) {
      await pause(500 + random() * 1_500)
      const since = performance.now()
      if (victim === 'backend') await killBackend(databaseUrl, random)
      else await launched.kill(victim)
      const isSelling = async () => (await buy(crowd)) === 'bank'
      await waitFor(`a sale after ${victim} was killed`, isSelling, { seconds: 120 })
      const seconds = Math.round((performance.now() - since) / 10) / 100
      recoveries.push({ victim, seconds, load: Math.round(loadavg()[0] ?? 0) })
      await payLostSessions(crowd)
    }
    await pause(1_000)
    stopping.abort()
    await Promise.all(shopping)
    const context = await openTestContext(databaseUrl)
    const lost = await findLost(context, crowd)
    await context.close()
    return { crowd, recoveries, lost, before }
  } finally {
    stopping.abort()
    await launched.stop()
  }
}

/** Kills one backend of the shop; PostgreSQL then ends all connections and recovers by itself. */
async function killBackend(databaseUrl: string, random: () => number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
        and application_name = 'bileti-server' and pid <> pg_backend_pid() order by pid`,
    )
    const chosen = rows[Math.floor(random() * rows.length)]
    if (chosen) process.kill(chosen.pid, 'SIGKILL')
  } finally {
    await client.end().catch(() => {})
  }
}

/** Runs the worker's jobs of the next two hours with the bank as it was left; then compares all records. */
async function settle(
  context: TestContext,
  clock: ReturnType<typeof testClock>,
  dataDirectory: string,
): Promise<string[]> {
  const bank = await startTpay({ port: 0, stateDir: path.join(dataDirectory, 'tpay') })
  try {
    await settleEverything(context, clock, { TPAY_URL: bank.url })
    return [...(await findBrokenInvariants(context)), ...(await reconcile(context, bank))]
  } finally {
    await bank.stop()
  }
}
