/** Between the choice of places and their payment their date may be moved or cancelled. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOrder, type Order } from '#modules/orders/server/public-api.ts'
import { changesOfOrder, recordOrderTold } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** Refuses to sell what does not take place, and what its buyer knows only as it was before. */
export async function checkUnchanged(
  context: Context,
  order: Order,
): Promise<Result<null, ErrorCode>> {
  const { isEnded, isChanged } = await changesOfOrder(context, order)
  // The money would only be refunded.
  if (isEnded) return fail('EventNotActive')
  return isChanged ? fail('QuoteChanged') : ok(null)
}

/**
 * After a refusal has rolled back its transaction: the buyer has been told that something has changed, and the order
 * shows it, so the next attempt accepts it.
 */
export async function noteRefusal(
  context: Context,
  orderKey: string,
  code: ErrorCode,
): Promise<void> {
  if (code !== 'QuoteChanged') return
  const order = await findOrder(context, { orderKey })
  if (order) await recordOrderTold(context, order.id)
}
