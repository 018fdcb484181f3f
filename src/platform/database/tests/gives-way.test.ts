/**
 * Goal: a migration beneath a shop that sells stops nobody. Method: a reader holds a table on a real PostgreSQL while a
 * migration wants to change it and others write; an index is left invalid; rows are changed in batches.
 */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { migrate } from '../migrate.ts'
import { migrationOf, statementsOf } from '../migration-file.ts'

let database: TestDatabase
let owner: pg.Client
let seller: pg.Client
let number = 9_000

beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client({ connectionString: database.url })
  seller = new pg.Client({ connectionString: database.url })
  await Promise.all([owner.connect(), seller.connect()])
})

afterAll(async () => {
  await Promise.all([owner.end(), seller.end()])
  await database.drop()
})

beforeEach(() =>
  owner.query(
    'drop table if exists sold; create table sold (id int generated always as identity, value int)',
  ),
)

const fileOf = (text: string) => migrationOf(`${(number += 1)}-made.sql`, text)

const sell = (value = 1) => seller.query('insert into sold (value) values ($1)', [value])

const count = async (condition = 'true') =>
  Number((await owner.query(`select count(*) from sold where ${condition}`)).rows[0].count)

async function reader() {
  const client = new pg.Client({ connectionString: database.url, application_name: 'long reader' })
  await client.connect()
  await client.query('begin; select count(*) from sold')
  return client
}

it('lets orders pass while somebody reads for long, says who it is, and comes through afterwards', async () => {
  const reading = await reader()
  const lines: string[] = []
  const done = migrate(database.url, {
    migrations: [fileOf('-- A note.\nalter table sold add column note text')],
    report: (line) => void lines.push(line),
  })
  const { rows } = await reading.query('select pg_backend_pid() as pid')
  const waits = `"alter table sold add column note text" waits behind ${rows[0].pid} (long reader, idle in transaction`
  await expect
    .poll(() => lines.join('\n'), { message: 'the migration gives way', timeout: 30_000 })
    .toContain(waits)
  // All of these end while the reader still has its lock; behind a migration that waits they would not.
  for (let order = 0; order < 20; order += 1) await sell()
  expect(await count()).toBe(20)
  await reading.query('commit')
  await reading.end()
  expect((await done).applied).toHaveLength(1)
  await owner.query("update sold set note = ''")
}, 60_000)

it('gives up when the lock is never free, and has changed nothing', async () => {
  const reading = await reader()
  const file = fileOf('create table beside (id int); alter table sold add column note text')
  await expect(migrate(database.url, { migrations: [file], patience: 3_000 })).rejects.toThrow(
    /9\d+-made\.sql failed: .*lock timeout for 3 s: .*alter table sold .*long reader/,
  )
  await reading.end()
  expect((await owner.query("select to_regclass('beside') as beside")).rows).toEqual([
    { beside: null },
  ])
  await migrate(database.url, { migrations: [file] })
}, 60_000)

it('creates an index while the table is written, and anew when a crash left it invalid', async () => {
  for (const value of [1, 1]) await sell(value)
  const file = fileOf(
    '-- outside a transaction\ncreate unique index concurrently sold_value on sold (value)',
  )
  const isValid = async () =>
    (
      await owner.query(
        `select indisvalid from pg_index where indexrelid = to_regclass('sold_value')`,
      )
    ).rows
  await expect(migrate(database.url, { migrations: [file] })).rejects.toThrow(
    'could not create unique index',
  )
  expect(await isValid()).toEqual([{ indisvalid: false }])
  await owner.query('delete from sold where id = (select max(id) from sold)')
  // An index that is created waits for transactions before it; those after it go on.
  await owner.query('begin; insert into sold (value) values (2)')
  const done = migrate(database.url, { migrations: [file] })
  await expect
    .poll(
      async () =>
        (
          await seller.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%sold_value%'`,
          )
        ).rowCount,
      { message: 'the index waits for the open transaction', timeout: 20_000 },
    )
    .toBe(1)
  await sell(3)
  await owner.query('commit')
  expect((await done).applied).toHaveLength(1)
  expect(await isValid()).toEqual([{ indisvalid: true }])
}, 60_000)

it('does not wait for another migrator that waits for its turn', async () => {
  const index = fileOf(
    '-- outside a transaction\ncreate index concurrently sold_turn on sold (value)',
  )
  const both = [index, fileOf('alter table sold add column turn int')]
  await sell()
  await owner.query('begin; insert into sold (value) values (2)')
  const runs = [
    migrate(database.url, { migrations: both }),
    migrate(database.url, { migrations: both }),
  ]
  await expect
    .poll(
      async () =>
        (
          await seller.query(
            `select from pg_stat_activity where application_name = 'bileti-migrate'`,
          )
        ).rowCount,
      { message: 'both migrate', timeout: 20_000 },
    )
    .toBe(2)
  await owner.query('commit')
  const applied = (await Promise.all(runs)).map((each) => each.applied.length)
  expect(applied.toSorted()).toEqual([0, 2])
}, 60_000)

it('changes rows in batches, each committed by itself', async () => {
  await owner.query('insert into sold (value) select null from generate_series(1, 25)')
  await owner.query(`
    create table batch (transaction_id xid8);
    create function note_batch() returns trigger language plpgsql as $$ begin
      insert into batch values (pg_current_xact_id()); return null; end $$;
    create trigger noted after update on sold for each statement execute function note_batch()`)
  await migrate(database.url, {
    migrations: [
      fileOf(`-- outside a transaction
        -- in batches
        update sold set value = id where id in (select id from sold where value is null order by id limit 10);
        alter table sold add constraint sold_has_value check (value is not null) not valid;
        alter table sold validate constraint sold_has_value`),
    ],
  })
  expect(await count('value = id')).toBe(25)
  expect((await owner.query('select distinct transaction_id from batch')).rowCount).toBe(4)
})

it('finds the statements of a file', () => {
  const text = `-- One; two.
    create table a (x text default ';'); /* ; */
    create function f() returns int language sql as $body$ select 1; $body$;
    insert into a values (E'it\\'s; so'), ('it''s; so')
    -- the end;`
  expect(statementsOf(text).map((statement) => statement.text.split('\n').at(-1)?.trim())).toEqual([
    `create table a (x text default ';')`,
    'create function f() returns int language sql as $body$ select 1; $body$',
    '-- the end;',
  ])
})
