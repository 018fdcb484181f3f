/** Our own pages of lists: a category with its filters, and the calendar. */
import { showStatus } from '#contract/enumerations.ts'
import type { CategoryPage, CategoryView, ListSort } from '../../contract.ts'
import type { CalendarPage } from '../../calendar-contract.ts'
import type { Catalogue, EventRecord } from '../records.ts'
import { dayOf, isListed, localDate } from '../rules.ts'
import { scopeKey } from '../scopes.ts'
import { groupItems } from './groups.ts'
import {
  eventItems,
  eventsOfDays,
  hidesDays,
  scopeOf,
  upcomingCount,
  type View,
} from './listing.ts'
import { categoriesOf } from './pages.ts'
import { showListOf, type ListPage, type ShowFilter } from './show-list.ts'

const venuesMax = 30
const highlightsMax = 2
/** Number of first events of a day among which the most popular are chosen. */
const highlightsAmong = 20
const dayItemsMax = 100
/** Maximum number of months searched for the next one with events. */
const monthsMax = 24

/** The filters of a page, as its call accepts them. */
export interface ListQuery {
  readonly subCategory?: string
  readonly fromDate?: string
  readonly toDate?: string
  /** Whole lari. */
  readonly priceFrom?: number
  readonly priceTo?: number
  readonly isFree?: boolean
  readonly venueId?: number
  readonly city?: string
  readonly sort: ListSort
  readonly cursor?: string
  readonly limit: number
}

/** The category of a page with its subcategory; null when they do not exist. */
function placeOf(view: View, slug: string | undefined, subSlug: string | undefined) {
  const categories = categoriesOf(view, 'Active')
  const category = categories.find((candidate) => candidate.slug === slug) ?? null
  const known = category ? [category] : slug === undefined ? categories : []
  const subCategory = known
    .flatMap((candidate) => candidate.subCategories)
    .find((candidate) => candidate.slug === subSlug)
  if (slug !== undefined && !category) return null
  if (subSlug !== undefined && !subCategory) return null
  return { categories, category, subCategoryId: subCategory?.subCategoryId ?? null }
}

function filterOf(
  place: { readonly category: CategoryView | null; readonly subCategoryId: number | null },
  query: ListQuery,
): ShowFilter {
  return {
    categoryId: place.subCategoryId === null ? place.category?.categoryId : undefined,
    subCategoryId: place.subCategoryId ?? undefined,
    fromDate: query.fromDate,
    toDate: query.toDate,
    priceFromMinor: query.priceFrom === undefined ? undefined : query.priceFrom * 100,
    priceToMinor: query.priceTo === undefined ? undefined : query.priceTo * 100,
    isFree: query.isFree === true ? true : undefined,
    venueId: query.venueId,
    city: query.city,
  }
}

/** One page of a list; null when there is no such category. */
export function showPageOfList(
  view: View,
  slug: string | undefined,
  query: ListQuery,
): ListPage | null {
  const place = placeOf(view, slug, query.subCategory)
  return place && showListOf(view, filterOf(place, query), query)
}

export function categoryPageOf(
  view: View,
  slug: string | undefined,
  query: ListQuery,
): CategoryPage | null {
  const place = placeOf(view, slug, query.subCategory)
  if (!place) return null
  return {
    ...place,
    groups:
      place.category && isWhole(query)
        ? groupItems(view, place.category.categoryId, place.subCategoryId ?? undefined)
        : [],
    venues: venueOptions(view, place.category?.categoryId, query.venueId),
    ...showListOf(view, filterOf(place, query), query),
  }
}

/** The first page of a list without filters, except for a place. */
function isWhole(query: ListQuery): boolean {
  const { fromDate, toDate, priceFrom, priceTo, isFree, venueId, city, cursor } = query
  return [fromDate, toDate, priceFrom, priceTo, isFree, venueId, city, cursor].every(
    (value) => value === undefined,
  )
}

interface VenueCount {
  readonly venueId: number
  readonly eventCount: number
}

const cachedVenues = new WeakMap<
  Catalogue,
  Map<number | undefined, { readonly minute: number; readonly counts: readonly VenueCount[] }>
>()

/** Venues with the most upcoming events in a category, counted once a minute; the chosen one is always among them. */
function venueOptions(view: View, categoryId: number | undefined, chosenId: number | undefined) {
  const minute = Math.floor(view.now.getTime() / 60_000)
  const byCategory = cachedVenues.get(view.catalogue) ?? new Map()
  cachedVenues.set(view.catalogue, byCategory)
  let kept = byCategory.get(categoryId)
  if (kept?.minute !== minute) {
    kept = { minute, counts: countVenues(view, categoryId) }
    byCategory.set(categoryId, kept)
  }
  const counts: readonly VenueCount[] = kept.counts
  return counts
    .filter(({ venueId }, index) => index < venuesMax || venueId === chosenId)
    .flatMap(({ venueId, eventCount }) => {
      const venue = view.catalogue.venuesById.get(venueId)
      if (!venue) return []
      return [
        {
          venueId,
          venueName: venue.name[view.locale],
          cityName: venue.city[view.locale],
          eventCount,
        },
      ]
    })
}

function countVenues(view: View, categoryId: number | undefined): readonly VenueCount[] {
  return view.catalogue.venues
    .map(({ id }) => ({
      venueId: id,
      eventCount: upcomingCount(
        view,
        categoryId === undefined ? scopeKey.venue(id) : scopeKey.venueOfCategory(categoryId, id),
      ),
    }))
    .filter(({ eventCount }) => eventCount > 0)
    .toSorted((left, right) => right.eventCount - left.eventCount || left.venueId - right.venueId)
}

export interface CalendarQuery {
  readonly month?: string
  readonly date?: string
  readonly category?: string
}

/** A month of one category or of all; null when there is no such category. */
export function calendarPageOf(view: View, query: CalendarQuery): CalendarPage | null {
  const place = placeOf(view, query.category, undefined)
  if (!place) return null
  const key = place.category === null ? scopeKey.all : scopeKey.category(place.category.categoryId)
  const today = localDate(view.now)
  const firstMonth = firstMonthOf(view, key, today)
  const month = query.month ?? query.date?.slice(0, 7) ?? firstMonth
  const days = daysOfMonth(view, { key, month, today })
  const chosen = query.date?.startsWith(month) ? query.date : undefined
  const chosenDate = chosen ?? days.find((day) => day.eventCount > 0)?.date ?? null
  return {
    month,
    today,
    firstMonth,
    previousMonth: month > firstMonth ? monthAfter(month, -1) : null,
    nextMonth: nextMonthOf(view, key, month),
    categories: place.categories,
    days,
    chosenDate,
    items:
      chosenDate === null ? [] : eventItems(view, eventsOfDay(view, key, chosenDate, dayItemsMax)),
  }
}

/** The month of the next event, which on a month's last evening is a later one; the current month if there is none. */
function firstMonthOf(view: View, key: string, today: string): string {
  const furthest = `${monthAfter(today.slice(0, 7), monthsMax)}-31`
  const [next] = eventsOfDays(view, { from: today, to: furthest }, { key }).take(1)
  return next?.localDate.slice(0, 7) ?? today.slice(0, 7)
}

function eventsOfDay(view: View, key: string, date: string, most: number): EventRecord[] {
  return eventsOfDays(view, { from: date, to: date }, { key }).take(most).toArray()
}

function daysOfMonth(
  view: View,
  { key, month, today }: { readonly key: string; readonly month: string; readonly today: string },
): CalendarPage['days'] {
  const { dayCounts } = scopeOf(view.catalogue, key)
  const offerCounts = countOffers(view, key)
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: daysInMonth }, (_, index) => {
    const date = `${month}-${String(index + 1).padStart(2, '0')}`
    const isPast = date < today
    const eventCount = isPast
      ? 0
      : date === today || hidesDays(view)
        ? Array.from(eventsOfDays(view, { from: date, to: date }, { key })).length
        : (dayCounts.get(date) ?? 0) - (offerCounts.get(date) ?? 0)
    return {
      date,
      isPast,
      eventCount,
      highlights: eventCount > 0 ? highlights(view, key, date) : [],
    }
  })
}

/** Offers have no date and belong to no day, although the events of their last day are counted with them. */
function countOffers({ catalogue }: View, key: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const eventId of catalogue.offerTerms.keys()) {
    const event = catalogue.events.get(eventId)
    const show = event && catalogue.shows.get(event.showId)
    if (!event || !show || !isListed(show) || event.status !== showStatus.Active) continue
    if (key !== scopeKey.all && key !== scopeKey.category(show.category.id)) continue
    counts.set(event.localDate, (counts.get(event.localDate) ?? 0) + 1)
  }
  return counts
}

/** The most popular shows among the first of a day. */
function highlights(view: View, key: string, date: string) {
  const seen = new Set<number>()
  return eventsOfDay(view, key, date, highlightsAmong)
    .flatMap((event) => {
      const show = view.catalogue.shows.get(event.showId)
      if (!show || seen.has(show.id)) return []
      seen.add(show.id)
      return [{ eventId: event.id, show }]
    })
    .toSorted((left, right) => right.show.popularity - left.show.popularity)
    .slice(0, highlightsMax)
    .map(({ eventId, show }) => ({ eventId, name: show.name[view.locale] }))
}

function monthAfter(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString()
}

/** The next month with events, within two years. */
function nextMonthOf(view: View, key: string, month: string): string | null {
  const { events } = scopeOf(view.catalogue, key)
  const last = events.at(-1)
  const furthest = monthAfter(dayOf(view.now.toISOString()).slice(0, 7), monthsMax)
  return last && last.localDate.slice(0, 7) > month && month < furthest
    ? monthAfter(month, 1)
    : null
}
