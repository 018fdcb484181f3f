import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { transferGuestCredit } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'

/**
 * A guest has signed in: the orders of their session become the customer's, and with them what they are owed for
 * these orders. Answers how many. From then on only the customer sees them, whatever session they come with.
 */
export async function claimGuestOrders(
  context: Context,
  sessionId: string,
  customerId: string,
): Promise<number> {
  const claimed = await inTransaction(context, async (inside) => {
    const { rows } = await sql<{ order_key: string }>`
      update orders set customer_id = ${customerId}, updated_at = ${inside.clock.now()}
      where session_id = ${sessionId} and customer_id is null
      returning order_key
    `.execute(inside.db)
    const orderKeys = rows.map((row) => row.order_key)
    await transferGuestCredit(inside, orderKeys, customerId)
    return ok(orderKeys.length)
  })
  return claimed.value
}
