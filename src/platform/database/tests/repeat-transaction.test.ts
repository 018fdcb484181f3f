import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fail, ok } from '#kernel/result.ts'
import { inTransaction } from '#platform/context.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { deadlocksMet } from '../repeat-transaction.ts'

/**
 * Goal: transactions that wait for each other all succeed, each once. Method: two transactions change two rows in opposite
 * order, and neither changes the second one before both have changed the first.
 */
let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  await sql`create table made (id int primary key, count int not null default 0)`.execute(
    context.db,
  )
  await sql`insert into made (id) values (1), (2)`.execute(context.db)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

test('a transaction that PostgreSQL ended because of a deadlock is repeated', async () => {
  const before = deadlocksMet()
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  let runs = 0
  const change = (first: number, second: number) =>
    inTransaction(context, async (inside) => {
      runs += 1
      const raise = (id: number) =>
        sql`update made set count = count + 1 where id = ${id}`.execute(inside.db)
      await raise(first)
      begun[first - 1]?.resolve()
      await Promise.all(begun.map(({ promise }) => promise))
      await raise(second)
      return ok(first)
    })
  const done = await Promise.all([change(1, 2), change(2, 1)])
  expect(done).toEqual([ok(1), ok(2)])
  // The repeated one can be first again, before the other one has been woken.
  const met = deadlocksMet() - before
  expect(met).toBeGreaterThan(0)
  expect(runs).toBe(2 + met)
  const { rows } = await sql<{ count: number }>`select count from made order by id`.execute(
    context.db,
  )
  expect(rows.map(({ count }) => count)).toEqual([2, 2])
})

test('a refusal and another error are not repeated', async () => {
  let runs = 0
  const refused = await inTransaction(context, async () => {
    runs += 1
    return fail('NotFound')
  })
  expect(refused).toEqual(fail('NotFound'))
  const broken = inTransaction(context, async ({ db }) => {
    runs += 1
    await sql`select 1 / 0`.execute(db)
    return ok(null)
  })
  await expect(broken).rejects.toThrow('division by zero')
  expect(runs).toBe(2)
})
