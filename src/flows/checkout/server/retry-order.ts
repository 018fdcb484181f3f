import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  copyOrderForRetry,
  lockOrder,
  ownsOrder,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { keepDiscountCard } from '#modules/promotions/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'

/** After a failed payment: a new order in checkout with the same lines, buyer and places. */
export function retryOrder(context: Context, orderKey: string): Promise<Result<Order, ErrorCode>> {
  return inTransaction(context, async (inside): Promise<Result<Order, ErrorCode>> => {
    const locked = await lockOrder(inside, { orderKey })
    if (!locked.ok || !ownsOrder(inside.actor, locked.value)) return fail('OrderNotFound')
    return repeatOrder(inside, locked.value)
  })
}

/** Copies a failed order, which this transaction has locked; its discount card is bound to the copy if it is still free. */
export async function repeatOrder(
  context: Context,
  order: Order,
): Promise<Result<Order, ErrorCode>> {
  const copy = await copyOrderForRetry(context, order)
  return copy.ok ? ok(await keepDiscountCard(context, copy.value)) : copy
}
