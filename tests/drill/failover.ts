/**
 * Goal: the database may lose its primary during a sale. Method: buyers use two servers over a Patroni cluster; the
 * primary is killed and comes back as a replica, then another primary is cut off from its peers while buyers still
 * reach it. Finally the database, the bank and the responses that buyers received are compared.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '#platform/database/migrate.ts'
import { startTpay } from '../../fakes/tpay/start.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { makeEvent, type MadeEvent } from '../../src/modules/events/tests/factories.ts'
import { findLost, reconcile, settleEverything } from '../crash/checks.ts'
import { freePort } from '#platform/ports.ts'
import { payLostSessions, shop, type Crowd } from '../crash/shoppers.ts'
import { inProcessBank } from '../crash/demo-bank.ts'
import { watchServer, type Watched } from '../hostile/processes.ts'
import { randomOf } from '../storm/random.ts'
import { openTestContext, testClock } from '../support/context.ts'
import { unbounded } from '../support/unbounded.ts'
import { Cluster } from './cluster.ts'
import { measureLag, Prober } from './probes.ts'

export interface FailoverReport {
  readonly salesBefore: number
  /** Seconds from the loss of the primary to the next sold order. */
  readonly killedSeconds: number
  readonly cutOffSeconds: number
  /** The longest that a replica took to show an acknowledged write, while nothing failed. */
  readonly replicaLagMilliseconds: number
  readonly sales: number
  /** Writes that a primary acknowledged directly, and those of them that were lost. */
  readonly probes: { readonly acknowledged: number; readonly lost: number }
  /** Everything lost, sold twice, or paid for without a sale; must be empty. */
  readonly broken: readonly string[]
}

const events = 60
const shoppers = 4
const saleSecondsMax = 90
/** How long the replicas are compared with the primary, before and after the failures. */
const lagMilliseconds = 3_000

export async function drillFailover(options: {
  readonly seed: number
  readonly bin: string
  readonly say: (line: string) => void
}): Promise<FailoverReport> {
  const { say } = options
  const folder = await mkdtemp(path.join(tmpdir(), 'bileti-drill-'))
  say(`Three PostgreSQL, etcd and HAProxy in ${folder}`)
  const cluster = await Cluster.start({ folder, bin: options.bin })
  const bank = await startTpay({ port: 0, tickMs: 20, callbackRetryDelaysMs: [50, 50] })
  const clock = testClock(new Date())
  const servers: Watched[] = []
  const stopping = new AbortController()
  let isWhole = false
  try {
    await migrate(cluster.primaryUrl)
    const before = await openTestContext(cluster.primaryUrl, clock)
    const made: MadeEvent[] = []
    for (let index = 0; index < events; index += 1) made.push(await makeEvent(before))
    await before.close()
    const crowds: Crowd[] = []
    for (const index of [0, 1]) {
      const origin = `http://127.0.0.1:${await freePort()}`
      servers.push(
        await watchServer(origin, {
          ...unbounded,
          DATABASE_URL: cluster.primaryUrl,
          DATA_DIR: path.join(folder, `shop-${index}`),
          LOG_LEVEL: 'warn',
          TPAY_URL: bank.url,
          TPAY_API_KEY: bank.credentials.apiKey,
          TPAY_CLIENT_ID: bank.credentials.clientId,
          TPAY_CLIENT_SECRET: bank.credentials.clientSecret,
        }),
      )
      crowds.push({
        origin,
        events: made,
        demoBank: inProcessBank(bank),
        random: randomOf(options.seed + index),
        acknowledged: { holds: [], sales: [] },
        cutOff: 0,
        unanswered: [],
        underpaid: 0,
      })
    }
    const sold = () => crowds.reduce((sum, crowd) => sum + crowd.acknowledged.sales.length, 0)
    /** Seconds until each server has sold an order again. */
    const sellsAgain = async (): Promise<number> => {
      const since = performance.now()
      const counts = crowds.map(({ acknowledged }) => acknowledged.sales.length)
      const isBack = (crowd: Crowd, index: number) =>
        crowd.acknowledged.sales.length > (counts[index] ?? 0)
      while (!crowds.every(isBack)) {
        await pause(50)
        if (performance.now() - since > saleSecondsMax * 1_000)
          throw new Error('Nothing was sold for a minute and a half')
      }
      return Math.round((performance.now() - since) / 100) / 10
    }
    const buying = crowds.flatMap((crowd) =>
      Array.from({ length: shoppers }, () => shop(crowd, stopping.signal)),
    )
    await sellsAgain()
    const lagBefore = await measureLag(cluster, lagMilliseconds)
    const salesBefore = sold()

    const first = await cluster.settled()
    const prober = await Prober.start(cluster)
    prober.follow(first)
    say(`${salesBefore} orders were sold; the primary (${first.name}) is killed`)
    await cluster.kill(first)
    const killedSeconds = await sellsAgain()
    say(`Sold again after ${killedSeconds} s`)
    cluster.startNode(first)
    const second = await cluster.settled()
    await pause(2_000)

    prober.follow(second)
    await pause(500)
    say(`The primary (${second.name}) is cut off from its peers, not from buyers`)
    cluster.cut(second)
    const cutOffSeconds = await sellsAgain()
    say(`Sold again after ${cutOffSeconds} s`)
    await pause(2_000)
    cluster.mend(second)
    await cluster.settled()
    const lagAfter = await measureLag(cluster, lagMilliseconds)
    stopping.abort()
    await Promise.all(buying)
    const probes = await prober.stop()
    for (const crowd of crowds) await payLostSessions(crowd)
    const after = await openTestContext(cluster.primaryUrl, clock)
    const lost = (await Promise.all(crowds.map((crowd) => findLost(after, crowd)))).flat()
    await Promise.all(servers.map((server) => server.stop()))
    await settleEverything(after, clock, { TPAY_URL: bank.url })
    const broken = [
      ...lost,
      ...(await findBrokenInvariants(after)),
      ...(await reconcile(after, bank)),
    ]
    const sales = sold()
    await after.close()
    isWhole = broken.length === 0
    const replicaLagMilliseconds = Math.max(lagBefore, lagAfter)
    return {
      salesBefore,
      killedSeconds,
      cutOffSeconds,
      replicaLagMilliseconds,
      sales,
      probes,
      broken,
    }
  } finally {
    stopping.abort()
    await Promise.all(servers.map((server) => server.stop()))
    await bank.stop()
    await cluster.stop()
    if (isWhole) await rm(folder, { recursive: true, force: true })
    else say(`What was said is in ${folder}`)
  }
}
