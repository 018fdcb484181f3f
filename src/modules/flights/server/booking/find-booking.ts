/** Finds bookings of the caller: by number, by order, or the newest. */
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  findNamedOrder,
  findOrder,
  findOwnOrder,
  type Order,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { flightSourceName } from '../offer-source.ts'
import {
  changeBooking,
  findById,
  findByOrder,
  findByNumber,
  findOfOwner,
  isOwn,
  ownerOf,
  type Booking,
  type BookingState,
} from './store.ts'

export interface OrderedBooking {
  readonly booking: Booking
  /** Null until an order exists. */
  readonly order: Order | null
}

const anyState: readonly BookingState[] = [
  'draft',
  'held',
  'reserving',
  'reserved',
  'ticketing',
  'ticketed',
  'refused',
  'cancelling',
  'cancelled',
]

/** The booking of an order. An order that repeats another one takes over its booking. */
export async function bookingOfOrder(context: Context, order: Order): Promise<Booking | null> {
  const line = order.lines.find(
    ({ source, kind }) => source === flightSourceName && kind === 'Ticket',
  )
  // The lines of a cancelled order are deleted.
  if (!line?.itemId) return findByOrder(context, order.orderKey)
  const booking = await findById(context, line.itemId)
  if (!booking || booking.orderKey === order.orderKey) return booking
  return changeBooking(
    context,
    booking.id,
    anyState,
    { orderKey: order.orderKey },
    'order-repeated',
  )
}

export async function findOwnByOrder(
  context: Context,
  handle: { readonly orderKey?: string | undefined; readonly orderNumber?: string | undefined },
): Promise<Result<OrderedBooking, 'NotFound' | 'OrderNotFound'>> {
  const order = await findNamedOrder(context, handle)
  if (order === null) return findNewest(context)
  if (!order.ok) return order
  const booking = await bookingOfOrder(context, order.value)
  return booking ? ok({ booking, order: order.value }) : fail('NotFound')
}

async function findNewest(context: Context): Promise<Result<OrderedBooking, 'NotFound'>> {
  const owner = ownerOf(context.actor)
  const [booking] = owner ? await findOfOwner(context, owner, 1) : []
  return booking ? withOrder(context, booking) : fail('NotFound')
}

export async function findOwnByNumber(
  context: Context,
  number: string,
): Promise<Result<OrderedBooking, 'NotFound'>> {
  const booking = await findByNumber(context, number.toUpperCase())
  return booking ? withOrder(context, booking) : fail('NotFound')
}

/** Checks the owner: that of the order if there is one, since a guest's orders are transferred to the customer. */
export async function withOrder(
  context: Context,
  booking: Booking,
): Promise<Result<OrderedBooking, 'NotFound'>> {
  if (booking.orderKey === null)
    return isOwn(context.actor, booking) ? ok({ booking, order: null }) : fail('NotFound')
  const order = await findOwnOrder(context, { orderKey: booking.orderKey })
  return order.ok ? ok({ booking, order: order.value }) : fail('NotFound')
}

/** The order of a booking, without an authorisation check. */
export async function orderOf(context: Context, { orderKey }: Booking): Promise<Order | null> {
  return orderKey === null ? null : ((await findOrder(context, { orderKey })) ?? null)
}
