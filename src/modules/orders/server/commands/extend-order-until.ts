import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { extendHolds } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { holdIdsOf } from '../allocations.ts'
import type { Order } from '../order.ts'
import { withOpenOrder } from './with-open-order.ts'

/**
 * Extends the holds of an open order to an instant set by its seller, however late; not available to buyers. Holds and
 * deadline change together or not at all.
 */
export async function extendOrderUntil(
  context: Context,
  orderKey: string,
  until: Date,
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, orderKey, (inside, order) =>
    extendLockedOrder(inside, order, until),
  )
}

/** The same for an order that the transaction has locked, also while it is being paid. */
export async function extendLockedOrder(
  context: Context,
  order: Order,
  until: Date,
): Promise<Result<Order, ErrorCode>> {
  const holdIds = holdIdsOf(order.lines)
  if (holdIds.length === 0) return fail('OrderEmpty')
  const extended = await extendHolds(context, holdIds, until)
  if (!extended.ok) return extended
  await sql`
    update orders set deadline_at = ${until}, updated_at = ${context.clock.now()}
    where id = ${order.id}`.execute(context.db)
  return ok({ ...order, deadlineAt: until })
}
