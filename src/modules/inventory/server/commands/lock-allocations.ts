import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { lockPools } from '../pool-store.ts'
import { placeKeys, poolQuantities, type PlaceAllocation } from '../rules.ts'
import { lockPlaces } from '../store.ts'

/**
 * Locks the places and pools of these allocations until the caller's transaction ends, in the common lock order. For
 * transactions with several commands, each of which would lock its own in order, but after those of the one before.
 */
export async function lockAllocations(
  context: Context,
  allocations: readonly PlaceAllocation[],
): Promise<void> {
  invariant(context.db.isTransaction, 'places are locked for what follows')
  const places = allocations.flatMap((allocation) => {
    const { offeringId, holdId } = allocation
    return placeKeys(allocation).map((key) => ({ offeringId, holdId, key }))
  })
  const pools = allocations.flatMap((allocation) =>
    poolQuantities(allocation).map(({ poolId }) => ({ offeringId: allocation.offeringId, poolId })),
  )
  if (places.length > 0) await lockPlaces(context, places)
  if (pools.length > 0) await lockPools(context, pools)
}
