import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { modules } from './layers.ts'
import { tableViolations, unlistedTables } from './table-check.ts'
import { sharedViews, tableOwners } from './tables.ts'

/**
 * Goal: no module's SQL uses another module's table. Method: the list of owners is compared with the migrations;
 * the code is searched for table names; each way of naming a table is tested with a sample.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

it('lists an existing owner for every table and shared view', async () => {
  expect(await unlistedTables(path.join(root, 'db/migrations'))).toEqual([])
  const owners = [...Object.keys(tableOwners), ...Object.keys(sharedViews)]
  for (const owner of owners.filter((name) => name.startsWith('modules/')))
    expect(modules).toHaveProperty(owner.slice('modules/'.length))
  const all = Object.values(tableOwners).flat()
  expect(new Set(all).size).toBe(all.length)
})

it('names tables in their owners’ SQL only', async () => {
  expect(await tableViolations(root)).toEqual([])
})

it.each([
  ["db.selectFrom('venue').selectAll()", 'venue'],
  ["db.selectFrom('venue as v').selectAll()", 'venue'],
  ["db.selectFrom(['venue', 'x'])", 'venue'],
  ["query.leftJoin('venue', 'venue.id', 'x.id')", 'venue'],
  ["db.updateTable('venue')", 'venue'],
  ["db.insertInto('venue')", 'venue'],
  ["db.deleteFrom('venue')", 'venue'],
  ['sql`select 1 from venue where true`', 'venue'],
  ['sql`select 1 from x join venue on true`', 'venue'],
  ['sql`delete from venue`', 'venue'],
  ['sql`insert into venue values (1)`', 'venue'],
  ['sql`update venue set name = 1`', 'venue'],
])('finds %s outside its owner only', async (code, table) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tables-'))
  try {
    for (const [file, text] of [
      ['src/modules/orders/server/store.ts', `// from venue\nexport const x = ${code}\n`],
      ['src/modules/catalogue/server/store.ts', `export const x = ${code}\n`],
      ['src/modules/orders/tests/store.test.ts', `export const x = ${code}\n`],
      ['src/modules/staff/server/store.ts', 'export const x = sql`from venue_summary`\n'],
    ] as const) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
      await writeFile(path.join(folder, file), text)
    }
    expect(await tableViolations(folder)).toEqual([
      { file: 'src/modules/orders/server/store.ts', table, owner: 'modules/catalogue' },
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
