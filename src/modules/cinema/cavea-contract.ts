/** Calls with which a cinema's partners and pages book seats. Names are those of the specification. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import {
  email,
  flag,
  identifier,
  layoutDigest,
  moneyField,
  phone,
  text,
  uuid,
  wholeNumber,
} from '#contract/fields.ts'
import { invitationView } from '#modules/invitations/contract.ts'
import { orderView, orderWithSessionView } from '#modules/orders/contract.ts'
import { buyerFields, checkoutView } from '#modules/orders/checkout-contract.ts'
import { extraAnswers } from '#modules/orders/extra-contract.ts'
import { returnedView, returnQuoteView } from '#modules/returns/contract.ts'
import { cinemaSeatStatuses } from './formats.ts'

export const sessionId = identifier

const bookErrors = [
  'OrderNotFound',
  'SeatsNotPassed',
  'EventNotActive',
  'TotalCountIsInvalid',
  'TicketTypeNotFound',
  'TicketTypesMerchantsNotMet',
  'SeatNotAvailable',
  'SeatPlanChanged',
  'SingleSeatLeft',
  'SofaNotWhole',
  'CompanionAlone',
  'HoldTimeOver',
  'TooMuchHeld',
  'HoldWorkNeeded',
  'OrderExpired',
  'OrderStatusNotAllowed',
] as const

export const caveaBookSeat = defineCall({
  id: 'cavea-book-seat',
  area: 'cavea',
  method: 'POST',
  path: '/groot/Cavea/BookSeat',
  summary: 'Holds seats of a session, and products of the bar, for a new or an open order',
  credential: 'guest-or-customer',
  required: [],
  body: z.object({
    sessionId,
    orderKey: uuid.optional(),
    seats: z
      .array(z.object({ placeId: identifier, ticketTypeId: identifier }))
      .max(100)
      .default([]),
    /** The layout in which the seats were chosen: if the session has another one now, nothing is held. */
    digest: layoutDigest.optional(),
    /** For halls without numbered seats. */
    places: z
      .array(z.object({ ticketTypeId: identifier, quantity: wholeNumber(1, 100) }))
      .max(20)
      .default([]),
    products: z
      .array(z.object({ productId: identifier, quantity: wholeNumber(1, 20) }))
      .max(20)
      .default([]),
  }),
  reply: orderWithSessionView,
  errors: bookErrors,
  opensSession: true,
  idempotent: true,
})

export const caveaUnBookSeat = defineCall({
  id: 'cavea-unbook-seat',
  area: 'cavea',
  method: 'POST',
  path: '/groot/Cavea/UnBookSeat',
  summary: 'Releases seats of an open order; all cinema seats of the order when none are given',
  credential: 'guest-or-customer',
  required: [],
  idempotent: true,
  body: z.object({
    orderKey: uuid,
    /** Limits the release to this session; required if the order has the same place of several sessions. */
    sessionId: sessionId.optional(),
    placeIds: z.array(identifier).min(1).max(100).optional(),
    /** Cancels the order when it becomes empty. */
    cancel: flag.optional(),
  }),
  reply: orderView,
  errors: [
    'Unauthenticated',
    'BadRequest',
    'OrderNotFound',
    'OrderStatusNotAllowed',
    'OrderExpired',
  ],
})

/** Data of an order that is specific to cinemas. */
const cinemaPart = z.object({
  /** Number for collecting products at the bar if a code cannot be scanned; null without products. */
  pickUpCode: z.string().nullable(),
  seatComments: z.array(
    z.object({ sessionId: z.number().int(), placeId: z.number().int(), comment: z.string() }),
  ),
})

export const caveaCheckout = defineCall({
  id: 'cavea-checkout',
  area: 'cavea',
  method: 'POST',
  path: '/groot/Cavea/Checkout',
  summary: 'Stores the buyer’s details, so that the order can be paid',
  credential: 'guest-or-customer',
  required: [],
  body: z.object({ orderKey: uuid, buyer: buyerFields, acceptTerms: flag, extras: extraAnswers }),
  reply: checkoutView.extend({ cinema: cinemaPart }),
  errors: [
    'Unauthenticated',
    'OrderNotFound',
    'OrderStatusNotAllowed',
    'OrderExpired',
    'OrderEmpty',
    'TermsNotAccepted',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'TooMuchHeld',
  ],
  idempotent: true,
})

export const caveaCheckoutDetails = defineCall({
  id: 'cavea-checkout-details',
  area: 'cavea',
  method: 'GET',
  path: '/groot/Cavea/CheckoutDetails',
  summary: 'The data of the checkout of a cinema order',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ orderKey: uuid }),
  reply: checkoutView.extend({ cinema: cinemaPart }),
  errors: ['Unauthenticated', 'OrderNotFound'],
})

const caveaTicketView = z.object({
  integrationTicketId: z.string(),
  sessionId: z.number().int(),
  description: z.string(),
  placeId: z.number().int().nullable(),
  row: z.string().nullable(),
  seat: z.string().nullable(),
  status: z.enum(cinemaSeatStatuses),
  price: moneyField,
  isUsed: z.boolean(),
})

export const caveaOrderDetails = defineCall({
  id: 'cavea-order-details',
  area: 'cavea',
  method: 'GET',
  path: '/groot/Cavea/OrderDetails',
  summary: 'A cinema order of the caller’s by its number, with its tickets',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ orderNumber: text(40, 1) }),
  reply: orderView.extend({ cinema: cinemaPart, tickets: z.array(caveaTicketView) }),
  errors: ['Unauthenticated', 'OrderNotFound'],
})

export const caveaRefundSeatDetails = defineCall({
  id: 'cavea-refund-seat-details',
  area: 'cavea',
  method: 'GET',
  path: '/groot/Cavea/RefundSeatDetails',
  summary: 'Quotes the refund of one seat, without returning it',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ orderKey: uuid, integrationTicketId: text(40, 1) }),
  reply: returnQuoteView,
  errors: ['Unauthenticated', 'OrderNotFound', 'TicketNotFound', 'TicketReceived', 'BadRequest'],
})

export const caveaRefundSeat = defineCall({
  id: 'cavea-refund-seat',
  area: 'cavea',
  method: 'POST',
  path: '/groot/Cavea/RefundSeat',
  summary: 'Returns the seat of a quote for exactly the quoted amount, or refuses',
  credential: 'guest-or-customer',
  required: [],
  body: z.object({ quote: text(10_000, 1) }),
  reply: returnedView,
  errors: [
    'Unauthenticated',
    'OrderNotFound',
    'QuoteChanged',
    'OrderStatusNotAllowed',
    'TicketUsed',
    'TicketPassedOn',
    'TicketGoneBack',
    'ReturnNotAllowed',
    'ReturnTooLate',
    'ChildTicketFirst',
  ],
  idempotent: true,
})

export const caveaShareOrderLink = defineCall({
  id: 'cavea-share-order-link',
  cost: 'message',
  area: 'cavea',
  method: 'POST',
  path: '/groot/Cavea/ShareOrderLink',
  summary:
    'Creates a link for paying an order or some of its seats, or for receiving one of its seats',
  credential: 'guest-or-customer',
  required: [],
  idempotent: true,
  body: z.object({
    orderKey: uuid,
    purpose: z.enum(['pay', 'join']).default('join'),
    /** Session of the seats; required if the order has the same place of several sessions. */
    sessionId: sessionId.optional(),
    /** Seats that the recipient of the link pays for: they become a separate order. */
    placeIds: z.array(identifier).min(1).max(100).optional(),
    email: email.optional(),
    phone: phone.optional(),
  }),
  /** `orderKey` is the order that the link refers to. */
  reply: invitationView.extend({ orderKey: uuid }),
  errors: [
    'Unauthenticated',
    'OrderNotFound',
    'BadRequest',
    'OrderStatusNotAllowed',
    'OrderExpired',
    'OrderEmpty',
    'BuyerDetailsMissing',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'PhoneNotConfirmed',
    'PrivateNumberMissing',
    'PrivateNumberUsedUp',
    'InvitationsUsedUp',
    'TooManyRequests',
    'SmsBudgetSpent',
  ],
  limit: 'flood',
})

const seatComment = { placeId: identifier, comment: text(200) }

const commentReply = z.object({ done: z.literal(true) })

const commentErrors = ['Unauthenticated', 'OrderNotFound', 'NotFound'] as const

export const caveaAddSeatComment = defineCall({
  id: 'cavea-add-seat-comment',
  area: 'cavea',
  method: 'POST',
  path: '/groot/Cavea/AddSeatComment',
  summary:
    'Adds a comment on a seat of the caller’s order for the staff of the hall; an empty one deletes it',
  credential: 'guest-or-customer',
  required: [],
  body: z.object({ orderKey: uuid, sessionId, ...seatComment }),
  reply: commentReply,
  errors: commentErrors,
})

export const caveaSessionAddSeatComment = defineCall({
  id: 'cavea-session-add-seat-comment',
  area: 'cavea',
  method: 'POST',
  path: '/integrations/api/Cavea/Sessions/AddSeatComment',
  summary: 'The same by session, for a seat that the caller holds or has bought',
  credential: 'guest-or-customer',
  required: [],
  body: z.object({ caveaSessionId: sessionId, ...seatComment }),
  reply: commentReply,
  errors: commentErrors,
})

export const caveaAddSubscription = defineCall({
  id: 'cavea-add-subscription',
  cost: 'message',
  area: 'cavea',
  method: 'POST',
  path: '/integrations/api/Cavea/AddSubscription',
  summary: 'Subscribes to one email at the start of a film’s sale',
  credential: 'guest-or-customer',
  required: [],
  idempotent: true,
  body: z.object({
    movieId: identifier,
    /** The address of the account when absent. */
    email: email.optional(),
    /** False cancels the subscription. */
    isSubscribed: flag.default(true),
  }),
  reply: z.object({
    movieId: z.number().int(),
    isSubscribed: z.boolean(),
    count: z.number().int(),
    accessToken: z.string().optional(),
  }),
  errors: ['NotFound', 'BadRequest', 'AlreadyOnSale', 'TooManyRequests'],
  opensSession: true,
  limit: 'flood',
})

export const caveaSubscriptionInfo = defineCall({
  id: 'cavea-subscription-info',
  area: 'cavea',
  method: 'GET',
  path: '/integrations/api/Cavea/SubscriptionInfo',
  summary: 'Number of subscribers of a film, and whether the caller is one of them',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ movieId: identifier }),
  reply: z.object({
    movieId: z.number().int(),
    isSubscribed: z.boolean(),
    count: z.number().int(),
    isOnSale: z.boolean(),
  }),
  errors: ['NotFound'],
})
