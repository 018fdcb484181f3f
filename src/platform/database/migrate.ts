import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../../../db/migrations/', import.meta.url)

/** Any 64-bit number of our own: two starting processes migrate one after the other. */
const migrationLock = 7_221_034_118

interface Migration {
  readonly name: string
  readonly text: string
  readonly digest: string
}

/** The plain SQL files of `db/migrations`, in order of their names. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, digest: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Brings the database up to the newest migration, each file in a separate transaction. Throws when an applied file
 * has changed since: history is not rewritten.
 */
export async function migrate(url: string): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A connection that breaks fails the statement under way, which is enough.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists migration (
      name text primary key, digest text not null, applied_at timestamptz not null default now())`)
    const done = new Map<string, string>(
      (
        await client.query<{ name: string; digest: string }>('select name, digest from migration')
      ).rows.map((row) => [row.name, row.digest]),
    )
    const applied: string[] = []
    for (const migration of await readMigrations()) {
      const digest = done.get(migration.name)
      if (digest === migration.digest) continue
      if (digest !== undefined)
        throw new Error(`Migration ${migration.name} has changed after it was applied`)
      await apply(client, migration)
      applied.push(migration.name)
    }
    return { applied }
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
    return (await readMigrations()).map(({ name }) => name).filter((name) => !names.has(name))
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.text)
    await client.query('insert into migration (name, digest) values ($1, $2)', [
      migration.name,
      migration.digest,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
