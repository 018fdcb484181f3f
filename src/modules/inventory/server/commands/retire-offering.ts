import { sql } from 'kysely'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { placeStates } from '../states.ts'

/**
 * Retires an offering from which nothing is sold or held: blocks every place and closes every pool, in the caller's
 * transaction. Everything is locked and checked before anything is written, so a refusal (`OfferingInUse`) changes
 * nothing. A concurrent hold either commits first, and this is refused, or finds nothing to take.
 */
export async function retireOffering(
  context: Context,
  offeringId: number,
): Promise<Result<null, 'OfferingInUse'>> {
  invariant(context.db.isTransaction, 'places are locked until they are blocked')
  const { rows: places } = await sql<{ taken: number }>`
    with locked as materialized (
      select state from place_leg where offering_id = ${offeringId}::bigint
      order by place_id, leg for update
    )
    select count(*)::int as taken from locked
    where state not in (${placeStates.free}, ${placeStates.blocked}, ${placeStates.returned})`.execute(
    context.db,
  )
  const { rows: pools } = await sql<{ taken: number }>`
    with locked as materialized (
      select taken from pool_leg where offering_id = ${offeringId}::bigint
      order by pool_id, leg for update
    )
    select count(*)::int as taken from locked where taken > 0`.execute(context.db)
  if ((places[0]?.taken ?? 0) + (pools[0]?.taken ?? 0) > 0) return fail('OfferingInUse')
  await sql`
    update place_leg set state = ${placeStates.blocked}, hold_id = null, held_until = null
    where offering_id = ${offeringId}::bigint`.execute(context.db)
  await sql`
    update pool_leg set capacity = 0 where offering_id = ${offeringId}::bigint`.execute(context.db)
  await context.db
    .updateTable('offering')
    .set({ is_on_sale: false })
    .where('id', '=', offeringId)
    .execute()
  return ok(null)
}
