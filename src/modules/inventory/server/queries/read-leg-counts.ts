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
  /** By leg. */
  readonly legs: readonly { readonly sold: number; readonly held: number }[]
}

/** Counts for back offices; expired holds are not counted. Unknown offerings are omitted. */
export async function readLegCounts(
  context: Pick<Context, 'db' | 'clock'>,
  offeringIds: readonly number[],
): Promise<ReadonlyMap<number, LegCounts>> {
  if (offeringIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; leg: number | null; sold: number; held: number }>`
    select offering_id as id, leg,
      count(distinct (place_id, hold_id)) filter (where state = ${placeStates.sold})::int as sold,
      count(distinct (place_id, hold_id)) filter (where state = ${placeStates.held}
        and held_until > ${context.clock.now()}::timestamptz)::int as held
    from place_leg where offering_id = any(${arrayOf(offeringIds)}::bigint[])
    group by grouping sets ((offering_id), (offering_id, leg))
    order by offering_id, leg`.execute(context.db)
  const byOffering = Map.groupBy(rows, ({ id }) => Number(id))
  return new Map(
    [...byOffering].map(([offeringId, counts]) => {
      const whole = counts.find(({ leg }) => leg === null)
      const legs = counts.flatMap(({ leg, sold, held }) => (leg === null ? [] : { sold, held }))
      return [offeringId, { sold: whole?.sold ?? 0, held: whole?.held ?? 0, legs }]
    }),
  )
}
