/** What an organiser's people see of their business: figures and totals. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { itemKinds } from '#contract/enumerations.ts'
import { flag, identifier, isoDate, moneyField, text } from '#contract/fields.ts'

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
  /** Name of the offer source that sells `itemId`; `itemType` is about events alone. */
  source: text(40, 1).default('event'),
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
  /** Campaigns and sites by which buyers came, noted by consent; the key is empty where none is known. */
  byVisit: z.array(grouped),
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
      /** Of the show; null for what other sources sell: all runs of a train, all screenings of a film are one row. */
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
    /** When the dates are: days by the clock of the venue, or instants. */
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
