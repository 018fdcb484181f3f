/**
 * Adapter of Duffel's HTTP API, version v2. Creating and paying orders are not idempotent there: our key is stored in the
 * order's metadata, and an order without a reply is looked up by it.
 */
import type { z } from 'zod'
import type { Context } from '#platform/context.ts'
import {
  totalMinor,
  travellersOf,
  type FlightOffer,
  type SearchCriteria,
  type TravellerKind,
} from '../../itinerary.ts'
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
} from '../supplier.ts'
import { sendToSupplier, readReply, type HttpAnswer } from '../supplier-http.ts'
import { amountOf, currencyOf, minorOf } from '../amounts.ts'
import { seatsMinor, type SeatMap } from '../../seats.ts'
import { readEvent } from './events.ts'
import { readSeatMaps, seatedOfferOf } from './read-seats.ts'
import { readOffer, readRef, sliceOf } from './read-offer.ts'
import {
  cancellationReply,
  changeReply,
  changesReply,
  errorReply,
  offerReply,
  offerRequestReply,
  orderReply,
  ordersReply,
  seatMapsReply,
  type DuffelOrder,
} from './shapes.ts'

export interface DuffelSettings {
  readonly url: string
  readonly accessToken: string
  /** Secret of its events; without it, events are refused. */
  readonly webhookSecret?: string | undefined
}

const searchMilliseconds = 20_000
const callMilliseconds = 30_000
/** The newest orders are searched for one whose reply was lost, in pages of this size. */
const ordersPerPage = 200
const pagesMax = 5
const metadataKey = 'bileti_key'

const refusalOfCode: Readonly<Record<string, SupplierRefusal>> = {
  offer_no_longer_available: 'offer-gone',
  offer_expired: 'offer-gone',
  not_found: 'offer-gone',
  price_changed: 'price-changed',
  insufficient_seats: 'sold-out',
  sold_out: 'sold-out',
  service_unavailable: 'seat-taken',
  seat_unavailable: 'seat-taken',
  invalid_passenger_name: 'passenger-refused',
  validation_required: 'passenger-refused',
  validation_format: 'passenger-refused',
  order_not_cancellable: 'not-cancellable',
  already_cancelled: 'not-cancellable',
}

export function createDuffel(settings: DuffelSettings): FlightSupplier {
  const send = (
    method: 'GET' | 'POST',
    path: string,
    data?: unknown,
    milliseconds = callMilliseconds,
  ): Promise<HttpAnswer> =>
    sendToSupplier({
      method,
      url: `${settings.url}${path}`,
      headers: { authorization: `Bearer ${settings.accessToken}`, 'duffel-version': 'v2' },
      ...(data !== undefined && { body: { data } }),
      milliseconds,
    })
  const calls = new DuffelCalls(send)
  return {
    name: 'duffel',
    searchMilliseconds,
    search: (_context, criteria) => calls.search(criteria),
    price: (_context, offer) => calls.price(offer),
    seatMaps: (_context, offer) => calls.seatMaps(offer),
    reserve: (_context, request) => calls.reserve(request),
    ticket: (context, request) => calls.ticket(context, request),
    lookUp: (_context, request) => calls.lookUp(request),
    quoteCancel: (_context, reference) => calls.quoteCancel(reference),
    cancel: (_context, request) => calls.cancel(request),
    listChanges: (_context, reference) => calls.listChanges(reference),
    acceptChange: (_context, { changeRef }) => calls.acceptChange(changeRef),
    readEvent: (context, sent) =>
      settings.webhookSecret === undefined
        ? null
        : readEvent(context, settings.webhookSecret, sent),
  }
}

type Send = (
  method: 'GET' | 'POST',
  path: string,
  data?: unknown,
  milliseconds?: number,
) => Promise<HttpAnswer>

/** Maps an error reply to a refusal; an invalid reply counts as none. */
function refusalIn(answer: HttpAnswer): SupplierAnswer<never> {
  const read = readReply(errorReply, answer)
  if (!read.ok) return unknown(read.reason)
  const code = read.value.errors[0]?.code ?? ''
  return refused(refusalOfCode[code] ?? 'offer-gone')
}

function valueOf<Shape extends z.ZodType>(
  shape: Shape,
  answer: HttpAnswer,
): SupplierAnswer<z.output<Shape>> {
  if (answer.kind === 'silent') return unknown(answer.reason)
  if (answer.status >= 400) return refusalIn(answer)
  const read = readReply(shape, answer)
  return read.ok ? answered(read.value) : unknown(read.reason)
}

const typeOfKind: Readonly<Record<TravellerKind, string>> = {
  adult: 'adult',
  child: 'child',
  infant: 'infant_without_seat',
}
const classOfCabin = {
  economy: 'economy',
  premium: 'premium_economy',
  business: 'business',
  first: 'first',
} as const

class DuffelCalls {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  async search(criteria: SearchCriteria) {
    const passengers = travellersOf(criteria).flatMap(({ kind, count }) =>
      Array.from({ length: count }, () => ({ type: typeOfKind[kind] })),
    )
    // Duffel accepts one place per side: an airport, or a city code for all of its airports.
    const slices = criteria.slices.map(({ from, to, date }) => ({
      origin: from[0],
      destination: to[0],
      departure_date: date,
    }))
    const body = { slices, passengers, cabin_class: classOfCabin[criteria.cabin] }
    const path = `/air/offer_requests?return_offers=true&supplier_timeout=${searchMilliseconds - 2_000}`
    const reply = valueOf(
      offerRequestReply,
      await this.#send('POST', path, body, searchMilliseconds),
    )
    if (reply.kind !== 'answered') return reply
    return answered(reply.value.data.offers.flatMap((offer) => readOffer(offer) ?? []))
  }

  async price(offer: ReservationRequest['offer']) {
    const { offerId } = readRef(offer.offerRef)
    const reply = valueOf(offerReply, await this.#send('GET', `/air/offers/${offerId}`))
    if (reply.kind !== 'answered') return reply
    const priced = readOffer(reply.value.data)
    return priced ? answered(priced) : refused('offer-gone')
  }

  async seatMaps({ offerRef }: FlightOffer): Promise<SupplierAnswer<readonly SeatMap[]>> {
    const { offerId, passengerIds } = readRef(offerRef)
    const [offer, maps] = await Promise.all([
      this.#send('GET', `/air/offers/${offerId}`),
      this.#send('GET', `/air/seat_maps?offer_id=${encodeURIComponent(offerId)}`),
    ])
    const read = valueOf(offerReply, offer)
    if (read.kind !== 'answered') return read
    const found = valueOf(seatMapsReply, maps)
    if (found.kind !== 'answered') return found
    return answered(readSeatMaps(found.value.data, seatedOfferOf(read.value.data, passengerIds)))
  }

  /** Offers with chosen seats cannot be held, because seats are paid immediately with the order. */
  async reserve(request: ReservationRequest): Promise<SupplierAnswer<SupplierBooking | null>> {
    const { isHoldable } = readRef(request.offer.offerRef)
    if (!isHoldable || request.seats.length > 0) return answered(null)
    const known = await this.lookUp({ key: request.key, reference: null })
    if (known.kind !== 'answered' || known.value) return known
    return bookingIn(await this.#send('POST', '/air/orders', orderOf(request, 'hold')))
  }

  async ticket(
    context: Context,
    request: ReservationRequest & { readonly reference: string | null },
  ): Promise<SupplierAnswer<SupplierBooking>> {
    const { reference, offer } = request
    if (reference === null) {
      const known = await this.lookUp({ key: request.key, reference: null })
      if (known.kind !== 'answered') return known
      if (known.value) return answered(known.value)
      return bookingIn(await this.#send('POST', '/air/orders', orderOf(request, 'instant')))
    }
    const existing = await this.lookUp({ key: request.key, reference })
    if (existing.kind !== 'answered') return existing
    if (existing.value === null || existing.value.state === 'cancelled')
      return refused('offer-gone')
    if (existing.value.state !== 'reserved') return answered(existing.value)
    if (existing.value.totalMinor > totalMinor(offer.prices)) return refused('price-changed')
    const paid = await this.#send('POST', '/air/payments', {
      order_id: reference,
      payment: paymentOf(request),
    })
    if (paid.kind === 'silent') return unknown(paid.reason)
    if (paid.status >= 400) {
      // An earlier process may have paid it already.
      context.log.warn({ reference, status: paid.status }, 'a payment to Duffel was refused')
      const after = await this.lookUp({ key: request.key, reference })
      if (after.kind === 'answered' && after.value && after.value.state !== 'reserved')
        return answered(after.value)
      return refusalIn(paid)
    }
    const booked = await this.lookUp({ key: request.key, reference })
    if (booked.kind !== 'answered') return booked
    return booked.value ? answered(booked.value) : unknown('a paid order was not found')
  }

  async lookUp({
    key,
    reference,
  }: {
    readonly key: string
    readonly reference: string | null
  }): Promise<SupplierAnswer<SupplierBooking | null>> {
    if (reference !== null) {
      const reply = await this.#send('GET', `/air/orders/${reference}`)
      if (reply.kind === 'reply' && reply.status === 404) return answered(null)
      return bookingIn(reply)
    }
    let after: string | null | undefined
    for (let page = 0; page < pagesMax; page += 1) {
      const from = after ? `&after=${encodeURIComponent(after)}` : ''
      const path = `/air/orders?limit=${ordersPerPage}${from}`
      const reply = valueOf(ordersReply, await this.#send('GET', path))
      if (reply.kind !== 'answered') return reply
      const found = reply.value.data.find(({ metadata }) => metadata?.[metadataKey] === key)
      if (found) return readBooking(found)
      after = reply.value.meta?.after
      if (!after) return answered(null)
    }
    return answered(null)
  }

  async quoteCancel(reference: string): Promise<SupplierAnswer<CancelQuote>> {
    const path = '/air/order_cancellations'
    return quoteIn(await this.#send('POST', path, { order_id: reference }))
  }

  async cancel({
    reference,
    quoteRef,
  }: {
    readonly reference: string
    readonly quoteRef: string | null
  }): Promise<SupplierAnswer<CancelQuote>> {
    const existing = await this.lookUp({ key: '', reference })
    if (existing.kind !== 'answered') return existing
    if (existing.value === null) return refused('not-found')
    const { state, currency } = existing.value
    if (state === 'cancelled') return answered({ refundMinor: 0, currency, quoteRef: reference })
    const quote = quoteRef === null ? await this.quoteCancel(reference) : null
    if (quote && quote.kind !== 'answered') return quote
    const id = quoteRef ?? (quote?.kind === 'answered' ? quote.value.quoteRef : '')
    return quoteIn(await this.#send('POST', `/air/order_cancellations/${id}/actions/confirm`, {}))
  }

  async listChanges(reference: string): Promise<SupplierAnswer<readonly SupplierChange[]>> {
    const path = `/air/airline_initiated_changes?order_id=${encodeURIComponent(reference)}`
    const reply = valueOf(changesReply, await this.#send('GET', path))
    if (reply.kind !== 'answered') return reply
    return answered(
      reply.value.data.flatMap(({ id, removed, added, action_taken }) => {
        const before = removed.map(({ segments }) => sliceOf(segments))
        const after = added.map(({ segments }) => sliceOf(segments))
        const isReadable =
          before.every((slice) => slice !== null) && after.every((slice) => slice !== null)
        const isAnswered = action_taken !== null && action_taken !== undefined
        return isReadable ? [{ changeRef: id, before, after, isAnswered }] : []
      }),
    )
  }

  async acceptChange(changeRef: string): Promise<SupplierAnswer<null>> {
    const path = `/air/airline_initiated_changes/${changeRef}/actions/accept`
    const reply = valueOf(changeReply, await this.#send('POST', path))
    return reply.kind === 'answered' ? answered(null) : reply
  }
}

function quoteIn(answer: HttpAnswer): SupplierAnswer<CancelQuote> {
  const reply = valueOf(cancellationReply, answer)
  if (reply.kind !== 'answered') return reply
  const { id, refund_amount, refund_currency } = reply.value.data
  return answered({
    refundMinor: minorOf(refund_amount ?? '0') ?? 0,
    currency: currencyOf(refund_currency ?? 'GEL') ?? 'GEL',
    quoteRef: id,
  })
}

function bookingIn(answer: HttpAnswer): SupplierAnswer<SupplierBooking> {
  const reply = valueOf(orderReply, answer)
  return reply.kind === 'answered' ? readBooking(reply.value.data) : reply
}

function readBooking(order: DuffelOrder): SupplierAnswer<SupplierBooking> {
  const [total, currency] = [minorOf(order.total_amount), currencyOf(order.total_currency)]
  if (total === null || currency === null) return unknown('an order in another currency')
  const tickets = order.documents?.filter(({ type }) => type === 'electronic_ticket') ?? []
  const ticketNumbers = order.passengers.map(
    ({ id }, index) =>
      (tickets.find(({ passenger_ids: ids }) => ids?.includes(id)) ?? tickets[index])
        ?.unique_identifier ?? '',
  )
  const isPaid = !order.payment_status.awaiting_payment
  const isTicketed = isPaid && tickets.length >= order.passengers.length
  const until = order.payment_status.payment_required_by
  return answered({
    reference: order.id,
    state: order.cancelled_at
      ? 'cancelled'
      : isTicketed
        ? 'ticketed'
        : isPaid
          ? 'ticketing'
          : 'reserved',
    bookingCode: order.booking_reference ?? null,
    ticketNumbers: isTicketed ? ticketNumbers : [],
    totalMinor: total,
    currency,
    expiresAt: until && !isPaid ? new Date(until) : null,
  })
}

function paymentOf({ offer, seats }: Pick<ReservationRequest, 'offer' | 'seats'>) {
  const amount = amountOf(totalMinor(offer.prices) + seatsMinor(seats))
  return { type: 'balance', currency: offer.currency, amount }
}

function orderOf(request: ReservationRequest, type: 'hold' | 'instant') {
  const { key, offer, travellers, contact } = request
  const { offerId, passengerIds } = readRef(offer.offerRef)
  const infants = travellers.flatMap(({ kind }, index) => (kind === 'infant' ? [index] : []))
  const passengers = travellers.map((traveller, index) => {
    const infant = traveller.kind === 'adult' ? passengerIds[infants[index] ?? -1] : undefined
    return {
      id: passengerIds[index],
      given_name: traveller.givenName,
      family_name: traveller.familyName,
      born_on: traveller.birthDate,
      gender: traveller.gender === 'female' ? 'f' : 'm',
      title: traveller.gender === 'female' ? 'ms' : 'mr',
      email: contact.email,
      phone_number: contact.phone,
      ...(infant !== undefined && { infant_passenger_id: infant }),
      ...(traveller.documentNumber !== null && {
        identity_documents: [
          {
            type: 'passport',
            unique_identifier: traveller.documentNumber,
            issuing_country_code: traveller.nationality,
            expires_on: traveller.documentExpiresOn,
          },
        ],
      }),
    }
  })
  return {
    type,
    selected_offers: [offerId],
    passengers,
    metadata: { [metadataKey]: key },
    ...(type === 'instant' && {
      payments: [paymentOf(request)],
      services: request.seats.map(({ serviceRef: id }) => ({ id, quantity: 1 })),
    }),
  }
}
