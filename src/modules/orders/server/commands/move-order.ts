import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { writeUsedBy } from '#modules/queue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Order } from '../order.ts'
import { writeLineDiscounts } from '../line-discounts.ts'
import { mayMove, type MoveReason } from '../rules.ts'
import { writeMoves } from '../order-writes.ts'
import { releaseBalances } from '../paid-by-balance.ts'

const { Failed, Canceled, Timeout } = orderStatus
const endedUnpaid: readonly OrderStatus[] = [Failed, Canceled, Timeout]

/**
 * Changes the state of an order that this transaction has locked, and logs it. Transitions outside the state table
 * are refused; an order that ends unpaid releases its balance; late payments are recognisable by the reason.
 */
export async function moveOrder(
  context: Context,
  order: Order,
  to: OrderStatus,
  reason: MoveReason,
): Promise<Result<Order, 'OrderStatusNotAllowed'>> {
  invariant(context.db.isTransaction, 'an order moves only where it is locked')
  if (!mayMove(order.status, to, reason))
    return fail('OrderStatusNotAllowed', { from: order.status, to })
  const now = context.clock.now()
  // Tickets that return to their buyer or from a supplier do not change the time of the sale.
  const isProcessed =
    to === orderStatus.WaitingForTicket ||
    (to === orderStatus.Processed && reason !== 'passed-back' && reason !== 'tickets-issued')
  await writeMoves(context.db, [order], { to, reason, now, isProcessed })
  if (isProcessed) {
    await writeUsedBy(context, order.orderKey)
    await writeLineDiscounts(context, [order])
  }
  if (endedUnpaid.includes(to)) await releaseBalances(context, [order])
  return ok({ ...order, status: to, processedAt: isProcessed ? now : order.processedAt })
}
