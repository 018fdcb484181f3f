/** Cities with direct flights from Georgia in the calls of shows, each with its next flights. */
import { categoryKind } from '#contract/enumerations.ts'
import type { Steps } from '#kernel/steps.ts'
import {
  keyOfShowNumber,
  listedLine,
  showNumbersOf,
  type ListedDays,
  type ListedShow,
  type ListedSource,
} from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { withoutBlocking } from '#platform/without-blocking.ts'
import type { FlightLeg } from '../itinerary.ts'
import { destinationsFrom, flightsFrom } from './house/network.ts'
import { closesMinutes } from './house/search.ts'
import { flightMerchantId, flightSourceName } from './offer-source.ts'
import { georgianAirports } from './present.ts'
import { airports, cityName, type Airport } from './reference/airports.ts'
import { dateAfter } from './reference/local-time.ts'
import { dayOf } from './search/read-query.ts'
import { lowestOn } from './search/timetable-of.ts'

/** Days of the schedule that are looked through, so that also weekly flights are found. */
const daysMax = 28
/** Days ahead for which flights are sold. */
const soldDays = 330
const colour = '#2f6f9f'
const categoryName = { ka: 'ავიაბილეთები', en: 'Flights' }

interface Destination {
  readonly to: Airport
  readonly departures: readonly FlightLeg[]
  /** The lowest price of an adult on the first day, in minor units. */
  readonly lowestMinor: number | null
}

export const flightListedSource: ListedSource = {
  category: categoryKind.Flight,
  isOfOwnCategoryOnly: true,

  listShows: (context, days) => listCities(context, days),

  async findShow(context, showId) {
    const cityCode = await keyOfShowNumber(context, flightSourceName, showId)
    if (cityCode === null) return null
    const cities = await listCities(context, {})
    return cities.find(({ item }) => item.showId === showId) ?? null
  },

  findEvent: async () => null,
  calendarOf: async () => null,
}

async function listCities(context: Context, days: ListedDays): Promise<ListedShow[]> {
  const today = dayOf(context.clock.now())
  const from = laterOf(days.fromDate ?? today, today)
  const until = earlierOf(days.toDate ?? dateAfter(today, soldDays), dateAfter(today, soldDays))
  if (from > until) return []
  const last = earlierOf(until, dateAfter(from, daysMax - 1))
  const found = await kept(context, `${from} ${last}`)
  const now = context.clock.now()
  const cities = found
    .map((city) => ({
      ...city,
      departures: city.departures.filter((leg) => isOnSale(leg, now)),
    }))
    .filter(({ departures }) => departures.length > 0)
  const codes = cities.map(({ to }) => to.cityCode)
  const numbers = await showNumbersOf(context, flightSourceName, codes)
  return cities
    .flatMap((city) => presentCity(context, city, numbers.get(city.to.cityCode)))
    .toSorted((one, other) => (one.item.fromDate ?? '').localeCompare(other.item.fromDate ?? ''))
}

function presentCity(
  { locale }: Context,
  { to, departures, lowestMinor }: Destination,
  showId: number | undefined,
): ListedShow[] {
  const [first, last] = [departures[0], departures.at(-1)]
  if (!first || !last || showId === undefined) return []
  const city = cityName(to.code)[locale]
  const line = listedLine({
    showId,
    slug: `flights-${to.cityCode.toLowerCase()}`,
    name: { ka: `ფრენა: ${city}`, en: `Flights to ${city}` }[locale],
    summary: '',
    merchantId: flightMerchantId,
    cityName: cityName(first.from)[locale],
    fromDate: new Date(first.departsAt),
    toDate: new Date(last.departsAt),
    timeZone: airports.get(first.from)?.timeZone ?? 'Asia/Tbilisi',
    departureCount: departures.length,
    minPriceMinor: lowestMinor,
    maxPriceMinor: lowestMinor,
    isSoldOut: false,
    category: { slug: 'fly', name: categoryName[locale], colour },
  })
  return [line]
}

const kept = createTtlCache({
  milliseconds: 300_000,
  most: 20,
  read: ({ clock }, days: string) => {
    const [from = '', until = ''] = days.split(' ')
    return withoutBlocking(findDestinations(from, until, clock.now()))
  },
})

function* findDestinations(from: string, until: string, now: Date): Steps<Destination[]> {
  const cities = new Map<string, Destination>()
  for (const origin of georgianAirports)
    for (const code of destinationsFrom(origin)) {
      const to = airports.get(code)
      if (!to) continue
      const departures: FlightLeg[] = []
      for (let date = from; date <= until; date = dateAfter(date, 1)) {
        departures.push(...flightsFrom(origin, date).filter((leg) => leg.to === code))
        yield
      }
      if (departures.length === 0) continue
      const known = cities.get(to.cityCode)
      cities.set(to.cityCode, {
        to,
        departures: [...(known?.departures ?? []), ...departures].toSorted((one, other) =>
          one.departsAt.localeCompare(other.departsAt),
        ),
        lowestMinor: lowestOf(known?.lowestMinor, soonestPrice(departures, now)),
      })
      yield
    }
  return [...cities.values()]
}

/** Of the first day whose flights are still on sale. */
function soonestPrice(departures: readonly FlightLeg[], now: Date): number | null {
  const next = departures.find((leg) => isOnSale(leg, now))
  return next ? lowestOn(next.from, next.to, next.departsLocal.slice(0, 10), now) : null
}

function isOnSale({ departsAt }: FlightLeg, now: Date): boolean {
  return Date.parse(departsAt) > now.getTime() + closesMinutes * 60_000
}

function lowestOf(one: number | null | undefined, other: number | null): number | null {
  if (one === null || one === undefined) return other
  return other === null ? one : Math.min(one, other)
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other
}
