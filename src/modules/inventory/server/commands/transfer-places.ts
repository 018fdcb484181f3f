import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { isWellFormed, type PlaceAllocation } from '../rules.ts'
import { arrayOf } from '../store.ts'
import { placeStates } from '../states.ts'

/**
 * Moves places from one hold to another with the same end, in the caller's transaction; no other caller can take them
 * meanwhile. Returns false when the first hold no longer has one of them; the caller must then roll back.
 */
export async function transferPlaces(
  context: Context,
  allocation: PlaceAllocation,
  toHoldId: string,
): Promise<boolean> {
  const { offeringId, holdId, places, legFrom, legTo } = allocation
  invariant(context.db.isTransaction, 'places are handed over together with their lines')
  invariant(
    isWellFormed(allocation) && allocation.pools.length === 0,
    'named places are handed over',
  )
  const result = await sql`
    update place_leg set hold_id = ${toHoldId}
    where offering_id = ${offeringId}::bigint and place_id = any(${arrayOf(places)}::int[])
      and leg >= ${legFrom} and leg < ${legTo} and hold_id = ${holdId} and state = ${placeStates.held}
      and held_until > ${context.clock.now()}::timestamptz`.execute(context.db)
  return Number(result.numAffectedRows ?? 0) === places.length * (legTo - legFrom)
}
