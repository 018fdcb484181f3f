import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { Order } from '../order.ts'
import { isOpen, isOverdue, ownsOrder } from '../rules.ts'
import { lockOrders } from '../store.ts'
import { expireOrder } from './expire-orders.ts'

/**
 * Runs work on the caller's own open order, locked, in one transaction. Orders of others are reported as not found.
 * An order past its deadline is closed, and the answer is `OrderExpired`.
 */
export async function withOpenOrder<Value>(
  context: Context,
  orderKey: string,
  work: (context: Context, order: Order) => Promise<Result<Value, ErrorCode>>,
): Promise<Result<Value, ErrorCode>> {
  const result = await inTransaction(context, async (inside): Promise<Result<Value, ErrorCode>> => {
    const [order] = await lockOrders(inside.db, [orderKey])
    if (!order || !ownsOrder(inside.actor, order)) return fail('OrderNotFound')
    if (order.status === orderStatus.Timeout || isOverdue(order, inside.clock.now()))
      return fail('OrderExpired')
    if (!isOpen(order.status)) return fail('OrderStatusNotAllowed')
    return work(inside, order)
  })
  // The refusal has rolled back its transaction, so the order is closed in a separate one.
  if (!result.ok && result.code === 'OrderExpired' && !context.db.isTransaction)
    await expireOrder(context, orderKey)
  return result
}
