/**
 * Returning tickets: for the refund of their tier, or for resale by the platform. A quote states the refund;
 * executing it pays exactly that amount or refuses.
 */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, moneyField, text } from '#contract/fields.ts'

/** Maximum number of tickets in one quote. */
export const ticketsPerQuoteMax = 100

/**
 * `return`: by the tiers of its policy. `resale`: to the platform, for its fees. `cancelled`: the platform refunded
 * everything. `organiser`: an organiser did. `refused`: a supplier did not confirm paid items, so no tickets were
 * issued, or no longer provides a part of them.
 */
export const returnKinds = ['return', 'resale', 'cancelled', 'refused', 'organiser'] as const
export type ReturnKind = (typeof returnKinds)[number]

/** Kinds that refund everything, regardless of the terms, the holder and the use. */
export function givesAllBack(kind: ReturnKind): boolean {
  return kind === 'cancelled' || kind === 'organiser'
}

export const resaleFeeKinds = [
  'ResellingFee',
  'ResellingTransactionFee',
  'ResellingServiceFee',
] as const
export type ResaleFeeKind = (typeof resaleFeeKinds)[number]

/** One ticket of a quote; all sums are zero when it cannot be returned. */
const quotedTicket = z.object({
  ticketIdentifier: z.string(),
  /** What it is for. */
  itemName: z.string(),
  /** The passenger; null for a ticket without a name. */
  passengerName: z.string().nullable(),
  typeName: z.string(),
  /** Goods of a bar, which admit nobody. */
  isGoods: z.boolean(),
  /** A piece of baggage of a passenger. */
  isBaggage: z.boolean(),
  section: z.string().nullable(),
  row: z.string().nullable(),
  seat: z.string().nullable(),
  placeName: z.string().nullable(),
  /** The price paid for the ticket itself: its price less its share of the order's discounts. */
  paid: moneyField,
  /** The service fee refunded with it; zero where fees stay. */
  fee: moneyField,
  /** The fees charged for it that are not refunded; zero where none were charged. */
  feeKept: moneyField,
  /** The part of `paid` that is not refunded. */
  deduction: moneyField,
  /** Parts of the deduction, when the platform takes the ticket for resale. */
  fees: z.array(z.object({ kind: z.enum(resaleFeeKinds), amount: moneyField })),
  back: moneyField,
  /** Why it cannot be returned now; null when it can. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type QuotedTicketView = z.output<typeof quotedTicket>

/** Where the refund is paid to. */
const destination = z.object({
  kind: z.enum(['card', 'balance']),
  amount: moneyField,
})
export type DestinationView = z.output<typeof destination>

/** The deduction and until when it applies. */
const tierView = z.object({ until: instant, deductionPercent: z.number() })
export type TierView = z.output<typeof tierView>

export const returnQuoteView = z.object({
  /** Token that executes the quote; null when there is nothing to execute. */
  quote: z.string().nullable(),
  /** The quote is valid until then. */
  validUntil: instant.nullable(),
  orderKey: z.string(),
  orderNumber: z.string(),
  tickets: z.array(quotedTicket),
  deduction: moneyField,
  back: moneyField,
  to: z.array(destination),
  /** Uses that are returned to the passes that had paid for the tickets. */
  usesBack: z.number().int(),
  /** Later tiers of the returnable tickets; empty for a resale. */
  tiers: z.array(tierView),
  /** When the refund becomes smaller, or zero. */
  nextChangeAt: instant.nullable(),
})
export type ReturnQuoteView = z.output<typeof returnQuoteView>

/** An executed return. */
export const returnedView = z.object({
  returnId: z.string(),
  kind: z.enum(returnKinds),
  orderKey: z.string(),
  orderNumber: z.string(),
  ticketIdentifiers: z.array(z.string()),
  deduction: moneyField,
  back: moneyField,
  to: z.array(destination),
  /** A supplier has yet to cancel the tickets, which are no longer valid; the money is refunded after that. */
  isPending: z.boolean(),
})
export type ReturnedView = z.output<typeof returnedView>

/** Tickets by their identifiers (commas between several), or all of an order. */
const whichTickets = {
  orderKey: text(60, 1).optional(),
  ticketIdentifier: text(ticketsPerQuoteMax * 25, 1).optional(),
}

const quoteErrors = [
  'BadRequest',
  'Unauthenticated',
  'OrderNotFound',
  'TicketNotFound',
  'TicketReceived',
] as const

const actErrors = [
  ...quoteErrors,
  'QuoteChanged',
  'OrderStatusNotAllowed',
  'TicketUsed',
  'TicketPassedOn',
  'TicketGoneBack',
  'ReturnNotAllowed',
  'ReturnTooLate',
  'ChildTicketFirst',
  'ReturnSeparately',
  'ReturnRefused',
] as const

const quoteBody = z.object({ quote: text(10_000, 1) })

export const quoteReturn = defineCall({
  id: 'tickets-return-get',
  area: 'tickets',
  method: 'GET',
  path: '/v2/tickets/return',
  summary: 'What comes back for tickets that are returned now, and where to; nothing is done yet',
  credential: 'guest-or-customer',
  required: [],
  query: z.object(whichTickets),
  reply: returnQuoteView,
  errors: quoteErrors,
})

export const returnTickets = defineCall({
  id: 'tickets-return',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/return',
  summary: 'Returns the tickets of a quote for exactly the sum it named, or refuses',
  credential: 'guest-or-customer',
  required: ['body'],
  body: quoteBody,
  reply: returnedView,
  errors: actErrors,
  idempotent: true,
  limit: 'flood',
})

export const quoteResale = defineCall({
  id: 'tickets-reselling-get',
  area: 'tickets',
  method: 'GET',
  path: '/v2/tickets/reselling',
  summary: 'What the platform pays for tickets that it sells again, less which fees',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({
    ...whichTickets,
    /** Narrow the tickets of an order to a row, or a seat. */
    ticketRowNumber: text(20, 1).optional(),
    ticketSeatNumber: text(20, 1).optional(),
  }),
  reply: returnQuoteView,
  errors: quoteErrors,
})

export const resellTickets = defineCall({
  id: 'tickets-reselling',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/reselling',
  summary:
    'Gives the tickets of a quote to the platform to be sold again, for exactly the sum it named',
  credential: 'guest-or-customer',
  required: ['body'],
  body: quoteBody,
  reply: returnedView,
  errors: [...actErrors, 'ResaleNotAllowed'],
  idempotent: true,
  limit: 'flood',
})
