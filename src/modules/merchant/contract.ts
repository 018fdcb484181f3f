/** What an organiser's people see of their business: figures, totals, and requests for tickets. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { itemKinds } from '#contract/enumerations.ts'
import {
  flag,
  identifier,
  instant,
  isoDate,
  moneyField,
  text,
  wholeNumber,
} from '#contract/fields.ts'
import { purchaseRequestStatuses } from '#modules/requests/contract.ts'

const figures = {
  /** All that were sold, also those that ended since. */
  ticketCount: z.number().int(),
  /** Returned, resold or cancelled since. */
  endedCount: z.number().int(),
  /** Let in. */
  usedCount: z.number().int(),
  /** Prices without fees, before discounts. */
  sold: moneyField,
  /** Of it, what belongs to tickets that ended. */
  ended: moneyField,
}
export const figuresView = z.object(figures)
export type FiguresView = z.output<typeof figuresView>

const grouped = z.object({ key: z.string(), name: z.string(), ...figures })
export type GroupView = z.output<typeof grouped>

const period = {
  /** When the tickets were sold: days by the clock of Tbilisi, or instants, to the hour; both ends belong to it. */
  dateFrom: isoDate.optional(),
  dateTo: isoDate.optional(),
}
const ofItem = {
  /** What `itemId` is: a show with all its dates, or one date. */
  itemType: z.enum(itemKinds).optional(),
  /** Everything of the merchant when absent. */
  itemId: identifier.optional(),
}

export const statisticsView = z.object({
  totals: figuresView,
  /** The same span just before; null unless both ends are given. */
  before: figuresView.nullable(),
  /** Days with sales, the first first. */
  byDay: z.array(grouped),
  /** Hours of the day, 0 to 23, with sales. */
  byHour: z.array(grouped),
  byChannel: z.array(grouped),
  /** Price zones; the key is empty where there are none. */
  byZone: z.array(grouped),
  byType: z.array(grouped),
  /** The coming week, each day as the same weekday of the last four weeks was on average. */
  forecast: z.array(
    z.object({ day: z.iso.date(), ticketCount: z.number().int(), sold: moneyField }),
  ),
})
export type StatisticsView = z.output<typeof statisticsView>

export const merchantStatistics = defineCall({
  id: 'merchant-statistics',
  area: 'merchant',
  method: 'GET',
  path: '/v2/merchantusers/statistics',
  summary:
    'Sales by day, hour, channel, price zone and ticket type, with a forecast; owners and managers',
  credential: 'merchant',
  staffPermission: 'figures',
  required: [],
  query: z.object({ ...ofItem, ...period }),
  reply: statisticsView,
  errors: ['Forbidden', 'NotFound'],
})

export const totalsView = z.object({
  totals: figuresView,
  items: z.array(
    z.object({
      /** Name of the offer source. */
      source: z.string(),
      /** Of the show; null for what other sources sell, which is counted together. */
      itemId: z.number().int().nullable(),
      name: z.string(),
      /** Dates, or whatever else is sold. */
      itemCount: z.number().int(),
      ...figures,
    }),
  ),
})
export type TotalsView = z.output<typeof totalsView>

export const merchantTotals = defineCall({
  id: 'merchant-totals',
  area: 'merchant',
  method: 'GET',
  path: '/v2/merchantusers/totals',
  summary:
    'What each show has sold in all, and everything else by what sells it; owners and managers',
  credential: 'merchant',
  staffPermission: 'figures',
  required: [],
  query: z.object({
    /** Only dates that are over, or only those that are not; everything when absent. */
    isArchive: flag.optional(),
    /** When the dates are: days by the clock of the venue, or instants. What has no date is left out then. */
    dateFrom: isoDate.optional(),
    dateTo: isoDate.optional(),
  }),
  reply: totalsView,
  errors: ['Forbidden'],
})

export const exportStatistics = defineCall({
  id: 'own-merchant-statistics-export',
  area: 'own',
  method: 'GET',
  path: '/v2/merchantusers/statistics/export',
  summary: 'The same figures as a table: CSV, or XLSX with a sheet for each view of them',
  credential: 'merchant',
  staffPermission: 'figures',
  required: ['format'],
  query: z.object({ ...ofItem, ...period, format: z.enum(['csv', 'xlsx']) }),
  reply: z.unknown(),
  produces: 'text/csv',
  errors: ['Forbidden', 'NotFound'],
})

/** A request for tickets as the organiser sees it. */
export const requestView = z.object({
  requestId: z.number().int(),
  eventId: z.number().int(),
  ticketTypeId: z.number().int().nullable(),
  status: z.enum(purchaseRequestStatuses),
  /** What it may become. */
  next: z.array(z.enum(purchaseRequestStatuses)),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  quantity: z.number().int(),
  message: z.string(),
  createdAt: instant,
  updatedAt: instant,
  /** What became of it, the first step first. */
  history: z.array(
    z.object({
      status: z.enum(purchaseRequestStatuses),
      at: instant,
      /** Who decided; null for whoever asked. */
      by: z.string().nullable(),
      answer: z.string(),
    }),
  ),
})
export type RequestView = z.output<typeof requestView>

export const merchantPurchaseRequests = defineCall({
  id: 'merchant-purchase-requests',
  area: 'merchant',
  method: 'GET',
  path: '/v2/merchantusers/purchase-requests',
  summary: 'Requests for tickets of an event, the newest first',
  credential: 'merchant',
  staffPermission: 'requests',
  required: ['eventId'],
  query: z.object({
    eventId: identifier,
    status: z.enum(purchaseRequestStatuses).optional(),
    /** Parts of what was written, in any letter case. */
    name: text(120).optional(),
    email: text(254).optional(),
    /** Digits in a row of the number. */
    phoneNumber: z
      .string()
      .regex(/^[0-9 ()+-]{1,32}$/)
      .optional(),
    /** Days by the clock of Tbilisi, or instants; both ends belong to it. */
    requestDateFrom: isoDate.optional(),
    requestDateTo: isoDate.optional(),
    offset: wholeNumber(0, 1_000_000).default(0),
    limit: wholeNumber(1, 100).default(20),
  }),
  reply: z.object({ totalCount: z.number().int(), items: z.array(requestView) }),
  errors: ['Forbidden', 'NotFound'],
})

export const merchantPurchaseRequestMove = defineCall({
  id: 'merchant-purchase-requests-change-status',
  area: 'merchant',
  method: 'POST',
  path: '/v2/merchantusers/purchase-requests',
  summary: 'Decides on a request; who asked is told by e-mail, with the answer',
  credential: 'merchant',
  staffPermission: 'requests',
  required: ['body'],
  body: z.object({
    requestId: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    status: z.enum(['Accepted', 'Declined', 'Fulfilled']),
    /** To whoever asked, in the organiser's own words. */
    answer: text(1_000).default(''),
  }),
  reply: requestView,
  errors: ['Forbidden', 'NotFound', 'OrderStatusNotAllowed'],
  limit: 'flood',
})

export const merchantPurchaseRequestEvents = defineCall({
  id: 'merchant-purchase-requests-event',
  area: 'merchant',
  method: 'GET',
  path: '/v2/merchantusers/purchase-requests/event',
  summary:
    'Events of the organiser that somebody has asked for tickets of, with how many requests wait',
  credential: 'merchant',
  staffPermission: 'requests',
  required: [],
  reply: z.object({
    items: z.array(
      z.object({
        eventId: z.number().int(),
        name: z.string(),
        venue: z.string(),
        startsAt: instant,
        timeZone: z.string(),
        requestCount: z.number().int(),
        /** New ones: nobody has decided yet. */
        newCount: z.number().int(),
        /** Tickets of those that are new or accepted. */
        ticketCount: z.number().int(),
      }),
    ),
  }),
  errors: ['Forbidden'],
})
