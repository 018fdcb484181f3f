import type { ReplyOf } from '#contract/call.ts'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOrders } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { placeById } from '#seatmap/expand.ts'
import type { officeComments } from '../../office-contract.ts'
import { findLayout } from '../open-screening.ts'
import { readScreenings } from '../programme.ts'
import { readCommentsOfScreening } from '../seat-comments.ts'
import { loadReferenceDataOf, type CinemaScope } from './scope.ts'

const paidStatuses: readonly number[] = [orderStatus.Processed, orderStatus.WaitingForTicket]

/** The comments of buyers who have paid for seats of a screening, by seat. */
export async function readOfficeComments(
  context: Context,
  scope: CinemaScope,
  screeningId: number,
): Promise<Result<ReplyOf<typeof officeComments>, ErrorCode>> {
  const [screening] = await readScreenings(context, [screeningId])
  const reference = await loadReferenceDataOf(context, scope)
  if (!screening || !reference.cinemas.has(screening.cinemaId)) return fail('NotFound')
  const layout = await findLayout(context, screening.layoutDigest)
  const comments = await readCommentsOfScreening(context, screeningId)
  const orders = await findOrders(context, [...new Set(comments.map(({ orderId }) => orderId))])
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  return ok({
    comments: comments.flatMap(({ orderId, placeId, comment }) => {
      const order = orderOf.get(orderId)
      const place = layout && placeById(layout, placeId)
      if (!order || !place || !paidStatuses.includes(order.status)) return []
      const { rowLabel: row, seatLabel: seat } = place
      return [{ orderNumber: order.orderNumber, row, seat, comment }]
    }),
  })
}
