/** Offers of the platform's own supplier for a search. Pure, given the number of sold seats. */
import {
  totalMinor,
  travellersOf,
  tripKey,
  type FlightLeg,
  type FlightOffer,
  type FlightSlice,
  type SearchCriteria,
  type SliceCriteria,
} from '../../itinerary.ts'
import { allotmentOf, familiesOf, pricesOf } from './fares.ts'
import { tripsOn } from './network.ts'

/** Maximum number of connections per direction that are combined with those of the others. */
const tripsPerDirectionMax = 24
const offerMinutes = 25
/** Minutes before departure at which the sale ends. */
export const closesMinutes = 90

/** Numbers of sold seats, by `stockKey`. */
export type SoldSeats = ReadonlyMap<string, number>

export function stockKey(leg: FlightLeg, family: string): string {
  return `${leg.flightNumber} ${leg.departsLocal} ${family}`
}

/** Connections of one direction, the earliest arrival first, at most `tripsPerDirectionMax`. */
function slicesFor(direction: SliceCriteria, now: Date): FlightSlice[] {
  const opensAt = now.getTime() + closesMinutes * 60_000
  return direction.from
    .flatMap((from) => direction.to.flatMap((to) => tripsOn(from, to, direction.date)))
    .map(sliceOf)
    .filter(({ legs }) => Date.parse(legs[0]?.departsAt ?? '') > opensAt)
    .toSorted((left, right) => left.minutes - right.minutes)
    .slice(0, tripsPerDirectionMax)
}

function sliceOf(legs: readonly FlightLeg[]): FlightSlice {
  const [first, last] = [legs[0], legs.at(-1)]
  if (!first || !last) throw new Error('A trip has a flight')
  const minutes = (Date.parse(last.arrivesAt) - Date.parse(first.departsAt)) / 60_000
  return { legs, minutes }
}

/** Trips whose directions are all on one airline, which issues one ticket for them. */
export function tripsFor(criteria: SearchCriteria, now: Date): FlightSlice[][] {
  const [first, ...others] = criteria.slices.map((direction) => slicesFor(direction, now))
  if (!first) return []
  let trips = first.map((slice) => [slice])
  for (const slices of others)
    trips = trips.flatMap((trip) =>
      slices
        .filter((slice) => carrierOf(slice) === carrierOf(trip[0]) && follows(trip.at(-1), slice))
        .map((slice) => [...trip, slice]),
    )
  return trips
}

function carrierOf(slice: FlightSlice | undefined): string {
  return slice?.legs[0]?.carrier ?? ''
}

/** Whether a direction begins after the previous one has ended. */
function follows(before: FlightSlice | undefined, slice: FlightSlice): boolean {
  const [arrives, departs] = [before?.legs.at(-1)?.arrivesAt, slice.legs[0]?.departsAt]
  return arrives !== undefined && departs !== undefined && arrives < departs
}

/** The stock keys of these trips, for reading all sold seats at once. */
export function stockKeysOf(trips: readonly FlightSlice[][], criteria: SearchCriteria): string[] {
  const keys = new Set<string>()
  for (const trip of trips)
    for (const family of familiesOf(carrierOf(trip[0]), criteria.cabin))
      for (const { legs } of trip) for (const leg of legs) keys.add(stockKey(leg, family.code))
  return [...keys]
}

export function offersFor(
  trips: readonly FlightSlice[][],
  criteria: SearchCriteria,
  sold: SoldSeats,
  now: Date,
): FlightOffer[] {
  const travellers = travellersOf(criteria)
  const seatsNeeded = criteria.adults + criteria.children
  const expiresAt = new Date(now.getTime() + offerMinutes * 60_000).toISOString()
  const offers: FlightOffer[] = []
  for (const slices of trips)
    for (const { factor, ...fare } of familiesOf(carrierOf(slices[0]), criteria.cabin)) {
      const seatsLeft = seatsLeftOf(slices, fare, sold)
      if (seatsLeft < seatsNeeded) continue
      const prices = pricesOf(slices, { ...fare, factor }, travellers, now)
      const offer = {
        offerRef: `${fare.code}:${tripKey(slices)}`,
        issuedBy: carrierOf(slices[0]),
        slices,
        fare,
        prices,
        currency: 'GEL' as const,
        expiresAt,
        seatsLeft,
      }
      offers.push(offer)
    }
  return offers.toSorted((left, right) => totalMinor(left.prices) - totalMinor(right.prices))
}

export function seatsLeftOf(
  slices: readonly FlightSlice[],
  fare: FlightOffer['fare'],
  sold: SoldSeats,
): number {
  const left = slices.flatMap(({ legs }) =>
    legs.map((leg) => allotmentOf(leg, fare) - (sold.get(stockKey(leg, fare.code)) ?? 0)),
  )
  return Math.max(0, Math.min(...left))
}
