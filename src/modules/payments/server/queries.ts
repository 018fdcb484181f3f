import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { namedColumns } from '#platform/database/named-columns.ts'
import { openStates, type Payment } from './rules.ts'
import { fromRow, paymentColumns, type PaymentRow } from './store.ts'

/** A page that waits for an outcome asks about this often; a bank answers no more with more queries. */
const querySeconds = 3

const mayBeAsked = (now: Date) => sql`(
  asked_at is null
  or asked_at <= ${now}::timestamptz - make_interval(secs => ${querySeconds}::int)
  or (hinted_at >= asked_at and hinted_at <= ${now}::timestamptz))`

/**
 * The payment, if its provider may be asked now because a caller wants to know its state; null when it was asked within a
 * few seconds, by whatever process, and no callback has arrived since. The row decides between callers of the same moment.
 */
export async function claimQuery(context: Context, paymentId: string): Promise<Payment | null> {
  const now = context.clock.now()
  const { rows } = await sql<PaymentRow>`
    update payment set asked_at = ${now}::timestamptz
    where id = ${paymentId} and ${mayBeAsked(now)} returning ${namedColumns(paymentColumns)}`.execute(
    context.db,
  )
  const [row] = rows
  return row ? fromRow(row) : null
}

/** The open payments of an order whose providers may be asked now, as `claimQuery`, the newest first. */
export async function claimQueries(context: Context, orderKey: string): Promise<Payment[]> {
  const now = context.clock.now()
  const { rows } = await sql<PaymentRow>`
    with claimed as (
      update payment set asked_at = ${now}::timestamptz
      where order_key = ${orderKey} and state = any(${[...openStates]}) and ${mayBeAsked(now)} returning ${namedColumns(paymentColumns)})
    select * from claimed order by created_at desc, id desc`.execute(context.db)
  return rows.map(fromRow)
}
