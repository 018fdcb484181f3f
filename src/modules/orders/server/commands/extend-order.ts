import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { extendHolds, readOffering } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { holdIdsOf } from '../allocations.ts'
import type { Order } from '../order.ts'
import { boundedDeadline } from '../hold-bounds.ts'
import { canExtend, holdSecondsDefault } from '../rules.ts'
import { withOpenOrder } from './with-open-order.ts'

/**
 * Restarts the hold time: the deadline becomes now plus the hold time of the offering (the shortest, where an order
 * has several). The countdown therefore never exceeds one hold time. Allowed twice, and not past the end of the
 * attempt (`attemptEnd`).
 */
export async function extendOrder(
  context: Context,
  orderKey: string,
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, orderKey, async (inside, order) => {
    const holdIds = holdIdsOf(order.lines)
    if (holdIds.length === 0) return fail('OrderEmpty')
    const now = inside.clock.now()
    if (!canExtend(order, now)) return fail('ExtensionNotAllowed')
    const bounded = boundedDeadline(inside, order, await holdSecondsOf(inside, order))
    if (!bounded.ok || bounded.value < order.deadlineAt) return fail('ExtensionNotAllowed')
    const deadlineAt = bounded.value
    const extended = await extendHolds(inside, holdIds, deadlineAt)
    if (!extended.ok) return extended
    const extendedCount = order.extendedCount + 1
    await sql`
      update orders
      set deadline_at = ${deadlineAt}, extended_count = ${extendedCount}, updated_at = ${now}
      where id = ${order.id}
    `.execute(inside.db)
    return ok({ ...order, deadlineAt, extendedCount })
  })
}

/** The shortest hold time among the order's offerings, in seconds. */
export async function holdSecondsOf(context: Context, order: Order): Promise<number> {
  const offeringIds = new Set(
    order.lines.flatMap((line) => (line.offeringId === null ? [] : [line.offeringId])),
  )
  let seconds = Infinity
  for (const offeringId of offeringIds) {
    const offering = await readOffering(context, offeringId)
    if (offering) seconds = Math.min(seconds, offering.holdSeconds)
  }
  return Number.isFinite(seconds) ? seconds : holdSecondsDefault
}
