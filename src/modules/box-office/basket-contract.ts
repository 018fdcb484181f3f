/** Counter calls before payment: dates, chosen seats, reservations under a name. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import {
  identifier,
  instant,
  layoutDigest,
  moneyField,
  personName,
  text,
  uuid,
  wholeNumber,
  phone,
} from '#contract/fields.ts'
import { choiceErrors } from '#modules/events/contract.ts'
import { extraAnswers } from '#modules/orders/extra-contract.ts'
import { basketView, soldView, till } from './contract.ts'

const shared = { area: 'own', credential: 'merchant', staffPermission: 'box-office' } as const
const quantity = wholeNumber(1, 50)

const counterDateView = z.object({
  eventId: z.number().int(),
  name: z.string(),
  venue: z.string(),
  startsAt: instant,
  timeZone: z.string(),
})
export type CounterDateView = z.output<typeof counterDateView>

export const counterDates = defineCall({
  ...shared,
  id: 'own-counter-dates',
  method: 'GET',
  path: '/v2/merchantusers/box-office/dates',
  summary: 'Dates of the organiser that are on sale now, soonest first',
  reply: z.object({ dates: z.array(counterDateView) }),
})

const counterTypeView = z.object({
  ticketTypeId: z.number().int(),
  name: z.string(),
  /** Price charged to the buyer, fees included. */
  total: moneyField,
  /** Price zone of the map; null without numbered seats. */
  zone: z.string().nullable(),
  poolId: z.number().int().nullable(),
  /** Unreserved free places; null for a package, whose parts are counted separately. */
  left: z.number().int().nullable(),
})
export type CounterTypeView = z.output<typeof counterTypeView>

export const counterTypes = defineCall({
  ...shared,
  id: 'own-counter-types',
  method: 'GET',
  path: '/v2/merchantusers/box-office/types',
  summary:
    'Ticket types of one of the organiser’s dates with the prices charged and the free places',
  required: ['eventId'],
  query: z.object({ eventId: identifier }),
  reply: z.object({
    types: z.array(counterTypeView),
    hasMap: z.boolean(),
    /** Buyers of this date are asked questions: its places are held first, and sold with the answers. */
    asksAnswers: z.boolean(),
  }),
  errors: ['NotFound'],
})

export const holdAtCounter = defineCall({
  ...shared,
  id: 'own-counter-hold',
  method: 'POST',
  path: '/v2/merchantusers/box-office/held',
  summary:
    'Holds chosen seats, or the best places of a ticket type, in a new order of the shift or in addition to its current one',
  idempotent: true,
  body: z.object({
    eventId: identifier,
    /** Seats of the map, each as a ticket type of its zone; empty for the best places of `ticketTypeId`. */
    seats: z.array(z.object({ ticketTypeId: identifier, placeId: identifier })).max(50),
    /** The layout in which the seats were chosen; absent: the current one. */
    digest: layoutDigest.optional(),
    /** Without `seats`: the best places of this type, or places of its pool. */
    ticketTypeId: identifier.optional(),
    quantity: quantity.default(1),
    orderKey: uuid.optional(),
  }),
  reply: basketView,
  errors: ['NotFound', 'ShiftNotOpen', 'OrderExpired', 'OrderStatusNotAllowed', ...choiceErrors],
  required: ['body'],
})

export const releaseAtCounter = defineCall({
  ...shared,
  id: 'own-counter-release',
  method: 'POST',
  path: '/v2/merchantusers/box-office/held/release',
  summary: 'Releases held places: some lines or the whole order; also those of a reservation',
  body: z.object({ orderKey: uuid, lineIds: z.array(identifier).min(1).max(50).optional() }),
  /** Null when nothing is held any more. */
  reply: z.object({ basket: basketView.nullable() }),
  errors: ['NotFound', 'OrderExpired', 'OrderStatusNotAllowed'],
  required: ['body'],
})

export const sellHeld = defineCall({
  ...shared,
  id: 'own-counter-sell-held',
  method: 'POST',
  path: '/v2/merchantusers/box-office/held/sales',
  summary: 'Sells a held or reserved order, with the answers to its questions (`extras`)',
  idempotent: true,
  body: z.object({ orderKey: uuid, ...till, extras: extraAnswers }),
  reply: soldView,
  errors: [
    'NotFound',
    'ShiftNotOpen',
    'CashNotEnough',
    'SeatNotAvailable',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'OrderExpired',
    'OrderStatusNotAllowed',
    'QuoteChanged',
    'EventNotActive',
  ],
  required: ['body'],
})

const reservationView = z.object({
  orderKey: uuid,
  orderNumber: z.string(),
  name: z.string(),
  phone: z.string(),
  note: z.string(),
  until: instant,
  event: counterDateView,
  places: z.number().int(),
  total: moneyField,
})
export type ReservationView = z.output<typeof reservationView>

export const reserveAtCounter = defineCall({
  ...shared,
  id: 'own-counter-reserve',
  method: 'POST',
  path: '/v2/merchantusers/box-office/reservations',
  summary:
    'Reserves the held places under a name until a deadline, at the latest until the sale ends; a repeat changes the deadline',
  body: z.object({
    orderKey: uuid,
    name: personName(120, 1),
    phone,
    note: text(200).default(''),
    until: instant,
  }),
  reply: reservationView,
  errors: [
    'NotFound',
    'ReservedTooLong',
    'SeatNotAvailable',
    'OrderExpired',
    'OrderStatusNotAllowed',
  ],
  required: ['body'],
})

export const listReservations = defineCall({
  ...shared,
  id: 'own-counter-reservations',
  method: 'GET',
  path: '/v2/merchantusers/box-office/reservations',
  summary: 'Reservations that are not yet sold, earliest deadline first',
  reply: z.object({ reservations: z.array(reservationView) }),
})

export const openReservation = defineCall({
  ...shared,
  id: 'own-counter-reservation',
  method: 'GET',
  path: '/v2/merchantusers/box-office/held',
  summary: 'The seats of one held order, before it is sold, extended or released',
  required: ['orderKey'],
  query: z.object({ orderKey: uuid }),
  reply: basketView,
  errors: ['NotFound'],
})

const cardOutcomeView = z.object({
  /** `declined`: nothing was charged, and the places stay held. `waiting`: the terminal has not answered yet. */
  state: z.enum(['sold', 'declined', 'waiting']),
  /** The terminal's error condition. */
  reason: z.string().nullable(),
  /** Explanation for the cashier, in the language of the request. */
  message: z.string().nullable(),
  sold: soldView.nullable(),
})
export type CardOutcomeView = z.output<typeof cardOutcomeView>

export const payByCard = defineCall({
  ...shared,
  id: 'own-counter-card',
  cost: 'bank',
  method: 'POST',
  path: '/v2/merchantusers/box-office/held/card',
  summary: 'Charges the held order to the shift’s card terminal; replies when the terminal does',
  idempotent: true,
  body: z.object({
    orderKey: uuid,
    buyerName: till.buyerName,
    buyerEmail: till.buyerEmail,
    buyerPhone: till.buyerPhone,
    extras: extraAnswers,
  }),
  reply: cardOutcomeView,
  errors: [
    'NotFound',
    'ShiftNotOpen',
    'CardUnderWay',
    'PaymentProviderNotAvailable',
    'SeatNotAvailable',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'OrderExpired',
    'OrderStatusNotAllowed',
    'QuoteChanged',
    'EventNotActive',
  ],
  required: ['body'],
})

export const payByBalance = defineCall({
  ...shared,
  id: 'own-counter-balance',
  method: 'POST',
  path: '/v2/merchantusers/box-office/held/balance',
  summary:
    'Sells the held order from the balance of a customer who shows a code; the whole amount or nothing',
  idempotent: true,
  limit: 'guess',
  body: z.object({
    orderKey: uuid,
    /** As the buyer’s wallet shows it; spaces, hyphens and letter case are ignored. */
    code: text(64, 8),
    buyerName: till.buyerName,
    buyerEmail: till.buyerEmail,
    buyerPhone: till.buyerPhone,
    extras: extraAnswers,
  }),
  reply: soldView,
  errors: [
    'NotFound',
    'ShiftNotOpen',
    'BalanceCodeWrong',
    'BalanceNotEnough',
    'BuyerDetailsMissing',
    'CardUnderWay',
    'SeatNotAvailable',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'OrderExpired',
    'OrderStatusNotAllowed',
    'QuoteChanged',
    'EventNotActive',
  ],
  required: ['body'],
})

export const askAboutCard = defineCall({
  ...shared,
  id: 'own-counter-card-outcome',
  cost: 'bank',
  method: 'POST',
  path: '/v2/merchantusers/box-office/held/card/outcome',
  summary: 'Requests the outcome of an unanswered payment from the card terminal',
  body: z.object({ orderKey: uuid }),
  reply: cardOutcomeView,
  errors: ['NotFound'],
  required: ['body'],
})
