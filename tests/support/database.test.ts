/**
 * Goal: test files never see each other's data. Method: create two databases, write to one, read the other, and
 * check that both are migrated and that a dropped one no longer exists.
 */
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

import { readMigrations } from '#platform/database/migration-file.ts'
import { testDatabase } from './database.ts'
import { checkDisk } from './global-setup.ts'

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('gives each test file a migrated, separate database that can be dropped', async () => {
  const [first, second] = await Promise.all([testDatabase(), testDatabase()])
  const migrations = await readMigrations()
  expect(await query(first.url, 'SELECT name FROM migration ORDER BY name')).toEqual(
    migrations.map(({ name }) => ({ name })),
  )
  await query(first.url, 'CREATE TABLE only_here (value int)')
  await expect(query(second.url, 'SELECT FROM only_here')).rejects.toThrow(/does not exist/)
  await first.drop()
  await second.drop()
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow(/does not exist/)
})

test('a nearly full disk makes databases be dropped during the run, a full one ends it in one line', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  expect(checkDisk(20 * 2 ** 30)).toBe(false)
  expect(said).not.toHaveBeenCalled()
  expect(checkDisk(4 * 2 ** 30)).toBe(true)
  expect(said).toHaveBeenCalledOnce()
  expect(() => checkDisk(2 ** 29)).toThrow(/^0\.5 GB of disk are free/)
})
