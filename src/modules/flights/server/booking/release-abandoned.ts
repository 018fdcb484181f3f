/** Cancels reservations of unpaid orders at their suppliers, and deletes drafts without an order. */
import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { Context } from '#platform/context.ts'
import { releaseExpiredSeats } from '../house/adapter.ts'
import { supplierOf, type FlightPorts } from '../ports.ts'
import { orderOf } from './find-booking.ts'
import { cancelReservation } from './fulfilment.ts'
import { changeBooking, listWaiting, type Booking } from './store.ts'

/** Minimum age of a booking, since a request may still be processing it. */
const minAgeMilliseconds = 60_000
const perRound = 200
const draftHours = 48
const endedStatuses: ReadonlySet<number> = new Set([
  orderStatus.Canceled,
  orderStatus.Timeout,
  orderStatus.Failed,
])

/** Returns the number of ended bookings. */
export async function releaseAbandoned(
  context: Context,
  ports: Pick<FlightPorts, 'suppliers'>,
): Promise<number> {
  const now = context.clock.now()
  const until = new Date(now.getTime() - minAgeMilliseconds)
  const waiting = await listWaiting(
    context,
    ['held', 'reserving', 'reserved', 'cancelling'],
    until,
    perRound,
  )
  let count = 0
  for (const booking of waiting)
    if (await releaseOne(context, ports, booking).catch(logFailure(context, booking))) count += 1
  await sql`
    delete from flight_booking where state = 'draft' and order_key is null
      and created_at < ${new Date(now.getTime() - draftHours * 3_600_000)}`.execute(context.db)
  return count + (await releaseExpiredSeats(context))
}

function logFailure(context: Context, { id }: Booking) {
  return (error: unknown): boolean => {
    context.log.error({ err: error, bookingId: id }, 'a reservation was not given up')
    return false
  }
}

async function releaseOne(
  context: Context,
  ports: Pick<FlightPorts, 'suppliers'>,
  booking: Booking,
): Promise<boolean> {
  // Ticketed bookings are cancelled by their return.
  if (booking.ticketNumbers.length > 0) return false
  const order = await orderOf(context, booking)
  if (order && !endedStatuses.has(order.status)) return false
  const supplier = supplierOf(ports, booking.supplier)
  if (!supplier) return false
  const from = ['held', 'reserving', 'reserved', 'cancelling'] as const
  const cancelling = await changeBooking(
    context,
    booking.id,
    from,
    { state: 'cancelling' },
    'abandoned',
  )
  if (!cancelling || (await cancelReservation(context, supplier, cancelling)) === 'unknown')
    return false
  const change = { state: 'cancelled' as const, reservedUntil: null }
  return (await changeBooking(context, booking.id, ['cancelling'], change, 'given-up')) !== null
}
