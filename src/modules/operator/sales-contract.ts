/** Calls for sales statistics, pending problems, and searches for orders and customers. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, isoDate, text } from '#contract/fields.ts'
import { orderSorts, positionForm } from '#modules/orders/list-shapes.ts'
import { placedAnswer } from '#modules/tickets/shapes.ts'

const bothTexts = z.object({ ka: z.string(), en: z.string() })
const tetri = z.number().int()

/** A sold item of any source; its id is unique within its source only. */
const soldItem = z.object({
  source: z.string(),
  itemId: z.number().int(),
  name: bothTexts,
  venueName: bothTexts.nullable(),
  startsAt: instant.nullable(),
  /** IANA time zone of the place where it begins. */
  timeZone: z.string().nullable(),
  legFrom: z.number().int(),
  legTo: z.number().int(),
  /** The vehicle, the hall, flight numbers or the venue; null when its source no longer knows the item. */
  note: bothTexts.nullable(),
})
export type SoldItemView = z.output<typeof soldItem>

const salesDay = z.object({
  /** Day in Tbilisi: `2026-11-21`. */
  day: z.string(),
  /** Sales per hour of the day, in tetri; future hours are zero. */
  hours: z.array(tetri),
  soldMinor: tetri,
  orderCount: z.number().int(),
  ticketCount: z.number().int(),
})
export type SalesDayView = z.output<typeof salesDay>

export const operatorHome = defineCall({
  id: 'own-operator-home',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/home',
  summary:
    'Sales of today and of the same weekday in the four weeks before, and what needs attention.',
  credential: 'operator',
  reply: z.object({
    /** Elapsed hours of today, including the fraction of the current one: 13.5 at half past one. */
    hoursGone: z.number(),
    today: salesDay,
    /** The same weekday of the four weeks before, latest first. */
    before: z.array(salesDay),
    /** Refunded today for returned tickets. */
    returned: z.object({
      amountMinor: tetri,
      /** The value of exchanged tickets, which paid for the new ones instead. */
      carriedMinor: tetri,
      ticketCount: z.number().int(),
    }),
    /** Best sellers: paid for their tickets with fees, after discounts. With `rest` they add up to the total. */
    items: z.array(soldItem.extend({ ticketCount: z.number().int(), soldMinor: tetri })),
    /** All other items, and options that belong to no item: insurance, donations, cards. */
    rest: z.object({ ticketCount: z.number().int(), soldMinor: tetri }),
    attention: z.object({
      /** Number of abandoned messages. */
      undelivered: z.number().int(),
      /** Payments whose session has ended without a final status from the provider. */
      stuckPayments: z.object({ count: z.number().int(), since: instant.nullable() }),
      /** Paid orders that their supplier has not confirmed in time, longest waiting first; at most twenty. */
      unconfirmed: z.array(z.object({ orderNumber: z.string(), since: instant })),
      /** Orders with returned tickets that their supplier has not cancelled in time, so that the refund is pending. */
      uncancelled: z.array(z.object({ orderNumber: z.string(), since: instant })),
      /** Refunds that the providers have not confirmed. */
      refunds: z.object({
        count: z.number().int(),
        amountMinor: tetri,
        since: instant.nullable(),
      }),
      /** Cancelled items with valid tickets, whose refunds are pending. */
      cancelled: z.array(soldItem.extend({ validTickets: z.number().int() })),
      /** Moved items whose holders can still get a full refund. */
      moved: z.array(soldItem.extend({ validTickets: z.number().int(), fullRefundUntil: instant })),
      /** Best sellers of the last three days with at most a tenth of their places left. */
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
    /** Days with sales, in the time zone of the venue, in order. */
    days: z.array(
      z.object({
        day: z.string(),
        ticketCount: z.number().int(),
        /** Discounts, and payments in advance with passes. */
        reducedMinor: tetri,
        /** Paid for the tickets, without fees. */
        soldMinor: tetri,
      }),
    ),
    types: z.array(
      z.object({
        ticketTypeId: z.number().int(),
        name: bothTexts,
        priceMinor: tetri,
        isActive: z.boolean(),
        ticketCount: z.number().int(),
        endedCount: z.number().int(),
        reducedMinor: tetri,
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

export const orderStates = [
  'all',
  'paid',
  'open',
  'paying',
  'failed',
  'ended',
  'notForSale',
  'thirdParty',
  'imported',
  'preprint',
] as const

export const listOfficeOrders = defineCall({
  id: 'own-operator-orders',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/orders',
  summary: 'Orders by state and day, newest first or in another order, fifty per page. Logged.',
  credential: 'operator',
  actsOnGet: true,
  query: z.object({
    state: z.enum(orderStates).default('all'),
    /** By status: in the course of an order's life, the newest of each first. */
    sort: z.enum(orderSorts).default('newest'),
    /** Days in Tbilisi on which orders were opened, or instants; both ends are inclusive. */
    dateFrom: isoDate.optional(),
    dateTo: isoDate.optional(),
    /** `next` of the previous page; the number of its last order is enough as well. */
    after: z.string().regex(positionForm).optional(),
  }),
  reply: z.object({
    orders: z.array(foundOrder),
    /** The next `after`; null on the last page. */
    next: z.string().nullable(),
  }),
  errors: ['NotFound'],
})
export type OfficeOrdersView = z.output<typeof listOfficeOrders.reply>

export const lookUpOrders = defineCall({
  id: 'own-operator-order-search',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/orders/search',
  summary:
    'Finds orders and customers by order number, email, phone or name, and orders by an answer to a question. Logged; sent as a body, so that no URL contains a person’s name.',
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
  summary: 'One order with its tickets, payments and history. Logged.',
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
        /** Name of the place as sold; null when the default format applies. */
        placeName: z.string().nullable(),
        section: z.string().nullable(),
        row: z.string().nullable(),
        seat: z.string().nullable(),
        quantity: z.number().int(),
        amountMinor: tetri,
        /** The item of the line; null for lines that concern the whole order. */
        item: soldItem.nullable(),
      }),
    ),
    tickets: z.array(
      z.object({
        ticketIdentifier: z.string(),
        /** Its line, which says what it is for. */
        lineId: z.number().int(),
        /** The passenger; null for a ticket without a name. */
        passengerName: z.string().nullable(),
        /** It was passed on: the buyer no longer holds it. */
        isPassedOn: z.boolean(),
        statusName: z.string(),
        isUsed: z.boolean(),
        /** A product of the bar, which admits nobody. */
        isGoods: z.boolean(),
        /** A piece of baggage of a passenger. */
        isBaggage: z.boolean(),
      }),
    ),
    payments: z.array(
      z.object({
        paymentId: z.uuid(),
        provider: z.number().int(),
        state: z.string(),
        /** What was taken, or is to be. */
        amountMinor: tetri,
        refundedMinor: tetri,
        /** Refunds that the provider has yet to confirm. */
        refundingMinor: tetri,
        currency: z.string(),
        createdAt: instant,
      }),
    ),
    /** Confirmations by external suppliers, item by item. */
    confirmations: z.array(
      z.object({
        confirmationId: z.uuid(),
        source: z.string(),
        itemId: z.number().int(),
        state: z.enum(['pending', 'confirmed', 'refused']),
        attemptCount: z.number().int(),
        confirmBy: instant,
        isOverdue: z.boolean(),
        /** Last message of the supplier, or its error code. */
        detail: z.string(),
      }),
    ),
    /**
     * Returns that an external supplier must cancel first; completed ones are in `returns`, refused ones have valid
     * tickets again.
     */
    pendingReturns: z.array(
      z.object({
        returnId: z.string(),
        source: z.string(),
        itemId: z.number().int(),
        ticketCount: z.number().int(),
        goodsCount: z.number().int(),
        baggageCount: z.number().int(),
        amountMinor: tetri,
        attemptCount: z.number().int(),
        createdAt: instant,
        isOverdue: z.boolean(),
        /** Last message of the supplier. */
        detail: z.string(),
      }),
    ),
    returns: z.array(
      z.object({
        kind: z.string(),
        amountMinor: tetri,
        ticketCount: z.number().int(),
        goodsCount: z.number().int(),
        baggageCount: z.number().int(),
        at: instant,
      }),
    ),
    /** Answers to the questions of what was bought. */
    extras: z.array(placedAnswer),
    moves: z.array(z.object({ at: instant, from: z.string(), to: z.string(), reason: z.string() })),
  }),
  errors: ['NotFound'],
  required: ['orderNumber'],
})
export type OfficeOrderView = z.output<typeof readOfficeOrder.reply>
