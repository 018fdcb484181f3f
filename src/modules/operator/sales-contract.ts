/** What is sold, and what somebody should look at. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, text } from '#contract/fields.ts'

const bothTexts = z.object({ ka: z.string(), en: z.string() })
const tetri = z.number().int()

/** Something that is sold, of whatever source; an item number is only unique within its source. */
const soldItem = z.object({
  source: z.string(),
  itemId: z.number().int(),
  name: bothTexts,
  venueName: bothTexts.nullable(),
  startsAt: instant.nullable(),
  /** IANA zone of the place where it begins. */
  timeZone: z.string().nullable(),
  legFrom: z.number().int(),
  legTo: z.number().int(),
  /** The vehicle, the hall, numbers of flights, else the venue; null of what its source no longer knows. */
  note: bothTexts.nullable(),
})
export type SoldItemView = z.output<typeof soldItem>

const salesDay = z.object({
  /** In Tbilisi: `2026-11-21`. */
  day: z.string(),
  /** Sold in each hour of the day, in tetri; hours that are still to come are zero. */
  hours: z.array(tetri),
  soldMinor: tetri,
  orderCount: z.number().int(),
})
export type SalesDayView = z.output<typeof salesDay>

export const operatorHome = defineCall({
  id: 'own-operator-home',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/home',
  summary: 'Sales of today beside the same weekday of four weeks before, and what needs attention.',
  credential: 'operator',
  reply: z.object({
    /** Hours of today that have begun, the running one counted by its share: 13.5 at half past one. */
    hoursGone: z.number(),
    today: salesDay,
    /** The same weekday of the four weeks before, the latest first. */
    before: z.array(salesDay),
    /** Went back today for returned tickets. */
    returned: z.object({ amountMinor: tetri, ticketCount: z.number().int() }),
    items: z.array(soldItem.extend({ ticketCount: z.number().int(), soldMinor: tetri })),
    attention: z.object({
      /** Messages that were abandoned. */
      undelivered: z.number().int(),
      /** Payments whose session is over without a last word of the provider. */
      stuckPayments: z.object({ count: z.number().int(), since: instant.nullable() }),
      /** Paid orders whose supplier has not confirmed in time, the longest waiting first; twenty at most. */
      unconfirmed: z.array(z.object({ orderNumber: z.string(), since: instant })),
      /** Orders with returned tickets that their supplier has not cancelled in time: the money waits. */
      uncancelled: z.array(z.object({ orderNumber: z.string(), since: instant })),
      /** Refunds that the providers have not confirmed. */
      refunds: z.object({
        count: z.number().int(),
        amountMinor: tetri,
        since: instant.nullable(),
      }),
      /** Cancelled with valid tickets left: their money is still to go back. */
      cancelled: z.array(soldItem.extend({ validTickets: z.number().int() })),
      /** Moved, while holders may have all their money back. */
      moved: z.array(soldItem.extend({ validTickets: z.number().int(), fullRefundUntil: instant })),
      /** Of what sold most in the last three days: a tenth or less is left. */
      soldOutSoon: z.array(soldItem.extend({ left: z.number().int(), capacity: z.number().int() })),
    }),
  }),
})
export type OperatorHomeView = z.output<typeof operatorHome.reply>

export const eventSales = defineCall({
  id: 'own-operator-event-sales',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/events/{eventId}/sales',
  summary: 'Tickets of a date by day and by ticket type, its prices, picture and texts.',
  credential: 'operator',
  params: z.object({ eventId: identifier }),
  reply: z.object({
    /** Days with sales, in the zone of the venue, the first first. */
    days: z.array(z.object({ day: z.string(), ticketCount: z.number().int(), soldMinor: tetri })),
    types: z.array(
      z.object({
        ticketTypeId: z.number().int(),
        name: bothTexts,
        priceMinor: tetri,
        isActive: z.boolean(),
        ticketCount: z.number().int(),
        endedCount: z.number().int(),
        soldMinor: tetri,
      }),
    ),
    imageUrl: z.string().nullable(),
    summary: bothTexts,
    description: bothTexts,
  }),
  errors: ['NotFound'],
  required: ['eventId'],
})
export type EventSalesView = z.output<typeof eventSales.reply>

const foundOrder = z.object({
  orderNumber: z.string(),
  statusName: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  buyerPhone: z.string(),
  totalMinor: tetri,
  currency: z.string(),
  createdAt: instant,
  paidAt: instant.nullable(),
})
export type FoundOrderView = z.output<typeof foundOrder>

export const lookUpOrders = defineCall({
  id: 'own-operator-order-search',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/orders/search',
  summary:
    'Orders and customers by order number, e-mail, phone or name. Written to the log; a body, so that no address of a page has the name of a person.',
  credential: 'operator',
  body: z.object({ text: text(100, 2) }),
  reply: z.object({
    by: z.enum(['number', 'email', 'phone', 'name']),
    /** The newest fifty. */
    orders: z.array(foundOrder),
    customers: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        phone: z.string(),
        joinedAt: instant.nullable(),
      }),
    ),
  }),
  required: ['body'],
})
export type LookUpView = z.output<typeof lookUpOrders.reply>

export const readOfficeOrder = defineCall({
  id: 'own-operator-order',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/orders/{orderNumber}',
  summary: 'One order with its tickets, payments and history. Written to the log.',
  credential: 'operator',
  params: z.object({ orderNumber: text(40, 1) }),
  actsOnGet: true,
  reply: foundOrder.extend({
    items: z.array(soldItem),
    lines: z.array(
      z.object({
        lineId: z.number().int(),
        kind: z.string(),
        description: bothTexts,
        /** The place in the words it was sold under; null where it is called as everywhere. */
        placeName: z.string().nullable(),
        section: z.string().nullable(),
        row: z.string().nullable(),
        seat: z.string().nullable(),
        quantity: z.number().int(),
        amountMinor: tetri,
        /** What it is for; null for what is about the order as a whole. */
        item: soldItem.nullable(),
      }),
    ),
    tickets: z.array(
      z.object({ ticketIdentifier: z.string(), statusName: z.string(), isUsed: z.boolean() }),
    ),
    payments: z.array(
      z.object({
        paymentId: z.uuid(),
        provider: z.number().int(),
        state: z.string(),
        amountMinor: tetri,
        refundedMinor: tetri,
        currency: z.string(),
        createdAt: instant,
      }),
    ),
    /** What an outside supplier confirms, item by item. */
    confirmations: z.array(
      z.object({
        confirmationId: z.uuid(),
        source: z.string(),
        itemId: z.number().int(),
        state: z.enum(['pending', 'confirmed', 'refused']),
        attemptCount: z.number().int(),
        confirmBy: instant,
        isOverdue: z.boolean(),
        /** What the supplier said last, or its code of the refusal. */
        detail: z.string(),
      }),
    ),
    /** Returns that an outside supplier has to cancel first; those that ended are in `returns`, or their tickets are valid again. */
    pendingReturns: z.array(
      z.object({
        returnId: z.string(),
        source: z.string(),
        itemId: z.number().int(),
        ticketCount: z.number().int(),
        amountMinor: tetri,
        attemptCount: z.number().int(),
        createdAt: instant,
        isOverdue: z.boolean(),
        /** What the supplier said last. */
        detail: z.string(),
      }),
    ),
    returns: z.array(
      z.object({
        kind: z.string(),
        amountMinor: tetri,
        ticketCount: z.number().int(),
        at: instant,
      }),
    ),
    moves: z.array(z.object({ at: instant, from: z.string(), to: z.string(), reason: z.string() })),
  }),
  errors: ['NotFound'],
  required: ['orderNumber'],
})
export type OfficeOrderView = z.output<typeof readOfficeOrder.reply>
