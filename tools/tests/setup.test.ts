/**
 * Goal: an empty installation gets an operator, an organiser and a venue by one command. Method: its rows are written
 * to a migrated database, twice, from the example file and from wrong ones.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { passwordFits } from '#modules/accounts/server/public-api.ts'
import { ConfigError } from '#platform/config.ts'
import { openTestContext, testClock, type TestContext } from '../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { readFirstRows, writeFirstRows } from '../first-rows.ts'

const example = 'deploy/first-rows.example.json'
let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url, testClock(new Date()))
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

async function setUp(file: string): Promise<string[]> {
  const given = await readFirstRows(file)
  return context.db.transaction().execute((inside) => writeFirstRows(inside, given))
}

async function counts(): Promise<unknown> {
  const tables = ['api_key', 'category', 'subcategory', 'fee_rule', 'merchant', 'venue', 'staff']
  const columns = [...tables, 'customer'].map(
    (table) => `(select count(*)::int from ${table}) ${table}`,
  )
  return (await sql`select ${sql.raw(columns.join(', '))}`.execute(context.db)).rows[0]
}

test('writes the first rows once; the printed passwords are those of the accounts', async () => {
  const [operator, owner] = await setUp(example)
  const { rows } = await sql<{ operator: string; owner: string; venue: string }>`
    select
      (select password_hash from customer
        where email = 'you@theatre.example' and role = 'operator') as operator,
      (select s.password_hash from staff s join merchant m on m.id = s.merchant_id
        where s.email = 'box-office@theatre.example' and s.role = 'owner'
          and m.slug = 'theatre') as owner,
      (select slug from venue) as venue`.execute(context.db)
  const passwordOf = (line = '') => /: (\w+)/.exec(line)?.[1] ?? ''
  expect(await passwordFits(rows[0]?.operator ?? '', passwordOf(operator))).toBe(true)
  expect(await passwordFits(rows[0]?.owner ?? '', passwordOf(owner))).toBe(true)
  expect(rows[0]?.venue).toBe('theatre-hall')
  const before = await counts()
  expect(await setUp(example)).toEqual([])
  expect(await counts()).toEqual(before)
})

test('a wrong file is refused with its reason and changes nothing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bileti-setup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'first.json')
  const before = await counts()
  const good = JSON.parse(await readFile(example, 'utf8')) as { venues: object[] }
  const venues = [...good.venues, { ...good.venues[0], slug: 'second', latitude: 100 }]
  for (const content of ['{', JSON.stringify({ ...good, venues })]) {
    await writeFile(file, content)
    await expect(setUp(file)).rejects.toThrow(ConfigError)
    await expect(setUp(file)).rejects.toThrow(file)
  }
  await expect(setUp(path.join(folder, 'missing.json'))).rejects.toThrow(ConfigError)
  expect(await counts()).toEqual(before)
})
