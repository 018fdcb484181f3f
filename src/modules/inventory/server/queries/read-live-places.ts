import { sql } from 'kysely'
import { legCountMax } from '#kernel/legs.ts'
import type { Context } from '#platform/context.ts'
import { arrayOf } from '../store.ts'
import { readAvailability, statesOf, type Availability } from './read-availability.ts'
import { placeStates, poolHoldStates } from '../states.ts'

/** Current state of a place, and the expiry of the hold on it, if any. */
export interface LivePlace {
  readonly placeId: number
  /** One of `availabilityState`, as a caller without holds sees it. */
  readonly state: number
  /** Milliseconds since 1970 when the first hold on it ends, or null without holds. */
  readonly heldUntil: number | null
}

/** These places as they are now; one that does not exist is left out. */
export async function readLivePlaces(
  context: Context,
  offeringId: number,
  placeIds: readonly number[],
): Promise<readonly LivePlace[]> {
  const now = context.clock.now()
  const { rows } = await sql<{ ids: number[] | null; states: string | null; ends: Ends }>`
    select json_agg(place_id order by place_id) as ids,
      string_agg(letter, '' order by place_id) as states,
      json_agg(ends order by place_id) as ends
    from (
      select place_id, max(case state
          when 0 then 'a'
          when 4 then 'b'
          when 3 then 'f'
          when 2 then 'e'
          else case when held_until <= ${now}::timestamptz then 'a' else 'd' end
        end collate "C") as letter,
        (extract(epoch from min(held_until) filter (where held_until > ${now}::timestamptz)) * 1000
        )::bigint as ends
      from place_leg
      where offering_id = ${offeringId}::bigint and place_id = any(${arrayOf(placeIds)}::int[])
        and leg < ${legCountMax}::smallint
      group by place_id
    ) as place`.execute(context.db)
  const [row] = rows
  const states = statesOf(row?.states ?? '')
  return (row?.ids ?? []).map((placeId, index) => ({
    placeId,
    state: states[index] ?? 0,
    heldUntil: row?.ends?.[index] ?? null,
  }))
}

type Ends = (number | null)[] | null

/** A whole offering, with the expiries of the holds on it. */
export interface LiveOffering extends Availability {
  /** By place: milliseconds since 1970. */
  readonly heldUntil: ReadonlyMap<number, number>
  /** When the next hold on a pool ends. */
  readonly poolsUntil: number | null
}

/**
 * The whole offering. Expiries are read before the states: a place held in between shows as taken without an expiry
 * until its change notification arrives.
 */
export async function readLiveOffering(
  context: Context,
  offeringId: number,
): Promise<LiveOffering> {
  const { rows } = await sql<{ places: number[] | null; ends: number[] | null }>`
    select json_agg(place_id) as places,
      json_agg((extract(epoch from held_until) * 1000)::bigint) as ends
    from place_leg
    where offering_id = ${offeringId}::bigint and state = ${placeStates.held}
      and held_until > ${context.clock.now()}::timestamptz`.execute(context.db)
  const heldUntil = new Map<number, number>()
  const ends = rows[0]?.ends ?? []
  rows[0]?.places?.forEach((placeId, index) => {
    const end = ends[index] ?? 0
    heldUntil.set(placeId, Math.min(end, heldUntil.get(placeId) ?? end))
  })
  const { pools, poolsUntil } = await readLivePools(context, offeringId)
  const { states } = await readAvailability(context, offeringId)
  return { states, pools, heldUntil, poolsUntil }
}

/** What is left of the pools, and when the next hold on one of them expires. */
export async function readLivePools(
  context: Context,
  offeringId: number,
): Promise<Pick<LiveOffering, 'pools' | 'poolsUntil'>> {
  const now = context.clock.now()
  const { rows } = await sql<{ poolId: number; left: number; until: number | null }>`
    select pool_leg.pool_id as "poolId",
      min(pool_leg.capacity - pool_leg.taken + coalesce(held.ended, 0))::int as left,
      (extract(epoch from min(held.until)) * 1000)::bigint as until
    from pool_leg left join lateral (
      select sum(quantity) filter (where held_until <= ${now}::timestamptz) as ended,
        min(held_until) filter (where held_until > ${now}::timestamptz) as until
      from pool_hold
      where pool_hold.offering_id = pool_leg.offering_id and pool_hold.pool_id = pool_leg.pool_id
        and pool_hold.leg_from <= pool_leg.leg and pool_leg.leg < pool_hold.leg_to
        and pool_hold.state = ${poolHoldStates.held}
    ) as held on true
    where pool_leg.offering_id = ${offeringId}::bigint
    group by pool_leg.pool_id order by pool_leg.pool_id`.execute(context.db)
  const ends = rows.flatMap(({ until }) => (until === null ? [] : [until]))
  return {
    pools: rows.map(({ poolId, left }) => ({ poolId, left })),
    poolsUntil: ends.length > 0 ? Math.min(...ends) : null,
  }
}
