import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { DB } from './types.ts'
import { isConnectionLoss } from './unavailable.ts'

type Database = Kysely<DB>

/** Notifies other processes that these items of one topic may have changed. */
export interface ChangeNotification {
  /** Name of the PostgreSQL channel; a constant of the emitter. */
  readonly channel: string
  readonly topic: number
  readonly items: readonly number[]
}

/** How long notifications are coalesced before they are sent, in one statement for all of them. */
const coalesceMilliseconds = 60

/** How long a notification is sent again whose connection is lost, and the first pause. */
const patienceMilliseconds = 1_500
const againMilliseconds = 50

/** PostgreSQL takes payloads under 8,000 bytes. */
const payloadLengthMax = 7_000

/**
 * Coalesces the change notifications of committed transactions and sends them by NOTIFY in a separate statement.
 * Inside the transactions NOTIFY would take a lock that lets one of them commit at a time (measured: decision 010). A
 * notification may be lost with its process, so listeners also poll now and then.
 */
export class ChangeNotifier {
  readonly #pool: pg.Pool
  #pending = new Map<string, Map<number, Set<number>>>()
  #timer: NodeJS.Timeout | null = null
  #sending: Promise<void> = Promise.resolve()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  add({ channel, topic, items }: ChangeNotification): void {
    let topics = this.#pending.get(channel)
    if (!topics) this.#pending.set(channel, (topics = new Map()))
    const known = topics.get(topic)
    if (known) for (const item of items) known.add(item)
    else topics.set(topic, new Set(items))
    this.#timer ??= setTimeout(() => void this.flush(), coalesceMilliseconds).unref()
  }

  /** Sends what is pending; resolves when it is sent, or lost because the database is unavailable. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const pending = this.#pending
    this.#pending = new Map()
    if (pending.size > 0) this.#sending = this.#sending.then(() => this.#send(pending))
    return this.#sending
  }

  async #send(pending: ReadonlyMap<string, ReadonlyMap<number, Set<number>>>): Promise<void> {
    for (const [channel, topics] of pending) {
      const payloads = [...topics].flatMap(([topic, items]) => payloadsOf(topic, items))
      await this.#notify(channel, payloads)
    }
  }

  /** Repeated when its connection was lost: a second notification of the same change does no harm. */
  async #notify(channel: string, payloads: readonly string[]): Promise<void> {
    const began = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#pool.query({
          name: 'announce',
          text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
          values: [channel, payloads],
        })
        return
      } catch (error) {
        const isOver = performance.now() - began > patienceMilliseconds
        if (isOver || !isConnectionLoss(error)) return
      }
      await pause(attempt * againMilliseconds)
    }
  }
}

/** `topic:item,item,…` in as many payloads as are needed. */
function payloadsOf(topic: number, items: ReadonlySet<number>): string[] {
  const payloads: string[] = []
  let payload = `${topic}:`
  for (const item of items) {
    if (payload.length > payloadLengthMax) {
      payloads.push(payload)
      payload = `${topic}:`
    }
    payload += payload.endsWith(':') ? `${item}` : `,${item}`
  }
  return [...payloads, payload]
}

const notifiers = new WeakMap<Database, ChangeNotifier>()
const pools = new WeakMap<Database, pg.Pool>()
const notificationOfMarker = new WeakMap<CompiledQuery, ChangeNotification>()

export function registerNotifier(db: Database, notifier: ChangeNotifier, pool: pg.Pool): void {
  notifiers.set(db, notifier)
  pools.set(db, pool)
}

/** The pool under a database that `openDatabase` made. */
export function poolOf(db: Database): pg.Pool | undefined {
  return pools.get(db)
}

/** Notifies all listening processes once the open transaction has committed; not sent on rollback. */
export async function notifyChange(db: Database, notification: ChangeNotification): Promise<void> {
  const notifier = notifiers.get(db)
  if (notifier) {
    notifier.add(notification)
    return
  }
  // Only the connection knows about its transaction, so the notification is passed to it without a message to
  // PostgreSQL.
  const marker = CompiledQuery.raw('')
  notificationOfMarker.set(marker, notification)
  await db.executeQuery(marker)
}

/** The notification that a marker query carries. */
export function changeNotificationOf(query: CompiledQuery): ChangeNotification | undefined {
  return notificationOfMarker.get(query)
}
