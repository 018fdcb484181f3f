/** Orders as organisers see them: their own tickets alone, whatever else was bought with them. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, moneyField, text, wholeNumber } from '#contract/fields.ts'
import { namedItem, ofOwnItem } from '#modules/entrance/own-items-contract.ts'

const orderNumber = z.string().trim().min(1).max(40)
const hasItem = (named: Parameters<typeof namedItem>[0]): boolean => namedItem(named) !== null
const itemMissing = { message: 'itemId is needed', path: ['itemId'] }
const ofItem = z.object(ofOwnItem).refine(hasItem, itemMissing)

const orderLine = z.object({
  orderNumber: z.string(),
  statusName: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  buyerPhone: z.string(),
  /** Of the organiser's own tickets. */
  ticketCount: z.number().int(),
  createdAt: instant,
  paidAt: instant.nullable(),
})
export type MerchantOrderLine = z.output<typeof orderLine>

const shared = { area: 'own', credential: 'merchant', staffPermission: 'orders' } as const

export const findMerchantOrders = defineCall({
  ...shared,
  id: 'own-merchant-orders',
  method: 'POST',
  // What was typed travels in a body, so that no address has a person's name.
  path: '/v2/merchantusers/orders/find',
  summary:
    'Orders with tickets of the organiser: those of a date, a run or a screening, or by number, name, e-mail or phone; twenty at a time',
  required: ['body'],
  body: z.object({
    ...ofOwnItem,
    text: text(120).optional(),
    offset: wholeNumber(0, 1_000_000).default(0),
  }),
  reply: z.object({
    items: z.array(orderLine),
    /** Pass as `offset` to go on; null at the end. */
    next: z.number().int().nullable(),
  }),
  errors: ['NotFound'],
})

const ticket = z.object({
  ticketIdentifier: z.string(),
  itemName: z.string(),
  /** Of a journey the vehicle, of a screening the hall, of a flight its numbers, else where it is. */
  itemNote: z.string(),
  /** When this ticket begins: of a journey at the boarding stop. */
  startsAt: instant.nullable(),
  timeZone: z.string(),
  typeName: z.string(),
  place: z.string(),
  /** Who travels; null for a ticket that bears no name. */
  passengerName: z.string().nullable(),
  statusName: z.string(),
  isUsed: z.boolean(),
  /** What was paid for it, without fees. */
  price: moneyField,
})

export const merchantOrderView = orderLine.extend({
  tickets: z.array(ticket),
  returns: z.array(
    z.object({ kind: z.string(), amount: moneyField, ticketCount: z.number().int(), at: instant }),
  ),
  notes: z.array(z.object({ by: z.string(), at: instant, note: z.string() })),
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
  method: 'POST',
  path: '/v2/merchantusers/orders/resend',
  summary: 'Sends the tickets of an order to its buyer again',
  required: ['body'],
  body: z.object({ orderNumber }),
  reply: z.object({ sent: z.literal(true) }),
  errors: ['NotFound', 'OrderStatusNotAllowed'],
  limit: 'flood',
})

export const noteOrder = defineCall({
  ...shared,
  id: 'own-merchant-order-note',
  method: 'POST',
  path: '/v2/merchantusers/orders/note',
  summary: 'Notes something about an order; the organiser’s people see it',
  isForm: true,
  required: ['body'],
  body: z.object({ orderNumber, note: text(1_000, 1) }),
  reply: merchantOrderView,
  errors: ['NotFound'],
})

export const refundTickets = defineCall({
  id: 'own-merchant-order-refund',
  area: 'own',
  method: 'POST',
  path: '/v2/merchantusers/orders/refund',
  summary:
    'Gives back all that was paid for tickets of the organiser, fees included, whatever their terms; they open no door any more',
  credential: 'merchant',
  staffPermission: 'refunds',
  required: ['body'],
  body: z.object({
    orderNumber,
    ticketIdentifiers: z.array(z.string().max(40)).min(1).max(100),
    reason: text(300, 1),
  }),
  reply: z.object({ amount: moneyField, ticketCount: z.number().int() }),
  errors: ['NotFound', 'TicketGoneBack', 'QuoteChanged', 'ReturnNotAllowed'],
  idempotent: true,
  limit: 'flood',
})

export const listAttendees = defineCall({
  ...shared,
  id: 'own-merchant-attendees-export',
  method: 'GET',
  path: '/v2/merchantusers/attendees.csv',
  summary:
    'Everybody with a valid ticket of a date, a run or a screening, as CSV: buyer, passenger, ticket, place, whether let in',
  required: [],
  query: ofItem,
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
    'Gives tickets of the organiser new codes and sends them to the buyer; the older codes open no door any more',
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
  /** Who travels; null for a ticket that bears no name. */
  passengerName: z.string().nullable(),
  /** Where they get on; null for what has no stops. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** When they were let in; null: not yet. */
  usedAt: instant.nullable(),
  /** Notes about the order. */
  noteCount: z.number().int(),
})
export type AttendeeView = z.output<typeof attendee>

export const attendeeStates = ['all', 'inside', 'outside'] as const

export const findAttendees = defineCall({
  ...shared,
  id: 'own-merchant-attendees',
  method: 'POST',
  // What was typed travels in a body, so that no address has a person's name.
  path: '/v2/merchantusers/attendees/find',
  summary:
    'Who holds valid tickets of a date, a run or a screening, fifty at a time; by name, e-mail, phone or order',
  required: ['body'],
  body: z
    .object({
      ...ofOwnItem,
      /** Only who gets on at this stop: leg n leaves stop n. */
      stop: wholeNumber(0, 62).optional(),
      text: text(120).optional(),
      state: z.enum(attendeeStates).default('all'),
      offset: wholeNumber(0, 1_000_000).default(0),
    })
    .refine(hasItem, itemMissing),
  reply: z.object({
    items: z.array(attendee),
    /** Pass as `offset` to go on; null at the end. */
    next: z.number().int().nullable(),
    totalCount: z.number().int(),
    insideCount: z.number().int(),
  }),
  errors: ['NotFound'],
})

export const exportAttendeesSheet = defineCall({
  ...shared,
  id: 'own-merchant-attendees-sheet',
  method: 'GET',
  path: '/v2/merchantusers/attendees.xlsx',
  summary: 'Everybody with a valid ticket of a date, a run or a screening, as XLSX',
  required: [],
  query: ofItem,
  /** Logs who downloaded the data. */
  actsOnGet: true,
  reply: z.unknown(),
  produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: ['NotFound'],
})
