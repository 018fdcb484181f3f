/** Accepts the current price, which the order is charged from now on. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { bookingTotal } from '../lari.ts'
import { supplierOf, type FlightPorts } from '../ports.ts'
import { refusalOf } from './confirm-price.ts'
import { findOwnByOrder } from './find-booking.ts'
import { changeBooking } from './store.ts'
import { checkOpen, setPrice } from './try-reservation.ts'

export interface AcceptedPrice {
  readonly totalMinor: number
  readonly beforeMinor: number
}

/**
 * Fails with `FlightPriceChanged` when the price has risen again; the new price is then to be accepted instead.
 */
export async function acceptPrice(
  context: Context,
  ports: FlightPorts,
  options: { readonly orderKey: string; readonly paymentMerchantId?: number | undefined },
): Promise<Result<AcceptedPrice, ErrorCode>> {
  const { orderKey, paymentMerchantId } = options
  const methods = ports.orders.paymentWays()
  if (
    paymentMerchantId !== undefined &&
    !methods.some(({ provider }) => provider === paymentMerchantId)
  )
    return fail('PaymentProviderNotAvailable')
  const found = await findOwnByOrder(context, { orderKey })
  if (!found.ok) return found
  const { booking, order } = found.value
  if (!order) return fail('NotFound')
  const open = checkOpen(context, order)
  if (!open.ok) return open
  const beforeMinor = booking.totalMinor
  // No price requires consent, so the confirmed one applies.
  if (!booking.risenOffer) return ok({ totalMinor: beforeMinor, beforeMinor })
  const supplier = supplierOf(ports, booking.supplier)
  if (!supplier) return fail('FlightOfferEnded')
  const priced = await supplier.price(context, booking.offer)
  if (priced.kind !== 'answered') return refusalOf(priced)
  const shownMinor = bookingTotal(booking, booking.risenOffer)
  const nowMinor = bookingTotal(booking, priced.value)
  if (nowMinor > shownMinor) {
    await changeBooking(context, booking.id, ['held'], { risenOffer: priced.value }, 'price-rose')
    return fail('FlightPriceChanged', { before: shownMinor, now: nowMinor })
  }
  const set = await setPrice(context, booking, order, priced.value, 'price-accepted')
  return set.ok ? ok({ totalMinor: set.value.totalMinor, beforeMinor }) : set
}
