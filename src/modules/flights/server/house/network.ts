/** The flights of the platform's schedule on a day, with local times and instants. Pure; cached by day. */
import { LRUCache } from 'lru-cache'
import type { FlightLeg } from '../../itinerary.ts'
import { airports, distanceKm, type Airport } from '../reference/airports.ts'
import { instantOf, localTime } from '../reference/local-time.ts'
import { timetable } from './timetable.ts'

const minuteMilliseconds = 60_000
const turnaroundMinutes = 55
/** Flight time: a fixed part for taxiing, climb and descent, and the cruising speed. */
const aroundMinutes = 35
const kilometresPerMinute = 13

interface Route {
  readonly carrier: string
  readonly number: number
  readonly from: Airport
  readonly to: Airport
  readonly days: ReadonlySet<number>
  /** Local minutes after midnight of its day; may exceed 24:00 for return flights. */
  readonly departsMinutes: number
  readonly minutes: number
  readonly aircraft: string
}

const routes: readonly Route[] = timetable.flatMap(
  ([carrier, number, fromCode, toCode, days, departs, aircraft]) => {
    const [from, to] = [airportOf(fromCode), airportOf(toCode)]
    const minutes = flightMinutes(from, to)
    const weekdays = new Set(days.split('.').map(Number))
    const [hours = 0, rest = 0] = departs.split(':').map(Number)
    const out = { carrier, number, from, to, days: weekdays, minutes, aircraft }
    const departsMinutes = hours * 60 + rest
    // The return flight follows after the turnaround; the difference of the time zones is that of a winter day.
    const shift = clockShift(from, to)
    const backMinutes = departsMinutes + minutes + turnaroundMinutes + shift
    return [
      { ...out, departsMinutes },
      { ...out, number: number + 1, from: to, to: from, departsMinutes: backMinutes },
    ]
  },
)

const routesFrom: ReadonlyMap<string, readonly Route[]> = Map.groupBy(
  routes,
  ({ from }) => from.code,
)

function airportOf(code: string): Airport {
  const airport = airports.get(code)
  if (!airport) throw new Error(`The schedule names ${code}, which is no airport of the table`)
  return airport
}

function flightMinutes(from: Airport, to: Airport): number {
  const exact = distanceKm(from, to) / kilometresPerMinute + aroundMinutes
  return Math.ceil(exact / 5) * 5
}

function clockShift(from: Airport, to: Airport): number {
  const noon = instantOf('2026-01-15T12:00', from.timeZone)
  const there = Date.parse(`${localTime(noon, to.timeZone)}:00Z`)
  return Math.round((there - Date.parse('2026-01-15T12:00:00Z')) / minuteMilliseconds)
}

/** Airports with direct flights from an airport. */
export function destinationsFrom(code: string): readonly string[] {
  return [...new Set((routesFrom.get(code) ?? []).map(({ to }) => to.code))]
}

const flightsOfDay = new Map<string, readonly FlightLeg[]>()
const daysMax = 4_000

/** The departures of an airport on a local day. */
export function flightsFrom(code: string, date: string): readonly FlightLeg[] {
  const key = `${code} ${date}`
  const known = flightsOfDay.get(key)
  if (known) return known
  const flights = (routesFrom.get(code) ?? []).flatMap((route) => flightOf(route, date) ?? [])
  if (flightsOfDay.size >= daysMax) flightsOfDay.clear()
  flightsOfDay.set(key, flights)
  return flights
}

function flightOf(route: Route, date: string): FlightLeg | null {
  const daysLater = Math.floor(route.departsMinutes / 1_440)
  const day = new Date(Date.parse(`${date}T00:00:00Z`) - daysLater * 86_400_000)
  if (!route.days.has(day.getUTCDay() || 7)) return null
  const minutes = ((route.departsMinutes % 1_440) + 1_440) % 1_440
  const two = (value: number) => String(value).padStart(2, '0')
  const departsLocal = `${date}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  const departs = instantOf(departsLocal, route.from.timeZone)
  const arrives = new Date(departs.getTime() + route.minutes * minuteMilliseconds)
  return {
    carrier: route.carrier,
    operatedBy: route.carrier,
    flightNumber: `${route.carrier} ${route.number}`,
    from: route.from.code,
    to: route.to.code,
    departsAt: departs.toISOString(),
    departsLocal,
    arrivesAt: arrives.toISOString(),
    arrivesLocal: localTime(arrives, route.to.timeZone),
    minutes: route.minutes,
    aircraft: route.aircraft,
  }
}

const connectionMinutesMin = 55
const connectionMinutesMax = 14 * 60

/** By airports and day: a calendar of returns asks for each day many times. */
const tripsOfDay = new LRUCache<string, readonly FlightLeg[][]>({ max: 2_000 })

/** Connections between two airports that depart on a local day: direct, or with one change on the same airline. */
export function tripsOn(from: string, to: string, date: string): readonly FlightLeg[][] {
  const key = `${from} ${to} ${date}`
  const known = tripsOfDay.get(key)
  if (known) return known
  const trips = findTrips(from, to, date)
  tripsOfDay.set(key, trips)
  return trips
}

function findTrips(from: string, to: string, date: string): FlightLeg[][] {
  const trips: FlightLeg[][] = []
  for (const first of flightsFrom(from, date)) {
    if (first.to === to) {
      trips.push([first])
      continue
    }
    const arrives = Date.parse(first.arrivesAt)
    const days = new Set([first.arrivesLocal.slice(0, 10), nextDay(first.arrivesLocal)])
    for (const day of days)
      for (const second of flightsFrom(first.to, day)) {
        if (second.to !== to || second.carrier !== first.carrier) continue
        const wait = (Date.parse(second.departsAt) - arrives) / minuteMilliseconds
        if (wait >= connectionMinutesMin && wait <= connectionMinutesMax)
          trips.push([first, second])
      }
  }
  return trips
}

function nextDay(local: string): string {
  return new Date(Date.parse(`${local.slice(0, 10)}T00:00:00Z`) + 86_400_000)
    .toISOString()
    .slice(0, 10)
}
