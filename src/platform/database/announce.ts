import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from './types.ts'

type Database = Kysely<DB>

/** Something that other processes may want to look at again: these items of one topic have changed. */
export interface News {
  /** Name of the PostgreSQL channel; a constant of the emitter. */
  readonly channel: string
  readonly topic: number
  readonly items: readonly number[]
}

/** How long news is gathered before it is told. One statement then tells all of it, whatever the rush. */
const gatherMilliseconds = 60

/** PostgreSQL takes payloads under 8,000 bytes. */
const payloadLettersMax = 7_000

/**
 * Gathers what committed transactions have to tell and passes it on through NOTIFY, in a statement of its own.
 * Inside the transactions NOTIFY would take a lock that lets one of them commit at a time (measured: decision
 * 010). So news is a hint that may get lost with its process; who listens also looks by himself now and then.
 */
export class Announcer {
  readonly #pool: pg.Pool
  #gathered = new Map<string, Map<number, Set<number>>>()
  #timer: NodeJS.Timeout | null = null
  #telling: Promise<void> = Promise.resolve()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  add({ channel, topic, items }: News): void {
    let topics = this.#gathered.get(channel)
    if (!topics) this.#gathered.set(channel, (topics = new Map()))
    const known = topics.get(topic)
    if (known) for (const item of items) known.add(item)
    else topics.set(topic, new Set(items))
    this.#timer ??= setTimeout(() => void this.flush(), gatherMilliseconds).unref()
  }

  /** Tells what has been gathered so far; resolves when it is out, or lost because the database is away. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const gathered = this.#gathered
    this.#gathered = new Map()
    if (gathered.size > 0) this.#telling = this.#telling.then(() => this.#tell(gathered))
    return this.#telling
  }

  async #tell(gathered: ReadonlyMap<string, ReadonlyMap<number, Set<number>>>): Promise<void> {
    for (const [channel, topics] of gathered) {
      const payloads = [...topics].flatMap(([topic, items]) => payloadsOf(topic, items))
      await this.#pool
        .query({
          name: 'announce',
          text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
          values: [channel, payloads],
        })
        .catch(() => {})
    }
  }
}

/** `topic:item,item,…` in as many payloads as are needed. */
function payloadsOf(topic: number, items: ReadonlySet<number>): string[] {
  const payloads: string[] = []
  let payload = `${topic}:`
  for (const item of items) {
    if (payload.length > payloadLettersMax) {
      payloads.push(payload)
      payload = `${topic}:`
    }
    payload += payload.endsWith(':') ? `${item}` : `,${item}`
  }
  return [...payloads, payload]
}

const announcers = new WeakMap<Database, Announcer>()
const pools = new WeakMap<Database, pg.Pool>()
const newsOfMarker = new WeakMap<CompiledQuery, News>()

export function registerAnnouncer(db: Database, announcer: Announcer, pool: pg.Pool): void {
  announcers.set(db, announcer)
  pools.set(db, pool)
}

/** The pool under a database that `openDatabase` made. */
export function poolOf(db: Database): pg.Pool | undefined {
  return pools.get(db)
}

/** Tells all processes that listen, once the transaction that is open has committed; never when it does not. */
export async function announce(db: Database, news: News): Promise<void> {
  const announcer = announcers.get(db)
  if (announcer) {
    announcer.add(news)
    return
  }
  // A transaction is known only to its connection, so the news goes there, without a word to PostgreSQL.
  const marker = CompiledQuery.raw('')
  newsOfMarker.set(marker, news)
  await db.executeQuery(marker)
}

/** The news that a query carries instead of being one. */
export function newsOf(query: CompiledQuery): News | undefined {
  return newsOfMarker.get(query)
}
