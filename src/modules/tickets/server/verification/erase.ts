import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Deletes the attendee details on the tickets of an erased customer. */
export async function eraseVerifications(context: Context, customerId: string): Promise<void> {
  await sql`
    delete from ticket_verification v using ticket t, orders o
    where t.id = v.ticket_id and o.id = t.order_id
      and (o.customer_id = ${customerId} or t.holder_customer_id = ${customerId})`.execute(
    context.db,
  )
}
