import { sql, type Selectable } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { Payment as PaymentTable } from '#platform/database/types.ts'
import type { Payment } from './rules.ts'
import { fromRow } from './store.ts'

/** A page that waits for an outcome asks about this often; a bank answers no more with more queries. */
const querySeconds = 3

/**
 * The payment, if its provider may be asked now because a caller wants to know its state; null when it was asked within a
 * few seconds, by whatever process, and no callback has arrived since. The row decides between callers of the same moment.
 */
export async function claimQuery(context: Context, paymentId: string): Promise<Payment | null> {
  const now = sql`${context.clock.now()}::timestamptz`
  const { rows } = await sql<Selectable<PaymentTable>>`
    update payment set asked_at = ${now}
    where id = ${paymentId} and (
      asked_at is null
      or asked_at <= ${now} - make_interval(secs => ${querySeconds}::int)
      or (hinted_at >= asked_at and hinted_at <= ${now}))
    returning *`.execute(context.db)
  const [row] = rows
  return row ? fromRow(row) : null
}
