import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { transferGuestCredit } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'

/**
 * After sign-in, moves the orders of the guest's session to the customer, with the guest credit of these orders.
 * Returns how many. From then on only the customer sees them, in any session.
 */
export async function claimGuestOrders(
  context: Context,
  sessionId: string,
  customerId: string,
): Promise<number> {
  const claimed = await inTransaction(context, async (inside) => {
    const { rows } = await sql<{ order_key: string }>`
      with locked as materialized (
        select id from orders where session_id = ${sessionId} and customer_id is null
        order by id for update
      )
      update orders set customer_id = ${customerId}, updated_at = ${inside.clock.now()}
      from locked where orders.id = locked.id
      returning orders.order_key
    `.execute(inside.db)
    const orderKeys = rows.map((row) => row.order_key)
    await transferGuestCredit(inside, orderKeys, customerId)
    return ok(orderKeys.length)
  })
  return claimed.value
}
