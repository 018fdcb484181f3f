/** Buying a journey: seats are held, seats are exchanged for others, passengers are named, tickets are changed. */
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
  takeErrors,
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
    /** Ticket lines of the order that the new ones take the place of, in the same moment: another seat, class or run. */
    replaces: z.array(wholeNumber(1, Number.MAX_SAFE_INTEGER)).max(60).default([]),
    segments: z.array(chosenSegment).min(1).max(8),
  }),
  reply: journeyOrderView,
  errors: takeErrors,
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

/** A ticket's change: what it costs or brings. */
export const changeQuoteView = z.object({
  /** Carries it out. */
  quote: z.string(),
  validUntil: instant,
  ticketIdentifier: z.string(),
  from: segmentView.omit({ classes: true, sale: true, saleOpensAt: true }),
  to: segmentView.omit({ classes: true, sale: true, saleOpensAt: true }),
  coach: z.string().nullable(),
  seat: z.string().nullable(),
  /** What was paid for the ticket and what the new one costs; the service fee was paid and is not asked again. */
  oldPrice: moneyField,
  newPrice: moneyField,
  changeFee: moneyField,
  /**
   * `newPrice` + `changeFee` − `oldPrice`: what is paid for the change, or, below zero, what goes back the way the old
   * ticket was paid.
   */
  difference: moneyField,
  /** Pieces of the party's baggage that go along, at what was paid for them: at least what those who stay may not carry. */
  bags: z.object({
    count: z.number().int(),
    least: z.number().int(),
    most: z.number().int(),
  }),
})
export type ChangeQuoteView = z.output<typeof changeQuoteView>

const changeErrors = [
  ...takeErrors,
  'TicketNotFound',
  'TicketUsed',
  'TicketGoneBack',
  'TicketPassedOn',
  'TicketNotChangeable',
  'TicketReceived',
  'PassengerAgeWrong',
] as const

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
    /** A seat that suits is chosen when absent. */
    placeId: stretch.runId.optional(),
    preference: z.enum(seatPreferences).optional(),
    /** Pieces of baggage that go along; absent: those that have to. */
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
    /** `done`: the new ticket is there and the old one is not. `to-pay`: the seat is held; pay the order. */
    state: z.enum(['done', 'to-pay']),
    orderKey: uuid,
    /** With the order's payment: `difference`, or nothing. */
    toPay: moneyField,
    difference: moneyField,
    deadlineAt: instant,
  }),
  errors: [...changeErrors, 'QuoteChanged', 'ExtraFieldsMissing'],
  idempotent: true,
})

const plainSegment = segmentView.omit({ classes: true, sale: true, saleOpensAt: true })

export const rebookingView = z.object({
  /** Why tickets may go over to another run free of charge. */
  reason: z.enum(['cancelled', 'delayed']),
  /** Until then; null: as long as the tickets stand. */
  until: instant.nullable(),
  /** All good tickets of the order for the same stretch go together. */
  ticketIdentifiers: z.array(z.string()),
  /** Departures with seats for all of them, the soonest first. */
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
  ],
  idempotent: true,
})
