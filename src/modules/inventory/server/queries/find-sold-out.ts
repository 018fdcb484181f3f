import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { arrayOf } from '../store.ts'
import { placeStates, poolHoldStates } from '../states.ts'

/**
 * Which of these offerings have nothing left to sell and nothing that could become free without a return: no free
 * place, no hold that may expire, no capacity left in a pool. An offering without places is not sold out. Reads each
 * offering's places only up to the first one that is left. With `countsHolds` what is held now counts as taken.
 */
export async function findSoldOut(
  context: Context,
  offeringIds: readonly number[],
  { countsHolds = false }: { readonly countsHolds?: boolean } = {},
): Promise<ReadonlySet<number>> {
  const now = context.clock.now()
  const { rows } = await sql<{ id: number }>`
    select wanted.id
    from unnest(${arrayOf(offeringIds)}::bigint[]) as wanted (id)
    where not exists (
        select from place_leg where offering_id = wanted.id and state in (${placeStates.free}, ${placeStates.held}, ${placeStates.returned})
          and (state <> ${placeStates.held} or not ${countsHolds}::boolean or held_until <= ${now}::timestamptz))
      and not exists (
        select from pool_leg
        where pool_leg.offering_id = wanted.id and pool_leg.capacity > pool_leg.taken - coalesce((
          select sum(pool_hold.quantity) from pool_hold
          where pool_hold.offering_id = pool_leg.offering_id
            and pool_hold.pool_id = pool_leg.pool_id
            and pool_hold.leg_from <= pool_leg.leg and pool_leg.leg < pool_hold.leg_to
            and pool_hold.state = ${poolHoldStates.held}
            and (not ${countsHolds}::boolean or pool_hold.held_until <= ${now}::timestamptz)), 0))
      and (exists (select from place_leg where offering_id = wanted.id)
        or exists (select from pool_leg where offering_id = wanted.id))
  `.execute(context.db)
  return new Set(rows.map((row) => row.id))
}
