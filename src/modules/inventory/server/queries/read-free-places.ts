import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { arrayOf } from '../store.ts'
import { placeStates } from '../states.ts'

/** Some legs of an offering. */
export interface LegRange {
  readonly offeringId: number
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
}

/** The named places that are free on all of the legs, for each range in the same order, in one statement. */
export async function readFreePlaces(
  context: Pick<Context, 'db' | 'clock'>,
  ranges: readonly LegRange[],
): Promise<readonly (readonly number[])[]> {
  if (ranges.length === 0) return []
  const now = context.clock.now()
  const { rows } = await sql<{ position: number; places: number[] }>`
    select wanted.position::int as position, array_agg(place.place_id order by place.place_id) as places
    from unnest(${arrayOf(ranges.map(({ offeringId }) => offeringId))}::bigint[],
      ${arrayOf(ranges.map(({ legFrom }) => legFrom))}::smallint[],
      ${arrayOf(ranges.map(({ legTo }) => legTo))}::smallint[])
      with ordinality as wanted (offering_id, leg_from, leg_to, position)
    cross join lateral (
      select place_id from place_leg
      where offering_id = wanted.offering_id and leg >= wanted.leg_from and leg < wanted.leg_to
      group by place_id
      having bool_and(state in (${placeStates.free}, ${placeStates.returned}) or state = ${placeStates.held} and held_until <= ${now}::timestamptz)
    ) as place
    group by wanted.position`.execute(context.db)
  const found = new Map(rows.map(({ position, places }) => [position, places]))
  return ranges.map((_, index) => found.get(index + 1) ?? [])
}
