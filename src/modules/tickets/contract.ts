/**
 * Calls of tickets: the caller's own, public validation, and the documents of an order (codes, PDF, calendar file).
 * Tickets of others are not found.
 */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, moneyField, text, wholeNumber } from '#contract/fields.ts'
import { orderView } from '#modules/orders/contract.ts'
import { returnKinds } from '#modules/returns/contract.ts'
import {
  placedAnswer,
  seatFacts,
  ticketCardView,
  ticketIdentifier,
  ticketStatusNames,
  ticketView,
} from './shapes.ts'

/** All data of an order's page. */
export const orderTicketsView = z.object({
  order: orderView,
  tickets: z.array(ticketCardView),
  /** Ids of ticket lines that an outside supplier has yet to confirm. */
  waiting: z.array(z.number().int()),
  /** All answers given at checkout, for the owner only; `place` is their ticket. */
  extras: z.array(placedAnswer),
  /** Refund of a payment that led to no tickets: the amount under way, or refunded when done; null without one. */
  refund: z
    .object({
      amount: moneyField,
      isDone: z.boolean(),
      /** `balance`: the buyer's balance; `owed`: guest credit, available after signing in. */
      to: z.enum(['provider', 'balance', 'owed']),
    })
    .nullable(),
  /** Returned tickets, in chronological order. */
  returns: z.array(
    z.object({
      kind: z.enum(returnKinds),
      at: instant,
      back: moneyField,
      /** Changed for other tickets, which their price went to; `back` is what they did not cost. */
      isExchange: z.boolean(),
      ticketIdentifiers: z.array(z.string()),
      /** How many of them admit somebody. */
      ticketCount: z.number().int(),
      /** How many of them are goods, which admit nobody. */
      goodsCount: z.number().int(),
      /** How many of them are for pieces of baggage. */
      baggageCount: z.number().int(),
      /** A supplier has yet to cancel the tickets; the money is refunded then. */
      isPending: z.boolean(),
      /** Destination of the refund, and whether it has arrived. */
      to: z.array(
        z.object({ kind: z.enum(['card', 'balance']), amount: moneyField, isDone: z.boolean() }),
      ),
    }),
  ),
})
export type OrderTicketsView = z.output<typeof orderTicketsView>

const guestOrderView = orderTicketsView.extend({
  /** Whether the order's address is reminded by email the day before. */
  isReminded: z.boolean(),
})
export type GuestOrderView = z.output<typeof guestOrderView>

/** Both parts of the link in an email. Any error in them is answered with the same 404. */
const guestLink = { orderKey: text(60, 1), token: text(100, 1) }

export const getTickets = defineCall({
  id: 'tickets-get',
  cost: 'picture',
  area: 'tickets',
  method: 'GET',
  path: '/v2/tickets',
  summary: 'One of the caller’s tickets, or all of them, the soonest first',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({
    ticketIdentifier: ticketIdentifier.optional(),
    ticketShareToken: text(200).optional(),
    eventType: wholeNumber(0, 5).optional(),
    eventId: identifier.optional(),
  }),
  reply: z.object({ tickets: z.array(ticketView) }),
  errors: ['Unauthenticated', 'TicketNotFound', 'TicketShareEnded'],
  // Tokens of links could be guessed.
  limit: 'flood',
})

export const verifyTicket = defineCall({
  id: 'tickets-verify-get',
  area: 'tickets',
  method: 'GET',
  path: '/v2/tickets/verify',
  summary: 'Whether a ticket exists and is good, by its identifier or the text of its code',
  credential: 'guest-or-customer',
  required: ['ticketIdentifier'],
  query: z.object({ ticketIdentifier: z.string().min(1).max(200) }),
  reply: z.object({
    exists: z.boolean(),
    /** Genuine and active, and the given code (if any) is the current one. Use is reported by `isUsed`. */
    isValid: z.boolean(),
    /** It has been used for entry and is no longer valid. */
    isUsed: z.boolean(),
    /** Time of the first entry; null before. */
    usedAt: instant.nullable(),
    /** Valid for entry now: active and not used. */
    opensDoor: z.boolean(),
    status: z.number().int().nullable(),
    statusName: z.enum(ticketStatusNames).nullable(),
    /** Only when a code was given: `Superseded` after the ticket changed hands. */
    codeState: z.enum(['Current', 'Superseded']).nullable(),
    ...seatFacts,
    event: z
      .object({
        eventId: z.number().int(),
        name: z.string(),
        venue: z.string(),
        startsAt: instant,
        timeZone: z.string(),
      })
      .nullable(),
    /** Whether the caller holds it. */
    isOwn: z.boolean(),
  }),
  limit: 'guess',
})

export const orderTickets = defineCall({
  id: 'own-order-tickets',
  area: 'own',
  method: 'GET',
  path: '/v2/orders/tickets',
  summary: 'An order of the caller with its tickets and their codes',
  credential: 'guest-or-customer',
  required: ['orderNumber'],
  query: z.object({ orderNumber: text(20, 1) }),
  reply: orderTicketsView,
  errors: ['Unauthenticated', 'OrderNotFound'],
})

export const guestOrder = defineCall({
  id: 'own-guest-order',
  area: 'own',
  method: 'GET',
  path: '/v2/orders/guest/{orderKey}/{token}',
  summary: 'An order with its tickets, opened by the link in the letter',
  credential: 'none',
  params: z.object(guestLink),
  reply: guestOrderView,
  errors: ['OrderNotFound'],
  limit: 'guess',
})

/** One ticket, or a whole order: the caller's own by its number, anybody's by the link in the email. */
const documentsQuery = z.object({
  ticketIdentifier: ticketIdentifier.optional(),
  orderNumber: text(20, 1).optional(),
  orderKey: guestLink.orderKey.optional(),
  token: guestLink.token.optional(),
  /** Language of the document: a browser following a link sends its own languages, not the page's. */
  locale: z.enum(['ka', 'en']).optional(),
})
export type DocumentsQuery = z.output<typeof documentsQuery>

export const ticketPdf = defineCall({
  id: 'own-ticket-pdf',
  cost: 'picture',
  area: 'own',
  method: 'GET',
  path: '/v2/tickets/pdf',
  summary: 'Tickets as a PDF, one page each',
  credential: 'guest-or-customer',
  required: [],
  query: documentsQuery,
  reply: z.string(),
  produces: 'application/pdf',
  errors: ['BadRequest', 'Unauthenticated', 'OrderNotFound', 'TicketNotFound'],
  limit: 'flood',
})

export const ticketCalendar = defineCall({
  id: 'own-ticket-calendar',
  area: 'own',
  method: 'GET',
  path: '/v2/tickets/calendar',
  summary: 'What the tickets are for as a calendar file',
  credential: 'guest-or-customer',
  required: [],
  query: documentsQuery,
  reply: z.string(),
  produces: 'text/calendar; charset=utf-8',
  errors: ['BadRequest', 'Unauthenticated', 'OrderNotFound', 'TicketNotFound'],
})
