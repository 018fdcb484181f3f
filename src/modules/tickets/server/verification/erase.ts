import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Takes out what was said of those who come with the tickets of a customer who is being erased. */
export async function eraseVerifications(context: Context, customerId: string): Promise<void> {
  await sql`
    delete from ticket_verification v using ticket t, orders o
    where t.id = v.ticket_id and o.id = t.order_id
      and (o.customer_id = ${customerId} or t.holder_customer_id = ${customerId})`.execute(
    context.db,
  )
}
