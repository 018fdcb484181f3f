import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { notifyPlaces, poolsItem } from '../place-notifications.ts'
import { arrayOf } from '../store.ts'

export interface PoolSize {
  readonly offeringId: number
  readonly poolId: number
  readonly capacity: number
}

/**
 * Changes the capacity of pools, in one statement that checks and changes. A pool from which more is sold or held than
 * the new capacity makes the whole command fail: `CapacityBelowSold` with `detail: { pools }`. Run it in a transaction
 * that ends when it is refused.
 */
export async function resizePools(
  context: Context,
  sizes: readonly PoolSize[],
): Promise<Result<null, 'CapacityBelowSold'>> {
  if (sizes.length === 0) return ok(null)
  const sorted = sizes.toSorted(
    (left, right) => left.offeringId - right.offeringId || left.poolId - right.poolId,
  )
  const { rows } = await sql<{ offeringId: number; poolId: number }>`
    with wanted as materialized (
      select pool_leg.offering_id, pool_leg.pool_id, pool_leg.leg, requested.capacity
      from unnest(${arrayOf(sorted.map((size) => size.offeringId))}::bigint[],
        ${arrayOf(sorted.map((size) => size.poolId))}::int[],
        ${arrayOf(sorted.map((size) => size.capacity))}::int[]) as requested (offering_id, pool_id, capacity)
      join pool_leg using (offering_id, pool_id)
      order by pool_leg.offering_id, pool_leg.pool_id, pool_leg.leg
      for update of pool_leg
    )
    update pool_leg set capacity = wanted.capacity
    from wanted
    where pool_leg.offering_id = wanted.offering_id and pool_leg.pool_id = wanted.pool_id
      and pool_leg.leg = wanted.leg and pool_leg.taken <= wanted.capacity
    returning pool_leg.offering_id as "offeringId", pool_leg.pool_id as "poolId"`.execute(
    context.db,
  )
  const changed = new Set(rows.map((row) => `${row.offeringId}:${row.poolId}`))
  const refused = sizes.filter((size) => !changed.has(`${size.offeringId}:${size.poolId}`))
  if (refused.length > 0) return fail('CapacityBelowSold', { pools: refused })
  for (const offeringId of new Set(sizes.map((size) => size.offeringId)))
    await notifyPlaces(context, offeringId, [poolsItem])
  return ok(null)
}
