import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Numbers of transactions (`xid8`) as text. */
export interface TransactionSpan {
  readonly from: string
  /** Exclusive. */
  readonly until: string
}

/**
 * Changes of tickets that a consumer has not processed yet: about the given number, only whole transactions, and only
 * those older than every open transaction, so that none that commits late is missed.
 *
 * @param from the first unprocessed one; the caller holds the lock of its cursor
 */
export async function spanOfTicketChanges(
  context: Context,
  from: string,
  changesMax: number,
): Promise<TransactionSpan> {
  const { rows } = await sql<{ until: string }>`
    with bound as (
      select pg_snapshot_xmin(pg_current_snapshot()) as until
    ), first as (
      select min(changed_transaction) as at from ticket_change, bound
      where changed_transaction >= ${from}::xid8 and changed_transaction < bound.until
    )
    select coalesce((
      select changed_transaction from ticket_change, first
      where changed_transaction > first.at and changed_transaction < bound.until
      order by changed_transaction offset ${changesMax} limit 1), bound.until)::text as until
    from bound`.execute(context.db)
  return { from, until: rows[0]?.until ?? from }
}

/** Figures and messages count these lines again: what was paid for their tickets has changed, the tickets have not. */
export async function markTicketsChanged(
  { db }: Pick<Context, 'db'>,
  lineIds: readonly number[],
): Promise<void> {
  await sql`
    update ticket set status = status where order_line_id = any(${[...lineIds]}::bigint[])`.execute(
    db,
  )
}

/** Messages and scanners hear of the orders among these whose answers have changed or were erased. */
export async function markAnswersChanged(
  { db }: Pick<Context, 'db'>,
  orderIds: readonly number[],
): Promise<void> {
  await sql`
    update ticket t set status = t.status from order_line_summary l
    where l.order_line_id = t.order_line_id and t.order_id = any(${[...orderIds]}::bigint[])
      and l.detail ? 'hasExtras'`.execute(db)
}
