/** Presenters of bookings for their owners. */
import { money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import { legsOf } from '../../seats.ts'
import type { BookingView, ChosenSeatView, PriceDetailView, TravellerView } from '../../shapes.ts'
import { bookingTotal, seatsInLari } from '../lari.ts'
import { tripName } from '../offer-source.ts'
import { presentSlice, presentTrip, priceChangeOf } from '../present.ts'
import type { OrderedBooking } from './find-booking.ts'
import { readNewestChange } from './changes-store.ts'
import { readLostSeats } from './lost-seats.ts'
import {
  readTicketIdentifiers,
  readTravellers,
  type Booking,
  type StoredPrice,
  type StoredTraveller,
} from './store.ts'

export function presentPrice(context: Context, price: StoredPrice): PriceDetailView {
  return {
    ...presentTrip(price, context.locale),
    priceDetailId: price.id,
    expiresAt: price.expiresAt.toISOString(),
    serverNow: context.clock.now().toISOString(),
    priceChange: priceChangeOf(price.searchedMinor, price.totalMinor),
  }
}

export function presentTraveller(traveller: StoredTraveller): TravellerView {
  return {
    position: traveller.position,
    kind: traveller.kind,
    givenName: traveller.givenName,
    familyName: traveller.familyName,
    gender: traveller.gender === 'female' ? 2 : 1,
    birthDate: traveller.birthDate,
    documentKind: traveller.documentKind,
    documentNumber: traveller.documentNumber,
    nationality: traveller.nationality,
    documentExpiresOn: traveller.documentExpiresOn,
  }
}

export function presentSeats({ offer, seats, rate }: Booking): ChosenSeatView[] {
  const legs = legsOf(offer.slices)
  return seats
    .toSorted((left, right) => left.leg - right.leg || left.position - right.position)
    .map((seat) => ({
      position: seat.position,
      leg: seat.leg,
      flightNumber: legs[seat.leg]?.flightNumber ?? '',
      seat: seat.seat,
      price: money(seatsInLari([seat], offer.currency, rate)),
    }))
}

export async function presentBooking(
  context: Context,
  { booking, order }: OrderedBooking,
): Promise<BookingView> {
  const travellers = await readTravellers(context, [booking.id])
  const change = await readNewestChange(context, booking.id)
  const { risenOffer, totalMinor } = booking
  const trip = presentTrip(booking, context.locale)
  const legs = legsOf(booking.offer.slices)
  const lost = await readLostSeats(context, booking.id)
  return {
    ...trip,
    name: tripName(booking.offer)[context.locale],
    total: money(totalMinor),
    tktOrderNumber: booking.number,
    pseudoKey: booking.pseudoKey,
    state: booking.state,
    orderKey: booking.orderKey,
    orderNumber: order?.orderNumber ?? null,
    deadlineAt: order?.deadlineAt.toISOString() ?? null,
    serverNow: context.clock.now().toISOString(),
    travellers: travellers.map(presentTraveller),
    seats: presentSeats(booking),
    lostSeats: lost.map((seat) => ({
      position: seat.position,
      flightNumber: legs[seat.leg]?.flightNumber ?? '',
      seat: seat.seat,
      price: money(seat.amountMinor),
      isReturned: seat.isReturned,
    })),
    contact: { email: booking.contactEmail, phone: booking.contactPhone },
    bookingCode: booking.bookingCode,
    ticketNumbers: [...booking.ticketNumbers],
    ticketIdentifiers: await readTicketIdentifiers(context, booking.id),
    priceChange: risenOffer && priceChangeOf(totalMinor, bookingTotal(booking, risenOffer)),
    change: change && {
      changeId: change.id,
      before: change.before.map(presentSlice),
      after: change.after.map(presentSlice),
      state: change.state,
    },
  }
}
