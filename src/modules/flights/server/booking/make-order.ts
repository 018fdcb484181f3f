/** The order of a booking: its places are held, its passengers named, its price the confirmed one. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { findOwnOrder, isOpen, takeQuotes, type Order } from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { flightSource, holdSeconds, placeCountOf } from '../offer-source.ts'
import { writeFareTerms } from './fare-terms.ts'
import { findOwnByNumber, type OrderedBooking } from './find-booking.ts'
import { nameOnOrder } from './set-passengers.ts'
import { changeBooking, lockBooking, readTravellers, type Booking } from './store.ts'

export interface OrderToMake {
  readonly tktOrderNumber: string
  /** An open order of the caller's that holds something else. */
  readonly orderKey?: string | undefined
  readonly host?: string | undefined
}

export async function makeOrder(
  context: Context,
  { tktOrderNumber, orderKey, host }: OrderToMake,
): Promise<Result<OrderedBooking, ErrorCode>> {
  const found = await findOwnByNumber(context, tktOrderNumber)
  if (!found.ok) return found
  return inTransaction(context, async (inside): Promise<Result<OrderedBooking, ErrorCode>> => {
    // Two who press at once make one order.
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
    const taken = await takePlaces(inside, booking, { orderKey, host })
    if (!taken.ok) return taken
    const held = await changeBooking(
      inside,
      booking.id,
      ['draft'],
      { state: 'held', orderKey: taken.value.orderKey },
      'ordered',
    )
    if (!held) return fail('OrderStatusNotAllowed')
    await writeFareTerms(inside, held)
    return ok({ booking: held, order: taken.value })
  })
}

/** Holds the places at the booking's price of now, or, held already, prices them again; then names the passengers. */
export async function takePlaces(
  context: Context,
  { id }: Pick<Booking, 'id'>,
  options: { readonly orderKey?: string | undefined; readonly host?: string | undefined },
): Promise<Result<Order, ErrorCode>> {
  const quote = await flightSource.quote(context, { bookingId: id })
  if (!quote.ok) return quote
  const { orderKey, host } = options
  const taken = await takeQuotes(context, [quote.value], {
    ...(orderKey !== undefined && { orderKey }),
    ...(host !== undefined && { host }),
  })
  if (!taken.ok) return taken
  return nameOnOrder(context, taken.value, await readTravellers(context, [id]))
}
