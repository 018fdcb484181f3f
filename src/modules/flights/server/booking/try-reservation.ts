/**
 * Asks the supplier to keep the places at the price the shopper has seen. A rise is kept and asked about, a fall is
 * charged at once, silence is looked up before anything is asked again.
 */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  isOpen,
  readPassengers,
  shownStatus,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { FlightOffer } from '../../itinerary.ts'
import { bookingTotal } from '../lari.ts'
import { flightSourceName } from '../offer-source.ts'
import { supplierOf, type FlightPorts } from '../ports.ts'
import type { FlightSupplier, ReservationRequest, SupplierBooking } from '../supplier.ts'
import { refusalOf } from './confirm-price.ts'
import { findOwnByOrder } from './find-booking.ts'
import { takePlaces } from './make-order.ts'
import { changeBooking, keptOf, readTravellers, type Booking, type KeptTraveller } from './store.ts'
import { travellersKey } from './travellers.ts'

export interface Reservation {
  readonly outcome: 'reserved' | 'price-rose' | 'price-fell' | 'price-confirmed' | 'pending'
  readonly totalMinor: number
  /** The price before, where it changed. */
  readonly beforeMinor: number
  readonly reservedUntil: Date | null
}

/** An asking whose answer was lost is repeated after so long, with the same key. */
const lostMilliseconds = 30_000

export async function tryReservation(
  context: Context,
  ports: FlightPorts,
  orderKey: string,
): Promise<Result<Reservation, ErrorCode>> {
  const found = await findOwnByOrder(context, { orderKey })
  if (!found.ok) return found
  const { booking, order } = found.value
  if (!order) return fail('NotFound')
  const open = checkOpen(context, order)
  if (!open.ok) return open
  const supplier = supplierOf(ports, booking.supplier)
  if (!supplier) return fail('FlightOfferEnded')
  if (booking.state === 'reserved') return ok(reservedAs(booking))
  if (booking.state === 'reserving') return lookUpReservation(context, supplier, booking, order)
  if (booking.state !== 'held') return fail('OrderStatusNotAllowed')
  const priced = await supplier.price(context, booking.offer)
  if (priced.kind !== 'answered') return refusalOf(priced)
  const nowMinor = bookingTotal(booking, priced.value)
  if (nowMinor > booking.totalMinor) return askAboutRise(context, booking, priced.value)
  const current = await chargeFall(context, booking, order, priced.value)
  if (!current.ok) return current
  return reserve(context, supplier, current.value, order, booking.totalMinor)
}

export function checkOpen(
  { clock }: Pick<Context, 'clock'>,
  order: Order,
): Result<Order, 'OrderExpired' | 'OrderStatusNotAllowed'> {
  const status = shownStatus(order, clock.now())
  if (isOpen(status)) return ok(order)
  return order.deadlineAt <= clock.now() ? fail('OrderExpired') : fail('OrderStatusNotAllowed')
}

function reservedAs(booking: Booking, beforeMinor = booking.totalMinor): Reservation {
  return {
    outcome: beforeMinor > booking.totalMinor ? 'price-fell' : 'reserved',
    totalMinor: booking.totalMinor,
    beforeMinor,
    reservedUntil: booking.reservedUntil,
  }
}

async function askAboutRise(
  context: Context,
  booking: Booking,
  risenOffer: FlightOffer,
): Promise<Result<Reservation, ErrorCode>> {
  const kept = await changeBooking(context, booking.id, ['held'], { risenOffer }, 'price-rose')
  if (!kept) return fail('OrderStatusNotAllowed')
  return ok({
    outcome: 'price-rose',
    totalMinor: bookingTotal(booking, risenOffer),
    beforeMinor: booking.totalMinor,
    reservedUntil: null,
  })
}

/** The offer as it is priced now; a lower price becomes the order's without asking. */
async function chargeFall(
  context: Context,
  booking: Booking,
  order: Order,
  offer: FlightOffer,
): Promise<Result<Booking, ErrorCode>> {
  const totalMinor = bookingTotal(booking, offer)
  if (totalMinor === booking.totalMinor) {
    const kept = await changeBooking(
      context,
      booking.id,
      ['held'],
      { offer, risenOffer: null },
      'priced',
    )
    return kept ? ok(kept) : fail('OrderStatusNotAllowed')
  }
  return setPrice(context, booking, order, offer, 'price-fell')
}

/** The order costs what this offer costs, from here on. */
export function setPrice(
  context: Context,
  booking: Booking,
  order: Order,
  offer: FlightOffer,
  entry: 'price-fell' | 'price-accepted',
): Promise<Result<Booking, ErrorCode>> {
  return inTransaction(context, async (inside): Promise<Result<Booking, ErrorCode>> => {
    const change = {
      offer,
      totalMinor: bookingTotal(booking, offer),
      revision: booking.revision + 1,
      risenOffer: null,
    }
    const changed = await changeBooking(inside, booking.id, ['held'], change, entry)
    if (!changed || changed.revision !== booking.revision + 1) return fail('OrderStatusNotAllowed')
    const taken = await takePlaces(inside, changed, { orderKey: order.orderKey })
    return taken.ok ? ok(changed) : taken
  })
}

async function reserve(
  context: Context,
  supplier: FlightSupplier,
  booking: Booking,
  order: Order,
  beforeMinor: number,
): Promise<Result<Reservation, ErrorCode>> {
  const travellers = await travellersFor(context, booking, order)
  const key = travellersKey(travellers)
  const begun = await changeBooking(
    context,
    booking.id,
    ['held', 'reserving'],
    { state: 'reserving', travellersKey: key },
    'reserving',
  )
  if (!begun) return fail('OrderStatusNotAllowed')
  const answer = await supplier.reserve(context, requestOf(begun, order, travellers))
  if (answer.kind === 'unknown') {
    context.log.warn({ bookingId: booking.id, reason: answer.reason }, 'a reservation is unknown')
    return ok({
      outcome: 'pending',
      totalMinor: begun.totalMinor,
      beforeMinor,
      reservedUntil: null,
    })
  }
  if (answer.kind === 'refused') {
    const back = { state: 'held' as const, supplierKey: context.random.uuid() }
    await changeBooking(context, booking.id, ['reserving'], back, `reservation-${answer.code}`)
    return refusalOf(answer)
  }
  if (answer.value === null) {
    await changeBooking(context, booking.id, ['reserving'], { state: 'held' }, 'sold-at-payment')
    const outcome = beforeMinor > begun.totalMinor ? 'price-fell' : 'price-confirmed'
    return ok({ outcome, totalMinor: begun.totalMinor, beforeMinor, reservedUntil: null })
  }
  return keepReservation(context, begun, answer.value, beforeMinor)
}

async function keepReservation(
  context: Context,
  booking: Booking,
  reserved: SupplierBooking,
  beforeMinor: number,
): Promise<Result<Reservation, ErrorCode>> {
  const kept = await changeBooking(
    context,
    booking.id,
    ['reserving'],
    { state: 'reserved', ...keptOf(reserved) },
    'reserved',
  )
  return kept ? ok(reservedAs(kept, beforeMinor)) : fail('OrderStatusNotAllowed')
}

async function lookUpReservation(
  context: Context,
  supplier: FlightSupplier,
  booking: Booking,
  order: Order,
): Promise<Result<Reservation, ErrorCode>> {
  const { supplierKey, reference, totalMinor } = booking
  const found = await supplier.lookUp(context, { key: supplierKey, reference })
  if (found.kind === 'answered' && found.value && found.value.state !== 'cancelled')
    return keepReservation(context, booking, found.value, totalMinor)
  const waited = context.clock.now().getTime() - booking.updatedAt.getTime()
  if (found.kind === 'answered' && waited >= lostMilliseconds)
    return reserve(context, supplier, booking, order, totalMinor)
  return ok({ outcome: 'pending', totalMinor, beforeMinor: totalMinor, reservedUntil: null })
}

export function requestOf(
  booking: Booking,
  order: Order,
  travellers: readonly KeptTraveller[],
): ReservationRequest {
  const { contactEmail, contactPhone } = booking
  return {
    key: booking.supplierKey,
    offer: booking.offer,
    seats: booking.seats,
    travellers,
    contact: {
      email: order.buyer.email || contactEmail,
      phone: order.buyer.phone || contactPhone,
    },
  }
}

/** Those of the booking under the names and documents that the order's tickets bear: the checkout may correct them. */
export async function travellersFor(
  context: Pick<Context, 'db'>,
  booking: Booking,
  order: Order,
): Promise<KeptTraveller[]> {
  const named = await readPassengers(context, [order])
  const travellers = await readTravellers(context, [booking.id])
  return travellers.map((one) => {
    const line = order.lines.find(
      ({ source, kind, placeId }) =>
        source === flightSourceName && kind === 'Ticket' && placeId === one.position,
    )
    const passenger = named.find(({ lineId }) => lineId === line?.id)?.passenger
    if (!passenger) return one
    return {
      ...one,
      givenName: passenger.givenName,
      familyName: passenger.familyName,
      birthDate: passenger.birthDate ?? one.birthDate,
      documentNumber: passenger.documentNumber ?? one.documentNumber,
      nationality: passenger.nationality ?? one.nationality,
    }
  })
}
