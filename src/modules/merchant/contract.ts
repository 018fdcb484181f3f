/** Statistics and totals for an organiser's staff. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { itemKinds } from '#contract/enumerations.ts'
import { flag, identifier, isoDate, moneyField, text } from '#contract/fields.ts'
import { tableFormat } from '#contract/table-format.ts'

const figures = {
  /** Number of tickets sold, including those that have ended since. */
  ticketCount: z.number().int(),
  /** Returned, resold or cancelled since. */
  endedCount: z.number().int(),
  /**
   * People let in with these tickets: used tickets, and uses of passes at their own entrance. A ticket that a pass paid
   * for counts at its own item.
   */
  usedCount: z.number().int(),
  /** Prices without fees, before discounts. The terms of all figures are those of docs/figures.md. */
  face: moneyField,
  /** Taken off the prices by promo codes and discount cards. */
  discount: moneyField,
  /** The part of `discount` that the platform funds: the organiser earns it. */
  platformDiscount: moneyField,
  /** Paid in advance with passes. */
  paidByPass: moneyField,
  /** Paid for the tickets, without fees: `face` less `discount` and `paidByPass`. */
  sold: moneyField,
  /** The part of `sold` that was paid for ended tickets. */
  ended: moneyField,
  /** Valid tickets that were sold elsewhere and imported; they are among `ticketCount`. */
  elsewhereCount: z.number().int(),
  /** Paid for them there: no money of ours, and in no other figure. */
  elsewhere: moneyField,
}
export const figuresView = z.object(figures)
export type FiguresView = z.output<typeof figuresView>

const grouped = z.object({ key: z.string(), name: z.string(), ...figures })
export type GroupView = z.output<typeof grouped>

const period = {
  /** Period of sale: days in Tbilisi, or instants to the hour; both ends are inclusive. */
  dateFrom: isoDate.optional(),
  dateTo: isoDate.optional(),
}
const ofItem = {
  /** Name of the offer source that sells `itemId`; `itemType` applies to events only. */
  source: text(40, 1).default('event'),
  /** Kind of `itemId`: a show with all its dates, or one date. */
  itemType: z.enum(itemKinds).optional(),
  /** All items of the merchant when absent. */
  itemId: identifier.optional(),
}

export const statisticsView = z.object({
  totals: figuresView,
  /** The preceding period of the same length; null unless both ends are given. */
  before: figuresView.nullable(),
  /** Days with sales, in order. */
  byDay: z.array(grouped),
  /** Hours of the day, 0 to 23, with sales. */
  byHour: z.array(grouped),
  byChannel: z.array(grouped),
  /** Price zones by their names in the halls' plans, the highest amount first; empty without a zone. */
  byZone: z.array(grouped),
  byType: z.array(grouped),
  /** Campaigns and sites that buyers came from, recorded with consent; the key is empty when unknown. */
  byVisit: z.array(grouped),
  /** The coming week: for each day the average of the same weekday in the last four weeks. */
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
    'Sales by day, hour, channel, price zone and ticket type, with a forecast; owners and managers only',
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
      /** Id of the show; null for other sources, where all runs of a train or all screenings of a film are one row. */
      itemId: z.number().int().nullable(),
      name: z.string(),
      /** Number of dates or other items. */
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
  summary: 'Total sales by show, and by name for other sources; owners and managers only',
  credential: 'merchant',
  staffPermission: 'figures',
  required: [],
  query: z.object({
    /** True for past dates only, false for upcoming ones only; all when absent. */
    isArchive: flag.optional(),
    /** Period of the dates: days in the time zone of the venue, or instants. */
    dateFrom: isoDate.optional(),
    dateTo: isoDate.optional(),
  }),
  reply: totalsView,
  errors: ['Forbidden'],
})

export const exportStatistics = defineCall({
  id: 'own-merchant-statistics-export',
  cost: 'search',
  limit: 'flood',
  area: 'own',
  method: 'GET',
  path: '/v2/merchantusers/statistics/export',
  summary:
    'The statistics as tables, one for each dimension: CSV, XLSX with a sheet for each, or JSON',
  credential: 'merchant',
  staffPermission: 'figures',
  required: ['format'],
  query: z.object({ ...ofItem, ...period, format: tableFormat }),
  reply: z.unknown(),
  produces: 'text/csv',
  errors: ['Forbidden', 'NotFound'],
})
