import { sql } from 'kysely'
import type { Currency } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import type { Posting, Transfer } from './rules.ts'

/** Inserts the transfer's head; null when its key has been used. Waits for another that is just posting it. */
export async function insertTransfer(context: Context, transfer: Transfer): Promise<string | null> {
  const row = await context.db
    .insertInto('ledger_transfer')
    .values({
      id: context.random.uuid(),
      idempotency_key: transfer.idempotencyKey,
      kind: transfer.kind,
      reference: transfer.reference,
      occurred_at: context.clock.now(),
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
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

/** Inserts the postings and, first, the accounts that are new. */
export async function insertPostings(
  context: Context,
  transferId: string,
  postings: readonly Posting[],
): Promise<void> {
  const accounts = await accountIds(context, postings)
  await context.db
    .insertInto('ledger_posting')
    .values(
      postings.map((posting) => ({
        transfer_id: transferId,
        account_id: accounts.get(accountKey(posting)) as number,
        amount_minor: posting.amountMinor,
      })),
    )
    .execute()
}

async function accountIds(
  context: Context,
  postings: readonly Posting[],
): Promise<Map<string, number>> {
  const known = await readAccounts(context, postings)
  const missing = postings.filter((posting) => !known.has(accountKey(posting)))
  if (missing.length === 0) return known
  await context.db
    .insertInto('ledger_account')
    .values(missing.map(({ account, currency }) => ({ code: account, currency })))
    .onConflict((conflict) => conflict.columns(['code', 'currency']).doNothing())
    .execute()
  return readAccounts(context, postings)
}

async function readAccounts(
  context: Context,
  postings: readonly Posting[],
): Promise<Map<string, number>> {
  const rows = await context.db
    .selectFrom('ledger_account')
    .select(['id', 'code', 'currency'])
    .where((where) =>
      where.or(postings.map(({ account, currency }) => where.and({ code: account, currency }))),
    )
    .execute()
  return new Map(
    rows.map((row) => [
      accountKey({ account: row.code, currency: row.currency as Currency }),
      row.id,
    ]),
  )
}

function accountKey(posting: Pick<Posting, 'account' | 'currency'>): string {
  return `${posting.currency} ${posting.account}`
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
