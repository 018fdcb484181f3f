/**
 * Tickets of paid flights. The supplier is asked under the booking's own key; what an earlier asking has come to is
 * looked up first, and a reservation under other names is cancelled before another is made.
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
import { cancelTickets, quoteReturn } from './give-back.ts'
import { listPartsDue, loseSeats, settlePart } from './lost-seats.ts'
import {
  changeBooking,
  findById,
  keptOf,
  type Booking,
  type BookingState,
  type KeptTraveller,
} from './store.ts'
import { travellersKey } from './travellers.ts'
import { requestOf, travellersFor } from './try-reservation.ts'

/** Airlines issue within minutes; after this an operator is called. */
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
      return buy(context, supplierFor(booking), booking, request)
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
  // A reservation that is being cancelled: the next attempt finds it gone.
  if (booking.state === 'cancelling') return { kind: 'pending', detail: 'cancelling' }
  return null
}

function confirmed(booking: Booking, { lines }: SupplyRequest): SupplyAnswer {
  const units = lines.map((line): ConfirmedUnit => ({
    lineId: line.id,
    unit: 0,
    bookingNumber: booking.bookingCode ?? booking.reference ?? '',
    ticketNumber: booking.ticketNumbers[(line.placeId ?? 1) - 1] ?? null,
    // A seat that was lost meanwhile is not on the ticket, nor in the letter that brings it.
    naming: namingOf(booking, line.placeId ?? 1),
  }))
  return { kind: 'confirmed', units }
}

async function buy(
  context: Context,
  supplier: FlightSupplier,
  booking: Booking,
  request: SupplyRequest,
): Promise<SupplyAnswer> {
  const travellers = await travellersFor(context, booking, request.order)
  const begun =
    booking.state === 'ticketing'
      ? booking
      : await beginTicketing(context, supplier, booking, travellers)
  if (!begun) return { kind: 'pending', detail: 'busy' }
  const answer = await supplier.ticket(context, {
    ...requestOf(begun, request.order, travellers),
    reference: begun.reference,
  })
  if (answer.kind === 'unknown') return { kind: 'pending', detail: answer.reason }
  if (answer.kind === 'refused' && answer.code === 'seat-taken' && begun.seats.length > 0) {
    // A seat that somebody else was faster for keeps nobody on the ground: the tickets are bought without.
    const without = await inTransaction(context, async (inside) =>
      ok(await loseSeats(inside, begun, begun.seats)),
    )
    return { kind: 'pending', detail: without.value ? 'without seats' : 'busy' }
  }
  if (answer.kind === 'refused') return refuse(context, supplier, begun, answer.code)
  return applyBooking(context, begun, answer.value, request)
}

/**
 * The reservation that stands is paid for if it bears these names; otherwise it is cancelled, and the tickets are bought
 * under another key. So is one that was cancelled before late money came.
 */
async function beginTicketing(
  context: Context,
  supplier: FlightSupplier,
  booking: Booking,
  travellers: readonly KeptTraveller[],
): Promise<Booking | null> {
  const key = travellersKey(travellers)
  const isOther = booking.travellersKey !== null && booking.travellersKey !== key
  const isGone = booking.state === 'cancelled'
  const change = { state: 'ticketing' as const, travellersKey: key, risenOffer: null }
  if (!isOther && !isGone) return changeBooking(context, booking.id, payable, change, 'ticketing')
  if (!isGone && (await giveUpReservation(context, supplier, booking)) === 'unknown') return null
  const anew = {
    ...change,
    supplierKey: context.random.uuid(),
    reference: null,
    bookingCode: null,
    reservedUntil: null,
  }
  return changeBooking(context, booking.id, payable, anew, 'ticketing-anew')
}

/** Cancels whatever the supplier keeps for an unpaid booking. */
export async function giveUpReservation(
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
    await changeBooking(context, booking.id, ['ticketing'], keptOf(found), `still-${found.state}`)
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
      ...keptOf(found),
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
  const given = await giveUpReservation(context, supplier, booking)
  // What may still stand there is looked for again before the money is refunded.
  if (given === 'unknown') return { kind: 'pending', detail: `refused: ${code}` }
  const refusal = { state: 'refused' as const, refusal: code, reservedUntil: null }
  await changeBooking(context, booking.id, ['ticketing'], refusal, `refused-${code}`)
  return { kind: 'refused', code }
}
