import pg from 'pg'
import { invariant } from '#kernel/result.ts'
import { poolOf, type ChangeNotification } from './change-notifications.ts'
import type { Database } from './database.ts'

export interface ListenOptions {
  /** As `notifyChange` was given it. */
  readonly channel: string
  readonly onChange: (notification: ChangeNotification) => void
  /** Listening has started or restarted; earlier notifications may have been missed. */
  readonly onGap: () => void
}

/** The first pause before listening again; doubled with each attempt that fails, up to the longest. */
const againMilliseconds = 100
const againMillisecondsMax = 2_000

/** Receives what `notifyChange` sends in any process, over its own connection, which is reopened when it breaks. */
export class Listener {
  readonly #options: ListenOptions
  readonly #pool: pg.Pool
  #client: pg.Client | null = null
  #again: NodeJS.Timeout | null = null
  #isClosed = false
  #pauseMilliseconds = againMilliseconds

  constructor(db: Database, options: ListenOptions) {
    const pool = poolOf(db)
    invariant(pool, 'one listens to a database of our own, not to a transaction')
    this.#pool = pool
    this.#options = options
    void this.#open()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#again) clearTimeout(this.#again)
    await this.#client?.end().catch(() => {})
  }

  async #open(): Promise<void> {
    const { connectionString, application_name: applicationName } = this.#pool.options
    const client = new pg.Client({
      connectionString,
      application_name: `${applicationName ?? 'bileti'} listening`,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      connectionTimeoutMillis: 10_000,
    })
    this.#client = client
    let isOver = false
    const over = (): void => {
      if (isOver) return
      isOver = true
      client.end().catch(() => {})
      if (this.#isClosed) return
      this.#again = setTimeout(() => void this.#open(), this.#pauseMilliseconds).unref()
      this.#pauseMilliseconds = Math.min(this.#pauseMilliseconds * 2, againMillisecondsMax)
    }
    client.on('error', over)
    client.on('end', over)
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(this.#options.channel)}`)
    } catch {
      over()
      return
    }
    this.#pauseMilliseconds = againMilliseconds
    if (this.#isClosed) await client.end().catch(() => {})
    else this.#options.onGap()
  }

  #hear(payload: string): void {
    const [topic = '', items = ''] = payload.split(':', 2)
    this.#options.onChange({
      channel: this.#options.channel,
      topic: Number(topic),
      items: items === '' ? [] : items.split(',').map(Number),
    })
  }
}
