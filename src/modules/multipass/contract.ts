/** Calls of multi-passes: products, cards with their history, payment of orders with cards, and partners' orders. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, moneyField, text, uuid, wholeNumber } from '#contract/fields.ts'
import { buyerCheckErrors } from '#modules/orders/check-contract.ts'
import { orderView, orderWithSessionView } from '#modules/orders/contract.ts'
import { buyerFields } from '#modules/orders/checkout-contract.ts'
import { extraAnswers } from '#modules/orders/extra-contract.ts'
import { givenPassengers } from '#modules/orders/passenger-contract.ts'

/** Eighteen digits or more; spaces and hyphens are ignored. */
const cardNumber = text(40, 18)

/** A product, in the language of the request. */
export const passProductView = z.object({
  productId: z.number().int(),
  name: z.string(),
  description: z.string(),
  merchant: z.string(),
  imageUrl: z.string().nullable(),
  uses: z.number().int(),
  price: moneyField,
  /** Additional uses for an existing card; null if they are not sold. */
  topUp: z.object({ uses: z.number().int(), price: moneyField }).nullable(),
  validFrom: instant,
  /** Exclusive. */
  validUntil: instant,
  timeZone: z.string(),
  /** Days for which a card is valid within these dates, and the start of this period; null: until `validUntil`. */
  validDays: z.number().int().nullable(),
  validDaysFrom: z.enum(['sale', 'first-use']).nullable(),
  /** What it pays for; null: no restriction. Weekdays and hours refer to the beginning of the paid item. */
  sources: z.array(z.string()).nullable(),
  /** ISO 8601: Monday is 1. */
  weekdays: z.array(z.number().int()).nullable(),
  hourFrom: z.number().int().nullable(),
  /** Exclusive. */
  hourUntil: z.number().int().nullable(),
  /** Maximum amount that one use pays of a ticket. */
  valueMax: moneyField.nullable(),
  usesPerOrderMax: z.number().int(),
  paysFees: z.boolean(),
  /** Whether the pass itself is scanned at an entrance. */
  isAtDoor: z.boolean(),
})
export type PassProductView = z.output<typeof passProductView>

export const cardStates = ['active', 'used-up', 'not-yet', 'expired', 'ended'] as const

/** A card as shown to anybody who knows its number, without data of its holder. */
export const cardView = z.object({
  /** The last four digits. */
  shortNumber: z.string(),
  state: z.enum(cardStates),
  /** Uses that are neither taken nor held for an order. */
  usesLeft: z.number().int(),
  usesHeld: z.number().int(),
  usesGranted: z.number().int(),
  validFrom: instant,
  /** Exclusive. For an unused card that is valid from its first use, the latest possible end. */
  validUntil: instant,
  firstUsedAt: instant.nullable(),
  product: passProductView,
})
export type CardView = z.output<typeof cardView>

/** A card of the caller, with its number and history. */
export const ownCardView = cardView.extend({
  cardNumber: z.string(),
  ticketIdentifier: z.string(),
  /** Empty for a received card: its order is the giver's. */
  orderNumber: z.string(),
  history: z.array(
    z.object({
      kind: z.enum(['issued', 'topped-up', 'used', 'returned', 'door', 'door-undone']),
      /** Negative when a use was taken. */
      uses: z.number().int(),
      left: z.number().int(),
      at: instant,
      orderNumber: z.string().nullable(),
      /** Name of the item that it paid for. */
      item: z.string().nullable(),
    }),
  ),
})
export type OwnCardView = z.output<typeof ownCardView>

const cardErrors = ['PassNotFound'] as const
const useErrors = [
  ...cardErrors,
  'PassNotActive',
  'PassNotValidNow',
  'PassUsedUp',
  'PassNotForThis',
] as const
const openOrderErrors = ['OrderNotFound', 'OrderStatusNotAllowed', 'OrderExpired'] as const

export const multipassCheck = defineCall({
  id: 'multipass-check',
  area: 'multipass',
  method: 'GET',
  path: '/v2/multipass/check',
  summary: 'Remaining uses of a card, by its number',
  credential: 'guest-or-customer',
  required: ['cardNumber'],
  query: z.object({ cardNumber }),
  reply: cardView,
  errors: cardErrors,
  limit: 'guess',
})

export const multipassShow = defineCall({
  id: 'multipass-show',
  area: 'multipass',
  method: 'GET',
  path: '/v2/multipass/show',
  summary: 'Passes on sale, and the caller’s cards with their history',
  credential: 'guest-or-customer',
  required: [],
  reply: z.object({ products: z.array(passProductView), cards: z.array(ownCardView) }),
})

/** An order after its uses have changed. */
export const passOrderView = z.object({
  order: orderView,
  /** Number of uses held for the order. */
  usesHeld: z.number().int(),
  /** Amount to be paid by other means. */
  toPay: moneyField,
})
export type PassOrderView = z.output<typeof passOrderView>

export const multipassReserve = defineCall({
  id: 'multipass-reserve',
  area: 'multipass',
  method: 'POST',
  path: '/v2/multipass/reserve',
  summary: 'Holds uses of a card for tickets of an open order: one use pays one ticket',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    cardNumber,
    orderKey: uuid,
    /** Ticket lines that are paid completely; without it, as many tickets as the card can pay. */
    lineIds: z.array(wholeNumber(1, Number.MAX_SAFE_INTEGER)).min(1).max(100).optional(),
  }),
  reply: passOrderView,
  errors: [...openOrderErrors, ...useErrors, 'OrderEmpty', 'BadRequest'],
  idempotent: true,
  limit: 'guess',
})

export const multipassUnreserve = defineCall({
  id: 'multipass-unreserve',
  area: 'multipass',
  method: 'POST',
  path: '/v2/multipass/unreserve',
  summary: 'Releases the uses of a card, or of all cards, from an open order',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ orderKey: uuid, cardNumber: cardNumber.optional() }),
  reply: passOrderView,
  errors: [...openOrderErrors, ...cardErrors],
  idempotent: true,
  limit: 'guess',
})

const passCheckoutView = passOrderView.extend({
  /** Whether the uses paid the whole order, so that its tickets are issued. Otherwise the rest is paid like any order. */
  isFinished: z.boolean(),
})

export const multipassCheckout = defineCall({
  id: 'multipass-checkout',
  area: 'multipass',
  method: 'POST',
  path: '/v2/multipass/checkout',
  summary: 'Stores the buyer’s details and completes an order that is paid entirely with passes',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    orderKey: uuid,
    buyer: buyerFields,
    acceptTerms: flag,
    extras: extraAnswers,
    passengers: givenPassengers,
  }),
  reply: passCheckoutView,
  errors: [
    ...openOrderErrors,
    'OrderEmpty',
    'TermsNotAccepted',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'PassengerTwice',
    'PassengerAgeWrong',
    'TooMuchHeld',
    'PassNotForThis',
    'QuoteChanged',
    'EventNotActive',
    'SeatNotAvailable',
    ...buyerCheckErrors,
  ],
  idempotent: true,
})

export const multipassCheckoutGet = defineCall({
  id: 'multipass-checkout-get',
  area: 'multipass',
  method: 'GET',
  path: '/v2/multipass/checkout',
  summary: 'An order paid with passes, and the remaining amount',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ orderKey: uuid }),
  reply: passCheckoutView,
  errors: ['OrderNotFound'],
})

export const multipassOrderForSwoop = defineCall({
  id: 'multipass-order-for-swoop',
  area: 'multipass',
  method: 'POST',
  path: '/v2/multipass/OrderForSwoop',
  summary: 'A partner’s order in one step: one ticket of a type, paid by one use of a card',
  credential: 'guest-or-customer',
  required: ['cardNumber', 'ticketTypeId', 'swoopIdentifer'],
  query: z.object({
    cardNumber,
    ticketTypeId: identifier,
    /** The partner’s own id of the order; a repeated id returns the same order. */
    swoopIdentifer: z.string().regex(/^[\w.:-]{1,100}$/),
  }),
  reply: z.object({
    orderKey: uuid,
    orderNumber: z.string(),
    statusName: z.string(),
    ticketIdentifiers: z.array(z.string()),
    usesLeft: z.number().int(),
    accessToken: z.string().optional(),
  }),
  errors: [
    ...useErrors,
    'PassLeavesRest',
    'PartnerOrderTaken',
    'TicketTypeNotFound',
    'EventNotActive',
    'SeatNotAvailable',
    'BuyerDetailsMissing',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'InvalidAccessCode',
  ],
  opensSession: true,
  limit: 'guess',
})

export const choosePass = defineCall({
  id: 'own-multipass-choose',
  area: 'own',
  method: 'POST',
  path: '/v2/multipass/choose',
  summary: 'Adds passes, or additional uses for a card, to an open order or a new one',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    orderKey: uuid.optional(),
    productId: identifier.optional(),
    quantity: wholeNumber(1, 10).default(1),
    /** Instead of a product: the card that receives additional uses. */
    cardNumber: cardNumber.optional(),
  }),
  reply: orderWithSessionView,
  errors: [
    'BadRequest',
    'NotFound',
    'EventNotActive',
    'PassNotFound',
    'PassNotActive',
    'PassNotValidNow',
    'PassTopUpNotOffered',
    'TotalCountIsInvalid',
    'SeatNotAvailable',
    'OrderNotFound',
    'OrderStatusNotAllowed',
    'OrderExpired',
    'TooMuchHeld',
    'HoldWorkNeeded',
  ],
  opensSession: true,
  idempotent: true,
  limit: 'guess',
})
