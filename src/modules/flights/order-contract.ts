/** Calls about flights that are ordered: read, reserve, price and schedule changes. */
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
  summary: 'The caller’s own booking by its order; the newest when nothing is named',
  credential: 'guest-or-customer',
  query: orderQuery,
  reply: bookingView,
  errors: ['NotFound', 'OrderNotFound'],
})

export const flightOrderIati = defineCall({
  id: 'flights-order-iati',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/order/iati',
  summary: 'What the supplier knows of the caller’s own booking, asked there now',
  credential: 'guest-or-customer',
  query: orderQuery,
  reply: z.object({
    tktOrderNumber: z.string(),
    provider: z.string(),
    state: z.enum(bookingStates),
    /** `unknown`: it does not answer. */
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
  summary: 'The booking that an order holds: its number, its state and its tickets',
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
  area: 'flights',
  method: 'POST',
  path: '/v2/flights/try-order-reservation',
  summary: 'Asks the supplier to keep the places at the confirmed price',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ orderKey: uuid }),
  reply: z.object({
    /** `pending`: the supplier has not said yet; ask again. `price-confirmed`: it sells only against payment. */
    outcome: z.enum(['reserved', 'price-rose', 'price-fell', 'price-confirmed', 'pending']),
    total: moneyField,
    /** The rise that needs consent, or the fall that is charged. */
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
  summary: 'Accepts the price of now: the order is charged it from here on',
  credential: 'guest-or-customer',
  query: z.object({
    orderKey: uuid,
    /** Number of the payment provider that will be asked; of those that are switched on. */
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
  ],
  idempotent: true,
})

export const flightAcceptChange = defineCall({
  id: 'own-flight-accept-change',
  area: 'own',
  method: 'POST',
  path: '/v2/flights/accept-change',
  summary:
    'Agrees to new times of the airline; who does not agree returns the tickets for all their money',
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
