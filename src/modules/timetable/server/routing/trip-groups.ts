/** Groups trips with the same stops and vehicle type, and pairs of trips made by one vehicle. */
import type { Network, Pattern, Trip } from '../network.ts'
import { isNextOfBlock } from '../queries/through-rides.ts'

export interface NextTrips {
  /** Position of the stop at which the first trip ends and the second begins. */
  readonly position: number
  readonly routeId: number
  readonly agencyId: number
  readonly vehicleTypeId: number | null
  /** Id of the second trip of each pair. */
  readonly tripIds: readonly number[]
}

export interface GroupedTrips {
  readonly pattern: Pattern
  readonly routeId: number
  readonly agencyId: number
  readonly vehicleTypeId: number | null
  readonly trips: readonly Trip[]
  readonly next: NextTrips | null
}

interface Open extends GroupedTrips {
  readonly trips: Trip[]
  readonly next: (NextTrips & { readonly tripIds: number[] }) | null
}

export function groupTrips(network: Network): GroupedTrips[] {
  const groups = new Map<string, Open>()
  for (const trip of network.trips.values()) {
    const line = lineOf(network, trip)
    if (!line || trip.pattern.stopIds.length < 2) continue
    const key = `${trip.pattern.patternId} ${trip.vehicleTypeId}`
    const group = groups.get(key)
    if (group) group.trips.push(trip)
    else groups.set(key, { ...line, pattern: trip.pattern, trips: [trip], next: null })
  }
  for (const [first, second] of pairsOf(network)) addPair(network, groups, first, second)
  return [...groups.values()]
}

function lineOf(network: Network, { pattern, vehicleTypeId }: Trip) {
  const route = network.routes.get(pattern.routeId)
  return route && { routeId: route.routeId, agencyId: route.agencyId, vehicleTypeId }
}

/** Pairs of consecutive trips of one vehicle on the same days. */
function pairsOf(network: Network): (readonly [Trip, Trip])[] {
  const blocks = new Map<string, Trip[]>()
  for (const trip of network.trips.values()) {
    if (trip.blockId === null || trip.frequencies.length > 0 || trip.pattern.stopIds.length < 2)
      continue
    const key = JSON.stringify([trip.feedId, trip.serviceId, trip.blockId])
    blocks.set(key, [...(blocks.get(key) ?? []), trip])
  }
  return [...blocks.values()].flatMap((trips) => {
    const inOrder = trips.toSorted(
      (one, other) => (one.departures[0] ?? 0) - (other.departures[0] ?? 0),
    )
    return inOrder.flatMap((trip, index) => {
      const next = inOrder[index + 1]
      return next && isNextOfBlock(trip, next) ? [[trip, next] as const] : []
    })
  })
}

function addPair(network: Network, groups: Map<string, Open>, first: Trip, second: Trip): void {
  const [line, nextLine] = [lineOf(network, first), lineOf(network, second)]
  if (!line || !nextLine) return
  const key = [first, second].map((one) => `${one.pattern.patternId} ${one.vehicleTypeId}`).join()
  const whole = joined(first, second)
  const group = groups.get(key)
  if (group) {
    group.trips.push(whole)
    group.next?.tripIds.push(second.tripId)
    return
  }
  const position = first.pattern.stopIds.length - 1
  const next = { ...nextLine, position, tripIds: [second.tripId] }
  groups.set(key, { ...line, pattern: whole.pattern, trips: [whole], next })
}

/** Combines two trips into one, with the id of the first. */
function joined(first: Trip, second: Trip): Trip {
  const [one, other] = [first.pattern, second.pattern]
  return {
    ...first,
    pattern: {
      ...one,
      stopIds: [...one.stopIds, ...other.stopIds.slice(1)],
      pickup: [...one.pickup.slice(0, -1), ...other.pickup],
      dropOff: [...one.dropOff, ...other.dropOff.slice(1)],
    },
    arrivals: Int32Array.from([...first.arrivals, ...second.arrivals.slice(1)]),
    departures: Int32Array.from([...first.departures.slice(0, -1), ...second.departures]),
  }
}
