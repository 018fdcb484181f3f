import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { isWellFormed, type PlaceAllocation } from '../rules.ts'
import { arrayOf } from '../store.ts'
import { placeStates } from '../states.ts'

/**
 * Gives places that a hold keeps to another hold, which ends when the first does, in the caller's transaction; nobody
 * else can have them meanwhile. Answers false when one of them is not held by it any more; then nothing may commit.
 */
export async function handOverPlaces(
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
