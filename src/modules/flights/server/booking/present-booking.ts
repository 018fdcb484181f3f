/** A booking as its owner sees it. */
import { money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import { legsOf } from '../../seats.ts'
import type { BookingView, ChosenSeatView, PriceDetailView, TravellerView } from '../../shapes.ts'
import { bookingTotal, seatsInLari } from '../lari.ts'
import { presentSlice, presentTrip, priceChangeOf } from '../present.ts'
import type { OrderedBooking } from './find-booking.ts'
import { readNewestChange } from './changes-store.ts'
import { readLostSeats } from './lost-seats.ts'
import {
  readTicketIdentifiers,
  readTravellers,
  type Booking,
  type KeptPrice,
  type KeptTraveller,
} from './store.ts'

export function presentPrice(context: Context, price: KeptPrice): PriceDetailView {
  return {
    ...presentTrip(price, context.locale),
    priceDetailId: price.id,
    expiresAt: price.expiresAt.toISOString(),
    serverNow: context.clock.now().toISOString(),
    priceChange: priceChangeOf(price.searchedMinor, price.totalMinor),
  }
}

export function presentTraveller(one: KeptTraveller): TravellerView {
  return {
    position: one.position,
    kind: one.kind,
    givenName: one.givenName,
    familyName: one.familyName,
    gender: one.gender === 'female' ? 2 : 1,
    birthDate: one.birthDate,
    documentKind: one.documentKind,
    documentNumber: one.documentNumber,
    nationality: one.nationality,
    documentExpiresOn: one.documentExpiresOn,
  }
}

export function presentSeats({ offer, seats, rate }: Booking): ChosenSeatView[] {
  const legs = legsOf(offer.slices)
  return seats
    .toSorted((one, other) => one.leg - other.leg || one.position - other.position)
    .map((one) => ({
      position: one.position,
      leg: one.leg,
      flightNumber: legs[one.leg]?.flightNumber ?? '',
      seat: one.seat,
      price: money(seatsInLari([one], offer.currency, rate)),
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
    lostSeats: lost.map((one) => ({
      position: one.position,
      flightNumber: legs[one.leg]?.flightNumber ?? '',
      seat: one.seat,
      price: money(one.amountMinor),
      isReturned: one.isReturned,
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
