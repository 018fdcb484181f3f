/**
 * Goal: an upgrade needs no pause. Method: the files of each former release sell on their own schema; this release migrates
 * beneath them; both sell side by side; this one sells alone; and the former one comes back on the new schema and sells
 * alone. Nothing that was acknowledged is lost, and no call is refused that the former release alone would have answered.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTpay, type TpayFake } from '../../fakes/tpay/start.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/ports.ts'
import { inProcessBank } from '../crash/demo-bank.ts'
import { findLost, reconcile, settleEverything } from '../crash/checks.ts'
import { buy, type Crowd } from '../crash/shoppers.ts'
import { watch, type Watched } from '../hostile/processes.ts'
import { randomOf } from '../storm/random.ts'
import { openTestContext, testClock } from '../support/context.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { seedOf } from '../support/tier.ts'
import { unbounded } from '../support/unbounded.ts'
import { waitFor } from '../support/wait.ts'
import { formerReleases, makeEvents, migrateTo, unpack } from './releases.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const releases = formerReleases()
if (releases.length === 0) console.warn('This copy has no history: no upgrade is tried')
/** Sales that have to be made in each phase. */
const salesPerPhase = Number(process.env['UPGRADE_SALES'] ?? 15)
const buyers = 3

let folder: string
let database: TestDatabase
let bank: TpayFake
let sale: Sale | null = null
const servers = new Set<Watched>()

beforeEach(async () => {
  database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // The former release begins with a database of its own.
  await client.query(
    'drop schema public cascade; drop schema if exists pgboss cascade; create schema public',
  )
  await client.end()
  bank = await startTpay({ port: 0, tickMs: 20, callbackRetryDelaysMs: [50, 50] })
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-upgrade-'))
})

afterEach(async () => {
  await sale?.stop()
  sale = null
  await Promise.all([...servers].map((server) => server.stop()))
  servers.clear()
  await bank.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

interface Shop {
  readonly origin: string
  readonly server: Watched
}

async function serve(home: string): Promise<Shop> {
  const origin = `http://127.0.0.1:${await freePort()}`
  const server = await watch({
    file: path.join(home, 'src/apps/server/main.ts'),
    environment: {
      ...unbounded,
      DATABASE_URL: database.url,
      DATA_DIR: path.join(folder, `data-${servers.size}`),
      LOG_LEVEL: 'warn',
      PORT: new URL(origin).port,
      PUBLIC_ORIGIN: origin,
      TPAY_URL: bank.url,
      TPAY_API_KEY: bank.credentials.apiKey,
      TPAY_CLIENT_ID: bank.credentials.clientId,
      TPAY_CLIENT_SECRET: bank.credentials.clientSecret,
    },
    isReady: async () => (await fetch(`${origin}/readyz`)).ok,
  })
  servers.add(server)
  return { origin, server }
}

/** Buyers who go to the servers in turn, and look at their tickets in between. */
class Sale {
  readonly crowd: Crowd
  /** Answers of 500 and more, by phase. */
  readonly failures: string[] = []
  #phase = ''
  #origins: readonly string[] = []
  #turn = 0
  readonly #stopping = new AbortController()
  #selling: Promise<unknown> = Promise.resolve()

  constructor(crowd: Omit<Crowd, 'origin'>) {
    const next = () => this.#origins[(this.#turn += 1) % this.#origins.length] ?? ''
    this.crowd = Object.defineProperty({ ...crowd } as Crowd, 'origin', { get: next })
  }

  to(phase: string, shops: readonly Shop[]): void {
    this.#phase = phase
    this.#origins = shops.map(({ origin }) => origin)
  }

  start(): void {
    this.#selling = Promise.all(Array.from({ length: buyers }, () => this.#buy()))
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#selling
  }

  /** Waits for further sales of this phase. */
  async sell(): Promise<void> {
    const { sales } = this.crowd.acknowledged
    const wanted = sales.length + salesPerPhase
    await waitFor(`${salesPerPhase} sales: ${this.#phase}`, () => sales.length >= wanted, {
      seconds: 180,
    })
  }

  async #buy(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const { cutOff } = this.crowd
      const phase = this.#phase
      if ((await buy(this.crowd)) === 'not served') {
        if (this.crowd.cutOff === cutOff) this.failures.push(`${phase}: buying`)
        await pause(100)
      }
      await this.#look(phase)
    }
  }

  async #look(phase: string): Promise<void> {
    const { token } = this.crowd.acknowledged.holds.at(-1) ?? { token: '' }
    const reply = await fetch(`${this.crowd.origin}/v2/tickets`, {
      headers: { authorization: `Bearer ${token}` },
    }).catch(() => null)
    await reply?.text().catch(() => '')
    if (reply && reply.status >= 500)
      this.failures.push(`${phase}: tickets answered ${reply.status}`)
  }
}

test.skipIf(releases.length === 0).each(releases)(
  'upgrade from %s, and back',
  async (commit) => {
    const former = await unpack(commit, path.join(folder, 'former'))
    migrateTo(former, database.url)
    const events = await makeEvents(former, database.url)
    const random = randomOf(seedOf('upgrade', 7))
    const begun = new Sale({
      events,
      demoBank: inProcessBank(bank),
      random,
      acknowledged: { holds: [], sales: [] },
      cutOff: 0,
      unanswered: [],
      underpaid: 0,
    })
    sale = begun
    let old = await serve(former.home)
    begun.to('before', [old])
    begun.start()
    await begun.sell()

    begun.to('migrating', [old])
    const { applied } = await migrate(database.url, { report: (line) => console.info(line) })
    expect((await fetch(`${old.origin}/readyz`)).status, 'the former release stays ready').toBe(200)
    if (!former.prepares) {
      // Its statements fail until it is started again.
      const started = await serve(former.home)
      begun.to('migrated', [started])
      await old.server.stop()
      old = started
    }
    await begun.sell()

    const own = await serve(root)
    begun.to('both', [old, own])
    await begun.sell()
    begun.to('upgraded', [own])
    await old.server.stop()
    await begun.sell()

    const again = await serve(former.home)
    begun.to('back', [again])
    await own.server.stop()
    await begun.sell()
    await begun.stop()
    await again.server.stop()

    const { crowd, failures } = begun
    console.info(
      `${commit}: ${applied.length} migrations beneath it, ${crowd.acknowledged.sales.length} sales, ${failures.length} failures, ${crowd.cutOff} cut off`,
    )
    const clock = testClock(new Date())
    const context = await openTestContext(database.url, clock)
    try {
      expect(await findLost(context, crowd)).toEqual([])
      await settleEverything(context, clock, { TPAY_URL: bank.url })
      expect(await findBrokenInvariants(context)).toEqual([])
      expect(await reconcile(context, bank)).toEqual([])
    } finally {
      await context.close()
    }
    expect(own.server.said()).not.toContain('request failed')
    // Releases before decision 136 fail statements that were prepared before the migration.
    const counted = former.prepares
      ? failures
      : failures.filter((line) => !/^(?:before|migrating):/.test(line))
    expect(counted).toEqual([])
    if (former.prepares)
      for (const shop of [old, again]) expect(shop.server.said()).not.toContain('request failed')
  },
  900_000,
)
