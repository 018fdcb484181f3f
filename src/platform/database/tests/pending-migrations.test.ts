/**
 * Goal: no server of a release starts before the database is at that release. Method: the command that servers wait for,
 * on a database that lacks a migration and gets it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { testDatabase } from '../../../../tests/support/database.ts'
import { pendingMigrations } from '../migrate.ts'

test('a release waits for its last migration and for no other', async () => {
  const { url, drop } = await testDatabase()
  onTestFinished(drop)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  expect(await pendingMigrations(url)).toEqual([])
  const { rows } = await client.query(
    'delete from migration where name = (select max(name) from migration) returning name, digest',
  )
  expect(await pendingMigrations(url)).toEqual([rows[0].name])
  const waiting = spawn(process.execPath, ['tools/migrate.ts', '--wait'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void waiting.kill('SIGKILL'))
  // It looks by reading the table, so it waits for a lock of the table. Twice: it keeps looking.
  for (let look = 0; look < 2; look += 1) {
    await client.query('begin; lock table migration')
    const blocked = `select from pg_locks where relation = 'migration'::regclass and not granted`
    await expect
      .poll(async () => (await client.query(blocked)).rowCount, { timeout: 20_000 })
      .toBeGreaterThan(0)
    await client.query('rollback')
  }
  expect(waiting.exitCode).toBeNull()
  const ended = once(waiting, 'exit')
  // Migrations added by a later release are not waited for.
  await client.query(
    `insert into migration (name, digest) values ($1, $2), ('9999-later.sql', '')`,
    [rows[0].name, rows[0].digest],
  )
  expect(await ended).toEqual([0, null])
}, 30_000)
