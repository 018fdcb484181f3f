/** Seats that travellers choose before their places are reserved: at the supplier's prices of now, a part of the total. */
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
import { takePlaces } from './make-order.ts'
import { changeBooking, type Booking } from './store.ts'
import { checkOpen } from './try-reservation.ts'

export interface WantedSeat {
  readonly position: number
  readonly leg: number
  readonly seat: string
}

/** What the supplier has free now; `FlightSeatsNotOffered` where seats are given at check-in. */
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
    seats: wanted,
  }: { readonly tktOrderNumber: string; readonly seats: readonly WantedSeat[] },
): Promise<Result<OrderedBooking, ErrorCode>> {
  const found = await findOwnByNumber(context, tktOrderNumber)
  if (!found.ok) return found
  const { booking, order } = found.value
  if (isSameChoice(booking.seats, wanted)) return found
  if (booking.state !== 'draft' && booking.state !== 'held') return fail('OrderStatusNotAllowed')
  const open = order && checkOpen(context, order)
  if (open && !open.ok) return open
  const chosen = await priceSeats(context, ports, booking, wanted)
  if (!chosen.ok) return chosen
  return inTransaction(context, async (inside): Promise<Result<OrderedBooking, ErrorCode>> => {
    const seats = chosen.value
    const change = {
      seats,
      totalMinor: bookingTotal({ ...booking, seats }, booking.offer),
      revision: booking.revision + 1,
    }
    const changed = await changeBooking(inside, booking.id, [booking.state], change, 'seats-chosen')
    // Somebody else changed its price meanwhile: what was added up is no longer true.
    if (!changed || changed.revision !== booking.revision + 1) return fail('OrderStatusNotAllowed')
    if (!order) return ok({ booking: changed, order })
    const taken = await takePlaces(inside, changed, { orderKey: order.orderKey })
    return taken.ok ? ok({ booking: changed, order: taken.value }) : taken
  })
}

async function priceSeats(
  context: Context,
  ports: Pick<FlightPorts, 'suppliers'>,
  booking: Booking,
  wanted: readonly WantedSeat[],
): Promise<Result<ChosenSeat[], ErrorCode>> {
  if (wanted.length === 0) return ok([])
  const maps = await readSeatMaps(context, ports, booking)
  return maps.ok ? seatsFrom(maps.value, wanted) : maps
}

/** Each traveller has one seat a flight, each seat one traveller; `FlightSeatTaken` for what is not free for them. */
export function seatsFrom(
  maps: readonly SeatMap[],
  wanted: readonly WantedSeat[],
): Result<ChosenSeat[], 'BadRequest' | 'FlightSeatTaken'> {
  const travellers = new Set(wanted.map(({ position, leg }) => `${position} ${leg}`))
  const seats = new Set(wanted.map(({ seat, leg }) => `${seat} ${leg}`))
  if (travellers.size < wanted.length || seats.size < wanted.length) return fail('BadRequest')
  const chosen: ChosenSeat[] = []
  for (const { position, leg, seat } of wanted) {
    const found = maps
      .find((map) => map.leg === leg)
      ?.rows.flatMap(({ sections }) => sections.flat())
      .find((one) => one?.seat === seat)
    const offer = found?.offers.find((one) => one.position === position)
    if (!offer) return fail('FlightSeatTaken')
    const { priceMinor, serviceRef } = offer
    chosen.push({ position, leg, seat, priceMinor, serviceRef })
  }
  return ok(chosen)
}
