import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseUnavailable } from './unavailable.ts'

const againMilliseconds = 50
const againMillisecondsMax = 1_000
/** How long a request waits for the session before it fails with an unavailable database. */
const heldMillisecondsMax = 2_000

/**
 * Proves to other processes that this one is alive: a dedicated session holds an advisory lock under a random number.
 * PostgreSQL releases it as soon as the process ends, for whatever reason. A session that breaks while the process runs
 * is reopened under the same number, so a briefly free lock proves nothing yet.
 */
export class ProcessInstance {
  /** Below 2^48, so that it is a safe integer on both sides. */
  readonly id = randomInt(1, 2 ** 48 - 1)
  readonly #options: pg.ClientConfig
  #held: Promise<void> | null = null
  #client: pg.Client | null = null
  #isClosed = false

  constructor(options: { readonly url: string | undefined; readonly applicationName: string }) {
    this.#options = {
      connectionString: options.url,
      application_name: `${options.applicationName} instance`,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      connectionTimeoutMillis: 10_000,
    }
  }

  /** Resolves once the lock is held. Throws `DatabaseUnavailable` when it cannot be acquired in time. */
  async held(): Promise<void> {
    if (this.#client) return
    this.#held ??= this.#openAgain()
    const impatient = new AbortController()
    const late = pause(heldMillisecondsMax, 'late' as const, { signal: impatient.signal })
    try {
      if ((await Promise.race([this.#held, late.catch(() => {})])) === 'late')
        throw new DatabaseUnavailable(new Error('the session of this process cannot be opened'))
    } finally {
      impatient.abort()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => {})
  }

  async #open(): Promise<void> {
    const client = new pg.Client(this.#options)
    let isOver = false
    const over = (): void => {
      if (isOver) return
      isOver = true
      client.end().catch(() => {})
      if (this.#client !== client) return
      this.#client = null
      this.#held = this.#openAgain()
    }
    client.on('error', over)
    client.on('end', over)
    try {
      await client.connect()
      // A collision with another process is practically impossible; the lost session of this process may still hold the
      // lock briefly.
      const { rows } = await client.query<{ got: boolean }>(
        'select pg_try_advisory_lock($1::bigint) as got',
        [this.id],
      )
      if (!rows[0]?.got || isOver) throw new Error('the lock of this process is not ours yet')
    } catch (error) {
      over()
      throw error
    }
    this.#client = client
    if (this.#isClosed) await client.end().catch(() => {})
  }

  async #openAgain(): Promise<void> {
    for (let milliseconds = againMilliseconds; !this.#isClosed;) {
      try {
        return await this.#open()
      } catch {
        await pause(milliseconds, undefined, { ref: false })
        milliseconds = Math.min(milliseconds * 2, againMillisecondsMax)
      }
    }
  }
}
