import { randomUUID } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { startPostgres } from '#platform/postgres/start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test run's PostgreSQL server. */
    readonly postgresUrl: string
    /** Unique to this test run. */
    readonly runId: string
    /** Databases that no test needs any more are dropped at once, because the disk is nearly full. */
    readonly dropsAtOnce: boolean
  }
}

/** A run whose clock is moved (`npm run test:clock`) has a server of its own. */
const dataDirectory = fileURLToPath(
  new URL(
    process.env['FAKETIME'] === undefined
      ? '../../.cache/test-postgres'
      : '../../.cache/test-postgres-clock',
    import.meta.url,
  ),
)

/** The retired databases of a whole run take 3 GB, and what else a run writes, reports and logs, some more. */
const bytesForRetired = 6 * 2 ** 30
/** The databases that are in use at the same time. */
const bytesForRun = 2 ** 30

/** Prefix of databases that no test needs any more. */
export const retiredPrefix = 'retired_'

/** Every test run holds this lock shared, so that only a run without others deletes leftovers. */
const runLock = 6_140_023

/**
 * Starts one PostgreSQL for the whole test run; concurrent runs share it. Its data may be lost at any time, so it
 * never waits for the disk. With `LEAVE_RETIRED` the retired databases are left to a run that follows.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { keeper, stop } = await startTestPostgres(project)
  await dropRetired(keeper)
  return async () => {
    if (!process.env['LEAVE_RETIRED']) await dropRetired(keeper)
    await stop()
  }
}

/** Like the default, but retired databases are dropped meanwhile: for tests that copy no databases. */
export async function setUpDropping(project: TestProject): Promise<() => Promise<void>> {
  const { keeper, stop } = await startTestPostgres(project)
  const dropped = dropRetired(keeper)
  return async () => {
    await dropped
    await dropRetired(keeper)
    await stop()
  }
}

async function startTestPostgres(
  project: TestProject,
): Promise<{ readonly keeper: pg.Client; stop(): Promise<void> }> {
  const dropsAtOnce = checkDisk()
  const server = await startPostgres({
    dataDirectory,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      shared_buffers: '128MB',
      // For three test processes, some of which run two servers.
      max_connections: '300',
    },
  })
  const keeper = new pg.Client({ connectionString: server.url })
  await keeper.connect()
  await expectOurClock(keeper)
  await clearLeftovers(keeper)
  await keeper.query('SELECT pg_advisory_lock_shared($1)', [runLock])
  project.provide('postgresUrl', server.url)
  project.provide('runId', randomUUID())
  project.provide('dropsAtOnce', dropsAtOnce)
  return {
    keeper,
    async stop() {
      await keeper.end()
      await server.stop()
    },
  }
}

/** Whether the disk is too full to keep databases until the end of the run; throws when there is no room to test. */
export function checkDisk(free = diskFree()): boolean {
  const gigabytes = (free / 2 ** 30).toFixed(1)
  if (free < bytesForRun) {
    throw new Error(`${gigabytes} GB of disk are free below .cache; the tests need 1 GB at least.`)
  }
  if (free >= bytesForRetired) return false
  console.log(`${gigabytes} GB of disk are free: databases are dropped during the run (slower).`)
  return true
}

function diskFree(): number {
  const { bavail, bsize } = statfsSync(fileURLToPath(new URL('../..', import.meta.url)))
  return bavail * bsize
}

/** Runs of different clocks must not share a server. */
async function expectOurClock(keeper: pg.Client): Promise<void> {
  const { rows } = await keeper.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  const ahead = (rows[0]?.now.getTime() ?? Number.NaN) - Date.now()
  if (!(Math.abs(ahead) < 60_000))
    throw new Error(
      `The database's clock differs from ours by ${ahead} ms: a run with another clock uses ${dataDirectory}.`,
    )
}

/** Concurrent runs may find the same databases. */
async function dropRetired(keeper: pg.Client): Promise<void> {
  const { rows } = await keeper.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [retiredPrefix],
  )
  for (const { name } of rows) await keeper.query(`DROP DATABASE IF EXISTS ${name}`).catch(() => {})
}

/** Drops leftovers of killed runs and templates of older migrations, but not retired databases. */
async function clearLeftovers(keeper: pg.Client): Promise<void> {
  const { rows: locks } = await keeper.query<{ alone: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS alone',
    [runLock],
  )
  if (!locks[0]?.alone) return
  const { rows } = await keeper.query<{ name: string; is_template: boolean }>(
    `SELECT datname AS name, datistemplate AS is_template FROM pg_database
      WHERE datname ~ '^(test|template|unfinished)_[0-9a-f]{16}$'
      ORDER BY datistemplate DESC, oid DESC`,
  )
  const newestTemplate = rows.find((row) => row.is_template)
  for (const { name, is_template: isTemplate } of rows) {
    if (name === newestTemplate?.name) continue
    if (isTemplate) await keeper.query(`ALTER DATABASE ${name} IS_TEMPLATE false`)
    await keeper.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  await keeper.query('SELECT pg_advisory_unlock($1)', [runLock])
}
