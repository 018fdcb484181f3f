import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster, Node } from './cluster.ts'
import { waitFor } from '../support/wait.ts'

const probeMilliseconds = 50
const answerMillisecondsMax = 3_000

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMillisecondsMax,
    query_timeout: answerMillisecondsMax,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Writes to one node directly, bypassing HAProxy, like a client that has not noticed a failover. Acknowledged
 * writes must be in the final primary.
 */
export class Prober {
  readonly #cluster: Cluster
  readonly #acknowledged: number[] = []
  #node: Node | null = null
  #isStopping = false
  #running: Promise<void> = Promise.resolve()

  private constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  static async start(cluster: Cluster): Promise<Prober> {
    const client = await connect(cluster.primaryUrl)
    await client.query('create table drill_probe (number integer primary key)')
    await client.end()
    const prober = new Prober(cluster)
    prober.#running = prober.#run()
    return prober
  }

  /** Writes to this node from now on. */
  follow(node: Node): void {
    this.#node = node
  }

  async stop(): Promise<{ acknowledged: number; lost: number }> {
    this.#isStopping = true
    await this.#running
    const client = await connect(this.#cluster.primaryUrl)
    const { rows } = await client.query<{ number: number }>('select number from drill_probe')
    await client.end()
    const kept = new Set(rows.map(({ number }) => number))
    const lost = this.#acknowledged.filter((number) => !kept.has(number)).length
    return { acknowledged: this.#acknowledged.length, lost }
  }

  async #run(): Promise<void> {
    let client: pg.Client | null = null
    let at: Node | null = null
    for (let number = 1; !this.#isStopping; number += 1) {
      await pause(probeMilliseconds)
      try {
        if (client === null || at !== this.#node) {
          await client?.end().catch(() => {})
          client = null
          at = this.#node
          if (at === null) continue
          client = await connect(`postgresql://postgres@127.0.0.1:${at.port}/bileti`)
        }
        await client.query('insert into drill_probe values ($1)', [number])
        this.#acknowledged.push(number)
      } catch {
        client?.end().catch(() => {})
        client = null
      }
    }
    await client?.end().catch(() => {})
  }
}

/**
 * The longest that a replica takes to show a write acknowledged by the primary, in milliseconds, while nothing
 * fails.
 */
export async function measureLag(cluster: Cluster, milliseconds: number): Promise<number> {
  const primary = await connect(cluster.primaryUrl)
  const replica = await connect(cluster.replicaUrl)
  try {
    await primary.query('create table if not exists drill_beat (number integer primary key)')
    const { rows } = await primary.query<{ last: number }>(
      'select coalesce(max(number), 0)::integer as last from drill_beat',
    )
    let number = rows[0]?.last ?? 0
    let most = 0
    for (const until = performance.now() + milliseconds; performance.now() < until;) {
      number += 1
      await primary.query('insert into drill_beat values ($1)', [number])
      const since = performance.now()
      await waitFor(`the replica shows beat ${number}`, () => shows(replica, number), {
        everyMilliseconds: 2,
      })
      most = Math.max(most, performance.now() - since)
      await pause(probeMilliseconds)
    }
    return Math.round(most)
  } finally {
    await Promise.all([primary, replica].map((client) => client.end().catch(() => {})))
  }
}

async function shows(replica: pg.Client, number: number): Promise<boolean> {
  // The table itself may not have been replicated yet.
  const { rows } = await replica.query<{ there: string | null }>(
    `select to_regclass('drill_beat')::text as there`,
  )
  if (rows[0]?.there == null) return false
  const { rowCount } = await replica.query('select from drill_beat where number = $1', [number])
  return rowCount === 1
}
