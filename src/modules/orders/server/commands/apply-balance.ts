import type { ErrorCode } from '#contract/errors.ts'
import { ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { Order } from '../order.ts'
import { applyToOrder, withoutBalance } from '../paid-by-balance.ts'
import { withOpenOrder } from './with-open-order.ts'

/**
 * Reserves balance of the calling customer for their own order at checkout: the requested amount, at most what is
 * available and needed; it replaces an earlier reservation. The order's total is what remains to be paid by card.
 */
export function applyBalance(
  context: Context,
  request: { readonly orderKey: string; readonly amountMinor?: number },
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, request.orderKey, (inside, order) =>
    applyToOrder(inside, order, request.amountMinor),
  )
}

/** Removes the balance from the caller's own open order. */
export function unapplyBalance(
  context: Context,
  orderKey: string,
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, orderKey, async (inside, order) =>
    ok(await withoutBalance(inside, order)),
  )
}
