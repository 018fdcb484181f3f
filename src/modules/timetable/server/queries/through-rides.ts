/** Vehicles that continue as another trip; passengers who stay seated do not change. */
import type { Network, Trip } from '../network.ts'

interface Part {
  readonly tripId: number
  readonly serviceDate: string
  readonly startOffset: number
  readonly legFrom: number
  readonly legTo: number
}

/** Whether a vehicle continues as this trip where the other one ends (GTFS `block_id`). */
export function isNextOfBlock(before: Trip, after: Trip): boolean {
  const last = before.pattern.stopIds.length - 1
  return (
    before.blockId !== null &&
    before.blockId === after.blockId &&
    before.feedId === after.feedId &&
    before.serviceId === after.serviceId &&
    before.tripId !== after.tripId &&
    before.pattern.stopIds[last] === after.pattern.stopIds[0] &&
    (before.arrivals[last] ?? 0) <= (after.departures[0] ?? 0)
  )
}

/** Whether passengers stay in the vehicle between two rides. */
export function staysSeated(network: Network, before: Part, after: Part): boolean {
  const [first, second] = [network.trips.get(before.tripId), network.trips.get(after.tripId)]
  return (
    first !== undefined &&
    second !== undefined &&
    before.serviceDate === after.serviceDate &&
    before.startOffset === after.startOffset &&
    before.legTo === first.pattern.stopIds.length - 1 &&
    after.legFrom === 0 &&
    isNextOfBlock(first, second)
  )
}

/** Number of changes of vehicle. */
export function changesOf(network: Network, rides: readonly Part[]): number {
  return rides.filter((ride, index) => {
    const before = rides[index - 1]
    return before !== undefined && !staysSeated(network, before, ride)
  }).length
}
