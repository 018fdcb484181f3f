import { invariant } from '#kernel/result.ts'
import { carriedOver, findOrder, type Order } from '#modules/orders/server/public-api.ts'
import { listPayments } from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** A payment, and the maximum of it that may be refunded for an order: the rest belongs to other orders. */
export interface PaymentBehind {
  readonly id: string
  readonly mostMinor: number
}

/** Maximum depth of chained exchanges. */
const depthMax = 50

/**
 * The payments that took the money of an order: its own first, then those of the orders whose tickets it replaced, and
 * of those that these had replaced.
 */
export async function paymentsBehind(
  context: Context,
  order: Pick<Order, 'orderKey' | 'lines'>,
  mostMinor = Infinity,
  depth = 0,
): Promise<PaymentBehind[]> {
  invariant(depth < depthMax, `order ${order.orderKey} was exchanged ${depthMax} times at most`)
  const payments = await listPayments(context, order.orderKey)
  const own = payments
    .filter(({ captured }) => captured !== null)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id }) => ({ id, mostMinor }))
  const behind: PaymentBehind[] = []
  for (const { orderKey, cardMinor } of carriedOver(order)) {
    const replaced = await findOrder(context, { orderKey })
    invariant(replaced, `order ${orderKey} was replaced, so it is there`)
    const most = Math.min(mostMinor, cardMinor)
    if (most > 0) behind.push(...(await paymentsBehind(context, replaced, most, depth + 1)))
  }
  return [...own, ...behind]
}
