/**
 * Adapter of IATI. It publishes no protocol; this one is the project's own, derived from the specification's order call. A
 * booking is an option under our reference that is ticketed later. References are not unique there, so all bookings of a
 * reference are looked up: one is kept, the others are cancelled.
 */
import type { z } from 'zod'
import { totalMinor, type FlightOffer, type SearchCriteria } from '../../itinerary.ts'
import { amountOf, currencyOf, minorOf } from '../amounts.ts'
import {
  answered,
  refused,
  unknown,
  type CancelQuote,
  type FlightSupplier,
  type ReservationRequest,
  type SupplierAnswer,
  type SupplierBooking,
  type SupplierChange,
  type SupplierRefusal,
  type Traveller,
} from '../supplier.ts'
import { sendToSupplier, readReply, type HttpAnswer } from '../supplier-http.ts'
import { readFlight, readTrip } from './read-flight.ts'
import {
  acceptReply,
  errorReply,
  fareReply,
  orderReply,
  ordersReply,
  refundReply,
  searchReply,
  type IatiOrder,
} from './shapes.ts'

export interface IatiSettings {
  readonly url: string
  readonly apiKey: string
}

const searchMilliseconds = 15_000
const callMilliseconds = 30_000

const refusalOfCode: Readonly<Record<string, SupplierRefusal>> = {
  FARE_NOT_FOUND: 'offer-gone',
  ORDER_CANCELLED: 'offer-gone',
  ORDER_NOT_FOUND: 'not-found',
  PRICE_CHANGED: 'price-changed',
  SOLD_OUT: 'sold-out',
  PASSENGER_COUNT: 'passenger-refused',
  VALIDATION: 'passenger-refused',
}

export function createIati(settings: IatiSettings): FlightSupplier {
  const send: Send = (method, path, body, milliseconds = callMilliseconds) =>
    sendToSupplier({
      method,
      url: `${settings.url}/flight/v2${path}`,
      headers: { 'x-api-key': settings.apiKey },
      ...(body !== undefined && { body }),
      milliseconds,
    })
  const calls = new IatiCalls(send)
  return {
    name: 'iati',
    searchMilliseconds,
    search: (_context, criteria) => calls.search(criteria),
    price: (_context, offer) => calls.price(offer),
    reserve: (_context, request) => calls.reserve(request),
    ticket: (_context, request) => calls.ticket(request),
    lookUp: (_context, { key }) => calls.lookUp(key),
    quoteCancel: (_context, reference) => calls.quoteCancel(reference),
    cancel: (_context, { reference }) => calls.cancel(reference),
    listChanges: (_context, reference) => calls.listChanges(reference),
    acceptChange: (_context, change) => calls.acceptChange(change),
  }
}

type Send = (
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  milliseconds?: number,
) => Promise<HttpAnswer>

function valueOf<Shape extends z.ZodType>(
  shape: Shape,
  answer: HttpAnswer,
): SupplierAnswer<z.output<Shape>> {
  if (answer.kind === 'silent') return unknown(answer.reason)
  if (answer.status >= 400) {
    const error = readReply(errorReply, answer)
    if (!error.ok) return unknown(error.reason)
    return refused(refusalOfCode[error.value.error.code] ?? 'offer-gone')
  }
  const read = readReply(shape, answer)
  return read.ok ? answered(read.value) : unknown(read.reason)
}

class IatiCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  async search(criteria: SearchCriteria): Promise<SupplierAnswer<readonly FlightOffer[]>> {
    const { slices, adults: adult, children: child, infants: infant, cabin } = criteria
    const trips = slices.map(({ from, to, date }) => ({ from: from[0], to: to[0], date }))
    const body = { trips, pax: { adult, child, infant }, cabin }
    const reply = valueOf(
      searchReply,
      await this.#send('POST', '/search', body, searchMilliseconds),
    )
    if (reply.kind !== 'answered') return reply
    return answered(reply.value.flights.flatMap(readFlight))
  }

  async price({ offerRef }: FlightOffer): Promise<SupplierAnswer<FlightOffer>> {
    const body = { fareId: offerRef }
    const reply = valueOf(fareReply, await this.#send('POST', '/fare', body))
    if (reply.kind !== 'answered') return reply
    const [offer] = readFlight(reply.value.flight)
    return offer ? answered(offer) : refused('offer-gone')
  }

  async reserve(request: ReservationRequest): Promise<SupplierAnswer<SupplierBooking>> {
    const known = await this.lookUp(request.key)
    if (known.kind !== 'answered') return known
    if (known.value && known.value.state !== 'cancelled') return answered(known.value)
    const created = valueOf(orderReply, await this.#send('POST', '/orders', orderOf(request)))
    if (created.kind !== 'answered') return created
    // References are not unique there, so all bookings of the reference are read again.
    const active = await this.lookUp(request.key)
    if (active.kind !== 'answered') return active
    return active.value ? answered(active.value) : unknown('an order was not found')
  }

  async ticket(request: ReservationRequest): Promise<SupplierAnswer<SupplierBooking>> {
    const reserved = await this.reserve(request)
    if (reserved.kind !== 'answered' || reserved.value.state !== 'reserved') return reserved
    const { reference, totalMinor: amountMinor } = reserved.value
    if (amountMinor > totalMinor(request.offer.prices)) return refused('price-changed')
    const body = { amount: amountOf(amountMinor) }
    const paid = valueOf(orderReply, await this.#send('POST', `/orders/${reference}/ticket`, body))
    return paid.kind === 'answered' ? readOrder(paid.value.order) : paid
  }

  /** The booking under our reference: a paid one takes precedence, then the first; others are cancelled. */
  async lookUp(key: string): Promise<SupplierAnswer<SupplierBooking | null>> {
    const path = `/orders?reference=${encodeURIComponent(key)}`
    const reply = valueOf(ordersReply, await this.#send('GET', path))
    if (reply.kind !== 'answered') return reply
    const { orders } = reply.value
    const active = orders.filter(({ status }) => status !== 'CANCELLED')
    const retained = active.find(({ status }) => status !== 'OPTION') ?? active[0]
    for (const { orderId } of active.filter((order) => order !== retained)) {
      const cancelled = await this.cancel(orderId)
      if (cancelled.kind !== 'answered') return unknown('a duplicate booking was not cancelled')
    }
    const found = retained ?? orders[0]
    return found ? readOrder(found) : answered(null)
  }

  async #order(reference: string): Promise<SupplierAnswer<IatiOrder>> {
    const reply = valueOf(orderReply, await this.#send('GET', `/orders/${reference}`))
    return reply.kind === 'answered' ? answered(reply.value.order) : reply
  }

  async quoteCancel(reference: string): Promise<SupplierAnswer<CancelQuote>> {
    return quoteIn(await this.#send('GET', `/orders/${reference}/refund`), reference)
  }

  async cancel(reference: string): Promise<SupplierAnswer<CancelQuote>> {
    const order = await this.#order(reference)
    if (order.kind !== 'answered') return order
    if (order.value.status === 'CANCELLED') {
      const currency = currencyOf(order.value.currency) ?? 'GEL'
      return answered({ refundMinor: 0, currency, quoteRef: reference })
    }
    return quoteIn(await this.#send('POST', `/orders/${reference}/cancel`, {}), reference)
  }

  async listChanges(reference: string): Promise<SupplierAnswer<readonly SupplierChange[]>> {
    const order = await this.#order(reference)
    if (order.kind !== 'answered') return order
    return answered(
      (order.value.changes ?? []).flatMap(({ changeId, before, after, status }) => {
        const [from, to] = [before.map(readTrip), after.map(readTrip)]
        const isReadable =
          from.every((slice) => slice !== null) && to.every((slice) => slice !== null)
        return isReadable
          ? [{ changeRef: changeId, before: from, after: to, isAnswered: status === 'ACCEPTED' }]
          : []
      }),
    )
  }

  async acceptChange({
    reference,
    changeRef,
  }: {
    readonly reference: string
    readonly changeRef: string
  }): Promise<SupplierAnswer<null>> {
    const path = `/orders/${reference}/changes/${encodeURIComponent(changeRef)}/accept`
    const reply = valueOf(acceptReply, await this.#send('POST', path, {}))
    return reply.kind === 'answered' ? answered(null) : reply
  }
}

function quoteIn(answer: HttpAnswer, reference: string): SupplierAnswer<CancelQuote> {
  const reply = valueOf(refundReply, answer)
  if (reply.kind !== 'answered') return reply
  const { amount, currency } = reply.value.refund
  const [refundMinor, known] = [minorOf(amount), currencyOf(currency)]
  if (refundMinor === null || known === null) return unknown('a refund in another currency')
  return answered({ refundMinor, currency: known, quoteRef: reference })
}

const stateOfStatus = {
  OPTION: 'reserved',
  IN_PROGRESS: 'ticketing',
  TICKETED: 'ticketed',
  CANCELLED: 'cancelled',
} as const

function readOrder(order: IatiOrder): SupplierAnswer<SupplierBooking> {
  const [total, currency] = [minorOf(order.amount), currencyOf(order.currency)]
  if (total === null || currency === null) return unknown('an order in another currency')
  return answered({
    reference: order.orderId,
    state: stateOfStatus[order.status],
    bookingCode: order.pnr ?? null,
    ticketNumbers: order.tickets,
    totalMinor: total,
    currency,
    expiresAt: order.optionUntil ? new Date(order.optionUntil) : null,
  })
}

const typeOfKind = { adult: 'ADT', child: 'CHD', infant: 'INF' } as const

function orderOf({ key, offer, travellers, contact }: ReservationRequest) {
  return {
    reference: key,
    fareId: offer.offerRef,
    amount: amountOf(totalMinor(offer.prices)),
    contact,
    passengers: travellers.map(passengerOf),
  }
}

function passengerOf(traveller: Traveller) {
  return {
    type: typeOfKind[traveller.kind],
    name: traveller.givenName,
    surname: traveller.familyName,
    gender: traveller.gender === 'female' ? 'F' : 'M',
    birthDate: traveller.birthDate,
    document:
      traveller.documentNumber === null
        ? null
        : {
            number: traveller.documentNumber,
            nationality: traveller.nationality,
            expires: traveller.documentExpiresOn,
          },
  }
}
