/** Vehicles that continue as another trip; passengers who stay seated do not change. */
import { addDays } from '../calendar.ts'
import { linkKey, type Network, type Stop, type Trip } from '../network.ts'
import { runsOn } from '../rules.ts'
import { shareDays } from './shared-days.ts'

const daySeconds = 86_400

/** A trip as which a vehicle may go on after another one. */
export interface Continuation {
  readonly trip: Trip
  /** Days from the service day of the first trip to that of the next. */
  readonly dayShift: 0 | 1
  /** Services on whose days the vehicle goes on as another trip instead, by service day of the first trip. */
  readonly exceptOn: readonly number[]
}

interface TripIndex {
  /** Trips of each block by departure. */
  readonly blocks: ReadonlyMap<string, readonly Trip[]>
  /** By trip id: the trips to which a link says that passengers stay seated. */
  readonly linkedTo: ReadonlyMap<number, readonly Trip[]>
}

const indexes = new WeakMap<Network, TripIndex>()

function indexOf(network: Network): TripIndex {
  let known = indexes.get(network)
  if (!known) indexes.set(network, (known = buildIndex(network)))
  return known
}

function buildIndex({ trips, links }: Network): TripIndex {
  const blocks = new Map<string, Trip[]>()
  for (const trip of trips.values()) {
    if (trip.blockId === null || !isContinuable(trip)) continue
    const key = blockKey(trip)
    const block = blocks.get(key)
    if (block) block.push(trip)
    else blocks.set(key, [trip])
  }
  for (const block of blocks.values()) block.sort((one, other) => startOf(one) - startOf(other))
  const linkedTo = new Map<number, Trip[]>()
  for (const { fromTripId, toTripId, staysSeated: isSeated } of links.values()) {
    const target = trips.get(toTripId)
    if (!isSeated || !target || !isContinuable(target)) continue
    linkedTo.set(fromTripId, [...(linkedTo.get(fromTripId) ?? []), target])
  }
  return { blocks, linkedTo }
}

/** Runs of a frequency have no fixed times, so nothing is known of their vehicles. */
function isContinuable({ frequencies, pattern }: Trip): boolean {
  return frequencies.length === 0 && pattern.stopIds.length >= 2
}

function blockKey({ feedId, blockId }: Trip): string {
  return `${feedId} ${blockId}`
}

function startOf({ departures }: Trip): number {
  return departures[0] ?? 0
}

function endOf({ arrivals }: Trip): number {
  return arrivals.at(-1) ?? 0
}

/**
 * As which trips a vehicle may go on after a trip, on which days: by links, and otherwise by its block, in which the next
 * trip of a service day follows (GTFS `block_id`: shared service days).
 */
export function continuationsOf(network: Network, trip: Trip): Continuation[] {
  if (!isContinuable(trip)) return []
  const { blocks, linkedTo } = indexOf(network)
  const linked = (linkedTo.get(trip.tripId) ?? []).flatMap((next): Continuation[] => {
    const dayShift = startOf(next) >= endOf(trip) ? 0 : 1
    const isAfter = startOf(next) + dayShift * daySeconds >= endOf(trip)
    const isOn = shareDays(network, trip.serviceId, next.serviceId, dayShift)
    return isAfter && isOn && meets(network, trip, next, true)
      ? [{ trip: next, dayShift, exceptOn: [] }]
      : []
  })
  const block = trip.blockId === null ? [] : (blocks.get(blockKey(trip)) ?? [])
  const exceptOn = linked.filter(({ dayShift }) => dayShift === 0).map((one) => one.trip.serviceId)
  const found = [...linked]
  for (const next of block.slice(block.indexOf(trip) + 1)) {
    if (!shareDays(network, trip.serviceId, next.serviceId, 0)) continue
    const link = network.links.get(linkKey(trip.tripId, next.tripId))
    const isNext = startOf(next) >= endOf(trip) && meets(network, trip, next, false)
    if (isNext && !link && !exceptOn.includes(next.serviceId))
      found.push({ trip: next, dayShift: 0, exceptOn: [...exceptOn] })
    exceptOn.push(next.serviceId)
    // On all days of the trip the vehicle goes on as this one, so no later one follows.
    if (next.serviceId === trip.serviceId) break
  }
  return found
}

/** Whether the second trip begins where the first one ends; linked trips may leave from another platform. */
function meets(network: Network, before: Trip, after: Trip, isLinked: boolean): boolean {
  const [last, first] = [before.pattern.stopIds.at(-1) ?? 0, after.pattern.stopIds[0] ?? 0]
  if (last === first) return true
  const [end, start] = [network.stops.get(last), network.stops.get(first)]
  return isLinked && end !== undefined && start !== undefined && isNear(end, start)
}

function isNear(one: Stop, other: Stop): boolean {
  return (
    (one.parentId !== null && one.parentId === other.parentId) ||
    (one.localityId !== null && one.localityId === other.localityId)
  )
}

/** Whether the vehicle goes on as this trip after a run on this service day; otherwise the service day of the next run. */
export function dayOfContinuation(
  { services }: Pick<Network, 'services'>,
  { trip, dayShift, exceptOn }: Continuation,
  date: string,
): string | null {
  const isOn = (serviceId: number, on: string): boolean => {
    const service = services.get(serviceId)
    return service !== undefined && runsOn(service, on)
  }
  if (exceptOn.some((serviceId) => isOn(serviceId, date))) return null
  const day = dayShift === 0 ? date : addDays(date, dayShift)
  return isOn(trip.serviceId, day) ? day : null
}

interface Part {
  readonly tripId: number
  readonly serviceDate: string
  readonly legFrom: number
  readonly legTo: number
}

/** Whether a vehicle goes on from the end of one ride as the other one, so that passengers need not leave it. */
export function isSameVehicle(network: Network, before: Part, after: Part): boolean {
  const [first, second] = [network.trips.get(before.tripId), network.trips.get(after.tripId)]
  if (!first || !second) return false
  return (
    before.legTo === first.pattern.stopIds.length - 1 &&
    after.legFrom === 0 &&
    continuationsOf(network, first).some(
      (next) =>
        next.trip === second &&
        dayOfContinuation(network, next, before.serviceDate) === after.serviceDate,
    )
  )
}

/** Number of changes of vehicle. */
export function changesOf(network: Network, rides: readonly Part[]): number {
  return rides.filter((ride, index) => {
    const before = rides[index - 1]
    return before !== undefined && !isSameVehicle(network, before, ride)
  }).length
}
