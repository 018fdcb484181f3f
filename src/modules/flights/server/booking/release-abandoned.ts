/** Reservations of orders that ended unpaid are cancelled at their suppliers; drafts nobody ordered are forgotten. */
import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { Context } from '#platform/context.ts'
import { releaseExpiredSeats } from '../house/adapter.ts'
import { supplierOf, type FlightPorts } from '../ports.ts'
import { orderOf } from './find-booking.ts'
import { giveUpReservation } from './fulfilment.ts'
import { changeBooking, listWaiting, type Booking } from './store.ts'

/** Recent bookings are left to the request that may still be working on them. */
const restMilliseconds = 60_000
const perRound = 200
const draftHours = 48
const ended: ReadonlySet<number> = new Set([
  orderStatus.Canceled,
  orderStatus.Timeout,
  orderStatus.Failed,
])

/** Answers how many bookings ended. */
export async function releaseAbandoned(
  context: Context,
  ports: Pick<FlightPorts, 'suppliers'>,
): Promise<number> {
  const now = context.clock.now()
  const until = new Date(now.getTime() - restMilliseconds)
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
  // A ticketed one is cancelled by its return.
  if (booking.ticketNumbers.length > 0) return false
  const order = await orderOf(context, booking)
  if (order && !ended.has(order.status)) return false
  const supplier = supplierOf(ports, booking.supplier)
  if (!supplier) return false
  const from = ['held', 'reserving', 'reserved', 'cancelling'] as const
  const begun = await changeBooking(context, booking.id, from, { state: 'cancelling' }, 'abandoned')
  if (!begun || (await giveUpReservation(context, supplier, begun)) === 'unknown') return false
  const change = { state: 'cancelled' as const, reservedUntil: null }
  return (await changeBooking(context, booking.id, ['cancelling'], change, 'given-up')) !== null
}
