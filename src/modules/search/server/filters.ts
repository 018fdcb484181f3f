/**
 * Filters and the counts of their choices. A choice is counted with all filters applied except its own, so that
 * selecting one choice does not set the counts of its alternatives to zero.
 */
import type { Locale } from '#kernel/locale.ts'
import { majorUnits } from '#kernel/money-arithmetic.ts'
import { money } from '#kernel/money.ts'
import {
  addDays,
  dayOf,
  localDate,
  weekendOf,
  type EventRecord,
  type ShowRecord,
  type VenueRecord,
} from '#modules/catalogue/server/public-api.ts'
import type { searchWhens, SearchFacets } from '../contract.ts'

export type When = (typeof searchWhens)[number]

export interface Filters {
  readonly categoryIds?: readonly number[]
  readonly venueIds?: readonly number[]
  /** English names. */
  readonly cities?: readonly string[]
  readonly when?: When
  readonly fromDate?: string
  readonly toDate?: string
  /** Major units. */
  readonly priceFrom?: number
  readonly priceTo?: number
}

interface Days {
  readonly from: string
  readonly to: string
  /** On the first day, events from this hour on. */
  readonly fromHour: number
}

/** Bands of prices, in major units. */
const priceBands = [
  { from: 0, to: 0 },
  { from: 1, to: 30 },
  { from: 30, to: 60 },
  { from: 60, to: 100 },
  { from: 100, to: null },
] as const
const monthDays = 30
const choicesMax = 12

/** Days of each named choice, in the venue's time zone. */
export function namedDays(now: Date): Readonly<Record<When, Days>> {
  const today = localDate(now)
  const tomorrow = addDays(today, 1)
  return {
    today: { from: today, to: today, fromHour: 0 },
    tomorrow: { from: tomorrow, to: tomorrow, fromHour: 0 },
    weekend: weekendOf(now),
    month: { from: today, to: addDays(today, monthDays), fromHour: 0 },
  }
}

/** The filters of one query, prepared for many shows. */
export class ShowFilter {
  readonly #now: number
  readonly #days: Days | null
  readonly #namedDays: Readonly<Record<When, Days>>
  readonly #categoryIds: ReadonlySet<number> | null
  readonly #venueIds: ReadonlySet<number> | null
  readonly #cities: ReadonlySet<string> | null
  readonly #priceFromMinor: number
  readonly #priceToMinor: number
  /** Whether a filter applies to events: past shows match a text, but no day, price or place. */
  readonly #filtersEvents: boolean
  readonly #offers: { has(eventId: number): boolean }

  /** @param offers events without a date, which belong to no day */
  constructor(filters: Filters, now: Date, offers: { has(eventId: number): boolean }) {
    this.#offers = offers
    this.#now = now.getTime()
    this.#namedDays = namedDays(now)
    this.#days = daysOf(filters, this.#namedDays)
    this.#categoryIds = setOf(filters.categoryIds)
    this.#venueIds = setOf(filters.venueIds)
    this.#cities = setOf(filters.cities?.map((city) => city.toLowerCase()))
    this.#priceFromMinor = (filters.priceFrom ?? 0) * 100
    this.#priceToMinor = (filters.priceTo ?? Number.POSITIVE_INFINITY) * 100
    this.#filtersEvents =
      this.#days !== null ||
      this.#venueIds !== null ||
      this.#cities !== null ||
      filters.priceFrom !== undefined ||
      filters.priceTo !== undefined
  }

  /** The first requested day; null when any day matches. */
  get firstDay(): string | null {
    return this.#days && (this.#days.from > '0001' ? this.#days.from : this.#days.to)
  }

  /** Upcoming events that match all filters; the show's card is built from these. */
  matchingEvents(show: ShowRecord): EventRecord[] {
    return show.events.filter((event) => this.#isToCome(event) && this.#eventMisses(event) === 0)
  }

  /** Adds a show to all facet counts it belongs to, and returns whether it matches all filters. */
  countAndMatch(show: ShowRecord, counts: FacetCounts): boolean {
    const isInCategory = this.#categoryIds?.has(show.category.id) ?? true
    let matches = !this.#filtersEvents && show.lastStartsAt <= this.#now
    counts.begin()
    if (show.lastStartsAt > this.#now) {
      for (const event of show.events) {
        if (!this.#isToCome(event)) continue
        const misses = this.#eventMisses(event)
        if (misses === 0) matches = true
        if (isInCategory)
          counts.event(event, misses, this.#offers.has(event.id) ? null : this.#namedDays)
      }
    }
    if (matches) counts.category(show)
    return matches && isInCategory
  }

  #isToCome(event: EventRecord): boolean {
    return event.status === 1 && event.startsAt.getTime() > this.#now
  }

  /** The filters that an event does not match, as bits. */
  #eventMisses(event: EventRecord): number {
    let misses = 0
    if (this.#days && (this.#offers.has(event.id) || !isWithin(event, this.#days)))
      misses |= miss.days
    if (event.minPriceMinor > this.#priceToMinor || event.maxPriceMinor < this.#priceFromMinor)
      misses |= miss.price
    if (this.#venueIds && !this.#venueIds.has(event.venue.id)) misses |= miss.venue
    if (this.#cities && !this.#cities.has(event.venue.city.en.toLowerCase())) misses |= miss.city
    return misses
  }
}

const miss = { days: 1, price: 2, venue: 4, city: 8 } as const

function setOf<Item>(list: readonly Item[] | undefined): ReadonlySet<Item> | null {
  return list && list.length > 0 ? new Set(list) : null
}

function daysOf(filters: Filters, days: Readonly<Record<When, Days>>): Days | null {
  if (filters.when) return days[filters.when]
  const { fromDate, toDate } = filters
  if (fromDate === undefined && toDate === undefined) return null
  return {
    from: fromDate === undefined ? '0000-01-01' : dayOf(fromDate),
    to: toDate === undefined ? '9999-12-31' : dayOf(toDate),
    fromHour: 0,
  }
}

function isWithin(event: EventRecord, { from, to, fromHour }: Days): boolean {
  return (
    event.localDate >= from &&
    event.localDate <= to &&
    (event.localDate > from || event.localHour >= fromHour)
  )
}

/** Counts shows, each once per choice regardless of the number of matching events. */
export class FacetCounts {
  readonly #categories = new Map<ShowRecord['category'], number>()
  readonly #venues = new Map<VenueRecord, number>()
  readonly #cities = new Map<string, { city: VenueRecord['city']; count: number }>()
  readonly #when: Record<When, number> = { today: 0, tomorrow: 0, weekend: 0, month: 0 }
  readonly #prices = priceBands.map(() => 0)
  #minMinor = Number.POSITIVE_INFINITY
  #maxMinor = 0
  /** Choices for which the current show is already counted. */
  readonly #seen = new Set<unknown>()

  begin(): void {
    if (this.#seen.size > 0) this.#seen.clear()
  }

  category(show: ShowRecord): void {
    this.#categories.set(show.category, (this.#categories.get(show.category) ?? 0) + 1)
  }

  /** @param whenDays the days of the named choices; null for events without a date */
  event(event: EventRecord, misses: number, whenDays: Readonly<Record<When, Days>> | null): void {
    if (whenDays && (misses & ~miss.days) === 0) this.#day(event, whenDays)
    if ((misses & ~miss.price) === 0) this.#price(event)
    if ((misses & ~miss.venue) === 0 && this.#isFirst(event.venue))
      this.#venues.set(event.venue, (this.#venues.get(event.venue) ?? 0) + 1)
    if ((misses & ~miss.city) === 0 && this.#isFirst(event.venue.city.en)) {
      const city = this.#cities.get(event.venue.city.en)
      if (city) city.count += 1
      else this.#cities.set(event.venue.city.en, { city: event.venue.city, count: 1 })
    }
  }

  #day(event: EventRecord, days: Readonly<Record<When, Days>>): void {
    if (event.localDate > days.month.to && event.localDate > days.weekend.to) return
    for (const when of ['today', 'tomorrow', 'weekend', 'month'] as const)
      if (isWithin(event, days[when]) && this.#isFirst(when)) this.#when[when] += 1
  }

  #price({ minPriceMinor, maxPriceMinor }: EventRecord): void {
    if (minPriceMinor < this.#minMinor) this.#minMinor = minPriceMinor
    if (maxPriceMinor > this.#maxMinor) this.#maxMinor = maxPriceMinor
    for (const [band, { from, to }] of priceBands.entries()) {
      const isIn =
        maxPriceMinor >= from * 100 && minPriceMinor <= (to ?? Number.POSITIVE_INFINITY) * 100
      if (isIn && this.#isFirst(band)) this.#prices[band] = (this.#prices[band] ?? 0) + 1
    }
  }

  #isFirst(choice: unknown): boolean {
    if (this.#seen.has(choice)) return false
    this.#seen.add(choice)
    return true
  }

  present(locale: Locale): SearchFacets {
    return {
      categories: byCount([...this.#categories]).map(([category, count]) => ({
        categoryId: category.id,
        slug: category.slug,
        name: category.name[locale],
        colour: category.colour,
        count,
      })),
      when: { ...this.#when },
      prices: priceBands.flatMap(({ from, to }, band) => {
        const count = this.#prices[band] ?? 0
        return count > 0 ? [{ priceFrom: from, priceTo: to, count }] : []
      }),
      priceRange: Number.isFinite(this.#minMinor)
        ? { min: majorUnits(money(this.#minMinor)), max: majorUnits(money(this.#maxMinor)) }
        : null,
      cities: byCount([...this.#cities.values()].map((entry) => [entry.city, entry.count] as const))
        .slice(0, choicesMax)
        .map(([city, count]) => ({ city: city.en, cityName: city[locale], count })),
      venues: byCount([...this.#venues])
        .slice(0, choicesMax)
        .map(([venue, count]) => ({
          venueId: venue.id,
          venueName: venue.name[locale],
          cityName: venue.city[locale],
          count,
        })),
    }
  }
}

function byCount<Choice>(
  entries: readonly (readonly [Choice, number])[],
): (readonly [Choice, number])[] {
  return entries.toSorted((left, right) => right[1] - left[1])
}
