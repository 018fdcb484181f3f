/** Seats that passengers keep while their vehicle goes on as another run; pure. */
import type { LegUse } from '#modules/inventory/server/public-api.ts'
import { isSameVehicle, type Network } from '#modules/timetable/server/public-api.ts'
import { isTaken } from './offers.ts'
import { maskOf } from './legs.ts'
import type { RunStretch } from './stretch.ts'

/** Part of a run with the use of its seats; absent while all are free. */
export interface ThroughPart {
  readonly stretch: RunStretch
  readonly use: LegUse | undefined
}

/** Whether the vehicle of one part of a run goes on as the other one. */
export function goesOn(network: Network, before: RunStretch, after: RunStretch): boolean {
  return isSameVehicle(network, partOf(before), partOf(after))
}

function partOf({ run, legFrom, legTo }: RunStretch) {
  return { tripId: run.tripId, serviceDate: run.serviceDate, legFrom, legTo }
}

/**
 * Consecutive parts of runs of one vehicle as one ride over the legs of all. Null if the runs have other vehicles, in which
 * a number is another seat.
 */
export function joinedPart(parts: readonly ThroughPart[]): ThroughPart | null {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return null
  const { run } = first.stretch
  const vehicles = new Set(parts.map(({ stretch }) => stretch.run.vehicle.vehicleTypeId))
  if (vehicles.size > 1) return null
  const stops = parts.flatMap(({ stretch }, index) => stretch.run.stops.slice(index === 0 ? 0 : 1))
  const before = stops.length - last.stretch.run.stops.length
  return {
    stretch: {
      run: { ...run, stops },
      legFrom: first.stretch.legFrom,
      legTo: before + last.stretch.legTo,
      from: first.stretch.from,
      to: last.stretch.to,
    },
    use: joinedUse(parts),
  }
}

function joinedUse(parts: readonly ThroughPart[]): LegUse | undefined {
  const places = parts[0]?.stretch.run.vehicle.places.length ?? 0
  const known = parts.find(({ use }) => use)?.use
  if (!known) return undefined
  const [taken, blocked] = [Array<bigint>(places).fill(0n), Array<bigint>(places).fill(0n)]
  let shift = 0n
  for (const { stretch, use } of parts) {
    for (let place = 0; place < places; place += 1) {
      taken[place] = (taken[place] ?? 0n) | ((use?.taken[place] ?? 0n) << shift)
      blocked[place] = (blocked[place] ?? 0n) | ((use?.blocked[place] ?? 0n) << shift)
    }
    shift += BigInt(stretch.run.stops.length - 1)
  }
  return { offeringId: known.offeringId, taken, blocked, poolsLeft: new Map() }
}

/** Whether a place is free on a part. */
export function isFreeOn({ stretch, use }: ThroughPart, placeId: number): boolean {
  return !isTaken(use, placeId, maskOf(stretch.legFrom, stretch.legTo))
}

/**
 * Divides rides into groups in which passengers keep their seats: each ride joins the group before it while the vehicle goes
 * on and `keeps` finds seats for the whole group.
 */
export function throughGroups<Ride, Kept>(
  rides: readonly Ride[],
  goesOnAs: (before: Ride, after: Ride) => boolean,
  keeps: (rides: readonly Ride[]) => Kept | null,
): { readonly rides: readonly Ride[]; readonly kept: Kept | null }[] {
  const groups: { rides: Ride[]; kept: Kept | null }[] = []
  for (const ride of rides) {
    const group = groups.at(-1)
    const before = group?.rides.at(-1)
    const isSame = before !== undefined && goesOnAs(before, ride)
    const kept = group && isSame ? keeps([...group.rides, ride]) : null
    if (group && kept !== null) {
      group.rides.push(ride)
      group.kept = kept
    } else groups.push({ rides: [ride], kept: null })
  }
  return groups
}
