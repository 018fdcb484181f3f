/** Changing the passenger of a paid ticket. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, moneyField, wholeNumber } from '#contract/fields.ts'
import { givenPassengers, passengerQuestionView } from '#modules/orders/passenger-contract.ts'
import { ticketIdentifier } from './shapes.ts'

const shared = { area: 'own', credential: 'guest-or-customer' } as const

export const ticketPassenger = defineCall({
  ...shared,
  id: 'own-ticket-passenger',
  method: 'GET',
  path: '/v2/tickets/passenger',
  summary: 'Who travels on a ticket of the caller’s, and on what terms somebody else may',
  required: ['ticketIdentifier'],
  query: z.object({ ticketIdentifier }),
  reply: z.object({
    ticketIdentifier: z.string(),
    /** With the current passenger; `lineId` and `unit` identify the ticket. */
    question: passengerQuestionView,
    /** Text why it cannot be changed; null when it can. */
    refusal: z.string().nullable(),
    /** Fee of one change, charged to the balance; zero when it is free. */
    fee: moneyField,
    /** The caller's balance; null for a guest. */
    available: moneyField.nullable(),
    until: instant.nullable(),
    /** Remaining changes. */
    left: z.number().int(),
  }),
  errors: ['Unauthenticated', 'TicketNotFound'],
})

export const renamePassenger = defineCall({
  ...shared,
  id: 'own-ticket-passenger-change',
  method: 'POST',
  path: '/v2/tickets/passenger',
  summary: 'Names another passenger for its fee; the ticket gets a new code and the old one dies',
  required: ['body'],
  body: z.object({
    ticketIdentifier,
    /** The fee shown to the caller, in tetri; refused when it has changed (`QuoteChanged`). */
    feeMinor: wholeNumber(0, 1_000_000),
    passenger: givenPassengers.unwrap().element.omit({ lineId: true, unit: true }),
  }),
  reply: z.object({ ticketIdentifier: z.string(), passengerName: z.string() }),
  errors: [
    'Unauthenticated',
    'TicketNotFound',
    'TicketUsed',
    'TicketGoneBack',
    'TicketPassedOn',
    'PassengerNotChangeable',
    'QuoteChanged',
    'BalanceNotEnough',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'PassengerTwice',
    'PassengerAgeWrong',
  ],
  idempotent: true,
})
