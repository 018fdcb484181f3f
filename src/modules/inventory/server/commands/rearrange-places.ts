import { sql } from 'kysely'
import { placeIdMax } from '#kernel/legs.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { notifyPlaces } from '../place-notifications.ts'
import { placeState } from '../rules.ts'
import { placeStates } from '../states.ts'

/**
 * Gives an offering of one leg another set of places, in the caller's transaction: sold places move to their new place
 * with their hold; held, withheld and returned places keep their state where `moves` names them, all others are free.
 * Holds that name the former `plan` are refused from then on. Viewers of the places are told.
 */
export async function rearrangePlaces(
  context: Context,
  options: {
    readonly offeringId: number
    /** Places from 1 to this afterwards. */
    readonly placeCount: number
    /** New place by old one. */
    readonly moves: ReadonlyMap<number, number>
    /** The plan whose numbers the places have afterwards; absent: not recorded. */
    readonly plan?: string
  },
): Promise<void> {
  const { offeringId, placeCount, moves } = options
  invariant(context.db.isTransaction, 'places are rearranged together with what refers to them')
  invariant(placeCount >= 0 && placeCount <= placeIdMax, 'places are numbered within range')
  const { rows } = await sql<PlaceRow>`
    select place_id as "placeId", state, hold_id as "holdId", held_until as "heldUntil" from place_leg
    where offering_id = ${offeringId}::bigint and leg = 0 order by place_id for update`.execute(
    context.db,
  )
  const kept = rows.flatMap(({ placeId, state, holdId, heldUntil }): KeptPlace[] => {
    const place_id = moves.get(placeId)
    invariant(
      place_id !== undefined || state !== placeState.sold,
      'whoever has bought a place gets another one',
    )
    return place_id === undefined || state === placeState.free
      ? []
      : [{ place_id, state, hold_id: holdId, held_until: heldUntil }]
  })
  await sql`delete from place_leg where offering_id = ${offeringId}::bigint`.execute(context.db)
  await sql`
    insert into place_leg (offering_id, place_id, leg, state, hold_id, held_until)
    select ${offeringId}::bigint, every.place_id, 0, coalesce(kept.state, 0), kept.hold_id, kept.held_until
    from generate_series(1, ${placeCount}::int) as every (place_id)
      left join jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
        as kept (place_id integer, state smallint, hold_id uuid, held_until timestamptz)
        on kept.place_id = every.place_id
    order by every.place_id`.execute(context.db)
  if (options.plan !== undefined)
    await sql`update offering set plan = ${options.plan} where id = ${offeringId}::bigint`.execute(
      context.db,
    )
  const highest = Math.max(placeCount, rows.at(-1)?.placeId ?? 0)
  await notifyPlaces(
    context,
    offeringId,
    Array.from({ length: highest }, (_, index) => index + 1),
  )
}

interface KeptPlace {
  readonly place_id: number
  readonly state: number
  readonly hold_id: string | null
  readonly held_until: Date | null
}

interface PlaceRow {
  readonly placeId: number
  readonly state: number
  readonly holdId: string | null
  readonly heldUntil: Date | null
}

/** Places of an offering of one leg that are withheld or returned. */
export async function readMarkedPlaces(
  context: Context,
  offeringId: number,
): Promise<{ readonly placeId: number; readonly isHeldBack: boolean }[]> {
  const { rows } = await sql<{ placeId: number; isHeldBack: boolean }>`
    select place_id as "placeId", state = ${placeStates.blocked} as "isHeldBack" from place_leg
    where offering_id = ${offeringId}::bigint and leg = 0 and hold_id is null
      and state in (${placeStates.blocked}, ${placeStates.returned}) order by place_id`.execute(
    context.db,
  )
  return rows
}
