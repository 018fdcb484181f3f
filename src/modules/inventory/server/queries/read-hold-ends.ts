import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { placeStates, poolHoldStates } from '../states.ts'
import { arrayOf } from '../store.ts'

/** When the first hold on a place, and on each pool, ends. */
export interface HoldEnds {
  /** Null when no place is held. */
  readonly places: Date | null
  /** Pools with holds only. */
  readonly pools: readonly { readonly poolId: number; readonly until: Date }[]
}

/** The next ends of the holds of an offering, without those of the caller. For an offering that looks sold out. */
export async function readHoldEnds(
  context: Context,
  offeringId: number,
  ownHoldIds: readonly string[],
): Promise<HoldEnds> {
  const now = context.clock.now()
  const own = arrayOf(ownHoldIds)
  const { rows } = await sql<{ poolId: number | null; until: Date | null }>`
    select null::int as "poolId", min(held_until) as until from place_leg
    where offering_id = ${offeringId}::bigint and state = ${placeStates.held}
      and held_until > ${now}::timestamptz and hold_id <> all(${own}::uuid[])
    union all
    select pool_id, min(held_until) from pool_hold
    where offering_id = ${offeringId}::bigint and state = ${poolHoldStates.held}
      and held_until > ${now}::timestamptz and hold_id <> all(${own}::uuid[])
    group by pool_id`.execute(context.db)
  return {
    places: rows.find(({ poolId }) => poolId === null)?.until ?? null,
    pools: rows.flatMap(({ poolId, until }) =>
      poolId === null || until === null ? [] : [{ poolId, until }],
    ),
  }
}
