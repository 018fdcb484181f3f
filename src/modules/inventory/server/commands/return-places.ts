import { invariant, ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { notifyAllocations } from '../place-notifications.ts'
import { poolDecreases } from '../pool-changes.ts'
import { changePools } from '../pool-store.ts'
import {
  isWellFormed,
  placeKeys,
  placeOfKey,
  placeState,
  poolHoldState,
  type PlaceAllocation,
} from '../rules.ts'
import { returnSoldPlaces, type AllocatedPlace } from '../store.ts'

export interface ReturnOptions {
  /** Named places are marked as a resale until they are held again. */
  readonly asResale: boolean
}

/** What was actually returned. */
export interface Returned {
  readonly places: readonly { readonly offeringId: number; readonly placeId: number }[]
  readonly pools: readonly {
    readonly offeringId: number
    readonly poolId: number
    readonly quantity: number
  }[]
}

/**
 * Puts sold places back on sale: those of the allocations that their holds have sold, each on its own legs; all others
 * are ignored. All places of all offerings are locked before all pools, in the one order in which sales lock them, so
 * that returns and sales cannot deadlock. Idempotent for named places. Pools only count, so returning part of a sold
 * quantity twice returns it twice; the caller's order must make sure it happens once.
 */
export async function returnPlaces(
  context: Context,
  allocations: readonly PlaceAllocation[],
  options: ReturnOptions,
): Promise<Returned> {
  invariant(allocations.every(isWellFormed), 'a returned claim was once sold')
  const result = await inTransaction(context, async (inside) => {
    const sold = allocations.flatMap((allocation) => {
      const { holdId, offeringId } = allocation
      return placeKeys(allocation).map((key) => ({ holdId, offeringId, key }))
    })
    const state = options.asResale ? placeState.returned : placeState.free
    const legs = sold.length > 0 ? await returnSoldPlaces(inside, sold, state) : []
    const pools = await returnToPools(inside, allocations)
    const places = placesOf(allocations, legs)
    await notifyAllocations(inside, [
      ...places.map(({ offeringId, placeId }) => ({ offeringId, places: [placeId], pools: [] })),
      ...pools.map((pool) => ({ offeringId: pool.offeringId, places: [], pools: [pool] })),
    ])
    return ok({ places, pools })
  })
  return result.value
}

/** The places of each allocation of which legs were returned; a place on two leg ranges is listed twice. */
function placesOf(
  allocations: readonly PlaceAllocation[],
  legs: readonly AllocatedPlace[],
): Returned['places'] {
  const isFreed = new Set(legs.map(legOf))
  return allocations.flatMap((allocation) => {
    const { holdId, offeringId } = allocation
    const keys = placeKeys(allocation).filter((key) =>
      isFreed.has(legOf({ holdId, offeringId, key })),
    )
    return [...new Set(keys.map(placeOfKey))].map((placeId) => ({ offeringId, placeId }))
  })
}

function legOf({ holdId, offeringId, key }: AllocatedPlace): string {
  return `${holdId} ${offeringId} ${key}`
}

/** Subtracts the sold quantities from their pools, locking each pool once. */
async function returnToPools(
  context: Context,
  allocations: readonly PlaceAllocation[],
): Promise<Returned['pools']> {
  const changes = await poolDecreases(context, allocations, poolHoldState.sold)
  if (changes.length > 0) await changePools(context, changes)
  return changes.map(({ offeringId, poolId, difference }) => ({
    offeringId,
    poolId,
    quantity: -difference,
  }))
}
