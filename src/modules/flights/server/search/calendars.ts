/**
 * The lowest prices of days: the platform's own of now, and what searches have seen of others, with their age. Of those
 * nothing but the price is known, so they count only where no filter asks for more.
 */
import { ok, type Result } from '#kernel/result.ts'
import type { Money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import type { SearchCriteria } from '../../itinerary.ts'
import type { SearchQuery } from '../../search-contract.ts'
import { offersFor, tripsFor } from '../house/search.ts'
import { ratesFor, type Rates } from '../lari.ts'
import { dateAfter } from '../reference/local-time.ts'
import type { SupplierName } from '../supplier.ts'
import { mergeOffers } from './merge.ts'
import { lowestUnder, type Filters } from './narrow.ts'
import { criteriaOf, dayOf, providersOf } from './read-query.ts'
import { filtersAt } from './search-flights.ts'
import { readLowest } from './store.ts'

/** Older prices say nothing any more. */
const seenHoursMax = 48
/** Pairs of days are counted by their product. */
const pairDaysMax = 5

export interface CalendarPrice {
  readonly date: string
  readonly price: Money | null
  readonly seenAt: string | null
  readonly isLowest: boolean
}

type CalendarQuery = SearchQuery & { readonly days: number }

interface Known {
  readonly priceMinor: number
  readonly seenAt: Date
}

export async function calendarOfDay(
  context: Context,
  query: CalendarQuery,
): Promise<Result<CalendarPrice[], 'BadRequest'>> {
  const asked = criteriaOf(query, context.clock.now())
  if (!asked.ok) return asked
  const criteria = forOneAdult(asked.value)
  const nights = nightsOf(criteria)
  const dates = daysAround(context, query.fromDate, query.days)
  const wanted = await wantedOf(context, query)
  const seen = await seenPrices(context, criteria, dates, wanted)
  const known = dates.map((date) => {
    const slices = criteria.slices.map((slice, index) => ({
      ...slice,
      date: index === 0 ? date : dateAfter(date, nights),
    }))
    const returnsOn = slices[1]?.date ?? date
    return lowest(
      houseLowest(context, { ...criteria, slices }, wanted),
      seen.get(`${date} ${returnsOn}`),
    )
  })
  const prices = presentPrices(wanted, known)
  return ok(dates.flatMap((date, index) => ({ date, ...present(prices, index) })))
}

export async function calendarOfDays(
  context: Context,
  query: CalendarQuery,
): Promise<Result<(CalendarPrice & { readonly returnDate: string })[], 'BadRequest'>> {
  const asked = criteriaOf(query, context.clock.now())
  if (!asked.ok) return asked
  const criteria = forOneAdult(asked.value)
  const [out] = criteria.slices
  if (!out) return ok([])
  const back = { from: out.to, to: out.from, date: query.toDate ?? dateAfter(out.date, 7) }
  const days = Math.min(query.days, pairDaysMax)
  const departures = daysAround(context, out.date, days)
  const wanted = await wantedOf(context, query)
  const seen = await seenPrices(context, { ...criteria, slices: [out, back] }, departures, wanted)
  const pairs = departures.flatMap((date) =>
    daysAround(context, back.date, days)
      .filter((returnDate) => returnDate >= date)
      .map((returnDate) => ({ date, returnDate })),
  )
  const known = pairs.map(({ date, returnDate }) => {
    const slices = [
      { ...out, date },
      { ...back, date: returnDate },
    ]
    return lowest(
      houseLowest(context, { ...criteria, slices }, wanted),
      seen.get(`${date} ${returnDate}`),
    )
  })
  const prices = presentPrices(wanted, known)
  return ok(pairs.map((pair, index) => ({ ...pair, ...present(prices, index) })))
}

function forOneAdult(criteria: SearchCriteria): SearchCriteria {
  return { ...criteria, slices: criteria.slices.slice(0, 2), adults: 1, children: 0, infants: 0 }
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

/** What a calendar is to be of. */
interface Wanted {
  readonly rates: Rates
  readonly filters: Filters
  /** All when absent. */
  readonly providers: readonly SupplierName[] | undefined
  /** More is asked for than a price. */
  readonly isAboutFlights: boolean
  readonly isAboutPrice: boolean
}

async function wantedOf(context: Context, query: CalendarQuery): Promise<Wanted> {
  const rates = await ratesFor(context, query.currency)
  const filters = filtersAt(query, rates)
  const { baggage, stops, departs, arrives, carriers } = filters
  const isAboutFlights =
    baggage !== 'any' ||
    [stops, departs.flat(), arrives.flat(), carriers].some((one) => one.length > 0)
  const isAboutPrice = filters.amountFrom !== null || filters.amountTo !== null
  return { rates, filters, providers: providersOf(query.providers), isAboutFlights, isAboutPrice }
}

const isOf = ({ providers }: Wanted, supplier: SupplierName) =>
  providers === undefined || providers.includes(supplier)

/** What the platform would sell now; its seats are not counted, since it is a hint. */
function houseLowest(
  context: Context,
  criteria: SearchCriteria,
  wanted: Wanted,
): Known | undefined {
  if (!isOf(wanted, 'house')) return undefined
  const now = context.clock.now()
  const offers = offersFor(tripsFor(criteria, now), criteria, new Map(), now)
  const trips = () => mergeOffers('', [{ supplier: 'house', offers }], (minor) => minor)
  const isFiltered = wanted.isAboutFlights || wanted.isAboutPrice
  const priceMinor = isFiltered
    ? lowestUnder(trips(), wanted.filters)
    : offers[0]?.prices[0]?.unitMinor
  return priceMinor === undefined ? undefined : { priceMinor, seenAt: now }
}

async function seenPrices(
  context: Context,
  criteria: SearchCriteria,
  dates: readonly string[],
  wanted: Wanted,
): Promise<ReadonlyMap<string, Known>> {
  const [out] = criteria.slices
  const [first, last] = [dates[0], dates.at(-1)]
  const { isAboutFlights, filters } = wanted
  if (!out || first === undefined || last === undefined || isAboutFlights) return new Map()
  const fares = await readLowest(context, {
    from: out.from,
    to: out.to,
    cabin: criteria.cabin,
    departs: [first, last],
    isReturn: criteria.slices.length > 1,
    seenSince: new Date(context.clock.now().getTime() - seenHoursMax * 3_600_000),
  })
  const seen = new Map<string, Known>()
  for (const fare of fares) {
    const isWithin =
      fare.priceMinor >= (filters.amountFrom ?? 0) &&
      fare.priceMinor <= (filters.amountTo ?? Infinity)
    if (!isWithin || !isOf(wanted, fare.supplier)) continue
    const key = `${fare.departsOn} ${fare.returnsOn}`
    seen.set(key, lowest(seen.get(key), fare) ?? fare)
  }
  return seen
}

function lowest(one: Known | undefined, other: Known | undefined): Known | undefined {
  if (!one || !other) return one ?? other
  return other.priceMinor < one.priceMinor ? other : one
}

function presentPrices({ rates }: Wanted, known: readonly (Known | undefined)[]) {
  const least = Math.min(...known.flatMap((one) => one?.priceMinor ?? []))
  return { known, rates, least }
}

function present({ known, rates, least }: ReturnType<typeof presentPrices>, index: number) {
  const one = known[index]
  return {
    price: one ? rates.shown(one.priceMinor) : null,
    seenAt: one?.seenAt.toISOString() ?? null,
    isLowest: one !== undefined && one.priceMinor === least,
  }
}
