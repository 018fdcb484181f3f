import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

import './global-setup.ts'
import { migrate, readMigrations } from '#platform/database/migrate.ts'

/** Two workers that want the same template build it once. */
const templateLock = 6_140_024

export interface TestDatabase {
  /** `postgres://…` of a database of the caller's own, migrated and empty of test data. */
  readonly url: string
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>
}

/**
 * A fresh, migrated database. It is copied from a template that is built only when a migration
 * changes. Call it once per test file (`beforeAll`) and drop it at the end (`afterAll`).
 */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await withServer(async (client) => {
    const template = await ensureTemplate(client)
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  })
  return {
    url: addressOf(name),
    drop: () => withServer((client) => dropDatabase(client, name)),
  }
}

/**
 * A plain drop waits some seconds for connections that are just closing. Force comes second: it kills
 * them, and a connection killed while it closes reports an error that nobody listens for any more.
 */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`DROP DATABASE IF EXISTS ${name}`)
  } catch {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}

function addressOf(database: string): string {
  const address = new URL(inject('postgresUrl'))
  address.pathname = `/${database}`
  return address.href
}

async function withServer<Value>(work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The template is named by what the migrations say, so a changed one gets another template. */
async function ensureTemplate(client: pg.Client): Promise<string> {
  const digest = createHash('sha256')
  for (const migration of await readMigrations())
    digest.update(`${migration.name}${migration.digest}`)
  const key = digest.digest('hex').slice(0, 16)
  const template = `template_${key}`
  if (await exists(client, template)) return template
  await client.query('SELECT pg_advisory_lock($1)', [templateLock])
  try {
    if (await exists(client, template)) return template
    const unfinished = `unfinished_${key}`
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0`)
    await migrate(addressOf(unfinished))
    // A template takes no connections, because one would block every copy of it.
    await client.query(`ALTER DATABASE ${unfinished} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`)
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
    return template
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [templateLock])
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  return rowCount === 1
}
