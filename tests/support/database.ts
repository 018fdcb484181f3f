import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

import { retiredPrefix } from './global-setup.ts'
import { allJobs } from '#apps/server/jobs.ts'
import { migrate } from '#platform/database/migrate.ts'
import { readMigrations } from '#platform/database/migration-file.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { seedDatabase } from '../../db/seeds/seed.ts'

/** Two workers that need the same template build it once. */
const templateLock = 6_140_024

export interface TestDatabase {
  /** `postgres://…` of a new database, migrated and without content. */
  readonly url: string
  /** Closes all its connections and makes it unreachable. */
  drop(): Promise<void>
}

/** The day that the dates of `demoDatabase` are relative to: a Tuesday, two in the afternoon in Tbilisi. */
export const demoDay = new Date('2026-12-01T10:00:00Z')

/**
 * A new database with its schema and job queues. It is copied from a template that is built only when a migration
 * or a job changes. Call it once per test file (`beforeAll`) and drop it at the end (`afterAll`).
 */
export function testDatabase(): Promise<TestDatabase> {
  return copyOf(ensureTemplate)
}

/** Like `testDatabase`, with the demo's content as of `demoDay`, which is written once per test run. */
export function demoDatabase(): Promise<TestDatabase> {
  return copyOf(ensureDemoTemplate)
}

async function copyOf(ensure: (client: pg.Client) => Promise<string>): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await withServer(async (client) => {
    const template = await ensure(client)
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  })
  return {
    url: addressOf(name),
    drop: () => withServer((client) => retireDatabase(client, name)),
  }
}

/**
 * Renames the database so that it is unreachable; its files are deleted at the end of the run. Ext4 without a
 * journal, common on virtual machines, skips every inode freed within the last minutes when it looks for a free
 * one: deleting thousands of files during the run makes each following copy several times slower.
 *
 * A rename waits some seconds for connections that are closing. Forced termination is the second attempt, because a
 * connection killed while it closes reports an error that nothing handles any more.
 */
async function retireDatabase(client: pg.Client, name: string): Promise<void> {
  const retired = name.replace('test_', retiredPrefix)
  const rename = `ALTER DATABASE ${name} RENAME TO ${retired}`
  try {
    await client.query(rename)
  } catch {
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
      [name],
    )
    await client.query(rename)
  }
  if (inject('dropsAtOnce')) await client.query(`DROP DATABASE IF EXISTS ${retired} WITH (FORCE)`)
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

/** The template's name is a digest of migrations and jobs, so that a change creates a new template. */
async function ensureTemplate(client: pg.Client): Promise<string> {
  const digest = createHash('sha256')
  for (const migration of await readMigrations())
    digest.update(`${migration.name}${migration.digest}`)
  digest.update(JSON.stringify(allJobs))
  const key = digest.digest('hex').slice(0, 16)
  return ensureDatabase(client, `template_${key}`, {
    key,
    from: 'template0',
    async fill(url) {
      await migrate(url)
      const jobs = await openJobs({
        url,
        jobs: allJobs,
        supervise: false,
        onError(error) {
          throw error
        },
      })
      await jobs.stop()
    },
  })
}

/** Specific to one test run, because its content depends on much of the code. */
async function ensureDemoTemplate(client: pg.Client): Promise<string> {
  const empty = await ensureTemplate(client)
  const key = createHash('sha256')
    .update(`demo ${inject('runId')}`)
    .digest('hex')
    .slice(0, 16)
  // Named like a test database, so that the next run removes it.
  return ensureDatabase(client, `test_${key}`, {
    key,
    from: empty,
    fill: (url) => seedDatabase({ url, log: () => {}, now: demoDay }),
  })
}

/** Creates and fills a database to be copied, unless it exists. */
async function ensureDatabase(
  client: pg.Client,
  name: string,
  {
    key,
    from,
    fill,
  }: {
    readonly key: string
    readonly from: string
    readonly fill: (url: string) => Promise<void>
  },
): Promise<string> {
  if (await exists(client, name)) return name
  await client.query('SELECT pg_advisory_lock($1)', [templateLock])
  try {
    if (await exists(client, name)) return name
    const unfinished = `unfinished_${key}`
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE ${from}`)
    await fill(addressOf(unfinished))
    // A template accepts no connections, because one would block every copy.
    const isTemplate = name.startsWith('template_')
    await client.query(
      `ALTER DATABASE ${unfinished} WITH IS_TEMPLATE ${isTemplate} ALLOW_CONNECTIONS false`,
    )
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
    return name
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [templateLock])
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  return rowCount === 1
}
