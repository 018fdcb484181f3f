/**
 * Requests the supplier to reserve the places at the displayed price. A higher price is stored and requires consent, a
 * lower one is charged at once, and after a missing reply the booking is looked up before the request is repeated.
 */
import { internationalPhone } from '#kernel/phone.ts'
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
import { holdBookingPlaces } from './create-order.ts'
import {
  changeBooking,
  storedFields,
  readTravellers,
  type Booking,
  type StoredTraveller,
} from './store.ts'
import { namesOf, travellersKey } from './travellers.ts'

export interface Reservation {
  readonly outcome: 'reserved' | 'price-rose' | 'price-fell' | 'price-confirmed' | 'pending'
  readonly totalMinor: number
  /** The price before a change. */
  readonly beforeMinor: number
  readonly reservedUntil: Date | null
}

/** A request without a reply is repeated after this time, with the same key. */
const retryMilliseconds = 30_000

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
  if (nowMinor > booking.totalMinor) return storeRise(context, booking, priced.value)
  const current = await applyFall(context, booking, order, priced.value)
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

async function storeRise(
  context: Context,
  booking: Booking,
  risenOffer: FlightOffer,
): Promise<Result<Reservation, ErrorCode>> {
  const changed = await changeBooking(context, booking.id, ['held'], { risenOffer }, 'price-rose')
  if (!changed) return fail('OrderStatusNotAllowed')
  return ok({
    outcome: 'price-rose',
    totalMinor: bookingTotal(booking, risenOffer),
    beforeMinor: booking.totalMinor,
    reservedUntil: null,
  })
}

/** Stores the offer at its current price; a lower price applies to the order without consent. */
async function applyFall(
  context: Context,
  booking: Booking,
  order: Order,
  offer: FlightOffer,
): Promise<Result<Booking, ErrorCode>> {
  const totalMinor = bookingTotal(booking, offer)
  if (totalMinor === booking.totalMinor) {
    const changed = await changeBooking(
      context,
      booking.id,
      ['held'],
      { offer, risenOffer: null },
      'priced',
    )
    return changed ? ok(changed) : fail('OrderStatusNotAllowed')
  }
  return setPrice(context, booking, order, offer, 'price-fell')
}

/** Changes the price of the order to that of this offer. */
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
    const taken = await holdBookingPlaces(inside, changed, { orderKey: order.orderKey })
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
  const reserving = await changeBooking(
    context,
    booking.id,
    ['held', 'reserving'],
    { state: 'reserving', travellersKey: key },
    'reserving',
  )
  if (!reserving) return fail('OrderStatusNotAllowed')
  const answer = await supplier.reserve(context, requestOf(reserving, order, travellers))
  if (answer.kind === 'unknown') {
    context.log.warn({ bookingId: booking.id, reason: answer.reason }, 'no reply to a reservation')
    return ok({
      outcome: 'pending',
      totalMinor: reserving.totalMinor,
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
    const outcome = beforeMinor > reserving.totalMinor ? 'price-fell' : 'price-confirmed'
    return ok({ outcome, totalMinor: reserving.totalMinor, beforeMinor, reservedUntil: null })
  }
  return storeReservation(context, reserving, answer.value, beforeMinor)
}

async function storeReservation(
  context: Context,
  booking: Booking,
  reserved: SupplierBooking,
  beforeMinor: number,
): Promise<Result<Reservation, ErrorCode>> {
  const changed = await changeBooking(
    context,
    booking.id,
    ['reserving'],
    { state: 'reserved', ...storedFields(reserved) },
    'reserved',
  )
  return changed ? ok(reservedAs(changed, beforeMinor)) : fail('OrderStatusNotAllowed')
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
    return storeReservation(context, booking, found.value, totalMinor)
  const waited = context.clock.now().getTime() - booking.updatedAt.getTime()
  if (found.kind === 'answered' && waited >= retryMilliseconds)
    return reserve(context, supplier, booking, order, totalMinor)
  return ok({ outcome: 'pending', totalMinor, beforeMinor: totalMinor, reservedUntil: null })
}

export function requestOf(
  booking: Booking,
  order: Order,
  travellers: readonly StoredTraveller[],
): ReservationRequest {
  const { contactEmail, contactPhone } = booking
  const phone = order.buyer.phone || contactPhone
  return {
    key: booking.supplierKey,
    offer: booking.offer,
    seats: booking.seats,
    travellers,
    contact: {
      email: order.buyer.email || contactEmail,
      phone: internationalPhone(phone) ?? phone,
    },
  }
}

/** The travellers with the names and documents of the order's tickets, since the checkout may correct them. */
export async function travellersFor(
  context: Pick<Context, 'db'>,
  booking: Booking,
  order: Order,
): Promise<StoredTraveller[]> {
  const named = await readPassengers(context, [order])
  const travellers = await readTravellers(context, [booking.id])
  return travellers.map((traveller) => {
    const line = order.lines.find(
      ({ source, kind, placeId }) =>
        source === flightSourceName && kind === 'Ticket' && placeId === traveller.position,
    )
    const passenger = named.find(({ lineId }) => lineId === line?.id)?.passenger
    if (!passenger) return traveller
    return {
      ...traveller,
      ...namesOf(passenger),
      birthDate: passenger.birthDate ?? traveller.birthDate,
      documentNumber: passenger.documentNumber ?? traveller.documentNumber,
      nationality: passenger.nationality ?? traveller.nationality,
    }
  })
}
