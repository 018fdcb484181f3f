import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { applyMigration, patienceMilliseconds } from './apply-migration.ts'
import { watchLocks } from './lock-waits.ts'
import { migrationNames, readMigrations, type Migration } from './migration-file.ts'

/** Any 64-bit number of our own: two starting processes migrate one after the other. */
const migrationLock = 7_221_034_118
const turnMilliseconds = 3_600_000
const turnPauseMilliseconds = 100

export interface MigrateOptions {
  /** Those of `db/migrations` by default. */
  readonly migrations?: readonly Migration[]
  /** Told when a migration gives way to whoever has its locks. */
  readonly report?: (line: string) => void
  /** How long a migration tries to get its locks. */
  readonly patience?: number
}

/**
 * Brings the database up to the newest migration, each file in a separate transaction unless it says otherwise. Throws when
 * an applied file has changed since: history is not rewritten.
 */
export async function migrate(
  url: string,
  { migrations, report = () => {}, patience = patienceMilliseconds }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'bileti-migrate',
    connectionTimeoutMillis: 10_000,
  })
  // A connection that breaks fails the statement under way, which is enough.
  client.on('error', () => {})
  await client.connect()
  try {
    await waitForTurn(client)
    await client.query(`create table if not exists migration (
      name text primary key, digest text not null, applied_at timestamptz not null default now())`)
    const done = new Map<string, string>(
      (
        await client.query<{ name: string; digest: string }>('select name, digest from migration')
      ).rows.map((row) => [row.name, row.digest]),
    )
    const pending = (migrations ?? (await readMigrations())).filter(({ name, digest }) => {
      const known = done.get(name)
      if (known !== undefined && known !== digest)
        throw new Error(`Migration ${name} has changed after it was applied`)
      return known === undefined
    })
    if (pending.length > 0) await applyAll(pending, { url, client, report, patience })
    return { applied: pending.map(({ name }) => name) }
  } finally {
    await client.end()
  }
}

/** Names of the migrations of this release that the database does not have yet. Changes nothing. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string | null }>(
      `select to_regclass('migration')::text as name`,
    )
    const done = rows[0]?.name
      ? (await client.query<{ name: string }>('select name from migration')).rows
      : []
    const names = new Set(done.map(({ name }) => name))
    return (await migrationNames()).filter((name) => !names.has(name))
  } finally {
    await client.end()
  }
}

/**
 * Asks again and again instead of waiting in one statement: an index that is created concurrently waits for all statements
 * that began before, and would wait for that one.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  const deadline = performance.now() + turnMilliseconds
  const ask = 'select pg_try_advisory_lock($1) as "isOurs"'
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>(ask, [migrationLock])
    if (rows[0]?.isOurs) return
    if (performance.now() > deadline)
      throw new Error('Another process has been applying migrations for an hour')
    await pause(turnPauseMilliseconds)
  }
}

async function applyAll(
  pending: readonly Migration[],
  {
    url,
    client,
    report,
    patience,
  }: { url: string; client: pg.Client; report: (line: string) => void; patience: number },
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const watch = watchLocks(url, rows[0]?.pid ?? 0)
  try {
    for (const migration of pending)
      await applyMigration({ client, watch, report, patience }, migration)
  } finally {
    await watch.close()
  }
}
