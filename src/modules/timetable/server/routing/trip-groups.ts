/** Groups trips with the same stops and vehicle type, and sequences of trips made by one vehicle. */
import type { Network, Pattern, Trip } from '../network.ts'
import { continuationsOf, type Continuation } from '../queries/through-rides.ts'

const daySeconds = 86_400
/** Trips of one vehicle that are searched as one ride. */
const partsMax = 4

/** The line and the vehicle of one of the trips that a ride consists of. */
export interface TripPart {
  /** Position of its first stop; the trip before ends there. */
  readonly position: number
  readonly routeId: number
  readonly agencyId: number
  readonly vehicleTypeId: number | null
}

/** The trips as which a vehicle goes on, in order. */
export type Sequence = readonly Continuation[]

export interface GroupedTrips {
  readonly pattern: Pattern
  readonly parts: readonly TripPart[]
  /** The trips; of a sequence a combined one, with the id and service of the first. */
  readonly trips: readonly Trip[]
  /** For each trip: those as which its vehicle goes on. */
  readonly sequences: readonly Sequence[]
}

interface Open extends GroupedTrips {
  readonly trips: Trip[]
  readonly sequences: Sequence[]
}

export function groupTrips(network: Network): GroupedTrips[] {
  const groups = new Map<string, Open>()
  for (const trip of network.trips.values())
    if (trip.pattern.stopIds.length >= 2) addTrip(network, groups, trip, [])
  for (const trip of network.trips.values())
    for (const sequence of sequencesOf(network, trip)) addTrip(network, groups, trip, sequence)
  return [...groups.values()]
}

/**
 * The sequences of trips after a trip, as long as possible; one that goes on only on some days also without the rest. More
 * than two trips are combined only to reach another town: city buses go there and back on the same line all day.
 */
function sequencesOf(network: Network, trip: Trip): Sequence[] {
  const found: Sequence[] = []
  const extend = (sequence: Sequence, trips: readonly Trip[]): void => {
    const last = trips.at(-1) ?? trip
    const next = trips.length < partsMax ? continuationsOf(network, last) : []
    const goesOn = next.filter(
      (one) =>
        trips.length === 1 || (!trips.includes(one.trip) && reachesTown(network, trips, one.trip)),
    )
    const isAlways = goesOn.some(
      (one) =>
        one.exceptOn.length === 0 && one.dayShift === 0 && one.trip.serviceId === last.serviceId,
    )
    if (sequence.length > 0 && !isAlways) found.push(sequence)
    for (const one of goesOn) extend([...sequence, one], [...trips, one.trip])
  }
  extend([], [trip])
  return found
}

/** Whether a trip calls at a town that the trips before it do not call at. */
function reachesTown({ stops }: Network, before: readonly Trip[], next: Trip): boolean {
  const townOf = (stopId: number): number => stops.get(stopId)?.localityId ?? -stopId
  const known = new Set(before.flatMap(({ pattern }) => pattern.stopIds.map(townOf)))
  return next.pattern.stopIds.some((stopId) => !known.has(townOf(stopId)))
}

function addTrip(
  network: Network,
  groups: Map<string, Open>,
  first: Trip,
  sequence: Sequence,
): void {
  const trips = [first, ...sequence.map(({ trip }) => trip)]
  const parts = partsOf(network, trips)
  if (parts.length < trips.length) return
  const key = trips
    .map(({ pattern, vehicleTypeId }) => `${pattern.patternId} ${vehicleTypeId}`)
    .join()
  const whole = joined(first, sequence)
  const group = groups.get(key)
  if (group) {
    group.trips.push(whole)
    group.sequences.push(sequence)
  } else groups.set(key, { pattern: whole.pattern, parts, trips: [whole], sequences: [sequence] })
}

/** Fewer than the trips if a line is unknown. */
function partsOf(network: Network, trips: readonly Trip[]): TripPart[] {
  let position = 0
  return trips.flatMap(({ pattern, vehicleTypeId }) => {
    const route = network.routes.get(pattern.routeId)
    const start = position
    position += pattern.stopIds.length - 1
    if (!route) return []
    return [{ position: start, routeId: route.routeId, agencyId: route.agencyId, vehicleTypeId }]
  })
}

/** Combines trips into one, with the id of the first. */
function joined(first: Trip, sequence: Sequence): Trip {
  let whole = first
  let days = 0
  for (const { trip, dayShift } of sequence) {
    days += dayShift
    const [one, other] = [whole.pattern, trip.pattern]
    const later = (time: number): number => time + days * daySeconds
    whole = {
      ...whole,
      pattern: {
        ...one,
        stopIds: [...one.stopIds, ...other.stopIds.slice(1)],
        pickup: [...one.pickup.slice(0, -1), ...other.pickup],
        dropOff: [...one.dropOff, ...other.dropOff.slice(1)],
      },
      arrivals: Int32Array.from([...whole.arrivals, ...trip.arrivals.slice(1).map(later)]),
      departures: Int32Array.from([
        ...whole.departures.slice(0, -1),
        ...[...trip.departures].map(later),
      ]),
    }
  }
  return whole
}
