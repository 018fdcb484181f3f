import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { arrayOf } from '../store.ts'
import { placeStates } from '../states.ts'

/** Legs from which to which something is held or sold. */
interface TakenRide {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** The different rides that are held or sold, by offering; offerings without any are left out. */
export async function readRides(
  { db }: Pick<Context, 'db'>,
  offeringIds: readonly number[],
): Promise<ReadonlyMap<number, readonly TakenRide[]>> {
  if (offeringIds.length === 0) return new Map()
  const ids = arrayOf(offeringIds)
  const { rows } = await sql<TakenRide & { readonly id: number }>`
    select distinct offering_id as id, min(leg)::int as from, max(leg)::int + 1 as to from place_leg
    where offering_id = any(${ids}::bigint[]) and state in (${placeStates.held}, ${placeStates.sold})
    group by offering_id, place_id, hold_id
    union
    select offering_id, leg_from::int, leg_to::int from pool_hold
    where offering_id = any(${ids}::bigint[])`.execute(db)
  const rides = Map.groupBy(rows, ({ id }) => Number(id))
  return new Map([...rides].map(([id, own]) => [id, own.map(({ from, to }) => ({ from, to }))]))
}
