/**
 * Goal: money is neither created nor lost in the ledger. Method: transfers posted on a real database, repeatedly and
 * concurrently, with unbalanced postings, and attempts to change existing postings.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postTransfer, readBalance } from '#modules/wallet/server/public-api.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'

let database: TestDatabase
let context: TestContext

beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
})

afterAll(async () => {
  await context.close()
  await database.drop()
})

function capture(key: string, amountMinor: number) {
  return {
    idempotencyKey: key,
    kind: 'capture',
    reference: key,
    postings: [
      { account: 'provider:tpay', currency: 'GEL' as const, amountMinor },
      { account: `order:${key}`, currency: 'GEL' as const, amountMinor: -amountMinor },
    ],
  }
}

test('returns the sum of postings as balance, and zero for an unknown account', async () => {
  const before = await readBalance(context, 'provider:tpay', 'GEL')
  expect(await postTransfer(context, capture('a', 5_250))).toBe(true)
  expect(await readBalance(context, 'order:a', 'GEL')).toBe(-5_250)
  expect(await readBalance(context, 'provider:tpay', 'GEL')).toBe(before + 5_250)
  expect(await readBalance(context, 'order:a', 'USD')).toBe(0)
  expect(await readBalance(context, 'order:nobody', 'GEL')).toBe(0)
})

test('posts a transfer once per key, also under many concurrent requests', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => postTransfer(context, capture('b', 700))),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await readBalance(context, 'order:b', 'GEL')).toBe(-700)
})

test('refuses a different transfer under a used key', async () => {
  await postTransfer(context, capture('c', 100))
  await expect(postTransfer(context, capture('c', 101))).rejects.toThrow(/Invariant/)
  expect(await readBalance(context, 'order:c', 'GEL')).toBe(-100)
})

test.each([
  ['off by one', 100, -99],
  ['a fraction', 0.5, -0.5],
  ['all zero', 0, 0],
])('refuses postings: %s', async (_, debit, credit) => {
  const transfer = {
    ...capture('d', 1),
    postings: [
      { account: 'x', currency: 'GEL' as const, amountMinor: debit },
      { account: 'y', currency: 'GEL' as const, amountMinor: credit },
    ],
  }
  await expect(postTransfer(context, transfer)).rejects.toThrow(/Invariant/)
})

test('requires that each currency balances on its own', async () => {
  const transfer = {
    ...capture('e', 1),
    postings: [
      { account: 'x', currency: 'GEL' as const, amountMinor: 100 },
      { account: 'y', currency: 'USD' as const, amountMinor: -100 },
    ],
  }
  await expect(postTransfer(context, transfer)).rejects.toThrow(/Invariant/)
})

test('the database itself refuses an unbalanced transfer and changes to existing postings', async () => {
  await postTransfer(context, capture('f', 100))
  const half = context.db.transaction().execute(async (db) => {
    const transfer = await db
      .insertInto('ledger_transfer')
      .values({
        id: context.random.uuid(),
        idempotency_key: 'half',
        kind: 'capture',
        reference: 'half',
        occurred_at: context.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const account = await db.selectFrom('ledger_account').select('id').executeTakeFirstOrThrow()
    await db
      .insertInto('ledger_posting')
      .values({ transfer_id: transfer.id, account_id: account.id, amount_minor: 5 })
      .execute()
  })
  await expect(half).rejects.toThrow(/does not balance/)
  const change = context.db.updateTable('ledger_posting').set({ amount_minor: 1 }).execute()
  await expect(change).rejects.toThrow(/append-only/)
  await expect(context.db.deleteFrom('ledger_transfer').execute()).rejects.toThrow(/append-only/)
})
