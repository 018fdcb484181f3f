/** Calls for ordered flights: reading, reservation, price and schedule changes. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, moneyField, text, uuid, wholeNumber } from '#contract/fields.ts'
import { bookingStates, bookingView, priceChangeView } from './shapes.ts'

const orderQuery = z.object({ orderKey: uuid.optional(), orderNumber: text(40).optional() })

export const flightOrderGet = defineCall({
  id: 'flights-order-get',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/order',
  summary: 'The caller’s own booking by its order; the newest when no order is given',
  credential: 'guest-or-customer',
  query: orderQuery,
  reply: bookingView,
  errors: ['NotFound', 'OrderNotFound'],
})

export const flightOrderIati = defineCall({
  id: 'flights-order-iati',
  cost: 'supplier',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/order/iati',
  summary: 'The supplier’s current state of the caller’s own booking',
  credential: 'guest-or-customer',
  query: orderQuery,
  reply: z.object({
    tktOrderNumber: z.string(),
    provider: z.string(),
    state: z.enum(bookingStates),
    /** `unknown`: the supplier does not reply. */
    supplierState: z.enum(['none', 'reserved', 'ticketing', 'ticketed', 'cancelled', 'unknown']),
    reference: z.string().nullable(),
    bookingCode: z.string().nullable(),
    ticketNumbers: z.array(z.string()),
    reservedUntil: instant.nullable(),
  }),
  errors: ['NotFound', 'OrderNotFound'],
  limit: 'flood',
})

export const flightTktOrder = defineCall({
  id: 'flights-tkt-order',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/tkt-order',
  summary: 'The booking of an order: its number, state and tickets',
  credential: 'guest-or-customer',
  query: z.object({ orderKey: uuid }),
  reply: z.object({
    tktOrderNumber: z.string(),
    orderKey: z.uuid(),
    orderNumber: z.string(),
    state: z.enum(bookingStates),
    statusName: z.string(),
    bookingCode: z.string().nullable(),
    ticketNumbers: z.array(z.string()),
  }),
  errors: ['NotFound', 'OrderNotFound'],
})

export const flightTryReservation = defineCall({
  id: 'flights-try-order-reservation',
  cost: 'supplier',
  area: 'flights',
  method: 'POST',
  path: '/v2/flights/try-order-reservation',
  summary: 'Requests the supplier to reserve the places at the confirmed price',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ orderKey: uuid }),
  reply: z.object({
    /** `pending`: no reply from the supplier yet, try again. `price-confirmed`: it sells only against payment. */
    outcome: z.enum(['reserved', 'price-rose', 'price-fell', 'price-confirmed', 'pending']),
    total: moneyField,
    /** A higher price that requires consent, or a lower price that is charged. */
    priceChange: priceChangeView.nullable(),
    reservedUntil: instant.nullable(),
  }),
  errors: [
    'NotFound',
    'OrderNotFound',
    'OrderExpired',
    'OrderStatusNotAllowed',
    'FlightOfferEnded',
    'FlightSoldOut',
    'FlightSeatTaken',
    'FlightPassengersWrong',
    'FlightSupplierSilent',
  ],
  idempotent: true,
  limit: 'flood',
})

export const flightUpdatePrice = defineCall({
  id: 'flights-update-order-price',
  area: 'flights',
  method: 'POST',
  path: '/v2/flights/update-order-price',
  summary: 'Accepts the current price, which the order is charged from now on',
  credential: 'guest-or-customer',
  query: z.object({
    orderKey: uuid,
    /** Number of the intended payment provider; must be one that is switched on. */
    paymentMerchantId: wholeNumber(0, 100).optional(),
  }),
  reply: z.object({ total: moneyField, priceChange: priceChangeView.nullable() }),
  errors: [
    'NotFound',
    'OrderNotFound',
    'OrderExpired',
    'OrderStatusNotAllowed',
    'PaymentProviderNotAvailable',
    'FlightOfferEnded',
    'FlightSoldOut',
    'FlightPriceChanged',
    'FlightSupplierSilent',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
  ],
  idempotent: true,
})

export const flightAcceptChange = defineCall({
  id: 'own-flight-accept-change',
  cost: 'supplier',
  area: 'own',
  method: 'POST',
  path: '/v2/flights/accept-change',
  summary:
    'Accepts new times of the airline; otherwise the tickets can be returned for a full refund',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ orderKey: uuid, changeId: wholeNumber(1, 2_147_483_647) }),
  reply: bookingView,
  errors: [
    'NotFound',
    'OrderNotFound',
    'FlightNotChanged',
    'FlightOfferEnded',
    'FlightSupplierSilent',
  ],
  idempotent: true,
  limit: 'flood',
})
