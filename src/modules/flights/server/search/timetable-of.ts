/** Departures and arrivals of the next 24 hours at an airport, and the cheapest flights of the coming weeks. */
import type { Steps } from '#kernel/steps.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { withoutBlocking } from '#platform/without-blocking.ts'
import type { FlightLeg, SearchCriteria } from '../../itinerary.ts'
import { destinationsFrom, flightsFrom } from '../house/network.ts'
import { offersFor, tripsFor } from '../house/search.ts'
import { georgianAirports } from '../present.ts'
import { airports, type Airport } from '../reference/airports.ts'
import { dateAfter, localTime } from '../reference/local-time.ts'

const dayMilliseconds = 86_400_000

export interface DayAtAirport {
  readonly departures: readonly FlightLeg[]
  readonly arrivals: readonly FlightLeg[]
}

export function dayAt(
  { clock }: Pick<Context, 'clock'>,
  airport: Airport,
  airlineCode?: string,
): DayAtAirport {
  const now = clock.now().getTime()
  const isWanted = ({ carrier }: FlightLeg) => airlineCode === undefined || carrier === airlineCode
  const isWithinDay = (instant: string) =>
    Date.parse(instant) >= now && Date.parse(instant) < now + dayMilliseconds
  const today = localTime(new Date(now), airport.timeZone).slice(0, 10)
  const departures = [today, dateAfter(today, 1)]
    .flatMap((date) => flightsFrom(airport.code, date))
    .filter((leg) => isWanted(leg) && isWithinDay(leg.departsAt))
  const arrivals = destinationsFrom(airport.code).flatMap((code) =>
    [-1, 0, 1]
      .flatMap((days) => flightsFrom(code, dateAfter(today, days)))
      .filter((leg) => leg.to === airport.code && isWanted(leg) && isWithinDay(leg.arrivesAt)),
  )
  return {
    departures: departures.toSorted((left, right) => (left.departsAt < right.departsAt ? -1 : 1)),
    arrivals: arrivals.toSorted((left, right) => (left.arrivesAt < right.arrivesAt ? -1 : 1)),
  }
}

export interface Deal {
  readonly from: string
  readonly to: Airport
  readonly date: string
  readonly priceMinor: number
}

const dealDays = 28
const dealsMax = 12

const kept = createTtlCache({
  milliseconds: 300_000,
  // The days around one midnight.
  most: 2,
  read: ({ clock }, today: string) => withoutBlocking(findDeals(today, clock.now())),
})

/**
 * The lowest one-way price of an adult from Georgia to each city over the coming weeks; the cheapest first. Thousands of
 * prices, so they are found once for all visitors.
 */
export function dealsFrom(context: Context, today: string): Promise<Deal[]> {
  return kept(context, today)
}

function* findDeals(today: string, now: Date): Steps<Deal[]> {
  const best = new Map<string, Deal>()
  for (const origin of georgianAirports)
    for (const destination of destinationsFrom(origin)) {
      const to = airports.get(destination)
      if (!to || to.country === 'GE') continue
      for (let day = 3; day < dealDays; day += 1) {
        const date = dateAfter(today, day)
        const priceMinor = lowestOn(origin, destination, date, now)
        const known = best.get(to.cityCode)
        if (priceMinor !== null && (known?.priceMinor ?? Infinity) > priceMinor)
          best.set(to.cityCode, { from: origin, to, date, priceMinor })
        yield
      }
    }
  return [...best.values()]
    .toSorted((left, right) => left.priceMinor - right.priceMinor)
    .slice(0, dealsMax)
}

/** The lowest price of an adult on direct flights of a day; null without one on sale. */
export function lowestOn(from: string, to: string, date: string, now: Date): number | null {
  const criteria: SearchCriteria = {
    slices: [{ from: [from], to: [to], date }],
    adults: 1,
    children: 0,
    infants: 0,
    cabin: 'economy',
  }
  const trips = tripsFor(criteria, now).filter(([slice]) => slice?.legs.length === 1)
  return offersFor(trips, criteria, new Map(), now)[0]?.prices[0]?.unitMinor ?? null
}
