import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { releaseOrder, type Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { sourceName } from '../offer-source.ts'
import type { Screening } from '../programme.ts'
import { mirrorScreening } from './mirror.ts'
import type { CinemaSupplier } from './port.ts'

/** Seats of a session in an order, as the outside cinema system knows them. */
function seatsOf(order: Order, screeningId: number): number[] {
  return order.lines
    .filter(({ source, itemId }) => source === sourceName && itemId === screeningId)
    .flatMap(({ placeId }) => placeId ?? [])
}

/**
 * Has the outside system keep seats that are held here, so that its counters leave them alone. Refused seats go free
 * here again and leave the plan. Without an answer the order goes on: the confirmation decides.
 */
export async function lockSeats(
  context: Context,
  supplier: CinemaSupplier,
  screening: Screening,
  order: Order,
  chosen: readonly number[],
): Promise<Result<Order, ErrorCode>> {
  const sessionId = screening.supplierSession
  const seats = seatsOf(order, screening.screeningId)
  if (sessionId === null || seats.length === 0) return ok(order)
  const answer = await supplier.lock({ key: order.orderKey, sessionId, seats })
  if (answer.kind !== 'refused') return ok(order)
  const isGone = (placeId: number | null) =>
    placeId !== null &&
    chosen.includes(placeId) &&
    order.lines.some((line) => line.placeId === placeId)
  const lineIds = order.lines.filter(({ placeId }) => isGone(placeId)).map(({ id }) => id)
  await releaseOrder(context, { orderKey: order.orderKey, lineIds, cancel: true })
  await mirrorScreening(context, supplier, screening)
  const placeIds = answer.seats.length > 0 ? [...answer.seats] : [...chosen]
  return fail('SeatNotAvailable', { placeIds, poolIds: [] })
}

/** After seats left an order: the outside system keeps what is left of it, or nothing. It ends locks by itself, too. */
export async function unlockSeats(
  supplier: CinemaSupplier,
  screenings: readonly Screening[],
  order: Order,
): Promise<void> {
  for (const { supplierSession, screeningId } of screenings) {
    if (supplierSession === null) continue
    const seats = seatsOf(order, screeningId)
    if (seats.length === 0) await supplier.unlock(order.orderKey)
    else await supplier.lock({ key: order.orderKey, sessionId: supplierSession, seats })
  }
}
