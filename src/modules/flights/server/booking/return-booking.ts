/** Returns of flights: by the supplier's terms, refunded after its confirmation. A booking is returned as a whole. */
import { invariant } from '#kernel/result.ts'
import type {
  CancellationAnswer,
  CancellationRequest,
  SupplierReturnTerms,
  SuppliedTicket,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { totalMinor } from '../../itinerary.ts'
import { seatsMinor } from '../../seats.ts'
import { refundInLari } from '../lari.ts'
import type { FlightSupplier } from '../supplier.ts'
import {
  changedReturnEnd,
  closeChange,
  readNewestChange,
  returnHoursBefore,
} from './changes-store.ts'
import { readLostSeats } from './lost-seats.ts'
import { changeBooking, findById } from './store.ts'

type SupplierFor = (name: string) => FlightSupplier

/**
 * Quotes the supplier's current refund; the deduction is divided among the tickets in proportion to their prices. Returning
 * a part of a booking is refused, because bookings are cancelled as a whole.
 */
export async function quoteReturn(
  context: Context,
  supplierFor: SupplierFor,
  tickets: readonly SuppliedTicket[],
): Promise<ReadonlyMap<number, SupplierReturnTerms>> {
  const terms = new Map<number, SupplierReturnTerms>()
  for (const [itemId, own] of Map.groupBy(tickets, ({ item }) => item.itemId)) {
    const answer = await quoteBooking(context, supplierFor, itemId, own)
    for (const [ticketId, ticketTerms] of answer) terms.set(ticketId, ticketTerms)
  }
  return terms
}

async function quoteBooking(
  context: Context,
  supplierFor: SupplierFor,
  itemId: number,
  tickets: readonly SuppliedTicket[],
): Promise<[number, SupplierReturnTerms][]> {
  const booking = await findById(context, itemId)
  invariant(booking, `flight ${itemId} has its booking`)
  const change = await readNewestChange(context, itemId)
  const isChanged = change?.state === 'open'
  // Flights changed by the airline are returnable until departure.
  const until = isChanged
    ? changedReturnEnd(booking.departsAt, change)
    : new Date(booking.departsAt.getTime() - returnHoursBefore * 3_600_000)
  const refuse = (code: 'ReturnNotAllowed' | 'ReturnTooLate') =>
    tickets.map(({ ticketId }): [number, SupplierReturnTerms] => [
      ticketId,
      { kind: 'refused', code },
    ])
  if (context.clock.now() >= until) return refuse('ReturnTooLate')
  const { reference, offer, ticketNumbers } = booking
  if (booking.state !== 'ticketed' || reference === null || tickets.length < ticketNumbers.length)
    return refuse('ReturnNotAllowed')
  const quote = await supplierFor(booking.supplier).quoteCancel(context, reference)
  if (quote.kind === 'unknown') throw new Error(`No quote: ${quote.reason}`)
  if (quote.kind === 'refused') return refuse('ReturnNotAllowed')
  // Refunds of lost seats are executed separately; until then the amounts would not match those of the tickets.
  const lost = await readLostSeats(context, itemId)
  if (lost.some(({ isReturned }) => !isReturned))
    throw new Error('Lost seats are still to be paid back')
  const paid = totalMinor(offer.prices) + seatsMinor(booking.seats)
  if (paid === 0 || quote.value.refundMinor === 0) return refuse('ReturnNotAllowed')
  const paidInAll = tickets.reduce((sum, { paidMinor }) => sum + paidMinor, 0)
  const sums = { paidMinor: paid, refundMinor: quote.value.refundMinor }
  const deductions = splitByShare(
    paidInAll - refundInLari(paidInAll, sums),
    tickets.map(({ paidMinor }) => paidMinor),
  )
  return tickets.map(({ ticketId }, index) => [
    ticketId,
    {
      kind: 'terms',
      deductionMinor: deductions[index] ?? 0,
      isFeeReturned: isChanged,
      until,
    },
  ])
}

/** Splits a sum in proportion to these parts, each at most its part; the results add up to the sum exactly. */
function splitByShare(sum: number, parts: readonly number[]): number[] {
  const whole = parts.reduce((total, part) => total + part, 0)
  let [before, assigned] = [0, 0]
  return parts.map((part) => {
    before += part
    const until = whole === 0 ? 0 : Math.floor((sum * before) / whole)
    const own = until - assigned
    assigned = until
    return own
  })
}

/** Cancels the booking at the supplier. Idempotent. */
export async function cancelTickets(
  context: Context,
  supplierFor: SupplierFor,
  { item }: CancellationRequest,
): Promise<CancellationAnswer> {
  const booking = await findById(context, item.itemId)
  invariant(booking, `flight ${item.itemId} has its booking`)
  if (booking.state === 'cancelled') return { kind: 'cancelled' }
  if (booking.reference === null) return { kind: 'refused', code: 'not-found' }
  const { reference } = booking
  const answer = await supplierFor(booking.supplier).cancel(context, { reference, quoteRef: null })
  if (answer.kind === 'unknown') return { kind: 'pending', detail: answer.reason }
  if (answer.kind === 'refused') return { kind: 'refused', code: answer.code }
  const change = { state: 'cancelled' as const, cancelRefundMinor: answer.value.refundMinor }
  await changeBooking(context, booking.id, ['ticketed'], change, 'given-back')
  await closeChange(context, booking.id, 'refunded')
  return { kind: 'cancelled' }
}
