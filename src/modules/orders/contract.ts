/**
 * Calls of an order from its first place to its payment. Replies show the order as its owner may see it; prices, fees
 * and totals sent by a client are ignored.
 */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import {
  orderLineKinds,
  orderStatus,
  paymentMethods,
  type OrderStatusName,
} from '#contract/enumerations.ts'
import {
  flag,
  identifier,
  instant,
  isoDate,
  moneyField,
  text,
  uuid,
  wholeNumber,
} from '#contract/fields.ts'
import { merchantShareView, orderedItemView, soldItemView } from './item-contract.ts'

const statusNames = Object.keys(orderStatus) as [OrderStatusName, ...OrderStatusName[]]

/** One line of an order. A ticket line of a named place has quantity 1. */
export const orderLineView = z.object({
  lineId: z.number().int(),
  orderKey: uuid,
  kind: z.enum(orderLineKinds),
  /** In the language of the request. */
  description: z.string(),
  quantity: z.number().int().positive(),
  /** Of one unit. */
  price: moneyField,
  /** `price` times `quantity`. */
  amount: moneyField,
  imageUrl: z.string().nullable(),
  /** Its source and item: `eventId` is the item's number within its source. */
  source: z.string(),
  eventId: z.number().int().nullable(),
  legFrom: z.number().int().nullable(),
  /** Exclusive. */
  legTo: z.number().int().nullable(),
  ticketTypeId: z.number().int().nullable(),
  placeId: z.number().int().nullable(),
  row: z.string().nullable(),
  seat: z.string().nullable(),
  section: z.string().nullable(),
  /** The renamed place, instead of section, row and seat; null where nothing is renamed. */
  placeName: z.string().nullable(),
  /** How many guests a table is for. */
  guests: z.number().int().nullable(),
  /** The price before conversion to lari: lari per unit of the currency (`3.1512`), and the day of that rate. */
  foreign: z.object({ price: moneyField, rate: z.string(), ratedOn: z.iso.date() }).nullable(),
  /** The package the line is a part of; parts of one package are removed together. */
  package: z.object({ key: uuid, name: z.string() }).nullable(),
  /** Lines with the same key are added and removed together: seats of one sofa. */
  together: z.string().nullable(),
  /** Goods collected for a code, which admit nobody. */
  isGoods: z.boolean(),
  /** A piece of baggage of a passenger. */
  isBaggage: z.boolean(),
})

export type OrderLineView = z.output<typeof orderLineView>

/** The items of the order, in the language of the request. */
export const orderItemView = z.object({
  eventId: z.number().int(),
  name: z.string(),
  venue: z.string(),
  startsAt: instant,
  timeZone: z.string(),
  imageUrl: z.string().nullable(),
})

export type OrderItemView = z.output<typeof orderItemView>

export const buyerView = z.object({ name: z.string(), email: z.string(), phone: z.string() })

/** An order as its owner sees it. `deadlineAt` minus `serverNow` is the countdown. */
export const orderView = z.object({
  orderKey: uuid,
  orderNumber: z.string(),
  status: z.number().int(),
  statusName: z.enum(statusNames),
  createdAt: instant,
  /** Until then the places are held; meaningful while the order is open. */
  deadlineAt: instant,
  serverNow: instant,
  /** Whether `reserve/permanent` would still extend the hold. */
  canExtend: z.boolean(),
  lines: z.array(orderLineView),
  totals: z.object({
    tickets: moneyField,
    fees: moneyField,
    /** Sum of balance, discount cards and codes; zero or negative. */
    takenOff: moneyField,
    total: moneyField,
  }),
  buyer: buyerView,
  /** The first item of the order; null while it is empty. */
  event: orderItemView.nullable(),
  /** All items of the order, each with its own times. */
  items: z.array(orderedItemView),
  byMerchant: z.array(merchantShareView),
})

export type OrderView = z.output<typeof orderView>

/** The reply of a call that may open a session: the bearer is sent only once, here and as a cookie. */
export const orderWithSessionView = orderView.extend({ accessToken: z.string().optional() })

/** A row of the list of orders. */
export const orderSummaryView = z.object({
  orderKey: uuid,
  orderNumber: z.string(),
  status: z.number().int(),
  statusName: z.enum(statusNames),
  createdAt: instant,
  deadlineAt: instant,
  ticketCount: z.number().int(),
  /** Goods bought with them, which admit nobody. */
  goodsCount: z.number().int(),
  /** Pieces of baggage of the passengers. */
  baggageCount: z.number().int(),
  total: moneyField,
  event: orderItemView.nullable(),
  items: z.array(soldItemView),
})

export type OrderSummaryView = z.output<typeof orderSummaryView>

export const listedOrderView = orderSummaryView.extend({
  /** Key of the refused order that this one retries, when that is in the list too. */
  retryOf: uuid.nullable(),
})
export type ListedOrderView = z.output<typeof listedOrderView>

export const paymentStates = [
  'created',
  'pending',
  'captured',
  'declined',
  'expired',
  'canceled',
  'unknown',
  'refunding',
  'refunded',
] as const

/** A refund under way. `balance`: to the buyer's balance; `owed`: guest credit, available after signing in. */
const moneyBackView = z.object({
  amount: moneyField,
  reason: z.string(),
  to: z.enum(['provider', 'balance', 'owed']),
  isDone: z.boolean(),
})

/** A payment and its effect on the order. */
export const paymentView = z.object({
  paymentId: uuid,
  orderKey: uuid,
  orderNumber: z.string(),
  provider: z.number().int(),
  method: z.enum(paymentMethods),
  state: z.enum(paymentStates),
  amount: moneyField,
  /** Number of the currency of `amount`: GEL 1, USD 2, EUR 3, GBP 4. */
  currency: z.number().int(),
  refunded: moneyField,
  /** The bank's page, while the buyer may still go there. */
  redirectUrl: z.string().nullable(),
  expiresAt: instant,
  failureCode: z.string().nullable(),
  /** The amount taken or received; null while there is none. */
  captured: moneyField.nullable(),
  /** The newest refund and its destination; null without one. */
  moneyBack: moneyBackView.nullable(),
  orderStatus: z.number().int(),
  orderStatusName: z.enum(statusNames),
  /** The order will not change any more without an action of the buyer. */
  isFinal: z.boolean(),
  /** `orders/retry` would open a new order with the same lines. */
  canRetry: z.boolean(),
})

export type PaymentView = z.output<typeof paymentView>

/** State of an order after `complete`. */
export const orderOutcomeView = z.object({
  orderKey: uuid,
  orderNumber: z.string(),
  status: z.number().int(),
  statusName: z.enum(statusNames),
  isFinal: z.boolean(),
  canRetry: z.boolean(),
  payment: paymentView.nullable(),
})

export type OrderOutcomeView = z.output<typeof orderOutcomeView>

/** Quantities are checked by the rules, which answer with their own numbered codes, so these bounds are wide. */
export const requestedQuantity = wholeNumber(-2_147_483_648, 2_147_483_647)

export const orderKeyBody = z.object({ orderKey: uuid })

export const openOrderErrors = ['OrderNotFound', 'OrderStatusNotAllowed', 'OrderExpired'] as const

const unreserveBody = z.object({
  orderKey: uuid,
  /** The lines to release; all of them when absent. */
  lineIds: z.array(wholeNumber(1, Number.MAX_SAFE_INTEGER)).min(1).max(1_000).optional(),
  /** Cancels the order when nothing is left in it. */
  cancel: flag.optional(),
})

export const initializeOrder = defineCall({
  id: 'orders-initialize',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/InitializeOrder',
  summary: 'Opens an empty order and remembers what is requested',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    eventId: identifier.optional(),
    ticketTypeId: identifier.optional(),
    quantity: requestedQuantity.optional(),
    accessCode: text(64).optional(),
    /** Maximum price of one ticket in tetri, including fees. */
    priceMinorMin: wholeNumber(0, 1_000_000_000).optional(),
    priceMinorMax: wholeNumber(0, 1_000_000_000).optional(),
    /** Only places side by side. */
    together: flag.optional(),
    /** Key of a price zone of the map. */
    zone: text(100, 1).optional(),
    sectionId: identifier.optional(),
    /** A wheelchair space and places beside it. */
    accessible: flag.optional(),
    host: text(200).optional(),
  }),
  reply: orderWithSessionView,
  errors: ['Unauthenticated', 'QuantityMustBeGreaterThanZero', 'TotalCountIsInvalid'],
  opensSession: true,
  idempotent: true,
  limit: 'flood',
})

export const unreserve = defineCall({
  id: 'orders-unreserve',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/unreserve',
  summary: 'Gives back some or all places of an open order',
  credential: 'guest-or-customer',
  required: ['body'],
  body: unreserveBody,
  reply: orderView,
  errors: openOrderErrors,
  idempotent: true,
})

export const grootUnreserve = defineCall({
  id: 'orders-groot-unreserve',
  area: 'orders-groot',
  method: 'POST',
  path: '/groot/Orders/unreserve',
  summary: 'Gives back some or all places of an open order',
  credential: 'guest-or-customer',
  required: ['body'],
  body: unreserveBody,
  reply: orderView,
  errors: openOrderErrors,
  idempotent: true,
})

export const reservePermanent = defineCall({
  id: 'orders-reserve-permanent',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/reserve/permanent',
  summary: 'Starts the hold time of an open order anew, at most twice',
  credential: 'guest-or-customer',
  required: ['body'],
  body: orderKeyBody,
  reply: orderView,
  errors: [...openOrderErrors, 'OrderEmpty', 'ExtensionNotAllowed', 'SeatNotAvailable'],
  idempotent: true,
})

export const orderDetails = defineCall({
  id: 'orders-details',
  area: 'orders',
  method: 'GET',
  path: '/v2/orders/details',
  summary: 'One order, by its key, its number, or both',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ orderKey: uuid.optional(), orderNumber: text(20, 1).optional() }),
  reply: orderView,
  errors: ['BadRequest', 'OrderNotFound'],
})

export const grootOrderDetails = defineCall({
  id: 'orders-groot-details',
  area: 'orders-groot',
  method: 'GET',
  path: '/groot/Orders/details/{orderNumber}',
  summary: 'One order, by its number',
  credential: 'guest-or-customer',
  params: z.object({ orderNumber: text(20, 1) }),
  reply: orderView,
  errors: ['OrderNotFound'],
})

export const listOrders = defineCall({
  id: 'orders-list',
  area: 'orders',
  method: 'GET',
  path: '/v2/orders',
  summary: 'The caller’s own orders, newest first, a hundred at most',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({
    orderStatus: wholeNumber(0, 12).optional(),
    /** Day of the event at its venue; of an instant, the day in Tbilisi. */
    eventDate: isoDate.optional(),
    phoneNumber: text(32).optional(),
    host: text(200).optional(),
  }),
  reply: z.object({ orders: z.array(listedOrderView) }),
  errors: ['Unauthenticated'],
})
