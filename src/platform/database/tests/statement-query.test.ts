/**
 * Goal: a transaction costs no round trip for its `begin` and is still atomic; short work does not queue behind long
 * work; every value arrives unchanged. Method: transactions on a real PostgreSQL; the messages sent are counted at the
 * client.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { executeLast, openDatabase, withReserve, type Database } from '../database.ts'
import { fixedStatement } from '../fixed-statement.ts'
import { openPool } from '../pool.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase(openPool({ url: database.url, connectionsMax: 1, applicationName: 'opening' }))
  await sql`create table noted (value int primary key)`.execute(db)
})

afterAll(async () => {
  await db.destroy()
  await database.drop()
})

beforeEach(async () => {
  await sql`delete from noted`.execute(db)
})

const note = (on: Database, value: number) =>
  sql`insert into noted (value) values (${value})`.execute(on)

async function noted(): Promise<number[]> {
  const { rows } = await sql<{ value: number }>`select value from noted order by value`.execute(db)
  return rows.map(({ value }) => value)
}

it('sends begin with the first statement: a transaction of one is two round trips', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await db.transaction().execute((inside) => note(inside, 1))
    // Counts this database only: test files that share the process may use other clients.
    const name = new URL(database.url).pathname.slice(1)
    const clients = sent.mock.contexts as pg.Client[]
    expect(clients.filter((client) => client.database === name)).toHaveLength(2)
  } finally {
    sent.mockRestore()
  }
  expect(await noted()).toEqual([1])
})

it('takes the first statement back with the others', async () => {
  const broken = db.transaction().execute(async (inside) => {
    await note(inside, 1)
    await note(inside, 2)
    throw new Error('no further')
  })
  await expect(broken).rejects.toThrow('no further')
  expect(await noted()).toEqual([])
})

it('is free again after a first statement that fails, prepared or not', async () => {
  await note(db, 1)
  for (let turn = 0; turn < 2; turn += 1) {
    const again = db.transaction().execute((inside) => note(inside, 1))
    await expect(again).rejects.toThrow(/duplicate key/)
    const wrong = db
      .transaction()
      .execute((inside) => sql`select no_such_column, ${turn}::int`.execute(inside))
    await expect(wrong).rejects.toThrow(/does not exist/)
  }
  await db.transaction().execute((inside) => note(inside, 2))
  expect(await noted()).toEqual([1, 2])
})

it('takes statements without parameters, and rows', async () => {
  const rows = await db.transaction().execute(async (inside) => {
    await sql`insert into noted (value) values (7)`.execute(inside)
    return (await sql`select value from noted`.execute(inside)).rows
  })
  expect(rows).toEqual([{ value: 7 }])
  const first = await db
    .transaction()
    .execute((inside) => sql`select value from noted where value > ${6}`.execute(inside))
  expect(first.rows).toEqual([{ value: 7 }])
})

it('asks nothing of PostgreSQL for a transaction without a statement', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await db.transaction().execute(async () => {})
    await expect(
      db.transaction().execute(() => Promise.reject(new Error('nothing done'))),
    ).rejects.toThrow('nothing done')
    expect(sent).not.toHaveBeenCalled()
  } finally {
    sent.mockRestore()
  }
})

it('gives short work a connection while all others are taken', async () => {
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const long = db.transaction().execute(async (inside) => {
    await note(inside, 1)
    begun.resolve()
    await released.promise
  })
  await begun.promise
  await note(withReserve(db), 2)
  released.resolve()
  await long
  expect(await noted()).toEqual([1, 2])
})

it('sends commit with the last statement, and nothing of it stands when that fails', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const last = (inside: Database, value: number) =>
    executeLast(
      inside,
      sql<{ value: number }>`insert into noted (value) values (${value}) returning value`,
    )
  try {
    const { rows } = await db.transaction().execute(async (inside) => {
      await note(inside, 1)
      return last(inside, 2)
    })
    expect(rows).toEqual([{ value: 2 }])
    const name = new URL(database.url).pathname.slice(1)
    const clients = sent.mock.contexts as pg.Client[]
    expect(clients.filter((client) => client.database === name)).toHaveLength(2)
  } finally {
    sent.mockRestore()
  }
  const twice = db.transaction().execute(async (inside) => {
    await note(inside, 3)
    return last(inside, 2)
  })
  await expect(twice).rejects.toThrow('duplicate key')
  expect(await noted()).toEqual([1, 2])
})

it('refuses a statement after the last one, which would be in no transaction', async () => {
  const more = db.transaction().execute(async (inside) => {
    await note(inside, 1)
    await executeLast(inside, sql`insert into noted (value) values (${2})`)
    await note(inside, 3)
  })
  await expect(more).rejects.toThrow('after the commit')
  expect(await noted()).toEqual([1, 2])
})

it('commits a transaction whose first statement is its last, in one round trip', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await db
      .transaction()
      .execute((inside) => executeLast(inside, sql`insert into noted (value) values (${1})`))
    const name = new URL(database.url).pathname.slice(1)
    const clients = sent.mock.contexts as pg.Client[]
    expect(clients.filter((client) => client.database === name)).toHaveLength(1)
  } finally {
    sent.mockRestore()
  }
  expect(await noted()).toEqual([1])
})

it('sends and reads every kind of value, described or not', async () => {
  const values = {
    text: "ქართული “quoted”, \\ and '",
    empty: '',
    long: 'ა'.repeat(70_000),
    nothing: null,
    bytes: Buffer.from([0, 255, 1]),
    when: new Date('2026-11-23T01:02:03.456Z'),
    numbers: [1, null, 3],
    names: ['a"b', 'c\\d', 'ე,{'],
    shape: { nested: ['ვ'] },
    big: 9_007_199_254_740_991,
    yes: true,
  }
  for (let turn = 0; turn < 2; turn += 1) {
    const { rows } = await sql`
      select ${values.text}::text as text, ${values.empty}::text as empty, ${values.long}::text as long,
        ${values.nothing}::text as nothing, ${values.bytes}::bytea as bytes,
        ${values.when}::timestamptz as "when", ${values.numbers}::int[] as numbers,
        ${values.names}::text[] as names, ${values.shape}::jsonb as shape, ${values.big}::bigint as big,
        ${values.yes}::boolean as yes`.execute(db)
    expect(rows).toEqual([values])
  }
})

it('counts the rows that a statement without rows changes', async () => {
  const some = (turn: number) =>
    sql`insert into noted (value) select generate_series(${turn * 10}::int, ${turn * 10 + 2}::int)`.execute(
      db,
    )
  for (let turn = 0; turn < 2; turn += 1)
    expect(await some(turn)).toMatchObject({ rows: [], numAffectedRows: 3n })
})

it('reports a value that cannot be read, and the statement still works', async () => {
  const read = (number: string) => sql`select ${number}::bigint as number`.execute(db)
  await expect(read('9007199254740993')).rejects.toThrow(RangeError)
  expect((await read('12')).rows).toEqual([{ number: 12 }])
})

it('knows the columns of a statement whose first execution failed', async () => {
  const divide = (by: number) => sql`select 6 / ${by}::int as part`.execute(db)
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(2)).rows).toEqual([{ part: 3 }])
  expect((await divide(3)).rows).toEqual([{ part: 2 }])
})

it('prepares a statement without values, but no script', async () => {
  const text = 'select count(*)::int as prepared_without_values from noted'
  for (let turn = 0; turn < 2; turn += 1)
    expect((await sql.raw(text).execute(db)).rows).toEqual([{ prepared_without_values: 0 }])
  await sql.raw('insert into noted values (4); insert into noted values (5)').execute(db)
  expect(await noted()).toEqual([4, 5])
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement = ${text}`.execute(db)
  expect(rows).toHaveLength(1)
})

it('builds the text of a fixed statement once and sends a repeated value once', async () => {
  let built = 0
  const within = fixedStatement<{ from: number; to: number }, { value: number }>((value) => {
    built += 1
    return sql`select value from noted where value between ${value('from')}::int and ${value('to')}::int
      and value <> ${value('from')}::int order by value`
  })
  for (const value of [1, 2, 3, 4]) await note(db, value)
  expect((await within.execute(db, { from: 1, to: 3 })).rows).toEqual([{ value: 2 }, { value: 3 }])
  expect((await within.execute(db, { to: 4, from: 3 })).rows).toEqual([{ value: 4 }])
  expect(built).toBe(1)
  expect(within.with(db, { from: 5, to: 6 }).parameters).toEqual([5, 6])
})
