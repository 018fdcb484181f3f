import { createHash } from 'node:crypto'
import pg from 'pg'
import { prepareBegin } from './statement-query.ts'
import { recordWarning } from './unavailable.ts'

/** bigint columns hold identifiers and minor units far below 2^53, so they are read as numbers. */
pg.types.setTypeParser(20, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the safe range: ${text}`)
  return value
})

export interface PoolOptions {
  readonly url: string
  /** Connections at most; 16–32 keep two cores of PostgreSQL busy without queueing inside it. */
  readonly connectionsMax: number
  readonly applicationName: string
}

/**
 * A pool whose statements are prepared once per connection: `pg` prepares only named statements, so each is named by
 * the hash of its text. Generic plans are forced because array parameters otherwise make PostgreSQL plan every time
 * (measured: half the hold throughput).
 */
export function openPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connectionsMax,
    application_name: options.applicationName,
    options:
      '-c plan_cache_mode=force_generic_plan -c timezone=UTC -c lock_timeout=8000 -c statement_timeout=30000',
    onConnect: prepareBegin,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    // A server that vanished without closing the connection is detected by TCP keep-alive, and no answer is awaited
    // longer than the server's statement timeout.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    query_timeout: 35_000,
  })
  listenForLoss(pool)
  return pool
}

/** Connections reserved for short work, in addition to those of the pool. */
const reservedConnections = 2

/** A pool with the same settings as another; it has no connection until one is needed. */
export function reserveOf({ options }: pg.Pool): pg.Pool {
  const reserve = new pg.Pool({ ...options, min: 0, max: reservedConnections })
  listenForLoss(reserve)
  return reserve
}

function listenForLoss(pool: pg.Pool): void {
  // A connection closed by the server must not end the process: the pool reports idle ones, and removes its own
  // listener from those in use. Users of the connection learn of it when their statement fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.on('notice', ({ message = '' }) => recordWarning(client, message))
  })
}

/** By text; null for what is not prepared. */
const names = new Map<string, string | null>()
/**
 * A process that runs all parts prepares over a thousand texts; beyond this limit a transaction costs one more round
 * trip.
 */
const namesMax = 5_000

/** A single statement that PostgreSQL plans: not a script, nor one such as `rollback`. */
const planned = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i

/**
 * The prepared-statement name of a text, undefined when it is not to be prepared; bounded, since texts built from lists
 * of columns may vary.
 */
export function statementName(text: string, hasValues: boolean): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known ?? undefined
  if (names.size >= namesMax) return undefined
  const name =
    hasValues || planned.test(text)
      ? `s${createHash('sha1').update(text).digest('base64url').slice(0, 20)}`
      : null
  names.set(text, name)
  return name ?? undefined
}
