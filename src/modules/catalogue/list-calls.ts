/** Calls for our own list pages: filtered, sorted, paginated by a cursor. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, isoDate, text, wholeNumber } from '#contract/fields.ts'
import { category, listItem } from './shapes.ts'

export const slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/)

/** `soonest` first, the most `wanted` first, the `cheapest` first. */
export const listSorts = ['soonest', 'wanted', 'cheapest'] as const
export type ListSort = (typeof listSorts)[number]

/** Maximum items per page; a reopened page may request several pages in one call. */
export const listPageItems = 24
export const listItemsMax = 240

const lari = wholeNumber(0, 1_000_000)

/** Filters of a list of shows; a show is listed with its matching events only. */
const listFilters = {
  /** Slug of a subcategory. */
  subCategory: slug.optional(),
  /** Both days inclusive, in the venue's time zone. */
  fromDate: isoDate.optional(),
  toDate: isoDate.optional(),
  /** Whole lari, all fees included; an event matches when one of its prices does. */
  priceFrom: lari.optional(),
  priceTo: lari.optional(),
  /** Free events only. */
  isFree: flag.optional(),
  venueId: identifier.optional(),
  /** Name of a city in either language. */
  city: text(100, 1).optional(),
  sort: z.enum(listSorts).default('soonest'),
  /** `nextCursor` of the previous page. */
  cursor: z
    .string()
    .max(80)
    .regex(/^(?:soonest|wanted|cheapest)(?:\.-?\d{1,15}){2,3}$/)
    .optional(),
  limit: wholeNumber(1, listItemsMax).default(listPageItems),
}

const listed = {
  items: z.array(listItem),
  /** Of the next page; null when this is the last one. */
  nextCursor: z.string().nullable(),
  /** Number of matches; null when counting would require reading each. */
  totalCount: z.number().int().nullable(),
}

export const ownShowList = defineCall({
  id: 'own-show-list',
  area: 'own',
  method: 'GET',
  path: '/v2/show-list',
  summary: 'Shows to come, filtered by category, days, price, house and city, page by page',
  credential: 'api-key',
  query: z.object({ category: slug.optional(), ...listFilters }),
  reply: z.object(listed),
  errors: ['NotFound'],
  cacheSeconds: 5,
})

const venueOption = z.object({
  venueId: z.number().int(),
  venueName: z.string(),
  cityName: z.string(),
  /** Events to come, in the category that is shown. */
  eventCount: z.number().int(),
})

export const categoryPage = z.object({
  /** Null: of all categories. */
  category: category.nullable(),
  categories: z.array(category),
  subCategoryId: z.number().int().nullable(),
  /** Groups of shows; omitted when the list is filtered or not on its first page. */
  groups: z.array(listItem),
  /** Venues with the most upcoming events, thirty at most. */
  venues: z.array(venueOption),
  ...listed,
})
export type CategoryPage = z.infer<typeof categoryPage>

export const ownCategoryPage = defineCall({
  id: 'own-category-page',
  area: 'own',
  method: 'GET',
  path: '/v2/category-page',
  summary: 'A category by slug, or all of them: what it can be filtered by, and the first shows',
  credential: 'api-key',
  query: z.object({ slug: slug.optional(), ...listFilters }),
  reply: categoryPage,
  errors: ['NotFound'],
  cacheSeconds: 5,
})

export const calendarPage = z.object({
  /** `2026-11`. */
  month: z.string(),
  /** In Tbilisi time. */
  today: z.string(),
  /** The month of the next event, or the current one if there is none. */
  firstMonth: z.string(),
  /** Null when there are no more results. */
  previousMonth: z.string().nullable(),
  nextMonth: z.string().nullable(),
  categories: z.array(category),
  /** Every day of the month. */
  days: z.array(
    z.object({
      date: z.string(),
      isPast: z.boolean(),
      /** Number of events on the day; for today those that have not begun. */
      eventCount: z.number().int(),
      /** The most popular of them, two at most. */
      highlights: z.array(z.object({ eventId: z.number().int(), name: z.string() })),
    }),
  ),
  /** The day whose events are listed; null when the month has none. */
  chosenDate: z.string().nullable(),
  /** Events of that day in order of time, a hundred at most. */
  items: z.array(listItem),
})
export type CalendarPage = z.infer<typeof calendarPage>

export const ownCalendarPage = defineCall({
  id: 'own-calendar-page',
  area: 'own',
  method: 'GET',
  path: '/v2/calendar-page',
  summary: 'A month with how much is on each day, and the events of one day',
  credential: 'api-key',
  query: z.object({
    /** The first month with events to come when absent; any day of the month identifies it. */
    month: z
      .string()
      .regex(/^2\d{3}-(?:0[1-9]|1[0-2])$/)
      .optional(),
    date: z.iso.date().optional(),
    category: slug.optional(),
  }),
  reply: calendarPage,
  errors: ['NotFound'],
  cacheSeconds: 5,
})
