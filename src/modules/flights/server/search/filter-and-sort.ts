/**
 * Filters trips, counts the choices of each filter with their lowest prices, and sorts. Pure. A choice is counted with all
 * other filters applied.
 */
import type { FareTerms } from '../../itinerary.ts'
import type { Trip, TripFare } from './merge.ts'

export const sortTypes = ['best', 'price', 'duration', 'departure', 'arrival'] as const
export type SortType = (typeof sortTypes)[number]

export const baggageFilters = ['any', 'cabin', 'checked'] as const
export type BaggageFilter = (typeof baggageFilters)[number]

/** Hours of a day; the end is exclusive. */
export type Hours = readonly [from: number, until: number]

export interface Filters {
  readonly baggage: BaggageFilter
  /** Highest number of changes in a direction; empty: any. */
  readonly stops: readonly number[]
  /** By direction; a direction without hours is not restricted. */
  readonly departs: readonly (readonly Hours[])[]
  readonly arrives: readonly (readonly Hours[])[]
  readonly carriers: readonly string[]
  /** Total of all travellers, in tetri. */
  readonly amountFrom: number | null
  readonly amountTo: number | null
}

type FilterName = 'baggage' | 'stops' | 'departs' | 'arrives' | 'carriers' | 'amount'

export interface Choice<Value> {
  readonly value: Value
  readonly count: number
  /** Lowest price with this choice, in tetri. */
  readonly lowestMinor: number
}

export interface FilteredTrips {
  readonly trips: readonly Trip[]
  readonly facets: {
    readonly stops: readonly Choice<number>[]
    readonly carriers: readonly Choice<string>[]
    readonly baggage: readonly Choice<BaggageFilter>[]
    /** Quarters of the day in which the first direction departs. */
    readonly departs: readonly Choice<Hours>[]
    readonly arrives: readonly Choice<Hours>[]
    /** The lowest and the highest price under the other filters. */
    readonly amount: { readonly lowestMinor: number; readonly highestMinor: number } | null
  }
}

const quarters: readonly Hours[] = [
  [0, 6],
  [6, 12],
  [12, 18],
  [18, 24],
]

export function filterAndSort(
  trips: readonly Trip[],
  filters: Filters,
  sort: SortType,
): FilteredTrips {
  // The choices of a filter are counted with all other filters applied.
  const without = (name: FilterName) => filterTrips(trips, filters, name)
  return {
    trips: filterTrips(trips, filters).toSorted(comparatorOf(sort)),
    facets: {
      stops: choicesOf(without('stops'), ({ stops }) => [Math.min(stops, 2)]).toSorted(
        (left, right) => left.value - right.value,
      ),
      carriers: choicesOf(without('carriers'), carriersOf).toSorted(
        (left, right) => left.lowestMinor - right.lowestMinor,
      ),
      baggage: baggageChoices(without('baggage')),
      departs: quarterChoices(without('departs'), (trip) => hourOf(trip, 0, 'departs')),
      arrives: quarterChoices(without('arrives'), (trip) => hourOf(trip, 0, 'arrives')),
      amount: spanOf(without('amount')),
    },
  }
}

function filterTrips(trips: readonly Trip[], filters: Filters, except?: FilterName): Trip[] {
  const { stops, carriers, departs, arrives } = filters
  return trips.flatMap((trip) => {
    if (except !== 'stops' && stops.length > 0 && !stops.includes(Math.min(trip.stops, 2)))
      return []
    if (
      except !== 'carriers' &&
      carriers.length > 0 &&
      !carriersOf(trip).every((carrier) => carriers.includes(carrier))
    )
      return []
    if (except !== 'departs' && !areWithin(trip, departs, 'departs')) return []
    if (except !== 'arrives' && !areWithin(trip, arrives, 'arrives')) return []
    const fares = trip.fares.filter(
      (fare) =>
        (except === 'baggage' || hasBaggage(fare.offer.fare, filters.baggage)) &&
        (except === 'amount' || isWithinAmount(fare, filters)),
    )
    if (fares.length === 0) return []
    return [fares.length === trip.fares.length ? trip : { ...trip, fares }]
  })
}

/** Lowest price that matches the filters, in tetri; undefined without a match. */
export function lowestUnder(trips: readonly Trip[], filters: Filters): number | undefined {
  const left = filterTrips(trips, filters).map(lowestOf)
  return left.length > 0 ? Math.min(...left) : undefined
}

function hasBaggage(fare: FareTerms, filter: BaggageFilter): boolean {
  if (filter === 'checked') return fare.checkedBags > 0
  return filter === 'any' || (fare.cabinBagKg ?? 0) > 0
}

function isWithinAmount(fare: TripFare, { amountFrom, amountTo }: Filters): boolean {
  return (
    (amountFrom === null || fare.totalMinor >= amountFrom) &&
    (amountTo === null || fare.totalMinor <= amountTo)
  )
}

function areWithin(
  trip: Trip,
  byDirection: readonly (readonly Hours[])[],
  side: 'departs' | 'arrives',
): boolean {
  return byDirection.every((hours, direction) => {
    if (hours.length === 0 || direction >= trip.slices.length) return true
    const hour = hourOf(trip, direction, side)
    return hours.some(([from, until]) => hour >= from && hour < until)
  })
}

/** Local hour, with fraction, at which a direction departs or arrives. */
function hourOf(trip: Trip, direction: number, side: 'departs' | 'arrives'): number {
  const legs = trip.slices[direction]?.legs ?? []
  const local = side === 'departs' ? legs[0]?.departsLocal : legs.at(-1)?.arrivesLocal
  return Number(local?.slice(11, 13) ?? 0) + Number(local?.slice(14, 16) ?? 0) / 60
}

export function carriersOf(trip: Pick<Trip, 'slices'>): string[] {
  return [...new Set(trip.slices.flatMap(({ legs }) => legs.map(({ carrier }) => carrier)))]
}

export function lowestOf(trip: Pick<Trip, 'fares'>): number {
  return trip.fares[0]?.totalMinor ?? Infinity
}

function choicesOf<Value extends string | number>(
  trips: readonly Trip[],
  valuesOf: (trip: Trip) => readonly Value[],
): Choice<Value>[] {
  const choices = new Map<Value, { count: number; lowestMinor: number }>()
  for (const trip of trips)
    for (const value of valuesOf(trip)) {
      const known = choices.get(value) ?? { count: 0, lowestMinor: Infinity }
      const lowestMinor = Math.min(known.lowestMinor, lowestOf(trip))
      choices.set(value, { count: known.count + 1, lowestMinor })
    }
  return [...choices].map(([value, choice]) => ({ value, ...choice }))
}

function quarterChoices(trips: readonly Trip[], hour: (trip: Trip) => number): Choice<Hours>[] {
  return choicesOf(trips, (trip) => [Math.floor(hour(trip) / 6)])
    .flatMap((choice) => {
      const value = quarters[choice.value]
      return value ? [{ ...choice, value }] : []
    })
    .toSorted((left, right) => left.value[0] - right.value[0])
}

function baggageChoices(trips: readonly Trip[]): Choice<BaggageFilter>[] {
  return baggageFilters.flatMap((value) => {
    const lowest = trips.flatMap(({ fares }) => {
      const fitting = fares.filter(({ offer }) => hasBaggage(offer.fare, value))
      return fitting.length > 0 ? [Math.min(...fitting.map((fare) => fare.totalMinor))] : []
    })
    return lowest.length > 0
      ? [{ value, count: lowest.length, lowestMinor: Math.min(...lowest) }]
      : []
  })
}

function spanOf(trips: readonly Trip[]): { lowestMinor: number; highestMinor: number } | null {
  if (trips.length === 0) return null
  let [lowestMinor, highestMinor] = [Infinity, 0]
  for (const { fares } of trips) {
    lowestMinor = Math.min(lowestMinor, fares[0]?.totalMinor ?? Infinity)
    highestMinor = Math.max(highestMinor, fares.at(-1)?.totalMinor ?? 0)
  }
  return { lowestMinor, highestMinor }
}

/** Costs of an hour of travel and of a change in tetri, for the sort order `best`. */
const hourCostMinor = 2_500
const changeCostMinor = 6_000

function comparatorOf(sort: SortType): (left: Trip, right: Trip) => number {
  const rank = rankOf(sort)
  return (left, right) =>
    rank(left) - rank(right) ||
    lowestOf(left) - lowestOf(right) ||
    left.minutes - right.minutes ||
    (left.key < right.key ? -1 : 1)
}

/** The first of these trips in an order. */
export function firstOf(trips: readonly Trip[], sort: SortType): Trip | undefined {
  const compare = comparatorOf(sort)
  return trips.reduce<Trip | undefined>(
    (first, trip) => (first && compare(first, trip) <= 0 ? first : trip),
    undefined,
  )
}

function rankOf(sort: SortType): (trip: Trip) => number {
  switch (sort) {
    case 'price':
      return lowestOf
    case 'duration':
      return ({ minutes }) => minutes
    case 'departure':
      return ({ slices }) => Date.parse(slices[0]?.legs[0]?.departsAt ?? '')
    case 'arrival':
      return ({ slices }) => Date.parse(slices[0]?.legs.at(-1)?.arrivesAt ?? '')
    case 'best':
      return (trip) =>
        lowestOf(trip) + (trip.minutes / 60) * hourCostMinor + trip.stops * changeCostMinor
  }
}
