/** Which sessions a session waits for, seen by another one, since the waiting one can ask nothing. */
import pg from 'pg'

/** One statement that waits for a lock, and what it waits for. */
export interface LockWait {
  readonly statement: string
  /** Sessions that have the lock, or were there before: `412 (bileti-server, idle in transaction for 25 s: select …)`. */
  readonly behind: readonly string[]
}

const lookMilliseconds = 100
const shownLength = 120

const lookStatement = `
  select waiting.query as statement, format('%s (%s, %s for %s s: %s)', other.pid,
    coalesce(nullif(other.application_name, ''), other.backend_type), other.state,
    round(extract(epoch from clock_timestamp() - coalesce(other.xact_start, other.query_start))),
    left(regexp_replace(other.query, '\\s+', ' ', 'g'), ${shownLength})) as behind
  from pg_stat_activity waiting
  join pg_stat_activity other on other.pid = any(pg_blocking_pids(waiting.pid))
  where waiting.pid = $1 and waiting.wait_event_type = 'Lock'
  order by other.xact_start`

export interface LockWatch {
  /** The last wait that was seen since the last call; null if there was none. */
  take(): LockWait | null
  close(): Promise<void>
}

/** Looks from time to time what the session waits for. Connects only when that is needed, and never fails. */
export function watchLocks(url: string, pid: number): LockWatch {
  let last: LockWait | null = null
  let client: Promise<pg.Client | null> | null = null
  let looking: Promise<void> | null = null
  const look = async (): Promise<void> => {
    const open = await (client ??= connect(url))
    const found = await open
      ?.query<{ statement: string; behind: string }>(lookStatement, [pid])
      .catch(() => null)
    const rows = found?.rows ?? []
    if (rows[0])
      last = { statement: brief(rows[0].statement), behind: rows.map(({ behind }) => behind) }
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = null))
  }, lookMilliseconds)
  return {
    take() {
      const taken = last
      last = null
      return taken
    },
    async close() {
      clearInterval(timer)
      await looking
      await (await client)?.end()
    },
  }
}

async function connect(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'bileti-migrate-watch',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  return client.connect().then(
    () => client,
    () => null,
  )
}

function brief(text: string): string {
  const line = text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > shownLength ? `${line.slice(0, shownLength)}…` : line
}
