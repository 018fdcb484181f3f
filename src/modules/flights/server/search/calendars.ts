/**
 * Calendars of the lowest prices: current ones of the platform, and those that searches found at other suppliers, with
 * their age. Only the price of the latter is known, so they are used only without filters on flights.
 */
import { ok, type Result } from '#kernel/result.ts'
import type { Steps } from '#kernel/steps.ts'
import type { Money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import { withoutBlocking } from '#platform/without-blocking.ts'
import { totalMinor, type SearchCriteria } from '../../itinerary.ts'
import type { SearchQuery } from '../../search-contract.ts'
import { offersFor, tripsFor } from '../house/search.ts'
import { ratesFor, type Rates } from '../lari.ts'
import { dateAfter } from '../reference/local-time.ts'
import type { SupplierName } from '../supplier.ts'
import { mergeOffers } from './merge.ts'
import { lowestUnder, type Filters } from './filter-and-sort.ts'
import { criteriaOf, dayOf, providersOf } from './read-query.ts'
import { filtersAt } from './search-flights.ts'
import { readLowest } from './store.ts'

/** Maximum age of prices that searches found. */
const seenHoursMax = 48

export interface CalendarPrice {
  readonly date: string
  readonly price: Money | null
  readonly seenAt: string | null
  readonly isLowest: boolean
}

type CalendarQuery = SearchQuery & { readonly days: number }

interface KnownPrice {
  readonly priceMinor: number
  readonly seenAt: Date
}

export async function calendarOfDay(
  context: Context,
  query: CalendarQuery,
): Promise<Result<CalendarPrice[], 'BadRequest'>> {
  const parsedCriteria = criteriaOf(query, context.clock.now())
  if (!parsedCriteria.ok) return parsedCriteria
  const criteria = outAndBack(parsedCriteria.value)
  const nights = nightsOf(criteria)
  const dates = daysAround(context, query.fromDate, query.days)
  const options = await optionsOf(context, query)
  const seen = await seenPrices(context, criteria, dates, options)
  const known = await eachInTurn(dates, (date) => {
    const slices = criteria.slices.map((slice, index) => ({
      ...slice,
      date: index === 0 ? date : dateAfter(date, nights),
    }))
    const returnsOn = slices[1]?.date ?? date
    return lowest(
      houseLowest(context, { ...criteria, slices }, options),
      seen.get(`${date} ${returnsOn}`),
    )
  })
  const prices = presentPrices(options, known)
  return ok(dates.flatMap((date, index) => ({ date, ...present(prices, index) })))
}

export async function calendarOfDays(
  context: Context,
  query: CalendarQuery,
): Promise<Result<(CalendarPrice & { readonly returnDate: string })[], 'BadRequest'>> {
  const parsedCriteria = criteriaOf(query, context.clock.now())
  if (!parsedCriteria.ok) return parsedCriteria
  const criteria = outAndBack(parsedCriteria.value)
  const [out] = criteria.slices
  if (!out) return ok([])
  const back = { from: out.to, to: out.from, date: query.toDate ?? dateAfter(out.date, 7) }
  const departures = daysAround(context, out.date, query.days)
  const options = await optionsOf(context, query)
  const seen = await seenPrices(context, { ...criteria, slices: [out, back] }, departures, options)
  const pairs = departures.flatMap((date) =>
    daysAround(context, back.date, query.days)
      .filter((returnDate) => returnDate >= date)
      .map((returnDate) => ({ date, returnDate })),
  )
  const known = await eachInTurn(pairs, ({ date, returnDate }) => {
    const slices = [
      { ...out, date },
      { ...back, date: returnDate },
    ]
    return lowest(
      houseLowest(context, { ...criteria, slices }, options),
      seen.get(`${date} ${returnDate}`),
    )
  })
  const prices = presentPrices(options, known)
  return ok(pairs.map((pair, index) => ({ ...pair, ...present(prices, index) })))
}

/** The prices of all pairs of days: others are answered in between. */
function eachInTurn<Item, Value>(
  items: readonly Item[],
  valueOf: (item: Item) => Value,
): Promise<Value[]> {
  function* steps(): Steps<Value[]> {
    const values: Value[] = []
    for (const item of items) {
      values.push(valueOf(item))
      yield
    }
    return values
  }
  return withoutBlocking(steps())
}

function outAndBack(criteria: SearchCriteria): SearchCriteria {
  return { ...criteria, slices: criteria.slices.slice(0, 2) }
}

function nightsOf({ slices }: SearchCriteria): number {
  const [out, back] = slices
  if (!out || !back) return 0
  return Math.round((Date.parse(back.date) - Date.parse(out.date)) / 86_400_000)
}

function daysAround(context: Context, date: string, days: number): string[] {
  const today = dayOf(context.clock.now())
  return Array.from({ length: days * 2 + 1 }, (_, index) =>
    dateAfter(date.slice(0, 10), index - days),
  ).filter((day) => day >= today)
}

/** Filters and currency of a calendar. */
interface CalendarOptions {
  readonly rates: Rates
  readonly filters: Filters
  /** All providers when absent. */
  readonly providers: readonly SupplierName[] | undefined
  /** Whether a filter depends on more than the price. */
  readonly isAboutFlights: boolean
  readonly isAboutPrice: boolean
}

async function optionsOf(context: Context, query: CalendarQuery): Promise<CalendarOptions> {
  const rates = await ratesFor(context, query.currency)
  const filters = filtersAt(query, rates)
  const { baggage, stops, departs, arrives, carriers } = filters
  const isAboutFlights =
    baggage !== 'any' ||
    [stops, departs.flat(), arrives.flat(), carriers].some((values) => values.length > 0)
  const isAboutPrice = filters.amountFrom !== null || filters.amountTo !== null
  return { rates, filters, providers: providersOf(query.providers), isAboutFlights, isAboutPrice }
}

const includesSupplier = ({ providers }: CalendarOptions, supplier: SupplierName) =>
  providers === undefined || providers.includes(supplier)

/** Lowest current price of the platform. Sold seats are not considered, since it is an estimate. */
function houseLowest(
  context: Context,
  criteria: SearchCriteria,
  options: CalendarOptions,
): KnownPrice | undefined {
  if (!includesSupplier(options, 'house')) return undefined
  const now = context.clock.now()
  const offers = offersFor(tripsFor(criteria, now), criteria, new Map(), now)
  const trips = () => mergeOffers('', [{ supplier: 'house', offers }], (minor) => minor)
  const isFiltered = options.isAboutFlights || options.isAboutPrice
  const priceMinor = isFiltered
    ? lowestUnder(trips(), options.filters)
    : offers[0] && totalMinor(offers[0].prices)
  return priceMinor === undefined ? undefined : { priceMinor, seenAt: now }
}

async function seenPrices(
  context: Context,
  criteria: SearchCriteria,
  dates: readonly string[],
  options: CalendarOptions,
): Promise<ReadonlyMap<string, KnownPrice>> {
  const [out] = criteria.slices
  const [first, last] = [dates[0], dates.at(-1)]
  const { isAboutFlights, filters } = options
  const { adults, children, infants } = criteria
  // What was seen is the price of one adult, from which fares of children do not follow.
  const isUnknown = isAboutFlights || children + infants > 0
  if (!out || first === undefined || last === undefined || isUnknown) return new Map()
  const fares = await readLowest(context, {
    from: out.from,
    to: out.to,
    cabin: criteria.cabin,
    departs: [first, last],
    isReturn: criteria.slices.length > 1,
    seenSince: new Date(context.clock.now().getTime() - seenHoursMax * 3_600_000),
  })
  const seen = new Map<string, KnownPrice>()
  for (const ofOne of fares) {
    const fare = { ...ofOne, priceMinor: ofOne.priceMinor * adults }
    const isWithin =
      fare.priceMinor >= (filters.amountFrom ?? 0) &&
      fare.priceMinor <= (filters.amountTo ?? Infinity)
    if (!isWithin || !includesSupplier(options, fare.supplier)) continue
    const key = `${fare.departsOn} ${fare.returnsOn}`
    seen.set(key, lowest(seen.get(key), fare) ?? fare)
  }
  return seen
}

function lowest(
  left: KnownPrice | undefined,
  right: KnownPrice | undefined,
): KnownPrice | undefined {
  if (!left || !right) return left ?? right
  return right.priceMinor < left.priceMinor ? right : left
}

function presentPrices({ rates }: CalendarOptions, known: readonly (KnownPrice | undefined)[]) {
  const lowestMinor = Math.min(...known.flatMap((price) => price?.priceMinor ?? []))
  return { known, rates, lowestMinor }
}

function present({ known, rates, lowestMinor }: ReturnType<typeof presentPrices>, index: number) {
  const price = known[index]
  return {
    price: price ? rates.shown(price.priceMinor) : null,
    seenAt: price?.seenAt.toISOString() ?? null,
    isLowest: price !== undefined && price.priceMinor === lowestMinor,
  }
}
