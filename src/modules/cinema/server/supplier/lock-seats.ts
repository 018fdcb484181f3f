import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { releaseOrder, type Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { sourceName } from '../offer-source.ts'
import type { Screening } from '../programme.ts'
import { mirrorScreening } from './mirror.ts'
import type { CinemaSupplier } from './port.ts'

/** Places of a session in an order; the external system uses the same numbers. */
function seatsOf(order: Order, screeningId: number): number[] {
  return order.lines
    .filter(({ source, itemId }) => source === sourceName && itemId === screeningId)
    .flatMap(({ placeId }) => placeId ?? [])
}

/**
 * Locks seats held here in the external system, so that its counters do not sell them. Refused seats are released and
 * become unavailable. Without a reply the order continues, since the confirmation decides.
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
  const isRefused = (placeId: number | null) =>
    placeId !== null &&
    chosen.includes(placeId) &&
    order.lines.some((line) => line.placeId === placeId)
  const lineIds = order.lines.filter(({ placeId }) => isRefused(placeId)).map(({ id }) => id)
  await releaseOrder(context, { orderKey: order.orderKey, lineIds, cancel: true })
  await mirrorScreening(context, supplier, screening)
  const placeIds = answer.seats.length > 0 ? [...answer.seats] : [...chosen]
  return fail('SeatNotAvailable', { placeIds, poolIds: [] })
}

/** Updates or removes the lock after seats were removed from an order. Locks also expire on their own. */
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
