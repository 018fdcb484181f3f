import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { notifyPlaces } from '../place-notifications.ts'
import { placeStates } from '../states.ts'
import { arrayOf } from '../store.ts'

/**
 * Withholds named places from sale on every leg, or releases them again: all of them or none, in one statement that
 * checks and writes. `SeatNotAvailable` with `detail: { placeIds }` when one is held, sold, or already in the requested
 * state: of two concurrent requests for a place only one succeeds.
 */
export async function withholdPlaces(
  context: Context,
  request: {
    readonly offeringId: number
    readonly placeIds: readonly number[]
    readonly isKept: boolean
  },
): Promise<Result<null, 'SeatNotAvailable'>> {
  const { offeringId, isKept } = request
  const placeIds = [...new Set(request.placeIds)].toSorted((left, right) => left - right)
  return inTransaction<Result<null, 'SeatNotAvailable'>>(context, async (inside) => {
    const now = inside.clock.now()
    const isReady = isKept
      ? sql`(locked.state in (${placeStates.free}, ${placeStates.returned})
          or locked.state = ${placeStates.held} and locked.held_until <= ${now}::timestamptz)`
      : sql`locked.state = ${placeStates.blocked}`
    const { rows } = await sql<{ placeId: number; isLeft: boolean }>`
      with locked as materialized (
        select place_id, leg, state, held_until from place_leg
        where offering_id = ${offeringId}::bigint and place_id = any(${arrayOf(placeIds)}::int[])
        order by place_id, leg for update
      ), written as (
        update place_leg set state = ${isKept ? placeStates.blocked : placeStates.free}, hold_id = null, held_until = null
        from locked
        where place_leg.offering_id = ${offeringId}::bigint and place_leg.place_id = locked.place_id
          and place_leg.leg = locked.leg and ${isReady}
        returning place_leg.place_id, place_leg.leg
      )
      select locked.place_id as "placeId", bool_or(written.leg is null) as "isLeft"
      from locked left join written using (place_id, leg) group by 1`.execute(inside.db)
    const done = new Set(rows.flatMap(({ placeId, isLeft }) => (isLeft ? [] : [placeId])))
    const left = placeIds.filter((placeId) => !done.has(placeId))
    if (left.length > 0) return fail('SeatNotAvailable', { placeIds: left, poolIds: [] })
    await notifyPlaces(inside, offeringId, placeIds)
    return ok(null)
  })
}
