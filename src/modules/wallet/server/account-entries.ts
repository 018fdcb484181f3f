/** An account's postings between two cutoffs, for statements. */
import { sql } from 'kysely'
import type { Currency } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

/** The end of a statement: it includes transfers that occurred before `at`, of the transactions in `snapshot`. */
export interface Cutoff {
  readonly at: Date
  /** The committed transactions: a `pg_snapshot` as text. Transactions that commit later belong to a later cutoff. */
  readonly snapshot: string
}

/** An account and the cutoffs between which its postings are read; without `from`, from the first posting. */
export interface CutoffRange {
  readonly account: string
  readonly currency: Currency
  readonly from: Cutoff | null
  readonly until: Cutoff
}

export interface KindSum {
  /** Kind of the transfers. */
  readonly kind: string
  readonly count: number
  /** Debits minus credits, in minor units. */
  readonly amountMinor: number
}

export interface AccountEntry {
  readonly at: Date
  readonly kind: string
  readonly reference: string
  readonly amountMinor: number
}

/** A snapshot in which no transaction is visible. */
const emptySnapshot = '3:3:'

/** A cutoff at `at`, with the transactions that are committed now. */
export async function readCutoff(context: Context, at: Date): Promise<Cutoff> {
  const { rows } = await sql<{ snapshot: string }>`
    select pg_current_snapshot()::text as snapshot`.execute(context.db)
  invariant(rows[0], 'the statement returns a row')
  return { at, snapshot: rows[0].snapshot }
}

function postingsWithin({ account, currency, from, until }: CutoffRange) {
  return sql`ledger_posting p join ledger_transfer t on t.id = p.transfer_id
    where p.account_id = (select id from ledger_account where code = ${account} and currency = ${currency})
      and t.occurred_at < ${until.at}::timestamptz
      and pg_visible_in_snapshot(t.recorded_in, ${until.snapshot}::pg_snapshot)
      and not (t.occurred_at < ${from?.at ?? new Date(0)}::timestamptz
        and pg_visible_in_snapshot(t.recorded_in, ${from?.snapshot ?? emptySnapshot}::pg_snapshot))`
}

/** Sums by kind of transfer, in the order of the kinds' names. */
export async function sumByKind(context: Context, span: CutoffRange): Promise<KindSum[]> {
  const { rows } = await sql<KindSum>`
    select t.kind, count(*)::integer as count, sum(p.amount_minor)::float8 as "amountMinor"
    from ${postingsWithin(span)} group by t.kind order by t.kind`.execute(context.db)
  return rows
}

/** Single postings, the oldest first. */
export async function listEntries(
  context: Context,
  span: CutoffRange,
  most: number,
): Promise<AccountEntry[]> {
  const { rows } = await sql<AccountEntry>`
    select t.occurred_at as at, t.kind, t.reference, p.amount_minor::float8 as "amountMinor"
    from ${postingsWithin(span)} order by t.occurred_at, t.id limit ${most}`.execute(context.db)
  return rows
}

/** The balance of each account whose code has this prefix; read in one statement, so the sums are consistent. */
export async function readAccounts(
  context: Context,
  prefix: string,
  currency: Currency,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; sum: number }>`
    select a.code, coalesce(sum(p.amount_minor), 0)::float8 as sum
    from ledger_account a left join ledger_posting p on p.account_id = a.id
    where starts_with(a.code, ${prefix}) and a.currency = ${currency}
    group by a.code`.execute(context.db)
  return new Map(rows.map(({ code, sum }) => [code, sum]))
}

/** When the transfer with this key occurred; null without one. */
export async function findTransferMoment(
  context: Context,
  idempotencyKey: string,
): Promise<Date | null> {
  const row = await context.db
    .selectFrom('ledger_transfer')
    .select('occurred_at')
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row?.occurred_at ?? null
}
