import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Erases the buyer's data in all orders of a customer who is being erased; the orders remain. */
export async function eraseBuyer(context: Context, customerId: string): Promise<number[]> {
  const orders = await context.db
    .updateTable('orders')
    .set({ buyer_name: '', buyer_email: '', buyer_phone: '' })
    .where('customer_id', '=', customerId)
    .returning('id')
    .execute()
  await sql`
    delete from order_check c using orders o
    where o.id = c.order_id and o.customer_id = ${customerId}`.execute(context.db)
  await sql`
    delete from order_passenger p using orders o
    where o.id = p.order_id and o.customer_id = ${customerId}`.execute(context.db)
  await sql`
    delete from order_extra e using orders o
    where o.id = e.order_id and o.customer_id = ${customerId}`.execute(context.db)
  return orders.map(({ id }) => Number(id))
}
