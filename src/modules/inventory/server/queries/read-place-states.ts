import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { placeStates } from '../states.ts'

export type PlaceUse = 'free' | 'held' | 'sold' | 'kept'

/** Current state of every named place of an offering of one leg, for its managers. */
export async function readPlaceStates(
  context: Context,
  offeringId: number,
): Promise<ReadonlyMap<number, PlaceUse>> {
  const { rows } = await sql<{ placeId: number; use: PlaceUse }>`
    select place_id as "placeId", case
        when state = ${placeStates.sold} then 'sold'
        when state = ${placeStates.blocked} then 'kept'
        when state = ${placeStates.held} and held_until > ${context.clock.now()}::timestamptz then 'held'
        else 'free' end as use
    from place_leg where offering_id = ${offeringId}::bigint and leg = 0`.execute(context.db)
  return new Map(rows.map(({ placeId, use }) => [placeId, use]))
}
