import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import {
  copyOrderForRetry,
  lockOrder,
  ownsOrder,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'

/** After a failed payment: a new order in checkout with the same lines, buyer and places. */
export function retryOrder(context: Context, orderKey: string): Promise<Result<Order, ErrorCode>> {
  return inTransaction(context, async (inside): Promise<Result<Order, ErrorCode>> => {
    const locked = await lockOrder(inside, { orderKey })
    if (!locked.ok || !ownsOrder(inside.actor, locked.value)) return fail('OrderNotFound')
    return copyOrderForRetry(inside, locked.value)
  })
}
