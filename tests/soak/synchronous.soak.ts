/**
 * Goal: a commit that only one machine has is never acknowledged. Method: a PostgreSQL that waits for a standby
 * that does not exist, and commits that an operator cancels while they wait; PostgreSQL itself then reports
 * success.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { DatabaseUnavailable } from '#platform/database/unavailable.ts'
import { startPostgres, type RunningPostgres } from '#platform/postgres/start-postgres.ts'

let folder: string
let server: RunningPostgres
let db: Database

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-synchronous-'))
  await chmod(folder, 0o711)
  server = await startPostgres({ dataDirectory: path.join(folder, 'postgres') })
  db = openDatabase(openPool({ url: server.url, connectionsMax: 2, applicationName: 'test' }))
  await sql`create table sale (number integer)`.execute(db)
  await reconfigure(`alter system set synchronous_standby_names = 'nobody'`)
})
afterAll(async () => {
  await reconfigure('alter system reset synchronous_standby_names')
  await db?.destroy()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function reconfigure(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(statement)
  await client.query('select pg_reload_conf()')
  // The setting is applied by a signal.
  await client.query('select pg_sleep(0.2)')
  await client.end()
}

/** Cancels statements that wait for the standby, as soon as they do. */
async function cancelWaiting(): Promise<void> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const cancelled = async () =>
    (
      await client.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
      )
    ).rowCount
  await expect.poll(cancelled, { timeout: 10_000 }).toBe(1)
  await client.end()
}

test('reports the database as unavailable when a commit stops waiting for the standby', async () => {
  const together = db.transaction().execute(async (inside) => {
    await sql`insert into sale values (${1})`.execute(inside)
  })
  await Promise.all([expect(together).rejects.toThrow(DatabaseUnavailable), cancelWaiting()])
  const alone = sql`insert into sale values (${2})`.execute(db)
  await Promise.all([expect(alone).rejects.toThrow(DatabaseUnavailable), cancelWaiting()])
  const { rows } = await sql<{ number: number }>`select number from sale order by number`.execute(
    db,
  )
  // The rows exist locally and may be lost in a failover: no client received a success.
  expect(rows).toEqual([{ number: 1 }, { number: 2 }])
}, 60_000)
