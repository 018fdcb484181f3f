import { sql } from 'kysely'
import { legCountMax } from '#kernel/legs.ts'
import type { Context } from '#platform/context.ts'
import { availabilityState } from '../rules.ts'
import { arrayOf } from '../store.ts'
import { poolHoldStates } from '../states.ts'

export interface AvailabilityOptions {
  /** Leg range; the whole offering when absent. */
  readonly legFrom?: number
  /** Exclusive. */
  readonly legTo?: number
  /** Holds of the caller, whose places are shown as their own. */
  readonly holdIds?: readonly string[]
}

export interface Availability {
  /** One of `availabilityState` for each place; the place number less one is the index. */
  readonly states: Uint8Array
  readonly pools: readonly { readonly poolId: number; readonly left: number }[]
}

/**
 * The letters that the statement writes, in ascending priority: over several legs a place has the highest state of
 * any leg, and counts as the caller's own only if no leg is held by somebody else.
 */
const letters: Readonly<Record<string, number>> = {
  a: availabilityState.free,
  b: availabilityState.refunded,
  c: availabilityState.yours,
  d: availabilityState.held,
  e: availabilityState.sold,
  f: availabilityState.blocked,
}

/**
 * Availability of places and pools for one caller. One aggregate per table: a stadium is returned as one string
 * instead of 54,000 rows. An unknown offering has no places and no pools.
 */
export async function readAvailability(
  context: Context,
  offeringId: number,
  options: AvailabilityOptions = {},
): Promise<Availability> {
  const { legFrom = 0, legTo = legCountMax, holdIds = [] } = options
  const now = context.clock.now()
  const { rows } = await sql<{
    states: string | null
    pools: { poolId: number; left: number }[] | null
  }>`
    select (
      select string_agg(letter, '' order by place_id) from (
        select place_id, max(case state
          when 0 then 'a'
          when 4 then 'b'
          when 3 then 'f'
          when 2 then 'e'
          else case
            when held_until <= ${now}::timestamptz then 'a'
            when hold_id = any(${arrayOf(holdIds)}::uuid[]) then 'c'
            else 'd' end
          end collate "C") as letter
        from place_leg
        where offering_id = ${offeringId}::bigint
          and leg >= ${legFrom}::smallint and leg < ${legTo}::smallint
        group by place_id
      ) as place
    ) as states, (
      select json_agg(json_build_object('poolId', pool_id, 'left', "left") order by pool_id) from (
        select pool_leg.pool_id, min(pool_leg.capacity - pool_leg.taken + coalesce((
          select sum(pool_hold.quantity) from pool_hold
          where pool_hold.offering_id = pool_leg.offering_id
            and pool_hold.pool_id = pool_leg.pool_id
            and pool_hold.leg_from <= pool_leg.leg and pool_leg.leg < pool_hold.leg_to
            and pool_hold.state = ${poolHoldStates.held} and pool_hold.held_until <= ${now}::timestamptz
        ), 0)) as "left"
        from pool_leg
        where pool_leg.offering_id = ${offeringId}::bigint
          and pool_leg.leg >= ${legFrom}::smallint and pool_leg.leg < ${legTo}::smallint
        group by pool_leg.pool_id
      ) as pool
    ) as pools`.execute(context.db)
  return { states: statesOf(rows[0]?.states ?? ''), pools: rows[0]?.pools ?? [] }
}

export function statesOf(text: string): Uint8Array {
  const states = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1)
    states[index] = letters[text.charAt(index)] ?? availabilityState.sold
  return states
}
