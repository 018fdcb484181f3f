/**
 * Goal: no balance is ever negative, and every balance equals its postings. Method: random concurrent operations on a
 * real database (`SEED=` replays a run), races for one balance, and direct queries of the database.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  customerAccount,
  postHold,
  postTransfer,
  readAvailable,
  takeHold,
  voidHold,
} from '#modules/wallet/server/public-api.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { readMovements } from '../server/balances.ts'
import { readIban } from '../server/iban.ts'
import { ledgerViolations } from './ledger-checks.ts'
import { runRounds, rounds } from './random-operations.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

let database: TestDatabase
let context: TestContext

beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
})
afterEach(async () => expect(await ledgerViolations(context)).toEqual([]))
afterAll(async () => {
  await context.close()
  await database.drop()
})

async function customerWith(amountMinor: number): Promise<string> {
  const id = context.random.uuid()
  await postTransfer(context, {
    idempotencyKey: id,
    kind: 'top-up',
    reference: id,
    postings: [
      { account: 'provider:tpay', currency: 'GEL', amountMinor },
      { account: customerAccount(id), currency: 'GEL', amountMinor: -amountMinor },
    ],
  })
  return id
}

const holdOf = (id: string, amountMinor: number) =>
  takeHold(context, {
    account: customerAccount(id),
    currency: 'GEL',
    amountMinor,
    reference: 'test',
  })

test('random concurrent operations keep the ledger consistent', async () => {
  const seed = seedOf('ledger', 20_261_122)
  await fc.assert(
    fc.asyncProperty(rounds(6), async (operations) => {
      await runRounds(context, operations)
      expect(await ledgerViolations(context)).toEqual([])
    }),
    { seed, numRuns: 12 },
  )
})

test('grants seven of fifty concurrent holds when the balance covers seven', async () => {
  const id = await customerWith(700)
  const answers = await Promise.all(Array.from({ length: 50 }, () => holdOf(id, 100)))
  expect(answers.filter((answer) => answer.ok)).toHaveLength(7)
  expect(await readAvailable(context, id, 'GEL')).toBe(0)
})

test('ends a hold once when it is posted and voided concurrently', async () => {
  const id = await customerWith(500)
  const hold = await holdOf(id, 300)
  const holdId = hold.ok ? hold.value.id : ''
  const to = { account: 'order:x', kind: 'spend', reference: 'x' }
  const ends = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? postHold(context, holdId, to) : voidHold(context, holdId),
    ),
  )
  expect(ends.filter(Boolean)).toHaveLength(1)
  expect([200, 500]).toContain(await readAvailable(context, id, 'GEL'))
})

test.each([0, -1, 0.5, Number.NaN, 2 ** 60])('throws for a hold of %s', async (amountMinor) => {
  const id = await customerWith(500)
  await expect(holdOf(id, amountMinor)).rejects.toThrow(/Invariant/)
})

test('refuses a transfer that would post reserved money', async () => {
  const id = await customerWith(500)
  await holdOf(id, 400)
  const transfer = postTransfer(context, {
    idempotencyKey: `steal ${id}`,
    kind: 'spend',
    reference: 'x',
    postings: [
      { account: customerAccount(id), currency: 'GEL', amountMinor: 101 },
      { account: 'house:fees', currency: 'GEL', amountMinor: -101 },
    ],
  })
  await expect(transfer).rejects.toThrow(/ledger_balance_covered/)
})

test('keeps a separate balance for each currency', async () => {
  const id = await customerWith(500)
  const request = { account: customerAccount(id), currency: 'USD', amountMinor: 1 } as const
  expect(await takeHold(context, { ...request, reference: 'test' })).toMatchObject({
    ok: false,
    code: 'BalanceNotEnough',
  })
})

test('pages a statement without gap or overlap, and refuses changes of its entries', async () => {
  const id = await customerWith(1)
  for (let count = 2; count <= 7; count += 1) {
    await postTransfer(context, {
      idempotencyKey: `${id} ${count}`,
      kind: 'top-up',
      reference: String(count),
      postings: [
        { account: 'provider:tpay', currency: 'GEL', amountMinor: count },
        { account: customerAccount(id), currency: 'GEL', amountMinor: -count },
      ],
    })
  }
  const first = await readMovements(context, id, { currency: 'GEL', most: 3 })
  const second = await readMovements(context, id, { currency: 'GEL', before: 5, most: 10 })
  expect(first.map((movement) => movement.number)).toEqual([7, 6, 5])
  expect(second.map((movement) => movement.number)).toEqual([4, 3, 2, 1])
  expect(first[0]).toMatchObject({ amount: { amount: 7 }, balance: { amount: 28 } })
  await expect(sql`delete from ledger_movement`.execute(context.db)).rejects.toThrow(/append-only/)
})

test('records many postings of one statement with the same movements and balances as single ones', async () => {
  const [one, two] = [await customerWith(10), await customerWith(20)]
  await sql`
    with head as (
      insert into ledger_transfer (id, idempotency_key, kind, reference, occurred_at)
      select gen_random_uuid(), ${one} || n, 'top-up', 'many', ${context.clock.now()}::timestamptz
      from generate_series(1, 500) n returning id
    )
    insert into ledger_posting (transfer_id, account_id, amount_minor)
    select head.id, a.id, case when a.code like 'customer:%' then -1 else 2 end
    from head, ledger_account a
    where a.code in ('provider:tpay', ${customerAccount(one)}, ${customerAccount(two)}) and a.currency = 'GEL'
  `.execute(context.db)
  expect(await readAvailable(context, one, 'GEL')).toBe(510)
  expect(await readAvailable(context, two, 'GEL')).toBe(520)
  const page = await readMovements(context, two, { currency: 'GEL', before: 4, most: 9 })
  expect(page.map((movement) => movement.balance.amount)).toEqual([22, 21, 20])
})

test.each([
  'update ledger_balance set posted_minor = posted_minor - 1',
  'update ledger_balance set movement_count = 0',
  'delete from ledger_balance',
  'insert into ledger_balance (account_id, posted_minor) select id, -5 from ledger_account where code = $$house:fees$$',
  `insert into ledger_movement (account_id, number, transfer_id, amount_minor, balance_minor)
    select account_id, number + 1000, transfer_id, amount_minor, balance_minor from ledger_movement limit 1`,
  'update ledger_movement set balance_minor = 0',
  'delete from ledger_posting',
  'update ledger_transfer set kind = $$x$$',
  'truncate ledger_movement',
  'truncate ledger_balance',
  'truncate ledger_transfer cascade',
  'truncate ledger_posting',
])('the database refuses: %s', async (statement) => {
  await postTransfer(context, {
    idempotencyKey: statement,
    kind: 'sale',
    reference: 'x',
    postings: [
      { account: 'order:x', currency: 'GEL', amountMinor: 5 },
      { account: 'house:fees', currency: 'GEL', amountMinor: -5 },
    ],
  })
  await customerWith(100)
  await expect(sql.raw(statement).execute(context.db)).rejects.toThrow(
    /append-only|moved by postings alone/,
  )
})

test.each([
  ['GE29NB0000000101904917', 'GE29NB0000000101904917'],
  ['ge29 nb00 0000 0101 9049 17', 'GE29NB0000000101904917'],
  ['GE28NB0000000101904917', null],
  ['GE29NB0000000101904971', null],
  ['DE89370400440532013000', null],
  ['GE29NB000000010190491', null],
  ['', null],
])('reads the account number %s as %s', (given, read) => expect(readIban(given)).toBe(read))
