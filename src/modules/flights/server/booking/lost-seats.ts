/** Paid seats that were lost: they are removed from the booking at once and refunded, while the ticket stays valid. */
import { sql } from 'kysely'
import type { PartDue } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { isSameChoice, type ChosenSeat } from '../../seats.ts'
import { seatsInLari } from '../lari.ts'
import { flightSourceName, namingOf } from '../offer-source.ts'
import { changeBooking, findByIds, type Booking, type BookingState } from './store.ts'

const mayLose: readonly BookingState[] = ['ticketing', 'ticketed']

/** Removes lost seats, in the transaction of their cause. Returns null if the booking's state has changed in the meantime. */
export async function removeLostSeats(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  booking: Booking,
  lost: readonly ChosenSeat[],
): Promise<Booking | null> {
  if (lost.length === 0) return booking
  const seats = booking.seats.filter(
    (seat) => !lost.some((lostSeat) => isSameChoice([seat], [lostSeat])),
  )
  const changed = await changeBooking(context, booking.id, mayLose, { seats }, 'seats-lost')
  if (!changed) return null
  const { offer, rate } = booking
  const rows = lost.map((seat) => ({
    id: context.random.uuid(),
    position: seat.position,
    leg: seat.leg,
    seat: seat.seat,
    amountMinor: seatsInLari([seat], offer.currency, rate),
  }))
  await sql`
    insert into flight_lost_seat (id, booking_id, position, leg, seat, amount_minor, lost_at)
    select id, ${booking.id}, position, leg, seat, "amountMinor", ${context.clock.now()}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as t(id uuid, position smallint, leg smallint, seat text, "amountMinor" integer)`.execute(
    context.db,
  )
  return changed
}

export interface LostSeat {
  readonly position: number
  readonly leg: number
  readonly seat: string
  readonly amountMinor: number
  readonly isReturned: boolean
}

export async function readLostSeats(
  { db }: Pick<Context, 'db'>,
  bookingId: number,
): Promise<LostSeat[]> {
  const { rows } = await sql<LostSeat>`
    select position, leg, seat, amount_minor as "amountMinor", settled_at is not null as "isReturned"
    from flight_lost_seat where booking_id = ${bookingId} order by leg, position`.execute(db)
  return rows
}

/** Refunds due of ticketed bookings; refused bookings are refunded as a whole. */
export async function listPartsDue(
  { db }: Pick<Context, 'db'>,
  most: number,
): Promise<readonly PartDue[]> {
  const { rows } = await sql<{
    id: string
    bookingId: number
    position: number
    amountMinor: number
    orderKey: string
  }>`
    select s.id, s.booking_id as "bookingId", s.position, s.amount_minor as "amountMinor", b.order_key as "orderKey"
    from flight_lost_seat s join flight_booking b on b.id = s.booking_id
    where s.settled_at is null and b.state = 'ticketed' and b.order_key is not null
    order by s.lost_at, s.id limit ${most}`.execute(db)
  const bookings = await findByIds({ db }, [...new Set(rows.map(({ bookingId }) => bookingId))])
  return rows.flatMap(({ id, bookingId, position, amountMinor, orderKey }) => {
    const booking = bookings.find((candidate) => candidate.id === bookingId)
    if (!booking) return []
    const item = { source: flightSourceName, itemId: bookingId, legFrom: 0, legTo: 1 }
    return [
      { id, orderKey, item, placeId: position, amountMinor, naming: namingOf(booking, position) },
    ]
  })
}

/** Marks a refund as settled. Returns whether it was due. */
export async function settlePart(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
): Promise<boolean> {
  const settled = await sql`
    update flight_lost_seat set settled_at = ${clock.now()} where id = ${id} and settled_at is null
  `.execute(db)
  return settled.numAffectedRows === 1n
}
