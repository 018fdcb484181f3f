import { orderStatus } from '#contract/enumerations.ts'
import { ok } from '#kernel/result.ts'
import { findOwnOrder } from '#modules/orders/server/public-api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { recordVisit } from '../../visit-contract.ts'
import { visitNameOf } from './visit-name.ts'

const open: readonly number[] = [orderStatus.Draft, orderStatus.Checkout]

/** The campaign or site that the buyer came from. Only the first value is stored, and none after payment. */
export const visitRoutes: readonly Implementation[] = [
  implement(recordVisit, async (context, { body }) => {
    const { orderKey, ...arrival } = body
    const order = await findOwnOrder(context, { orderKey })
    if (!order.ok) return order
    const visit = visitNameOf(arrival)
    if (visit === null || !open.includes(order.value.status)) return ok({ isNoted: false })
    const noted = await context.db
      .insertInto('order_visit')
      .values({ order_id: order.value.id, visit, noted_at: context.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return ok({ isNoted: (noted.numInsertedOrUpdatedRows ?? 0n) > 0n })
  }),
]
