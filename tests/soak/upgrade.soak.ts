/**
 * Goal: an upgrade needs no downtime: servers of an older release and of this one sell side by side on this
 * release's schema. Method: the files of an older commit (UPGRADE_FROM, else forty commits ago) run beside these;
 * buyers' requests alternate between both; then all records are compared.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { startTpay, type TpayFake } from '../../fakes/tpay/start.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { findLost, reconcile, settleEverything } from '../crash/checks.ts'
import { freePort } from '#platform/ports.ts'
import { buy, type Crowd } from '../crash/shoppers.ts'
import { inProcessBank } from '../crash/demo-bank.ts'
import { watch, type Watched } from '../hostile/processes.ts'
import { randomOf } from '../storm/random.ts'
import { openTestContext, testClock, type TestContext } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'
import { unbounded } from '../support/unbounded.ts'
import { seedOf } from '../support/tier.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const older = process.env['UPGRADE_FROM'] ?? 'HEAD~40'
const visits = 60

function git(...parameters: string[]): string | null {
  const done = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' })
  return done.status === 0 ? done.stdout.trim() : null
}

/** Null in a clone without that commit. */
const commit = git('rev-parse', '--verify', '--quiet', `${older}^{commit}`)

let folder: string
let drop: () => Promise<void>
let databaseUrl: string
let context: TestContext
let bank: TpayFake
const servers: Watched[] = []
const clock = testClock(new Date())

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  databaseUrl = database.url
  context = await openTestContext(database.url, clock)
  bank = await startTpay({ port: 0, tickMs: 20, callbackRetryDelaysMs: [50, 50] })
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-upgrade-'))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await Promise.all([bank?.stop(), context?.close()])
  await drop?.()
  await rm(folder, { recursive: true, force: true })
})

async function serve(home: string, name: string): Promise<string> {
  const origin = `http://127.0.0.1:${await freePort()}`
  servers.push(
    await watch({
      file: path.join(home, 'src/apps/server/main.ts'),
      environment: {
        ...unbounded,
        DATABASE_URL: databaseUrl,
        DATA_DIR: path.join(folder, name),
        LOG_LEVEL: 'warn',
        PORT: new URL(origin).port,
        PUBLIC_ORIGIN: origin,
        TPAY_URL: bank.url,
        TPAY_API_KEY: bank.credentials.apiKey,
        TPAY_CLIENT_ID: bank.credentials.clientId,
        TPAY_CLIENT_SECRET: bank.credentials.clientSecret,
      },
      isReady: async () => (await fetch(`${origin}/readyz`)).ok,
    }),
  )
  return origin
}

test.skipIf(commit === null)(
  'two releases sell side by side',
  async () => {
    const home = path.join(folder, 'older')
    await mkdir(home)
    const unpacked = spawnSync('sh', ['-c', `git archive ${commit} | tar -x -C '${home}'`], {
      cwd: root,
    })
    expect(unpacked.status).toBe(0)
    await symlink(path.join(root, 'node_modules'), path.join(home, 'node_modules'))
    const events: MadeEvent[] = []
    for (let index = 0; index < 10; index += 1) events.push(await makeEvent(context))
    const origins = [await serve(home, 'old'), await serve(root, 'new')]
    let turn = 0
    const crowd: Crowd = {
      /** Requests alternate, so that an order is started by one release and completed by the other. */
      get origin() {
        turn += 1
        return origins[turn % origins.length] ?? ''
      },
      events,
      demoBank: inProcessBank(bank),
      random: randomOf(seedOf('upgrade', 7)),
      acknowledged: { holds: [], sales: [] },
      cutOff: 0,
      unanswered: [],
      underpaid: 0,
    }
    const outcomes = new Map<string, number>()
    for (let visit = 0; visit < visits; visit += 1) {
      const outcome = await buy(crowd)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    console.info(`${older} (${commit}) beside this release: ${JSON.stringify([...outcomes])}`)
    expect(outcomes.get('not served') ?? 0).toBe(0)
    expect(crowd.acknowledged.sales.length).toBeGreaterThan(visits / 10)
    expect(await findLost(context, crowd)).toEqual([])
    await Promise.all(servers.map((server) => server.stop()))
    await settleEverything(context, clock, { TPAY_URL: bank.url })
    expect(await findBrokenInvariants(context)).toEqual([])
    expect(await reconcile(context, bank)).toEqual([])
    for (const server of servers) expect(server.said()).not.toContain('request failed')
  },
  180_000,
)
