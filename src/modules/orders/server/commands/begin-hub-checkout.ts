import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { AskingSource, GivenExtra } from '../extras.ts'
import type { Buyer, Order } from '../order.ts'
import type { GivenPassenger } from '../passengers.ts'
import { findNewestDraft, findOrderOfBooking } from '../queries.ts'
import { checkoutOrder } from './checkout-order.ts'
import { moveOrder } from './move-order.ts'
import { withOpenOrder } from './with-open-order.ts'

export interface HubCheckout {
  readonly eventHubBookingId: string
  readonly orderKey?: string
  readonly buyer?: Buyer
  readonly acceptTerms?: boolean
  readonly extras?: readonly GivenExtra[]
  readonly passengers?: readonly GivenPassenger[]
}

/**
 * Links the caller's open order to a booking of a hub and begins its checkout. The buyer may be given here or in a
 * later checkout call; until then it cannot be paid. An order's booking never changes; for a booking that is already
 * linked its order is returned, so a hub may safely repeat the call after a lost answer.
 */
export async function beginHubCheckout(
  context: Context,
  sources: readonly AskingSource[],
  request: HubCheckout,
): Promise<Result<Order, ErrorCode>> {
  const { eventHubBookingId: booking, orderKey, buyer, acceptTerms, extras, passengers } = request
  const tied = await findOrderOfBooking(context, booking)
  if (tied.ok && orderKey !== undefined && tied.value.orderKey !== orderKey)
    return fail('OrderStatusNotAllowed')
  const chosen = tied.ok ? tied : orderKey === undefined ? await findNewestDraft(context) : null
  if (chosen && !chosen.ok) return chosen
  const key = chosen ? chosen.value.orderKey : (orderKey ?? '')
  if (buyer && !acceptTerms) return fail('TermsNotAccepted')
  const bound = await tie(context, key, booking)
  if (!bound.ok || !buyer) return bound
  const details = { orderKey: key, buyer, acceptTerms: acceptTerms ?? false, extras, passengers }
  return checkoutOrder(context, sources, { ...details, externalReference: booking })
}

function tie(
  context: Context,
  orderKey: string,
  booking: string,
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, orderKey, async (inside, order) => {
    if (order.lines.length === 0) return fail('OrderEmpty')
    if (order.externalReference !== '' && order.externalReference !== booking)
      return fail('OrderStatusNotAllowed')
    // Of two concurrent orders only one gets the booking.
    const lock = `booking ${booking}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(inside.db)
    const other = await findOrderOfBooking(inside, booking)
    if (other.ok && other.value.orderKey !== order.orderKey) return fail('OrderStatusNotAllowed')
    await sql`
      update orders set external_reference = ${booking}, updated_at = ${inside.clock.now()}
      where id = ${order.id}`.execute(inside.db)
    const tied: Order = { ...order, externalReference: booking }
    if (order.status === orderStatus.Checkout) return ok(tied)
    return moveOrder(inside, tied, orderStatus.Checkout, 'hub-checkout')
  })
}
