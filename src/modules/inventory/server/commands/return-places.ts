import { invariant, ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { notifyAllocations } from '../place-notifications.ts'
import { changePools, lockPools, readPoolHolds, type PoolChange } from '../pool-store.ts'
import {
  isWellFormed,
  placeKeys,
  placeOfKey,
  placeState,
  poolHoldState,
  poolQuantities,
  type PlaceAllocation,
  type PoolQuantity,
} from '../rules.ts'
import { returnSoldPlaces } from '../store.ts'

export interface ReturnOptions {
  /** Named places are marked as a resale until they are held again. */
  readonly asResale: boolean
}

/** What was actually returned. */
export interface Returned {
  readonly places: readonly number[]
  readonly pools: readonly PoolQuantity[]
}

/**
 * Puts sold places back on sale: those of the allocation that its hold has sold; all others are ignored. Idempotent
 * for named places. Pools only count, so returning part of a sold quantity twice returns it twice; the caller's order
 * must make sure it happens once.
 */
export async function returnPlaces(
  context: Context,
  allocation: PlaceAllocation,
  options: ReturnOptions,
): Promise<Returned> {
  invariant(isWellFormed(allocation), 'a returned claim was once sold')
  const result = await inTransaction(context, async (inside) => {
    const { holdId, offeringId } = allocation
    const sold = placeKeys(allocation).map((key) => ({ holdId, offeringId, key }))
    const state = options.asResale ? placeState.returned : placeState.free
    const keys = sold.length > 0 ? await returnSoldPlaces(inside, sold, state) : []
    const returned = {
      places: [...new Set(keys.map(placeOfKey))],
      pools: await returnToPools(inside, allocation),
    }
    await notifyAllocations(inside, [{ offeringId, ...returned }])
    return ok(returned)
  })
  return result.value
}

async function returnToPools(
  context: Context,
  allocation: PlaceAllocation,
): Promise<PoolQuantity[]> {
  const { holdId, offeringId, legFrom, legTo } = allocation
  const wanted = poolQuantities(allocation)
  if (wanted.length === 0) return []
  await lockPools(
    context,
    wanted.map(({ poolId }) => ({ offeringId, poolId })),
  )
  const rows = await readPoolHolds(context, [holdId])
  const state = poolHoldState.sold
  const returned: PoolQuantity[] = []
  const changes: PoolChange[] = []
  for (const { poolId, quantity } of wanted) {
    const sold = rows.find(
      (row) =>
        row.state === state &&
        row.offeringId === offeringId &&
        row.poolId === poolId &&
        row.legFrom === legFrom &&
        row.legTo === legTo,
    )
    if (!sold) continue
    const back = Math.min(quantity, sold.quantity)
    returned.push({ poolId, quantity: back })
    changes.push({ holdId, offeringId, poolId, legFrom, legTo, state, difference: -back })
  }
  if (changes.length > 0) await changePools(context, changes)
  return returned
}
