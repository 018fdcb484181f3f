import { invariant, ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { notifyPlaces, poolsItem } from '../place-notifications.ts'
import { changePools, lockPools, readPoolHolds, type PoolChange } from '../pool-store.ts'
import {
  isWellFormed,
  placeKeys,
  poolHoldState,
  poolQuantities,
  type PlaceAllocation,
} from '../rules.ts'
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
    const changes = await poolChanges(inside, allocations)
    if (changes.length > 0) await changePools(inside, changes)
    for (const [offeringId, ofOne] of Map.groupBy(freed, (place) => place.offeringId))
      await notifyPlaces(inside, offeringId, [...new Set(ofOne.map(({ placeId }) => placeId))])
    for (const offeringId of new Set(changes.map((change) => change.offeringId)))
      await notifyPlaces(inside, offeringId, [poolsItem])
    return ok(undefined)
  })
}

async function poolChanges(
  context: Context,
  allocations: readonly PlaceAllocation[],
): Promise<PoolChange[]> {
  const wanted = allocations.flatMap(({ holdId, offeringId, legFrom, legTo, pools }) =>
    poolQuantities({ pools }).map((pool) => ({ holdId, offeringId, legFrom, legTo, ...pool })),
  )
  if (wanted.length === 0) return []
  await lockPools(context, wanted)
  const rows = await readPoolHolds(context, [...new Set(wanted.map(({ holdId }) => holdId))])
  const left = new Map(rows.map((row) => [row, row.quantity]))
  const state = poolHoldState.held
  return wanted.flatMap(({ quantity, ...one }) => {
    const row = rows.find(
      (candidate) =>
        candidate.state === state &&
        candidate.holdId === one.holdId &&
        candidate.offeringId === one.offeringId &&
        candidate.poolId === one.poolId &&
        candidate.legFrom === one.legFrom &&
        candidate.legTo === one.legTo,
    )
    const part = Math.min(quantity, row ? (left.get(row) ?? 0) : 0)
    if (!row || part === 0) return []
    left.set(row, (left.get(row) ?? 0) - part)
    return [{ ...one, state, difference: -part }]
  })
}
