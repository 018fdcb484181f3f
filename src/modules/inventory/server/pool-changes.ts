import type { Context } from '#platform/context.ts'
import { lockPools, readPoolHolds, type PoolChange } from './pool-store.ts'
import { poolQuantities, type PlaceAllocation, type PoolHoldState } from './rules.ts'

/**
 * The quantities of these allocations to subtract from their pools, in this state: never more than their holds have
 * there. Locks each pool once; the caller writes the changes.
 */
export async function poolDecreases(
  context: Context,
  allocations: readonly PlaceAllocation[],
  state: PoolHoldState,
): Promise<PoolChange[]> {
  const wanted = allocations.flatMap(({ holdId, offeringId, legFrom, legTo, pools }) =>
    poolQuantities({ pools }).map((pool) => ({ holdId, offeringId, legFrom, legTo, ...pool })),
  )
  if (wanted.length === 0) return []
  await lockPools(context, wanted)
  const rows = await readPoolHolds(context, [...new Set(wanted.map(({ holdId }) => holdId))])
  const left = new Map(rows.map((row) => [row, row.quantity]))
  return wanted.flatMap(({ quantity, ...one }): PoolChange[] => {
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
