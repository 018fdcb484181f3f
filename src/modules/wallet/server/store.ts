import { sql } from 'kysely'
import type { Currency } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import type { Posting, Transfer } from './rules.ts'

/**
 * Inserts a transfer with its postings and the accounts that are new, in one statement, so that it needs no
 * transaction of its own. Answers `false` when its key has been used; waits for another that is just posting it.
 */
export async function insertTransfer(
  context: Context,
  transfer: Omit<Transfer, 'postings'>,
  postings: readonly Posting[],
): Promise<boolean> {
  const { idempotencyKey, kind, reference } = transfer
  const codes = postings.map((posting) => posting.account)
  const currencies = postings.map((posting) => posting.currency)
  const amounts = postings.map((posting) => posting.amountMinor)
  const { rows } = await sql`
    with head as (
      insert into ledger_transfer (id, idempotency_key, kind, reference, occurred_at)
      values (${context.random.uuid()}, ${idempotencyKey}, ${kind}, ${reference}, ${context.clock.now()})
      on conflict (idempotency_key) do nothing returning id
    ), line as (
      select head.id as transfer_id, line.code, line.currency, line.amount_minor, a.id as account_id
      from head cross join unnest(${codes}::text[], ${currencies}::char(3)[], ${amounts}::bigint[])
        as line (code, currency, amount_minor)
      left join ledger_account a on a.code = line.code and a.currency = line.currency
    ), opened as (
      insert into ledger_account (code, currency)
      select code, currency from line where account_id is null order by currency, code
      -- Another may have opened it since this statement began; then its row is waited for and answered.
      on conflict (code, currency) do update set code = excluded.code
      returning id, code, currency
    )
    insert into ledger_posting (transfer_id, account_id, amount_minor)
    select line.transfer_id, coalesce(line.account_id, opened.id), line.amount_minor
    from line left join opened on opened.code = line.code and opened.currency = line.currency
    returning transfer_id
  `.execute(context.db)
  return rows.length > 0
}

/** A posted transfer and its postings in the order of the rules, or null. */
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

/** What an account stands at: the row of a kept account, the sum of the postings of any other. */
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
