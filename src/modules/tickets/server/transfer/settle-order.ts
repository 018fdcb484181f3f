import { orderStatus } from '#contract/enumerations.ts'
import { invariant } from '#kernel/result.ts'
import { moveOrder, type Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { buyerHoldsAny } from './store.ts'

/**
 * Updates the state of a locked order by the holders of its tickets: `Transferred` once its buyer holds no valid one,
 * `Processed` again when one is returned to them.
 */
export async function settleOrder(context: Context, order: Order): Promise<void> {
  const { Processed, Transferred } = orderStatus
  const holdsAny = await buyerHoldsAny(context.db, order.id)
  if (order.status === Processed && !holdsAny) {
    const moved = await moveOrder(context, order, Transferred, 'transferred')
    invariant(moved.ok, 'a processed order may be transferred')
  }
  if (order.status === Transferred && holdsAny) {
    const moved = await moveOrder(context, order, Processed, 'passed-back')
    invariant(moved.ok, 'a transferred order may come back')
  }
}
