import { invariant, ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { notifyPlaces, poolsItem } from '../place-notifications.ts'
import { poolDecreases } from '../pool-changes.ts'
import { changePools } from '../pool-store.ts'
import { isWellFormed, placeKeys, poolHoldState, type PlaceAllocation } from '../rules.ts'
import { freeClaimedPlaces } from '../store.ts'

/**
 * Releases exactly the places and pool quantities of these allocations, each on its own legs: the same place on
 * another leg range stays held. All places are locked before all pools. What is sold or no longer held is ignored.
 */
export async function releaseClaims(
  context: Context,
  allocations: readonly PlaceAllocation[],
): Promise<void> {
  invariant(allocations.every(isWellFormed), 'a released claim was once held')
  if (allocations.length === 0) return
  await inTransaction(context, async (inside) => {
    const places = allocations.flatMap((allocation) =>
      placeKeys(allocation).map((key) => ({
        offeringId: allocation.offeringId,
        key,
        holdId: allocation.holdId,
      })),
    )
    const freed = places.length > 0 ? await freeClaimedPlaces(inside, places) : []
    const changes = await poolDecreases(inside, allocations, poolHoldState.held)
    if (changes.length > 0) await changePools(inside, changes)
    for (const [offeringId, ofOne] of Map.groupBy(freed, (place) => place.offeringId))
      await notifyPlaces(inside, offeringId, [...new Set(ofOne.map(({ placeId }) => placeId))])
    for (const offeringId of new Set(changes.map((change) => change.offeringId)))
      await notifyPlaces(inside, offeringId, [poolsItem])
    return ok(undefined)
  })
}
