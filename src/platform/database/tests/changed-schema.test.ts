/**
 * Goal: a migration beneath a running server fails no statement and repeats none that was executed. Method: statements
 * are prepared by running them on a real PostgreSQL, a column is added by another connection, and they run again: alone,
 * at every place of a transaction, with the commit, at a stated isolation, on all connections of a pool.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ok } from '#kernel/result.ts'
import { inTransaction } from '#platform/context.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { executeLast, openDatabase, type Database } from '../database.ts'
import { isOutdatedPlan } from '../outdated-plans.ts'
import { openPool } from '../pool.ts'
import { repeatTransaction } from '../repeat-transaction.ts'

let database: TestDatabase
let context: TestContext
let db: Database
let owner: pg.Client
let columns = 0

beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  db = openDatabase(openPool({ url: database.url, connectionsMax: 3, applicationName: 'changed' }))
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(
    'create table kept (value int not null); create table other (value int not null)',
  )
})

afterAll(async () => {
  await Promise.all([db.destroy(), context.close(), owner.end()])
  await database.drop()
})

beforeEach(() => owner.query('truncate kept, other'))

const change = () => {
  columns += 1
  return owner.query(
    `alter table kept add column more_${columns} int; alter table other add column more_${columns} int`,
  )
}

const noted = async (table = 'kept') =>
  (await owner.query(`select value from ${table} order by value`)).rows.map(({ value }) => value)

const note = (on: Database, value: number, table = 'kept') =>
  sql<{
    value: number
  }>`insert into ${sql.table(table)} (value) values (${value}) returning *`.execute(on)

/** Every connection of the pool prepares what `work` runs. */
async function onAllConnections(work: (connection: Database) => Promise<unknown>): Promise<void> {
  const arrived = Promise.withResolvers<void>()
  let count = 0
  await Promise.all(
    [1, 2, 3].map(() =>
      db.connection().execute(async (connection) => {
        if (++count === 3) arrived.resolve()
        await arrived.promise
        await work(connection as Database)
      }),
    ),
  )
}

it('runs a statement again that was prepared before the change, once', async () => {
  await note(db, 1)
  await change()
  const { rows, numAffectedRows } = await note(db, 2)
  expect(rows).toEqual([expect.objectContaining({ value: 2, [`more_${columns}`]: null })])
  expect(numAffectedRows).toBe(1n)
  expect(await noted()).toEqual([1, 2])
})

it('finds out once for all connections', async () => {
  await onAllConnections((connection) => note(connection, 1))
  await change()
  await onAllConnections((connection) => note(connection, 2))
  expect(await noted()).toEqual([1, 1, 1, 2, 2, 2])
})

it('begins a transaction again whose first statement was refused, also with its commit', async () => {
  const both = async (value: number) =>
    db.transaction().execute(async (inside) => {
      await note(inside, value)
      await sql`insert into other (value) values (${value})`.execute(inside)
    })
  const alone = (value: number) =>
    db
      .transaction()
      .execute((inside) =>
        executeLast(inside, sql`insert into kept (value) values (${value}) returning *`),
      )
  await onAllConnections((connection) => note(connection, 0))
  await both(1)
  await alone(2)
  await change()
  await both(3)
  await alone(4)
  expect(await noted()).toEqual([0, 0, 0, 1, 2, 3, 4])
  expect(await noted('other')).toEqual([1, 3])
})

it('repeats a whole transaction whose later statements were refused, and nothing of it is there twice', async () => {
  const tables = ['kept', 'other']
  let runs = 0
  const command = (value: number) =>
    inTransaction({ ...context, db }, async (inside) => {
      runs += 1
      await sql`insert into kept (value) values (${value * 10})`.execute(inside.db)
      for (const table of tables) await note(inside.db, value, table)
      await sql`insert into other (value) values (${value * 10})`.execute(inside.db)
      return ok(value)
    })
  await onAllConnections(async (connection) => {
    for (const table of tables) await note(connection, 0, table)
  })
  await command(1)
  await change()
  await owner.query('delete from kept where value = 0; delete from other where value = 0')
  runs = 0
  // Each of these finds connections that were prepared before; two statements are refused, one tells of both.
  expect(await Promise.all([2, 3, 4].map(command))).toEqual([ok(2), ok(3), ok(4)])
  expect(runs).toBeGreaterThan(3)
  expect(runs).toBeLessThanOrEqual(6)
  for (const table of tables) expect(await noted(table)).toEqual([1, 2, 3, 4, 10, 20, 30, 40])
})

it('repeats reads at one moment', async () => {
  const read = () =>
    repeatTransaction(context.log, () =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (moment) => (await sql`select * from kept`.execute(moment)).rows.length),
    )
  await note(db, 1)
  expect(await read()).toBe(1)
  await change()
  expect(await read()).toBe(1)
})

it('does so after several changes, and during them', async () => {
  const sale = { isOver: false }
  let written = 0
  const seller = async (turn: number) => {
    for (let index = 0; !sale.isOver || index < 20; index += 1) {
      await inTransaction({ ...context, db }, async (inside) => {
        await note(inside.db, turn)
        await note(inside.db, turn, 'other')
        return ok(null)
      })
      written += 1
    }
  }
  const selling = Promise.all([1, 2, 3, 4].map(seller))
  for (let round = 0; round < 5; round += 1) await change()
  sale.isOver = true
  await selling
  expect(await noted()).toHaveLength(written)
  expect(await noted('other')).toHaveLength(written)
})

it('takes another refusal for what it is', async () => {
  const refused = await sql`select lastval(), ${1}::int for update`
    .execute(db)
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Error)
  expect(isOutdatedPlan(refused)).toBe(false)
  expect(
    isOutdatedPlan(
      Object.assign(new Error('x'), { code: '0A000', routine: 'transformLockingClause' }),
    ),
  ).toBe(false)
})
