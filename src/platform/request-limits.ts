/**
 * Limits of requests by caller that hold over all processes of the shop. The counts are in PostgreSQL; a process takes
 * several permits at a time where a limit is high, so that most requests cost no statement.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { keyOf } from './callers.ts'
import { databaseOf, withReserve, type Database } from './database/database.ts'
import { createRequestBatcher } from './request-batcher.ts'

export interface Limit {
  /** Requests in one window. */
  readonly max: number
  readonly milliseconds: number
}

/** A caller's use of the limit within the window. */
export interface Standing {
  /** Requests so far, including this one; above the limit's `max` it is refused. */
  readonly current: number
  /** Milliseconds to the end of the window. */
  readonly ttl: number
}

/**
 * A process takes at most one part in so many of a limit in advance, so each further process may leave 4 % of it
 * unused.
 */
const partsOfLimit = 24
const callersMax = 50_000
const batchMax = 500
/** Higher counts are of no interest, and would leave the column's range. */
const countMax = 1_000_000_000

/** The state of a caller in this process. */
interface Account {
  /** Permits that were taken and not used yet. */
  left: number
  /** Used or taken by all processes, as far as known. */
  counted: number
  /** Monotonic milliseconds. */
  until: number
}

interface Hit {
  readonly key: string
  readonly limit: Limit
}

interface Counted {
  readonly counted: number
  readonly ttl: number
}

class RequestLimits {
  readonly #db: Database
  readonly #accounts = new LRUCache<string, Account>({ max: callersMax })
  readonly #batcher = createRequestBatcher<Hit, Standing>({
    run: (_key, hits) => this.#take(hits),
    batchMax,
  })

  constructor(db: Database) {
    this.#db = db
  }

  /** Counts a request of a caller over all processes. While the database is away, each process counts by itself. */
  hit(key: string, limit: Limit): Standing | Promise<Standing> {
    return this.#known(key, limit) ?? this.#batcher.submit('all', { key, limit })
  }

  /** Counts a request of a caller in this process alone. */
  hitHere(key: string, limit: Limit): Standing {
    return this.#known(key, limit) ?? this.#opened(key, limit)
  }

  /** Takes back a counted request. */
  uncount(key: string): void {
    const account = this.#accounts.get(key)
    if (account && account.until > performance.now()) account.left += 1
  }

  /** Decided from this process's state; undefined when the database must be asked. */
  #known(key: string, { max }: Limit): Standing | undefined {
    const account = this.#accounts.get(key)
    const ttl = (account?.until ?? 0) - performance.now()
    if (!account || ttl <= 0) return undefined
    if (account.left > 0) {
      account.left -= 1
      return { current: account.counted - account.left, ttl }
    }
    return account.counted >= max ? { current: max + 1, ttl } : undefined
  }

  #opened(key: string, { max, milliseconds }: Limit): Standing {
    this.#accounts.set(key, {
      left: max - 1,
      counted: max,
      until: performance.now() + milliseconds,
    })
    return { current: 1, ttl: milliseconds }
  }

  async #take(hits: readonly Hit[]): Promise<readonly Standing[]> {
    const wanted = new Map<string, { limit: Limit; count: number }>()
    for (const { key, limit } of hits) {
      const known = wanted.get(key)
      wanted.set(key, { limit, count: (known?.count ?? 0) + 1 })
    }
    for (const want of wanted.values())
      want.count = Math.max(want.count, Math.floor(want.limit.max / partsOfLimit))
    let counts: ReadonlyMap<string, Counted>
    try {
      counts = await this.#count(wanted)
    } catch {
      // Calls that need the database fail by themselves; the limit stays in force meanwhile.
      return hits.map(({ key, limit }) => this.hitHere(key, limit))
    }
    const accounts = new Map<string, Account>()
    for (const [key, { limit, count }] of wanted)
      accounts.set(key, this.#note(key, limit, count, counts.get(key)))
    return hits.map(({ key, limit }) => use(accounts.get(key), limit))
  }

  #note(key: string, { max, milliseconds }: Limit, wanted: number, found?: Counted): Account {
    const counted = found?.counted ?? wanted
    const now = performance.now()
    const known = this.#accounts.get(key)
    const unused = known && known.until > now ? known.left : 0
    const account = {
      left: unused + Math.max(0, Math.min(wanted, max - (counted - wanted))),
      counted: Math.min(counted, max),
      until: now + Math.min(found?.ttl ?? 0, milliseconds),
    }
    this.#accounts.set(key, account)
    return account
  }

  /** Rows are locked in the order of their keys, so that two processes never wait for each other. */
  async #count(
    wanted: ReadonlyMap<string, { limit: Limit; count: number }>,
  ): Promise<ReadonlyMap<string, Counted>> {
    const db = withReserve(this.#db)
    const names = new Map<string, string>()
    for (const name of wanted.keys()) names.set(await keyOf({ db }, `requests ${name}`), name)
    const asked = [...names].map(([key, name]) => ({ key, ...wanted.get(name) }))
    const { rows } = await sql<{ key: string; counted: number; ttl: number }>`
      insert into request_count as known (key, count, ends_at)
      select key, count, now() + milliseconds * interval '1 millisecond'
      from unnest(${asked.map(({ key }) => key)}::bigint[],
        ${asked.map(({ count = 0 }) => Math.min(count, countMax))}::integer[],
        ${asked.map(({ limit }) => limit?.milliseconds ?? 0)}::integer[])
        as asked (key, count, milliseconds)
      order by key
      on conflict (key) do update set
        count = case when known.ends_at <= now() then excluded.count
          else least(known.count::bigint + excluded.count, ${countMax}) end,
        ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
      returning key::text, count as counted,
        (extract(epoch from ends_at - now()) * 1000)::integer as ttl`.execute(db)
    return new Map(rows.map(({ key, counted, ttl }) => [names.get(key) ?? '', { counted, ttl }]))
  }
}

/** Uses one permit of an account that was just filled, even where its window ends at this moment. */
function use(account: Account | undefined, { max }: Limit): Standing {
  const ttl = Math.max(0, (account?.until ?? 0) - performance.now())
  if (!account || account.left === 0) return { current: max + 1, ttl }
  account.left -= 1
  return { current: account.counted - account.left, ttl }
}

export type { RequestLimits }

const limitsOf = new WeakMap<object, RequestLimits>()

/** The limits of an installation, by its database; not for transactions. */
export function requestLimits(db: Database): RequestLimits {
  const key = databaseOf(db)
  let limits = limitsOf.get(key)
  if (!limits) limitsOf.set(key, (limits = new RequestLimits(db)))
  return limits
}

/** Deletes counts of past windows. */
export async function deleteRequestCounts({ db }: { readonly db: Database }): Promise<void> {
  await sql`delete from request_count where ends_at < now()`.execute(db)
}
