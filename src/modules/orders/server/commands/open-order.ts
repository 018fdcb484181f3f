import { fail, ok, type Result } from '#kernel/result.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Context } from '#platform/context.ts'
import { draftOf } from '../new-order.ts'
import type { Order, OrderRequest } from '../order.ts'
import { holdSecondsDefault, secondsAfter } from '../rules.ts'
import { insertOrders } from '../insert-orders.ts'

/** More than any offering lets one order hold. */
const requestedQuantityMax = 1_000

/** Opens an empty draft with its request; it holds nothing yet. */
export async function openOrder(
  context: Context,
  options: { request: OrderRequest; host?: string },
): Promise<Result<Order, ErrorCode>> {
  const { kind } = context.actor
  if (kind !== 'guest' && kind !== 'customer') return fail('Unauthenticated')
  const { quantity } = options.request
  if (quantity !== undefined && quantity <= 0) return fail('QuantityMustBeGreaterThanZero')
  if (quantity !== undefined && quantity > requestedQuantityMax)
    return fail('TotalCountIsInvalid', { max: requestedQuantityMax })
  const deadlineAt = secondsAfter(context.clock.now(), holdSecondsDefault)
  const draft = {
    ...(await draftOf(context, { deadlineAt, host: options.host })),
    request: options.request,
  }
  const { orderIds } = await insertOrders(context.db, [draft], [])
  const id = orderIds[0] as number
  return ok({ ...draft, id, extendedCount: 0, processedAt: null, lines: [] })
}
