import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { placeStates } from '../states.ts'
import { arrayOf } from '../store.ts'

/** How many places of an offering are in use, on each leg and altogether. */
export interface LegCounts {
  /** Sold places, each counted once for each of its holders. */
  readonly sold: number
  /** The same for places held for orders that are not paid yet. */
  readonly held: number
  /** Sold places beyond those that exist, which are in no other count: their holders have none. */
  readonly missing: number
  /** By leg. */
  readonly legs: readonly { readonly sold: number; readonly held: number }[]
}

/**
 * Counts for back offices; expired holds are not counted. Unknown offerings are omitted.
 *
 * @param placesOf how many places an offering has, by its id; absent: all numbers are places
 */
export async function readLegCounts(
  context: Pick<Context, 'db' | 'clock'>,
  offeringIds: readonly number[],
  placesOf: ReadonlyMap<number, number> = new Map(),
): Promise<ReadonlyMap<number, LegCounts>> {
  if (offeringIds.length === 0) return new Map()
  const placeMax = arrayOf(offeringIds.map((id) => placesOf.get(id) ?? Infinity))
  const { rows } = await sql<{
    id: number
    leg: number | null
    sold: number
    held: number
    missing: number
  }>`
    select place.offering_id as id, leg,
      count(distinct (place_id, hold_id)) filter (where state = ${placeStates.sold} and place_id <= place_max)::int as sold,
      count(distinct (place_id, hold_id)) filter (where state = ${placeStates.held} and place_id <= place_max
        and held_until > ${context.clock.now()}::timestamptz)::int as held,
      count(distinct (place_id, hold_id)) filter (where state = ${placeStates.sold} and place_id > place_max)::int as missing
    from place_leg as place
    join unnest(${arrayOf(offeringIds)}::bigint[], ${placeMax}::float8[]) as wanted (offering_id, place_max) using (offering_id)
    group by grouping sets ((place.offering_id), (place.offering_id, leg))
    order by place.offering_id, leg`.execute(context.db)
  const byOffering = Map.groupBy(rows, ({ id }) => Number(id))
  return new Map(
    [...byOffering].map(([offeringId, counts]) => {
      const whole = counts.find(({ leg }) => leg === null)
      const legs = counts.flatMap(({ leg, sold, held }) => (leg === null ? [] : { sold, held }))
      const { sold = 0, held = 0, missing = 0 } = whole ?? {}
      return [offeringId, { sold, held, missing, legs }]
    }),
  )
}
