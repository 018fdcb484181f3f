/** The part of the search data that does not depend on the day. */
import type { Network, Stop, Trip } from '../network.ts'
import { distanceKilometres } from '../rules.ts'
import { listsOf, reversedLists, type Lists } from './routing-day.ts'
import { groupTrips, type Sequence, type TripPart } from './trip-groups.ts'

/** Trips with the same stops and vehicle types. */
export interface TripGroup {
  readonly stops: Int32Array
  readonly pickup: Uint8Array
  readonly dropOff: Uint8Array
  /** The trips that each ride consists of; usually one. */
  readonly parts: readonly TripPart[]
  readonly trips: readonly Trip[]
  /** Start index of each trip's times. */
  readonly offsets: Int32Array
  /** For each trip: those as which its vehicle goes on. */
  readonly sequences: readonly Sequence[]
}

export interface RoutingNetwork {
  /** Stop id by index. */
  readonly stopIds: readonly number[]
  readonly indexOfStop: ReadonlyMap<number, number>
  readonly arrivals: Int32Array
  readonly departures: Int32Array
  readonly groups: readonly TripGroup[]
  readonly changes: Lists
  readonly before: Lists
  readonly after: Lists
  /** Number of following days that a trip may extend into. */
  readonly daysLong: number
}

/** Default transfer time at a stop, in seconds. */
export const changeSeconds = 300
/** Minimum transfer time between stops of one town, in seconds. */
const townChangeSeconds = 900
const townSecondsPerKilometre = 240
const townKilometresMax = 10
/**
 * Transfers between all stops of a town are generated up to this number of stops; above it, only those of a
 * feed.
 */
const townStopsMax = 60
const daySeconds = 86_400

const built = new WeakMap<Network, RoutingNetwork>()

export function routingNetworkOf(network: Network): RoutingNetwork {
  let routing = built.get(network)
  if (!routing) built.set(network, (routing = buildRoutingNetwork(network)))
  return routing
}

function buildRoutingNetwork(network: Network): RoutingNetwork {
  const groups = groupTrips(network)
  const stopIds = [...new Set(groups.flatMap(({ pattern }) => pattern.stopIds))]
  const indexOfStop = new Map(stopIds.map((stopId, index) => [stopId, index]))
  const length = groups.reduce(
    (sum, { trips, pattern }) => sum + trips.length * pattern.stopIds.length,
    0,
  )
  const arrivals = new Int32Array(length)
  const departures = new Int32Array(length)
  let at = 0
  let latest = 0
  const flat = groups.map(({ pattern, trips, ...group }): TripGroup => {
    const offsets = new Int32Array(trips.length)
    trips.forEach((trip, index) => {
      offsets[index] = at
      arrivals.set(trip.arrivals, at)
      departures.set(trip.departures, at)
      at += pattern.stopIds.length
      latest = Math.max(latest, trip.arrivals.at(-1) ?? 0, lastStart(trip))
    })
    const last = pattern.stopIds.length - 1
    return {
      ...group,
      stops: Int32Array.from(pattern.stopIds, (stopId) => indexOfStop.get(stopId) ?? 0),
      pickup: Uint8Array.from(pattern.pickup, (kind, index) =>
        kind !== 1 && index < last ? 1 : 0,
      ),
      dropOff: Uint8Array.from(pattern.dropOff, (kind, index) => (kind !== 1 && index > 0 ? 1 : 0)),
      trips,
      offsets,
    }
  })
  const changes = changesOf(network, stopIds, indexOfStop)
  const before = beforeOf(stopIds.length, flat, { arrivals, departures }, changes)
  return {
    stopIds,
    indexOfStop,
    arrivals,
    departures,
    groups: flat,
    changes,
    before,
    after: reversedLists(before),
    daysLong: Math.floor(latest / daySeconds) + 1,
  }
}

function lastStart(trip: Trip): number {
  const last = trip.frequencies.at(-1)
  if (!last) return 0
  return last.endSeconds + (trip.arrivals.at(-1) ?? 0) - (trip.departures[0] ?? 0)
}

/** Transfers: at the same stop, those of a feed, and those within a town. */
function changesOf(
  network: Network,
  stopIds: readonly number[],
  indexOfStop: ReadonlyMap<number, number>,
): Lists {
  const seconds = stopIds.map((_, index) => new Map([[index, changeSeconds]]))
  for (const stops of network.stopsOfLocality.values()) {
    if (stops.length > townStopsMax) continue
    for (const from of stops)
      for (const to of stops) {
        if (from === to) continue
        const [left, right] = [indexOfStop.get(from), indexOfStop.get(to)]
        const between = townChange(network.stops.get(from), network.stops.get(to))
        if (left !== undefined && right !== undefined && between !== null)
          seconds[left]?.set(right, between)
      }
  }
  const children = Map.groupBy(
    [...network.stops.values()].filter(({ parentId }) => parentId !== null),
    ({ parentId }) => parentId,
  )
  const halts = (stopId: number): number[] =>
    [stopId, ...(children.get(stopId) ?? []).map((child) => child.stopId)].flatMap(
      (one) => indexOfStop.get(one) ?? [],
    )
  for (const { fromStopId, toStopId, kind, minSeconds } of network.transfers)
    for (const from of halts(fromStopId))
      for (const to of halts(toStopId)) {
        if (kind === 3) seconds[from]?.delete(to)
        else if (kind <= 2)
          seconds[from]?.set(to, kind === 1 ? 0 : minSeconds > 0 ? minSeconds : changeSeconds)
      }
  return listsOf(
    stopIds.length,
    seconds.map((row) => [...row].flat()),
  )
}

/** Fifteen minutes plus four minutes per kilometre; null if the stops are too far apart. */
function townChange(from: Stop | undefined, to: Stop | undefined): number | null {
  if (!from || !to) return null
  const kilometres = distanceKilometres(from, to)
  if (kilometres > townKilometresMax) return null
  return townChangeSeconds + Math.round(kilometres * townSecondsPerKilometre)
}

/** For each stop, the preceding stops of all trips and transfers, with the minimum seconds. */
function beforeOf(
  count: number,
  groups: readonly TripGroup[],
  times: { readonly arrivals: Int32Array; readonly departures: Int32Array },
  changes: Lists,
): Lists {
  const least = Array.from({ length: count }, () => new Map<number, number>())
  const note = (from: number, to: number, seconds: number): void => {
    const row = least[to]
    if (from !== to && row && seconds < (row.get(from) ?? Infinity)) row.set(from, seconds)
  }
  for (const { stops, offsets } of groups)
    for (let position = 1; position < stops.length; position += 1) {
      let fastest = Infinity
      for (const offset of offsets)
        fastest = Math.min(
          fastest,
          (times.arrivals[offset + position] ?? 0) - (times.departures[offset + position - 1] ?? 0),
        )
      note(stops[position - 1] ?? 0, stops[position] ?? 0, Math.max(0, fastest))
    }
  for (let from = 0; from < count; from += 1) {
    const end = changes.starts[from + 1] ?? 0
    for (let at = changes.starts[from] ?? 0; at < end; at += 2)
      note(from, changes.values[at] ?? 0, changes.values[at + 1] ?? 0)
  }
  return listsOf(
    count,
    least.map((row) => [...row].flat()),
  )
}
