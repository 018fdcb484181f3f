import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { placeStates } from '../states.ts'

/**
 * Retires an offering from which nothing is sold or held: blocks every place and closes every pool, each in a
 * statement that checks and writes together. A concurrent hold either commits first, and this is refused with
 * `OfferingInUse`, or finds nothing to take. The caller's transaction must roll back on refusal.
 */
export async function retireOffering(
  context: Context,
  offeringId: number,
): Promise<Result<null, 'OfferingInUse'>> {
  const { rows } = await sql<{ remaining: number }>`
    with locked as materialized (
      select place_id, leg, state from place_leg where offering_id = ${offeringId}::bigint
      order by place_id, leg for update
    ), blocked as (
      update place_leg set state = ${placeStates.blocked}
      from locked
      where place_leg.offering_id = ${offeringId}::bigint and place_leg.place_id = locked.place_id
        and place_leg.leg = locked.leg and locked.state in (${placeStates.free}, ${placeStates.blocked}, ${placeStates.returned})
      returning 1
    )
    select ((select count(*) from locked) - (select count(*) from blocked))::int as remaining`.execute(
    context.db,
  )
  const pools = await sql<{ remaining: number }>`
    with locked as materialized (
      select pool_id, leg, taken from pool_leg where offering_id = ${offeringId}::bigint
      order by pool_id, leg for update
    ), closed as (
      update pool_leg set capacity = 0
      from locked
      where pool_leg.offering_id = ${offeringId}::bigint and pool_leg.pool_id = locked.pool_id
        and pool_leg.leg = locked.leg and locked.taken = 0
      returning 1
    )
    select ((select count(*) from locked) - (select count(*) from closed))::int as remaining`.execute(
    context.db,
  )
  const remaining = (rows[0]?.remaining ?? 0) + (pools.rows[0]?.remaining ?? 0)
  if (remaining > 0) return fail('OfferingInUse')
  await context.db
    .updateTable('offering')
    .set({ is_on_sale: false })
    .where('id', '=', offeringId)
    .execute()
  return ok(null)
}
