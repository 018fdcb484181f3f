/** Vehicles that go on under another number: who stays seated changes nothing. */
import type { Network, Trip } from '../network.ts'

interface Part {
  readonly tripId: number
  readonly serviceDate: string
  readonly startOffset: number
  readonly legFrom: number
  readonly legTo: number
}

/** Whether a vehicle goes on as this trip where that one ends (`block_id`). */
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

/** Whether a passenger of both rides stays in the vehicle between them. */
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

/** How often one changes vehicles on the way. */
export function changesOf(network: Network, rides: readonly Part[]): number {
  return rides.filter((ride, index) => {
    const before = rides[index - 1]
    return before !== undefined && !staysSeated(network, before, ride)
  }).length
}
