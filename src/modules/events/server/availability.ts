import {
  readAvailability,
  readHoldEnds,
  type HoldEnds,
} from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { createStates, isFree } from '#seatmap/availability.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import type { EventMapView } from '../contract.ts'
import { findSale, type EventSale } from './sale.ts'

/** Places in replies: seat status, and the places held by others and by the caller. */
export interface EncodedPlaces {
  readonly availability: string
  readonly held: string
  readonly yours: number[]
}

export interface Availability {
  /** By place id, entry 0 unused, as in `#seatmap/availability.ts`. */
  readonly states: Uint8Array
  /** The same as text, created on first use. */
  encoded?: EncodedPlaces
  readonly pools: readonly { readonly poolId: number; readonly left: number }[]
  /** When holds of others end; null while a place is free and every pool has tickets. */
  readonly holdEnds: HoldEnds | null
}

/** Availability is shared by all viewers of an event for a second. */
const availabilityCacheMilliseconds = 1_000
const availabilityCacheMax = 200

/** Availability of an event, up to a second old; null when it does not exist. */
export const cachedAvailability = createTtlCache<number, Availability | null>({
  milliseconds: availabilityCacheMilliseconds,
  most: availabilityCacheMax,
  read: async (context, eventId) => {
    const sale = await findSale(context, eventId)
    return sale && availabilityOf(context, sale, [])
  },
})

/** Current availability; places of these holds show as the caller's own. */
export async function availabilityOf(
  context: Context,
  sale: EventSale,
  holdIds: readonly string[],
): Promise<Availability> {
  const available = await readAvailability(context, sale.event.offeringId, { holdIds })
  const { pools } = available
  const states = statesOf(sale, available)
  const looksSoldOut = arePlacesGone(states) || pools.some(({ left }) => left <= 0)
  // Asked only of what looks sold out, so that a sale that goes on is read in one statement.
  const holdEnds = looksSoldOut ? await readHoldEnds(context, sale.event.offeringId, holdIds) : null
  return { states, pools, holdEnds }
}

/** Whether an event with a map has no free place. */
function arePlacesGone(states: Uint8Array): boolean {
  return states.length > 1 && !states.some((state, placeId) => placeId > 0 && isFree(state))
}

/**
 * Whether what is taken is only held by others, and when the first hold ends. `openPools`: what is left of the pools that
 * this visitor may buy from.
 */
export function heldUntilOf(
  { states, holdEnds }: Availability,
  openPools: ReadonlyMap<number, number>,
): EventMapView['heldUntil'] {
  if (!holdEnds) return { everything: null, pools: [] }
  const pools = holdEnds.pools.filter(({ poolId }) => openPools.get(poolId) === 0)
  const hasNothing =
    (states.length <= 1 || arePlacesGone(states)) &&
    [...openPools.values()].every((left) => left === 0)
  const ends = [holdEnds.places, ...pools.map(({ until }) => until)].filter((end) => end !== null)
  const first = ends.toSorted((one, other) => one.getTime() - other.getTime())[0]
  return {
    everything: hasNothing && first ? first.toISOString() : null,
    pools: pools.map(({ poolId, until }) => ({ poolId, until: until.toISOString() })),
  }
}

/** The inventory's states (first place first) in the map's format, where entry 0 is unused. */
export function statesOf(sale: EventSale, available: { readonly states: Uint8Array }): Uint8Array {
  const states = createStates(sale.layout?.placeCount ?? 0)
  states.set(available.states.subarray(0, states.length - 1), 1)
  return states
}

/** Free places of a ticket type: of its pool, or in its zone. */
export function leftOf(
  sale: EventSale,
  type: { readonly zone: string | null; readonly poolId: number | null },
  available: Availability,
): number {
  if (type.poolId !== null)
    return available.pools.find(({ poolId }) => poolId === type.poolId)?.left ?? 0
  const zone = sale.layout?.layout.zones.findIndex(({ key }) => key === type.zone) ?? -1
  if (!sale.layout || zone < 0) return 0
  let left = 0
  for (let placeId = 1; placeId < available.states.length; placeId += 1)
    if (sale.layout.zone[placeId] === zone && isFree(available.states[placeId])) left += 1
  return left
}
