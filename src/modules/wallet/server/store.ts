import { sql } from 'kysely'
import type { Currency } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { fixedStatement } from '#platform/database/fixed-statement.ts'
import type { Posting, Transfer } from './rules.ts'

/**
 * Inserts a transfer with its postings in one statement, so that it needs no separate transaction. Returns `false`
 * when its key has been used; waits for a concurrent insert with the same key.
 */
export async function insertTransfer(
  context: Context,
  transfer: Omit<Transfer, 'postings'>,
  postings: readonly Posting[],
): Promise<boolean> {
  const first = await tryToInsert(context, transfer, postings)
  if (!first.lacksAccount) return first.isPosted
  await openAccounts(context, postings)
  const second = await tryToInsert(context, transfer, postings)
  invariant(!second.lacksAccount, `the accounts of transfer ${transfer.idempotencyKey} exist`)
  return second.isPosted
}

async function tryToInsert(
  context: Context,
  transfer: Omit<Transfer, 'postings'>,
  postings: readonly Posting[],
): Promise<{ isPosted: boolean; lacksAccount: boolean }> {
  const opensAccounts = postings.some(({ account }) => account.startsWith(orderPrefix))
  const { rows } = await (opensAccounts ? postAndOpen : post).execute(context.db, {
    id: context.random.uuid(),
    idempotencyKey: transfer.idempotencyKey,
    kind: transfer.kind,
    reference: transfer.reference,
    at: context.clock.now(),
    codes: postings.map((posting) => posting.account),
    currencies: `{${postings.map((posting) => posting.currency).join()}}`,
    amounts: `{${postings.map((posting) => posting.amountMinor).join()}}`,
  })
  const [row] = rows
  invariant(row, 'the statement returns a row')
  return row
}

/** Of the codes of orders' own accounts, which are created by their first posting. */
const orderPrefix = 'order:'

interface PostingValues {
  readonly id: string
  readonly idempotencyKey: string
  readonly kind: string
  readonly reference: string
  readonly at: Date
  readonly codes: readonly string[]
  readonly currencies: string
  readonly amounts: string
}

function postingStatement(opensAccounts: boolean) {
  return fixedStatement<PostingValues, { isPosted: boolean; lacksAccount: boolean }>((value) => {
    const codes = sql`${value('codes')}::text[]`
    const currencies = sql`${value('currencies')}::char(3)[]`
    // An account that this statement creates is not visible to it.
    const opening = opensAccounts
      ? sql`
    wanted as materialized (
      select distinct code, currency from unnest(${codes}, ${currencies}) as wanted (code, currency)
    ), opened as (
      insert into ledger_account (code, currency)
      select code, currency from wanted
      where code like ${sql.lit(`${orderPrefix}%`)} and not exists (select from ledger_account a
        where a.code = wanted.code and a.currency = wanted.currency)
      order by code, currency
      on conflict (code, currency) do nothing returning id, code, currency
    ), known as (
      select a.id, a.code, a.currency from wanted join ledger_account a using (code, currency)
      union all select id, code, currency from opened
    ),`
      : sql``
    const known = opensAccounts ? sql`known` : sql`ledger_account`
    return sql`
    with ${opening} line as (
      select a.id as account_id, line.amount_minor
      from unnest(${codes}, ${currencies}, ${value('amounts')}::bigint[])
        as line (code, currency, amount_minor)
      left join ${known} a on a.code = line.code and a.currency = line.currency
    ), head as (
      insert into ledger_transfer (id, idempotency_key, kind, reference, occurred_at)
      select ${value('id')}::uuid, ${value('idempotencyKey')}, ${value('kind')}, ${value('reference')},
        ${value('at')}::timestamptz
      where not exists (select from line where account_id is null)
      on conflict (idempotency_key) do nothing returning id
    ), posted as (
      insert into ledger_posting (transfer_id, account_id, amount_minor)
      select head.id, line.account_id, line.amount_minor from head cross join line
      returning 1
    )
    select exists (select from posted) as "isPosted",
      exists (select from line where account_id is null) as "lacksAccount"`
  })
}

const post = postingStatement(false)
const postAndOpen = postingStatement(true)

/**
 * Creates missing accounts, in a fixed order to avoid deadlocks. An order's own account is created by its first
 * posting.
 */
async function openAccounts(context: Context, postings: readonly Posting[]): Promise<void> {
  await context.db
    .insertInto('ledger_account')
    .values(postings.map(({ account, currency }) => ({ code: account, currency })))
    .onConflict((conflict) => conflict.columns(['code', 'currency']).doNothing())
    .execute()
}

/** A posted transfer with its postings in no particular order, or null. */
export async function findTransfer(
  context: Context,
  idempotencyKey: string,
): Promise<{ kind: string; reference: string; postings: Posting[] } | null> {
  const rows = await context.db
    .selectFrom('ledger_transfer as transfer')
    .innerJoin('ledger_posting as posting', 'posting.transfer_id', 'transfer.id')
    .innerJoin('ledger_account as account', 'account.id', 'posting.account_id')
    .select(['kind', 'reference', 'code', 'currency', 'amount_minor'])
    .where('idempotency_key', '=', idempotencyKey)
    .execute()
  const [first] = rows
  if (!first) return null
  return {
    kind: first.kind,
    reference: first.reference,
    postings: rows.map((row) => ({
      account: row.code,
      currency: row.currency as Currency,
      amountMinor: row.amount_minor,
    })),
  }
}

/** Balance of an account: the stored row, or the sum of postings for accounts without one. */
export async function sumPostings(
  context: Context,
  account: string,
  currency: Currency,
): Promise<number> {
  const { rows } = await sql<{ balance: string | number }>`
    select coalesce(b.posted_minor,
      (select sum(p.amount_minor) from ledger_posting p where p.account_id = a.id), 0) as balance
    from ledger_account a left join ledger_balance b on b.account_id = a.id
    where a.code = ${account} and a.currency = ${currency}
  `.execute(context.db)
  return Number(rows[0]?.balance ?? 0)
}
