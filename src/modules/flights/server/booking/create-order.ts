/** Creates the order of a booking: holds its places and sets its passengers at the confirmed price. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { findOwnOrder, isOpen, takeQuotes, type Order } from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { flightSource, holdSeconds, placeCountOf } from '../offer-source.ts'
import { writeFareTerms } from './fare-terms.ts'
import { findOwnByNumber, type OrderedBooking } from './find-booking.ts'
import { setOrderPassengers } from './set-passengers.ts'
import { changeBooking, lockBooking, readTravellers, type Booking } from './store.ts'

export interface OrderToMake {
  readonly tktOrderNumber: string
  /** An open order of the caller to which the flight is added. */
  readonly orderKey?: string | undefined
  readonly host?: string | undefined
}

export async function createFlightOrder(
  context: Context,
  { tktOrderNumber, orderKey, host }: OrderToMake,
): Promise<Result<OrderedBooking, ErrorCode>> {
  const found = await findOwnByNumber(context, tktOrderNumber)
  if (!found.ok) return found
  return inTransaction(context, async (inside): Promise<Result<OrderedBooking, ErrorCode>> => {
    // Locked, so that concurrent requests create one order.
    const booking = await lockBooking(inside, found.value.booking.id)
    if (!booking) return fail('NotFound')
    if (booking.orderKey !== null) {
      const order = await findOwnOrder(inside, { orderKey: booking.orderKey })
      if (!order.ok) return fail('NotFound')
      return isOpen(order.value.status) ? ok({ booking, order: order.value }) : fail('OrderExpired')
    }
    if (new Date(booking.offer.expiresAt) <= inside.clock.now()) return fail('FlightOfferEnded')
    const offeringId = await createOffering(inside, {
      placeCount: placeCountOf(booking.offer),
      placesPerOrderMax: placeCountOf(booking.offer),
      holdSeconds,
      salesCloseAt: booking.departsAt,
    })
    await changeBooking(inside, booking.id, ['draft'], { offeringId }, 'offering-made')
    // Before its order, which has them from the beginning.
    await writeFareTerms(inside, booking)
    const placed = await holdBookingPlaces(inside, booking, { orderKey, host })
    if (!placed.ok) return placed
    const held = await changeBooking(
      inside,
      booking.id,
      ['draft'],
      { state: 'held', orderKey: placed.value.orderKey },
      'ordered',
    )
    if (!held) return fail('OrderStatusNotAllowed')
    return ok({ booking: held, order: placed.value })
  })
}

/** Holds the places at the booking's current price, or reprices held ones; then sets the passengers. */
export async function holdBookingPlaces(
  context: Context,
  { id }: Pick<Booking, 'id'>,
  options: { readonly orderKey?: string | undefined; readonly host?: string | undefined },
): Promise<Result<Order, ErrorCode>> {
  const quote = await flightSource.quote(context, { bookingId: id })
  if (!quote.ok) return quote
  const { orderKey, host } = options
  const placed = await takeQuotes(context, [quote.value], {
    ...(orderKey !== undefined && { orderKey }),
    ...(host !== undefined && { host }),
  })
  if (!placed.ok) return placed
  return setOrderPassengers(context, placed.value, await readTravellers(context, [id]))
}
