import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { arrayOf } from '../store.ts'
import { poolHoldStates } from '../states.ts'

/** Held and sold quantities of a pool of a one-leg offering. */
export interface PoolUse {
  readonly offeringId: number
  readonly capacity: number
  readonly sold: number
  /** Held and not expired. */
  readonly held: number
}

/** How much of this pool is sold and held, by offering; offerings without it are left out. */
export async function readPoolUse(
  context: Context,
  offeringIds: readonly number[],
  poolId: number,
): Promise<ReadonlyMap<number, PoolUse>> {
  if (offeringIds.length === 0) return new Map()
  const { rows } = await sql<PoolUse>`
    select pool_leg.offering_id as "offeringId", pool_leg.capacity,
      coalesce(sum(pool_hold.quantity) filter (where state = ${poolHoldStates.sold}), 0)::int as sold,
      coalesce(sum(pool_hold.quantity)
        filter (where state = ${poolHoldStates.held} and held_until > ${context.clock.now()}::timestamptz), 0)::int as held
    from pool_leg
    left join pool_hold on pool_hold.offering_id = pool_leg.offering_id
      and pool_hold.pool_id = pool_leg.pool_id
    where pool_leg.offering_id = any(${arrayOf(offeringIds)}::bigint[])
      and pool_leg.pool_id = ${poolId} and pool_leg.leg = 0
    group by pool_leg.offering_id, pool_leg.capacity`.execute(context.db)
  return new Map(rows.map((row) => [row.offeringId, row]))
}
