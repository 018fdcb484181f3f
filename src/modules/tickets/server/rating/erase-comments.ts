import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Deletes the comments of an erased customer's ratings; the anonymous stars stay. */
export async function eraseComments(context: Context, customerId: string): Promise<void> {
  await sql`
    update order_rating r set comment = '' from order_summary o
    where o.order_id = r.order_id and o.customer_id = ${customerId}`.execute(context.db)
}
