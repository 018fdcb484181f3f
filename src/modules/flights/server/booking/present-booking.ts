/** A booking as its owner sees it. */
import { money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import type { BookingView, PriceDetailView, TravellerView } from '../../shapes.ts'
import { totalInLari } from '../lari.ts'
import { presentSlice, presentTrip, priceChangeOf } from '../present.ts'
import type { OrderedBooking } from './find-booking.ts'
import { readNewestChange } from './changes-store.ts'
import {
  readTicketIdentifiers,
  readTravellers,
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

export async function presentBooking(
  context: Context,
  { booking, order }: OrderedBooking,
): Promise<BookingView> {
  const travellers = await readTravellers(context, [booking.id])
  const change = await readNewestChange(context, booking.id)
  const { risenOffer, rate, totalMinor } = booking
  const trip = presentTrip(booking, context.locale)
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
    contact: { email: booking.contactEmail, phone: booking.contactPhone },
    bookingCode: booking.bookingCode,
    ticketNumbers: [...booking.ticketNumbers],
    ticketIdentifiers: await readTicketIdentifiers(context, booking.id),
    priceChange:
      risenOffer &&
      priceChangeOf(totalMinor, totalInLari(risenOffer.prices, risenOffer.currency, rate)),
    change: change && {
      changeId: change.id,
      before: change.before.map(presentSlice),
      after: change.after.map(presentSlice),
      state: change.state,
    },
  }
}
