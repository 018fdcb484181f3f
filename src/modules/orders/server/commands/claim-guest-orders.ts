import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/**
 * A guest has signed in: the orders of their session become the customer's. Answers how many.
 * From then on only the customer sees them, whatever session they come with.
 */
export async function claimGuestOrders(
  context: Context,
  sessionId: string,
  customerId: string,
): Promise<number> {
  const result = await sql`
    update orders set customer_id = ${customerId}, updated_at = ${context.clock.now()}
    where session_id = ${sessionId} and customer_id is null
  `.execute(context.db)
  return Number(result.numAffectedRows ?? 0n)
}
