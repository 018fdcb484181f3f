/** Seats that were paid and are gone: they leave the booking at once, and their price is refunded while the ticket stays. */
import { sql } from 'kysely'
import type { PartDue } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { isSameChoice, type ChosenSeat } from '../../seats.ts'
import { seatsInLari } from '../lari.ts'
import { flightSourceName, namingOf } from '../offer-source.ts'
import { changeBooking, findByIds, type Booking, type BookingState } from './store.ts'

const mayLose: readonly BookingState[] = ['ticketing', 'ticketed']

/** In the transaction of what took them. Null: the booking has another state by now. */
export async function loseSeats(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  booking: Booking,
  lost: readonly ChosenSeat[],
): Promise<Booking | null> {
  if (lost.length === 0) return booking
  const seats = booking.seats.filter((one) => !lost.some((gone) => isSameChoice([one], [gone])))
  const changed = await changeBooking(context, booking.id, mayLose, { seats }, 'seats-lost')
  if (!changed) return null
  const { offer, rate } = booking
  const rows = lost.map((one) => ({
    id: context.random.uuid(),
    position: one.position,
    leg: one.leg,
    seat: one.seat,
    amountMinor: seatsInLari([one], offer.currency, rate),
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

/** What has to go back of ticketed bookings; refused ones are refunded whole. */
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
    const booking = bookings.find((one) => one.id === bookingId)
    if (!booking) return []
    const item = { source: flightSourceName, itemId: bookingId, legFrom: 0, legTo: 1 }
    return [
      { id, orderKey, item, placeId: position, amountMinor, naming: namingOf(booking, position) },
    ]
  })
}

/** Whether it was due until now. */
export async function settlePart(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
): Promise<boolean> {
  const settled = await sql`
    update flight_lost_seat set settled_at = ${clock.now()} where id = ${id} and settled_at is null
  `.execute(db)
  return settled.numAffectedRows === 1n
}
