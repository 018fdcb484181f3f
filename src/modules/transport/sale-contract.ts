/** Calls for buying a journey: holding seats, exchanging held seats, naming passengers, changing tickets. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, moneyField, text, uuid, wholeNumber } from '#contract/fields.ts'
import { givenPassengers } from '#modules/orders/passenger-contract.ts'
import {
  chosenSegment,
  journeyOrderView,
  passengerErrors,
  segmentView,
  seatPreferences,
  stretch,
  holdErrors,
} from './shapes.ts'

const shared = { area: 'own', credential: 'guest-or-customer' } as const

export const chooseJourney = defineCall({
  ...shared,
  id: 'own-transport-choose',
  method: 'POST',
  path: '/v2/transport/choose',
  summary:
    'Holds seats for a party on one or several runs, there and back, all or none, in a new or an open order',
  required: ['body'],
  body: z.object({
    orderKey: uuid.optional(),
    /** Ticket lines of the order that the new ones replace atomically: another seat, class or run. */
    replaces: z.array(wholeNumber(1, Number.MAX_SAFE_INTEGER)).max(60).default([]),
    segments: z.array(chosenSegment).min(1).max(8),
  }),
  reply: journeyOrderView,
  errors: holdErrors,
  opensSession: true,
  idempotent: true,
})

export const journeyOrder = defineCall({
  ...shared,
  id: 'own-transport-order',
  method: 'GET',
  path: '/v2/transport/order',
  summary: 'The journeys of the caller’s order: who sits where, and baggage',
  required: ['orderKey'],
  query: z.object({ orderKey: uuid }),
  reply: journeyOrderView,
  errors: ['OrderNotFound'],
})

export const nameJourneyPassengers = defineCall({
  ...shared,
  id: 'own-transport-passengers',
  method: 'POST',
  path: '/v2/transport/passengers',
  summary: 'Names the passengers of an open order by ticket; one person travels once on a run',
  required: ['body'],
  body: z.object({ orderKey: uuid, passengers: givenPassengers.unwrap() }),
  reply: journeyOrderView,
  errors: passengerErrors,
})

/** Terms and prices of changing a ticket. */
export const changeQuoteView = z.object({
  /** Signed quote to submit for executing the change. */
  quote: z.string(),
  validUntil: instant,
  ticketIdentifier: z.string(),
  from: segmentView.omit({ classes: true, sale: true, saleOpensAt: true }),
  to: segmentView.omit({ classes: true, sale: true, saleOpensAt: true }),
  coach: z.string().nullable(),
  seat: z.string().nullable(),
  /** The passenger's category, such as `adult` or `wheelchair`, which decides on the seats that fit. */
  rider: z.string(),
  /**
   * Price paid for the ticket and price of the new one, without the service fee, which is not charged
   * again.
   */
  oldPrice: moneyField,
  newPrice: moneyField,
  changeFee: moneyField,
  /**
   * `newPrice` + `changeFee` − `oldPrice`: the amount to pay, or, if negative, the amount refunded to the
   * original payment method.
   */
  difference: moneyField,
  /**
   * Pieces of the party's baggage that move with this ticket, at the price paid for them; at least those that
   * exceed the allowance of the remaining passengers.
   */
  bags: z.object({
    count: z.number().int(),
    least: z.number().int(),
    most: z.number().int(),
  }),
})
export type ChangeQuoteView = z.output<typeof changeQuoteView>

const changeErrors = [
  ...holdErrors,
  'TicketNotFound',
  'TicketUsed',
  'TicketGoneBack',
  'TicketPassedOn',
  'TicketNotChangeable',
  'TicketReceived',
  'PassengerAgeWrong',
  'BaggageFull',
] as const

export const changeTermsView = z.object({
  ticketIdentifier: z.string(),
  /** The passenger's category, such as `adult` or `student`, whom prices are for. */
  rider: z.string(),
  /** Fee of a change, at most what was paid for the ticket; zero after a long delay. */
  changeFee: moneyField,
  /** Deadline for changing the ticket, and the time zone of its departure. */
  changeUntil: instant,
  timeZone: z.string(),
})
export type ChangeTermsView = z.output<typeof changeTermsView>

export const quoteChange = defineCall({
  ...shared,
  id: 'own-transport-change-quote',
  method: 'GET',
  path: '/v2/transport/changes/quote',
  summary: 'What another run, date, class or seat would cost for one ticket; nothing is changed',
  required: ['ticketIdentifier', 'runId', 'legFrom', 'legTo'],
  query: z.object({
    ticketIdentifier: text(40, 1),
    ...stretch,
    classCode: text(40, 1).optional(),
    /** If absent, a suitable seat is chosen. */
    placeId: stretch.runId.optional(),
    preference: z.enum(seatPreferences).optional(),
    /** Pieces of baggage that move with the ticket; by default only those that must. */
    bags: wholeNumber(0, 99).optional(),
  }),
  reply: changeQuoteView,
  errors: changeErrors,
})

export const changeTicket = defineCall({
  ...shared,
  id: 'own-transport-change',
  method: 'POST',
  path: '/v2/transport/changes',
  summary:
    'Carries out a quoted change: at once where nothing is to be paid, else with the payment of the order it answers',
  required: ['body'],
  body: z.object({ quote: text(4_000, 1) }),
  reply: z.object({
    /** `done`: the ticket has been replaced. `to-pay`: the seat is held until the order is paid. */
    state: z.enum(['done', 'to-pay']),
    orderKey: uuid,
    /** Amount due for the order: `difference`, or zero. */
    toPay: moneyField,
    difference: moneyField,
    deadlineAt: instant,
  }),
  errors: [...changeErrors, 'QuoteChanged', 'ExtraFieldsMissing'],
  idempotent: true,
})

const plainSegment = segmentView.omit({ classes: true, sale: true, saleOpensAt: true })

export const rebookingView = z.object({
  /** Why the tickets may be rebooked free of charge. */
  reason: z.enum(['cancelled', 'delayed', 'no-seat', 'skipped']),
  /** Deadline; null while the tickets are valid. */
  until: instant.nullable(),
  /** All valid tickets of the order for the same leg range are rebooked together. */
  ticketIdentifiers: z.array(z.string()),
  /** Departures with enough seats for all of them, earliest first. */
  offers: z.array(plainSegment),
})
export type RebookingView = z.output<typeof rebookingView>

const rebookingErrors = [
  'NotFound',
  'TicketNotFound',
  'TicketUsed',
  'TicketGoneBack',
  'TicketPassedOn',
  'TicketNotChangeable',
  'OrderStatusNotAllowed',
] as const

export const offerRebooking = defineCall({
  ...shared,
  id: 'own-transport-rebooking',
  method: 'GET',
  path: '/v2/transport/rebooking',
  summary:
    'What a holder may take free of charge instead of a run that is cancelled or later than the carrier allows',
  required: ['ticketIdentifier'],
  query: z.object({ ticketIdentifier: text(40, 1) }),
  reply: rebookingView,
  errors: rebookingErrors,
})

export const changeTerms = defineCall({
  ...shared,
  id: 'own-transport-change-terms',
  method: 'GET',
  path: '/v2/transport/changes/terms',
  summary: 'Whom prices of a change are for, its fee and its deadline; nothing is changed',
  required: ['ticketIdentifier'],
  query: z.object({ ticketIdentifier: text(40, 1) }),
  reply: changeTermsView,
  errors: rebookingErrors,
})

export const rebook = defineCall({
  ...shared,
  id: 'own-transport-rebook',
  method: 'POST',
  path: '/v2/transport/rebooking',
  summary: 'Carries tickets over to another run, free of charge and at once; the old ones end',
  required: ['body'],
  body: z.object({ ticketIdentifier: text(40, 1), ...stretch }),
  reply: z.object({
    orderKey: uuid,
    orderNumber: z.string(),
    segment: plainSegment,
  }),
  errors: [
    ...rebookingErrors,
    'JourneyNotSold',
    'NoSeatsLeft',
    'SeatNotAvailable',
    'QuoteChanged',
    'TooMuchHeld',
    'HoldWorkNeeded',
    'CompanionNeeded',
    'PassengerNotAllowed',
  ],
  idempotent: true,
})
