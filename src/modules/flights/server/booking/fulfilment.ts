/**
 * Ticketing of paid flights. Requests use the booking's own key; the result of an earlier request is looked up first, and
 * a reservation under other names is cancelled before a new one is made.
 */
import { invariant, ok } from '#kernel/result.ts'
import {
  itemKey,
  type ConfirmedUnit,
  type FulfilmentSource,
  type SupplyAnswer,
  type SupplyRequest,
} from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { totalMinor } from '../../itinerary.ts'
import { seatsMinor } from '../../seats.ts'
import { flightSourceName, namingOf } from '../offer-source.ts'
import type { FlightSupplier, SupplierBooking, SupplierRefusal } from '../supplier.ts'
import { cancelTickets, quoteReturn } from './return-booking.ts'
import { listPartsDue, removeLostSeats, settlePart } from './lost-seats.ts'
import {
  changeBooking,
  findById,
  storedFields,
  type Booking,
  type BookingState,
  type StoredTraveller,
} from './store.ts'
import { travellersKey } from './travellers.ts'
import { requestOf, travellersFor } from './try-reservation.ts'

/** Airlines issue tickets within minutes; after this time operators are alerted. */
const confirmMinutes = 90
const payable: readonly BookingState[] = ['draft', 'held', 'reserving', 'reserved', 'cancelled']

export function flightFulfilment(suppliers: readonly FlightSupplier[]): FulfilmentSource {
  const supplierNamed = (name: string) => {
    const supplier = suppliers.find((each) => each.name === name)
    if (!supplier) throw new Error(`${name} is not set up`)
    return supplier
  }
  const supplierFor = ({ supplier }: Booking) => supplierNamed(supplier)
  return {
    name: flightSourceName,

    listSupplied: async (context, items) => {
      const confirmBy = new Date(context.clock.now().getTime() + confirmMinutes * 60_000)
      return new Map(items.map((item) => [itemKey(item), { confirmBy }]))
    },

    async confirm(context, request) {
      const booking = await bookingOf(context, request)
      const ended = answerOfEnded(booking, request)
      if (ended) return ended
      return buyTickets(context, supplierFor(booking), booking, request)
    },

    async lookUp(context, request) {
      const booking = await bookingOf(context, request)
      const ended = answerOfEnded(booking, request)
      if (ended) return ended
      const { supplierKey: key, reference } = booking
      const found = await supplierFor(booking).lookUp(context, { key, reference })
      if (found.kind === 'unknown') return { kind: 'pending', detail: found.reason }
      if (found.kind === 'refused' || !found.value || found.value.state === 'reserved')
        return { kind: 'absent' }
      if (found.value.state === 'cancelled') return { kind: 'absent' }
      return applyBooking(context, booking, found.value, request)
    },

    listPartsDue,
    settlePart,
    quoteReturn: (context, tickets) => quoteReturn(context, supplierNamed, tickets),
    cancel: (context, request) => cancelTickets(context, supplierNamed, request),
  }
}

async function bookingOf(context: Context, { item }: SupplyRequest): Promise<Booking> {
  const booking = await findById(context, item.itemId)
  invariant(booking, `flight ${item.itemId} has its booking`)
  return booking
}

function answerOfEnded(booking: Booking, request: SupplyRequest): SupplyAnswer | null {
  if (booking.state === 'ticketed') return confirmed(booking, request)
  if (booking.state === 'refused') return { kind: 'refused', code: booking.refusal ?? 'refused' }
  // The reservation is being cancelled; the next attempt continues after that.
  if (booking.state === 'cancelling') return { kind: 'pending', detail: 'cancelling' }
  return null
}

function confirmed(booking: Booking, { lines }: SupplyRequest): SupplyAnswer {
  const units = lines.map((line): ConfirmedUnit => ({
    lineId: line.id,
    unit: 0,
    bookingNumber: booking.bookingCode ?? booking.reference ?? '',
    ticketNumber: booking.ticketNumbers[(line.placeId ?? 1) - 1] ?? null,
    // Seats lost in the meantime are omitted from the ticket and its email.
    naming: namingOf(booking, line.placeId ?? 1),
  }))
  return { kind: 'confirmed', units }
}

async function buyTickets(
  context: Context,
  supplier: FlightSupplier,
  booking: Booking,
  request: SupplyRequest,
): Promise<SupplyAnswer> {
  const travellers = await travellersFor(context, booking, request.order)
  const current =
    booking.state === 'ticketing'
      ? booking
      : await beginTicketing(context, supplier, booking, travellers)
  if (!current) return { kind: 'pending', detail: 'busy' }
  const answer = await supplier.ticket(context, {
    ...requestOf(current, request.order, travellers),
    reference: current.reference,
  })
  if (answer.kind === 'unknown') return { kind: 'pending', detail: answer.reason }
  if (answer.kind === 'refused' && answer.code === 'seat-taken' && current.seats.length > 0) {
    // If a chosen seat is no longer available, the tickets are bought without seats.
    const without = await inTransaction(context, async (inside) =>
      ok(await removeLostSeats(inside, current, current.seats)),
    )
    return { kind: 'pending', detail: without.value ? 'without seats' : 'busy' }
  }
  if (answer.kind === 'refused') return refuse(context, supplier, current, answer.code)
  return applyBooking(context, current, answer.value, request)
}

/**
 * An existing reservation is paid if it has the same names. Otherwise, or if it was cancelled before a late payment, it is
 * cancelled and the tickets are bought under another key.
 */
async function beginTicketing(
  context: Context,
  supplier: FlightSupplier,
  booking: Booking,
  travellers: readonly StoredTraveller[],
): Promise<Booking | null> {
  const key = travellersKey(travellers)
  const isOther = booking.travellersKey !== null && booking.travellersKey !== key
  const isGone = booking.state === 'cancelled'
  const change = { state: 'ticketing' as const, travellersKey: key, risenOffer: null }
  if (!isOther && !isGone) return changeBooking(context, booking.id, payable, change, 'ticketing')
  if (!isGone && (await cancelReservation(context, supplier, booking)) === 'unknown') return null
  const newBooking = {
    ...change,
    supplierKey: context.random.uuid(),
    reference: null,
    bookingCode: null,
    reservedUntil: null,
  }
  return changeBooking(context, booking.id, payable, newBooking, 'ticketing-anew')
}

/** Cancels the supplier's reservation of an unpaid booking, if there is one. */
export async function cancelReservation(
  context: Context,
  supplier: FlightSupplier,
  booking: Pick<Booking, 'supplierKey' | 'reference'>,
): Promise<'done' | 'unknown'> {
  const { supplierKey: key, reference } = booking
  const found = await supplier.lookUp(context, { key, reference })
  if (found.kind === 'unknown') return 'unknown'
  if (found.kind === 'refused' || !found.value || found.value.state === 'cancelled') return 'done'
  const cancelled = await supplier.cancel(context, {
    reference: found.value.reference,
    quoteRef: null,
  })
  return cancelled.kind === 'unknown' ? 'unknown' : 'done'
}

async function applyBooking(
  context: Context,
  booking: Booking,
  found: SupplierBooking,
  request: SupplyRequest,
): Promise<SupplyAnswer> {
  if (found.state !== 'ticketed') {
    await changeBooking(
      context,
      booking.id,
      ['ticketing'],
      storedFields(found),
      `still-${found.state}`,
    )
    return { kind: 'pending', detail: found.state }
  }
  const confirmedMinor = totalMinor(booking.offer.prices) + seatsMinor(booking.seats)
  if (found.totalMinor > confirmedMinor || found.currency !== booking.offer.currency)
    context.log.error(
      { bookingId: booking.id, confirmedMinor, supplierMinor: found.totalMinor },
      'a supplier charged another price than it had confirmed',
    )
  const ticketed = await changeBooking(
    context,
    booking.id,
    ['ticketing', ...payable],
    {
      state: 'ticketed',
      ...storedFields(found),
      reservedUntil: null,
      orderKey: request.order.orderKey,
    },
    'ticketed',
  )
  const current = ticketed ?? (await findById(context, booking.id))
  invariant(current, 'a booking stays')
  return answerOfEnded(current, request) ?? { kind: 'pending', detail: current.state }
}

async function refuse(
  context: Context,
  supplier: FlightSupplier,
  booking: Booking,
  code: SupplierRefusal,
): Promise<SupplyAnswer> {
  const cancelled = await cancelReservation(context, supplier, booking)
  // The state at the supplier must be known before the payment is refunded.
  if (cancelled === 'unknown') return { kind: 'pending', detail: `refused: ${code}` }
  const refusal = { state: 'refused' as const, refusal: code, reservedUntil: null }
  await changeBooking(context, booking.id, ['ticketing'], refusal, `refused-${code}`)
  return { kind: 'refused', code }
}
