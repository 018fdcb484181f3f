/** Orders as organisers see them: only their own tickets, whatever else was bought with them. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { email, instant, moneyField, text, wholeNumber } from '#contract/fields.ts'
import { tableFormat } from '#contract/table-format.ts'
import { legCountMax } from '#kernel/legs.ts'
import { answerField, answerView } from '#modules/orders/extra-contract.ts'
import { orderSorts, positionForm } from '#modules/orders/list-shapes.ts'
import { refundedTickets, refundQuoteView, shownAmount } from '#modules/returns/refund-shapes.ts'
import { namedItem, ofOwnItem } from '#modules/entrance/own-items-contract.ts'

const orderNumber = z.string().trim().min(1).max(40)
const hasItem = (named: Parameters<typeof namedItem>[0]): boolean => namedItem(named) !== null
const itemMissing = { message: 'itemId is needed', path: ['itemId'] }
const ofItem = z.object(ofOwnItem).refine(hasItem, itemMissing)
const tableOfItem = z
  .object({ ...ofOwnItem, format: tableFormat.default('csv') })
  .refine(hasItem, itemMissing)

const orderLine = z.object({
  orderNumber: z.string(),
  statusName: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  buyerPhone: z.string(),
  /** Number of the organiser's own tickets. */
  ticketCount: z.number().int(),
  /** Goods bought with them, which admit nobody. */
  goodsCount: z.number().int(),
  baggageCount: z.number().int(),
  /** Prices of the organiser's own tickets and goods without fees, one sum for each currency that they were set in. */
  prices: z.array(moneyField),
  /** Taken off them by discounts. */
  discount: moneyField,
  /** Paid for them, without fees: the prices in lari less discounts and what passes paid in advance. */
  ticketsPaid: moneyField,
  createdAt: instant,
  paidAt: instant.nullable(),
})
export type MerchantOrderLine = z.output<typeof orderLine>

const shared = { area: 'own', credential: 'merchant', staffPermission: 'orders' } as const

export const findMerchantOrders = defineCall({
  ...shared,
  id: 'own-merchant-orders',
  method: 'POST',
  // The search text is sent in a body, so that no URL contains a person's name.
  path: '/v2/merchantusers/orders/find',
  summary:
    'Orders with tickets of the organiser, newest first or in another order, twenty per page: all, or those of a date, a run or a screening. By number, name, email, phone or an answer to a question, at most a hundred on one page.',
  required: ['body'],
  body: z.object({
    ...ofOwnItem,
    text: text(120).optional(),
    /** Only those whose buyer a message did not reach, on one page. */
    isUndelivered: z.boolean().default(false),
    /** By sum: what was paid for the organiser's own tickets. By status: in the course of an order's life, the newest of each first. */
    sort: z.enum(orderSorts).default('newest'),
    /** `next` of the previous page; the number of its last order is enough as well. */
    after: z.string().regex(positionForm).optional(),
  }),
  reply: z.object({
    items: z.array(orderLine),
    /** The next `after`; null on the last page. */
    next: z.string().nullable(),
  }),
  errors: ['NotFound'],
})

const ticket = z.object({
  ticketIdentifier: z.string(),
  itemName: z.string(),
  /** For a journey the vehicle, for a screening the hall, for a flight its numbers, otherwise the venue; empty for a pass. */
  itemNote: z.string(),
  /** When this ticket begins: for a journey at the boarding stop; null for a pass. */
  startsAt: instant.nullable(),
  timeZone: z.string(),
  typeName: z.string(),
  place: z.string(),
  /** Passenger; null for a ticket without a name. */
  passengerName: z.string().nullable(),
  statusName: z.string(),
  isUsed: z.boolean(),
  /** A product of the bar, which admits nobody. */
  isGoods: z.boolean(),
  /** A piece of baggage of a passenger. */
  isBaggage: z.boolean(),
  /** Price without fees, before discounts. */
  price: moneyField,
  /** Paid for it, without fees: the price less its discounts and what a pass paid in advance. */
  paid: moneyField,
  /** The price in the currency it was set in; null when that is the currency of the payment. */
  setPrice: moneyField.nullable(),
  /** What was answered about this ticket to the organiser's own questions. */
  answers: z.array(answerView),
})

export const merchantOrderView = orderLine.extend({
  tickets: z.array(ticket),
  /** What was answered once for the whole order to the organiser's own questions. */
  answers: z.array(answerView),
  /** Paid for the whole order; null when tickets of others were bought in it. */
  paid: moneyField.nullable(),
  returns: z.array(
    z.object({
      kind: z.string(),
      amount: moneyField,
      ticketCount: z.number().int(),
      goodsCount: z.number().int(),
      baggageCount: z.number().int(),
      at: instant,
    }),
  ),
  notes: z.array(z.object({ by: z.string(), at: instant, note: z.string() })),
  /** Messages to the buyer that could not be delivered, the newest first. */
  undelivered: z.array(
    z.object({
      /** Name of its job, such as `ticket-letter`. */
      kind: z.string(),
      /** Last error of the mail server. */
      error: z.string(),
      failedAt: instant,
    }),
  ),
  /** Something is undelivered, and no tickets of others were bought in the order. */
  mayCorrectAddress: z.boolean(),
})
export type MerchantOrderView = z.output<typeof merchantOrderView>

export const readMerchantOrder = defineCall({
  ...shared,
  id: 'own-merchant-order',
  method: 'GET',
  path: '/v2/merchantusers/orders/order',
  summary: 'One order with the organiser’s own tickets in it',
  required: ['orderNumber'],
  query: z.object({ orderNumber }),
  reply: merchantOrderView,
  errors: ['NotFound'],
})

export const resendTickets = defineCall({
  ...shared,
  id: 'own-merchant-order-resend',
  cost: 'message',
  method: 'POST',
  path: '/v2/merchantusers/orders/resend',
  summary:
    'Sends the tickets of an order to its buyer again; with `email`, what could not be delivered to the buyer to the right address, of which both addresses are told',
  required: ['body'],
  body: z.object({
    orderNumber,
    /** Replaces the buyer's address; only while something about the order is undelivered. */
    email: email.optional(),
  }),
  reply: z.object({ sent: z.literal(true) }),
  errors: ['NotFound', 'OrderStatusNotAllowed', 'NothingUndelivered', 'OrderOfSeveral'],
  limit: 'flood',
})

export const addOrderNote = defineCall({
  ...shared,
  id: 'own-merchant-order-note',
  method: 'POST',
  path: '/v2/merchantusers/orders/note',
  summary: 'Adds a note to an order, visible to the organiser’s staff',
  isForm: true,
  required: ['body'],
  body: z.object({ orderNumber, note: text(1_000, 1) }),
  reply: merchantOrderView,
  errors: ['NotFound'],
})

export const quoteOwnRefund = defineCall({
  id: 'own-merchant-order-refund-quote',
  area: 'own',
  method: 'GET',
  path: '/v2/merchantusers/orders/refund',
  summary:
    'What a refund of these tickets of the organiser would pay: the amount of each, the fees that are kept, and where the sum goes. Changes nothing.',
  credential: 'merchant',
  staffPermission: 'refunds',
  required: ['orderNumber', 'ticketIdentifiers'],
  query: z.object({ orderNumber, ticketIdentifiers: refundedTickets }),
  reply: refundQuoteView,
  errors: ['NotFound', 'TicketGoneBack', 'ReturnNotAllowed'],
})

export const refundTickets = defineCall({
  id: 'own-merchant-order-refund',
  area: 'own',
  method: 'POST',
  path: '/v2/merchantusers/orders/refund',
  summary:
    'Refunds the full amount paid for tickets of the organiser, fees included, whatever their terms; the tickets become void',
  credential: 'merchant',
  staffPermission: 'refunds',
  stepUp: { purpose: 'refunds' },
  required: ['body'],
  body: z.object({
    orderNumber,
    ticketIdentifiers: z.array(z.string().max(40)).min(1).max(100),
    reason: text(300, 1),
    amountMinor: shownAmount,
  }),
  reply: z.object({ amount: moneyField, ticketCount: z.number().int() }),
  errors: ['NotFound', 'TicketGoneBack', 'QuoteChanged', 'ReturnNotAllowed'],
  idempotent: true,
  limit: 'flood',
})

export const listAttendees = defineCall({
  ...shared,
  id: 'own-merchant-attendees-export',
  cost: 'search',
  limit: 'flood',
  method: 'GET',
  path: '/v2/merchantusers/attendees.csv',
  summary:
    'All valid tickets of a date, a run or a screening, as CSV or in another format: buyer, passenger, ticket, place, admission, and a column for each question that is asked; answers for the whole order are repeated for each of its tickets',
  required: [],
  query: tableOfItem,
  /** Logs who downloaded the data. */
  actsOnGet: true,
  reply: z.unknown(),
  produces: 'text/csv',
  errors: ['NotFound'],
})

export const reissueOwnTickets = defineCall({
  id: 'own-merchant-order-reissue',
  area: 'own',
  method: 'POST',
  path: '/v2/merchantusers/orders/reissue',
  summary:
    'Gives tickets of the organiser new codes and sends them to the buyer; the old codes are void',
  credential: 'merchant',
  staffPermission: 'refunds',
  required: ['body'],
  body: z.object({
    orderNumber,
    ticketIdentifiers: z.array(z.string().max(40)).min(1).max(100),
  }),
  reply: merchantOrderView,
  errors: ['NotFound', 'TicketUsed', 'TicketGoneBack', 'TicketPassedOn'],
  limit: 'flood',
})

const attendee = z.object({
  ticketIdentifier: z.string(),
  orderNumber: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  buyerPhone: z.string(),
  typeName: z.string(),
  place: z.string(),
  /** Passenger; null for a ticket without a name. */
  passengerName: z.string().nullable(),
  /** Boarding stop; null for items without stops. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** When they were admitted; null if not yet, and for passes. */
  usedAt: instant.nullable(),
  /** How many times a pass has let somebody in; 0 for a ticket of one entry. */
  useCount: z.number().int(),
  /** Notes about the order. */
  noteCount: z.number().int(),
  /** What was answered about the ticket, or about its whole order, by the keys of `fields`. */
  answers: z.array(answerView),
})
export type AttendeeView = z.output<typeof attendee>

export const attendeeStates = ['all', 'inside', 'outside'] as const
/**
 * Orders of the list of attendees: as bought (of a run by boarding stop first), by name, place and time of admission,
 * in both directions.
 */
export const attendeeSorts = [
  'bought',
  'name',
  'nameReversed',
  'place',
  'placeReversed',
  'admitted',
  'admittedReversed',
] as const
export type AttendeeSort = (typeof attendeeSorts)[number]

/** The most attendees in one response, enough for a printed list of a train. */
export const attendeesAtOnce = 2_000

export const findAttendees = defineCall({
  ...shared,
  id: 'own-merchant-attendees',
  method: 'POST',
  // The search text is sent in a body, so that no URL contains a person's name.
  path: '/v2/merchantusers/attendees/find',
  summary:
    'Holders of valid tickets of a date, a run or a screening, fifty per page or as many as asked for, in the order asked for; optionally by name, email, phone, order or an answer to a question',
  required: ['body'],
  body: z
    .object({
      ...ofOwnItem,
      /** Only passengers who board at this stop: leg n departs from stop n. */
      stop: wholeNumber(0, legCountMax - 1).optional(),
      text: text(120).optional(),
      state: z.enum(attendeeStates).default('all'),
      sort: z.enum(attendeeSorts).default('bought'),
      offset: wholeNumber(0, 1_000_000).default(0),
      most: wholeNumber(1, attendeesAtOnce).default(50),
    })
    .refine(hasItem, itemMissing),
  reply: z.object({
    items: z.array(attendee),
    /** The questions of the item, as headings of the answers. */
    fields: z.array(answerField),
    /** The next `offset`; null on the last page. */
    next: z.number().int().nullable(),
    totalCount: z.number().int(),
    /** People let in: used tickets, or uses of passes at this item's entrance. */
    insideCount: z.number().int(),
  }),
  errors: ['NotFound'],
})

export const exportAttendeesSheet = defineCall({
  ...shared,
  id: 'own-merchant-attendees-sheet',
  cost: 'search',
  limit: 'flood',
  method: 'GET',
  path: '/v2/merchantusers/attendees.xlsx',
  summary:
    'All valid tickets of a date, a run or a screening, as XLSX, with the columns of the CSV',
  required: [],
  query: ofItem,
  /** Logs who downloaded the data. */
  actsOnGet: true,
  reply: z.unknown(),
  produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: ['NotFound'],
})
