/** The lowest prices of days: the platform's own of now, and what searches have seen of others, with their age. */
import { ok, type Result } from '#kernel/result.ts'
import type { Money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import type { SearchCriteria } from '../../itinerary.ts'
import type { SearchQuery } from '../../search-contract.ts'
import { offersFor, tripsFor } from '../house/search.ts'
import { ratesFor } from '../lari.ts'
import { dateAfter } from '../reference/local-time.ts'
import { criteriaOf, dayOf } from './read-query.ts'
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
  const seen = await seenPrices(context, criteria, dates)
  const known = dates.map((date) => {
    const slices = criteria.slices.map((slice, index) => ({
      ...slice,
      date: index === 0 ? date : dateAfter(date, nights),
    }))
    const returnsOn = slices[1]?.date ?? date
    return lowest(houseLowest(context, { ...criteria, slices }), seen.get(`${date} ${returnsOn}`))
  })
  const prices = await presentPrices(context, query, known)
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
  const seen = await seenPrices(context, { ...criteria, slices: [out, back] }, departures)
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
    return lowest(houseLowest(context, { ...criteria, slices }), seen.get(`${date} ${returnDate}`))
  })
  const prices = await presentPrices(context, query, known)
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

/** What the platform would sell now; its seats are not counted, since it is a hint. */
function houseLowest(context: Context, criteria: SearchCriteria): Known | undefined {
  const now = context.clock.now()
  const [cheapest] = offersFor(tripsFor(criteria, now), criteria, new Map(), now)
  const price = cheapest?.prices[0]
  return price && { priceMinor: price.unitMinor, seenAt: now }
}

async function seenPrices(
  context: Context,
  criteria: SearchCriteria,
  dates: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  const [out] = criteria.slices
  const [first, last] = [dates[0], dates.at(-1)]
  if (!out || first === undefined || last === undefined) return new Map()
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
    const key = `${fare.departsOn} ${fare.returnsOn}`
    seen.set(key, lowest(seen.get(key), fare) ?? fare)
  }
  return seen
}

function lowest(one: Known | undefined, other: Known | undefined): Known | undefined {
  if (!one || !other) return one ?? other
  return other.priceMinor < one.priceMinor ? other : one
}

async function presentPrices(
  context: Context,
  query: CalendarQuery,
  known: readonly (Known | undefined)[],
) {
  const rates = await ratesFor(context, query.currency)
  const least = Math.min(...known.flatMap((one) => one?.priceMinor ?? []))
  return { known, rates, least }
}

function present(
  { known, rates, least }: Awaited<ReturnType<typeof presentPrices>>,
  index: number,
) {
  const one = known[index]
  return {
    price: one ? rates.shown(one.priceMinor) : null,
    seenAt: one?.seenAt.toISOString() ?? null,
    isLowest: one !== undefined && one.priceMinor === least,
  }
}
