/** Seat selection before the reservation, at the supplier's current prices, which are included in the total. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { isSameChoice, type ChosenSeat, type SeatMap } from '../../seats.ts'
import { bookingTotal } from '../lari.ts'
import { supplierOf, type FlightPorts } from '../ports.ts'
import type { SupplierName } from '../supplier.ts'
import type { FlightOffer } from '../../itinerary.ts'
import { refusalOf } from './confirm-price.ts'
import { findOwnByNumber, type OrderedBooking } from './find-booking.ts'
import { holdBookingPlaces } from './create-order.ts'
import { changeBooking, type Booking } from './store.ts'
import { checkOpen } from './try-reservation.ts'

export interface RequestedSeat {
  readonly position: number
  readonly leg: number
  readonly seat: string
}

/** The supplier's current seat maps. Fails with `FlightSeatsNotOffered` if seats are assigned at check-in. */
export async function readSeatMaps(
  context: Context,
  ports: Pick<FlightPorts, 'suppliers'>,
  { supplier: name, offer }: { readonly supplier: SupplierName; readonly offer: FlightOffer },
): Promise<Result<readonly SeatMap[], ErrorCode>> {
  const supplier = supplierOf(ports, name)
  if (!supplier?.seatMaps) return fail('FlightSeatsNotOffered')
  const maps = await supplier.seatMaps(context, offer)
  if (maps.kind !== 'answered') return refusalOf(maps)
  return maps.value.length === 0 ? fail('FlightSeatsNotOffered') : ok(maps.value)
}

export async function chooseSeats(
  context: Context,
  ports: Pick<FlightPorts, 'suppliers'>,
  {
    tktOrderNumber,
    seats: requested,
  }: { readonly tktOrderNumber: string; readonly seats: readonly RequestedSeat[] },
): Promise<Result<OrderedBooking, ErrorCode>> {
  const found = await findOwnByNumber(context, tktOrderNumber)
  if (!found.ok) return found
  const { booking, order } = found.value
  if (isSameChoice(booking.seats, requested)) return found
  if (booking.state !== 'draft' && booking.state !== 'held') return fail('OrderStatusNotAllowed')
  const open = order && checkOpen(context, order)
  if (open && !open.ok) return open
  const chosen = await priceSeats(context, ports, booking, requested)
  if (!chosen.ok) return chosen
  return inTransaction(context, async (inside): Promise<Result<OrderedBooking, ErrorCode>> => {
    const seats = chosen.value
    const change = {
      seats,
      totalMinor: bookingTotal({ ...booking, seats }, booking.offer),
      revision: booking.revision + 1,
    }
    const changed = await changeBooking(inside, booking.id, [booking.state], change, 'seats-chosen')
    // The price was changed concurrently, so the calculated total is outdated.
    if (!changed || changed.revision !== booking.revision + 1) return fail('OrderStatusNotAllowed')
    if (!order) return ok({ booking: changed, order })
    const taken = await holdBookingPlaces(inside, changed, { orderKey: order.orderKey })
    return taken.ok ? ok({ booking: changed, order: taken.value }) : taken
  })
}

async function priceSeats(
  context: Context,
  ports: Pick<FlightPorts, 'suppliers'>,
  booking: Booking,
  requested: readonly RequestedSeat[],
): Promise<Result<ChosenSeat[], ErrorCode>> {
  if (requested.length === 0) return ok([])
  const maps = await readSeatMaps(context, ports, booking)
  return maps.ok ? seatsFrom(maps.value, requested) : maps
}

/** Validates a choice: one seat per traveller and flight, one traveller per seat. Fails with `FlightSeatTaken` for seats not available to the traveller. */
export function seatsFrom(
  maps: readonly SeatMap[],
  requested: readonly RequestedSeat[],
): Result<ChosenSeat[], 'BadRequest' | 'FlightSeatTaken'> {
  const travellers = new Set(requested.map(({ position, leg }) => `${position} ${leg}`))
  const seats = new Set(requested.map(({ seat, leg }) => `${seat} ${leg}`))
  if (travellers.size < requested.length || seats.size < requested.length) return fail('BadRequest')
  const chosen: ChosenSeat[] = []
  for (const { position, leg, seat } of requested) {
    const found = maps
      .find((map) => map.leg === leg)
      ?.rows.flatMap(({ sections }) => sections.flat())
      .find((candidate) => candidate?.seat === seat)
    const offer = found?.offers.find((seatOffer) => seatOffer.position === position)
    if (!offer) return fail('FlightSeatTaken')
    const { priceMinor, serviceRef } = offer
    chosen.push({ position, leg, seat, priceMinor, serviceRef })
  }
  return ok(chosen)
}
