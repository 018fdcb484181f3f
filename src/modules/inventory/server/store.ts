import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#platform/context.ts'
import { legBits, type SaleEnd } from './rules.ts'
import { placeStates, poolHoldStates } from './states.ts'

/** Lists are sent as array literals: cheaper than letting the driver quote each element. */
export function arrayOf(values: Iterable<number | string>): string {
  return `{${[...values].join()}}`
}

/** Place and leg of a key, as SQL; constants, so that the text of a statement does not change. */
export const placeOfKeySql = sql`key >> ${sql.lit(legBits)}`
export const legOfKeySql = sql`(key & ${sql.lit(2 ** legBits - 1)})::smallint`

/** Whether an offering is on sale, as SQL. It locks the sale, so `stopSale` waits until the transaction ends. */
export function sellsNow(
  context: Context,
  offeringId: RawBuilder<unknown> | number,
  unless: SaleEnd | undefined,
): RawBuilder<boolean> {
  if (unless === undefined) return sql`true`
  const at = unless === 'closed' ? context.clock.now() : null
  return sql`offering_sells(${offeringId}::bigint, ${at}::timestamptz)`
}

/** A place on a leg of any offering that a hold asks for, with the expiry. */
export interface WantedPlace extends AllocatedPlace {
  readonly until: Date
}

/**
 * Locks the requested places of any offerings in the common lock order and returns those that are not free for their
 * hold. All are taken when all exist and are free, unless they were only to be locked.
 */
export async function takeFreeAcross(
  context: Context,
  places: readonly WantedPlace[],
  { lockOnly }: { readonly lockOnly: boolean },
): Promise<{ readonly taken: boolean; readonly free: readonly string[] }> {
  const { rows } = await sql<{ taken: boolean | null; free: string[] | null }>`
    with locked as materialized (
      select place_leg.offering_id, place_leg.place_id, place_leg.leg, claimed.key, claimed.hold_id,
        (${arrayOf(places.map(({ until }) => until.toISOString()))}::timestamptz[])[claimed.position]
          as held_until,
        (place_leg.state in (${placeStates.free}, ${placeStates.returned}) or place_leg.state = ${placeStates.held} and (
          place_leg.held_until <= ${context.clock.now()}::timestamptz
          or place_leg.hold_id = claimed.hold_id)) is true as is_free
      from ${allocatedPlaces(places)}
      join place_leg using (offering_id, place_id, leg)
      order by place_leg.offering_id, place_leg.place_id, place_leg.leg
      for update of place_leg
    ), verdict as materialized (
      select bool_and(is_free) and count(*) = ${places.length}::int as taken from locked
    ), changed as (
      update place_leg set state = ${placeStates.held}, hold_id = locked.hold_id, held_until = locked.held_until
      from locked, verdict
      where verdict.taken and not ${lockOnly}::boolean
        and place_leg.offering_id = locked.offering_id
        and place_leg.place_id = locked.place_id and place_leg.leg = locked.leg
    )
    select (select taken from verdict) as taken,
      (select json_agg(offering_id || ' ' || key) from locked where is_free) as free
    `.execute(context.db)
  const [row] = rows
  return { taken: row?.taken === true, free: row?.free ?? [] }
}

/** A place on a leg of any offering, and the hold that takes or releases it. */
export interface AllocatedPlace {
  readonly offeringId: number
  readonly key: number
  readonly holdId: string
}

function allocatedPlaces(places: readonly AllocatedPlace[]) {
  return sql`(
    select offering_id, key, ${placeOfKeySql} as place_id, ${legOfKeySql} as leg, hold_id, position
    from unnest(
      ${arrayOf(places.map((place) => place.offeringId))}::bigint[],
      ${arrayOf(places.map((place) => place.key))}::int[],
      ${arrayOf(places.map((place) => place.holdId))}::uuid[]
    ) with ordinality as claimed (offering_id, key, hold_id, position)
  ) as claimed`
}

export interface Sale {
  /** All of the places can be sold, and have been unless they were only to be locked. */
  readonly sold: boolean
  /** Keys held by others. */
  readonly inTheWay: readonly number[]
  /** How many of the places exist. */
  readonly found: number
}

/**
 * Locks these places and sells all or none: each must be held or sold by its own hold, or be free to take again. Nothing
 * is sold of an ended sale.
 * `lockOnly` only locks them; a second call then sells them and cannot fail.
 */
export async function sellFreePlaces(
  context: Context,
  places: readonly AllocatedPlace[],
  { lockOnly }: { readonly lockOnly: boolean },
): Promise<Sale> {
  const { rows } = await sql<{ sold: boolean | null; found: number; blocked: number[] | null }>`
    with locked as materialized (
      select place_leg.offering_id, place_leg.place_id, place_leg.leg, claimed.key, claimed.hold_id,
        place_leg.state = ${placeStates.sold} and place_leg.hold_id = claimed.hold_id as is_sold,
        place_leg.state in (${placeStates.free}, ${placeStates.returned})
          or place_leg.state = ${placeStates.held} and place_leg.held_until <= ${context.clock.now()}::timestamptz
          or place_leg.state in (${placeStates.held}, ${placeStates.sold}) and place_leg.hold_id = claimed.hold_id as is_ours,
        place_leg.state in (${placeStates.held}, ${placeStates.sold}) and place_leg.hold_id = claimed.hold_id as is_kept
      from ${allocatedPlaces(places)}
      join place_leg using (offering_id, place_id, leg)
      order by place_leg.offering_id, place_leg.place_id, place_leg.leg
      for update of place_leg
    ), verdict as materialized (
      select bool_and(is_ours) and count(*) = ${places.length}::int and (bool_and(is_sold) or not exists (
        select from offering
        where (ended_at is not null or (withdrawn_at is not null or not is_on_sale)
            and exists (select from locked as lapsed where lapsed.offering_id = offering.id and not lapsed.is_kept))
          and id = any(${arrayOf(new Set(places.map((place) => place.offeringId)))}::bigint[]))) as sold
      from locked
    ), taken as (
      update place_leg set state = ${placeStates.sold}, hold_id = locked.hold_id, held_until = null
      from locked, verdict
      where verdict.sold and not locked.is_sold and not ${lockOnly}::boolean
        and place_leg.offering_id = locked.offering_id
        and place_leg.place_id = locked.place_id and place_leg.leg = locked.leg
    )
    select (select sold from verdict) as sold, (select count(*)::int from locked) as found,
      (select json_agg(key) from locked where not is_ours) as blocked
    `.execute(context.db)
  const [row] = rows
  return { sold: row?.sold === true, found: row?.found ?? 0, inTheWay: row?.blocked ?? [] }
}

/** Locks these places, whoever has them. */
export async function lockPlaces(
  context: Context,
  places: readonly AllocatedPlace[],
): Promise<void> {
  await sql`
    select from ${allocatedPlaces(places)} join place_leg using (offering_id, place_id, leg)
    order by place_leg.offering_id, place_leg.place_id, place_leg.leg
    for update of place_leg`.execute(context.db)
}

/** Puts sold places back on sale; returns the keys that were sold to their hold and are free now. */
export async function returnSoldPlaces(
  context: Context,
  places: readonly AllocatedPlace[],
  state: number,
): Promise<AllocatedPlace[]> {
  const { rows } = await sql<AllocatedPlace>`
    with locked as materialized (
      select place_leg.offering_id, place_leg.place_id, place_leg.leg, claimed.key, claimed.hold_id
      from ${allocatedPlaces(places)}
      join place_leg using (offering_id, place_id, leg)
      where place_leg.state = ${placeStates.sold} and place_leg.hold_id = claimed.hold_id
      order by place_leg.offering_id, place_leg.place_id, place_leg.leg
      for update of place_leg
    )
    update place_leg set state = ${state}::smallint, hold_id = null
    from locked
    where place_leg.offering_id = locked.offering_id
      and place_leg.place_id = locked.place_id and place_leg.leg = locked.leg
    returning locked.key, locked.offering_id as "offeringId", locked.hold_id as "holdId"`.execute(
    context.db,
  )
  return rows
}

/** Frees the places of these holds, expired or not; `places` and `offeringId` narrow it. Returns what it freed. */
export async function freeHeldPlaces(
  context: Context,
  holdIds: readonly string[],
  only: { readonly offeringId?: number; readonly places?: readonly number[] },
): Promise<readonly { offeringId: number; placeId: number }[]> {
  const { rows } = await sql<{ offeringId: number; placeId: number }>`
    with locked as materialized (
      select offering_id, place_id, leg from place_leg
      where hold_id = any(${arrayOf(holdIds)}::uuid[]) and state = ${placeStates.held}
        and (${only.offeringId ?? null}::bigint is null or offering_id = ${only.offeringId ?? null})
        and (${only.places === undefined}::boolean
          or place_id = any(${arrayOf(only.places ?? [])}::int[]))
      order by offering_id, place_id, leg
      for update
    )
    update place_leg set state = ${placeStates.free}, hold_id = null, held_until = null
    from locked
    where place_leg.offering_id = locked.offering_id
      and place_leg.place_id = locked.place_id and place_leg.leg = locked.leg
    returning place_leg.offering_id as "offeringId", place_leg.place_id as "placeId"`.execute(
    context.db,
  )
  return rows
}

/** Frees the named places of these holds that have expired; places held again since are not affected. */
export async function freeExpiredPlaces(
  context: Context,
  holdIds: readonly string[],
): Promise<readonly { offeringId: number; placeId: number }[]> {
  const { rows } = await sql<{ offeringId: number; placeId: number }>`
    with locked as materialized (
      select offering_id, place_id, leg from place_leg
      where hold_id = any(${arrayOf(holdIds)}::uuid[]) and state = ${placeStates.held}
        and held_until <= ${context.clock.now()}
      order by offering_id, place_id, leg
      for update skip locked
    )
    update place_leg set state = ${placeStates.free}, hold_id = null, held_until = null
    from locked
    where place_leg.offering_id = locked.offering_id
      and place_leg.place_id = locked.place_id and place_leg.leg = locked.leg
    returning place_leg.offering_id as "offeringId", place_leg.place_id as "placeId"`.execute(
    context.db,
  )
  return rows
}

/**
 * Frees the named places of holds on the named legs, expired or not; places not held by the given hold are not
 * affected.
 */
export async function freeClaimedPlaces(
  context: Context,
  places: readonly AllocatedPlace[],
): Promise<readonly { offeringId: number; placeId: number }[]> {
  const { rows } = await sql<{ offeringId: number; placeId: number }>`
    with locked as materialized (
      select place_leg.offering_id, place_leg.place_id, place_leg.leg
      from ${allocatedPlaces(places)}
      join place_leg using (offering_id, place_id, leg)
      where place_leg.state = ${placeStates.held} and place_leg.hold_id = claimed.hold_id
      order by place_leg.offering_id, place_leg.place_id, place_leg.leg
      for update of place_leg
    )
    update place_leg set state = ${placeStates.free}, hold_id = null, held_until = null
    from locked
    where place_leg.offering_id = locked.offering_id
      and place_leg.place_id = locked.place_id and place_leg.leg = locked.leg
    returning place_leg.offering_id as "offeringId", place_leg.place_id as "placeId"`.execute(
    context.db,
  )
  return rows
}

/** Locks the places of these holds and returns their expiries, one row per place and leg. */
export async function lockHeldPlaces(
  context: Context,
  holdIds: readonly string[],
): Promise<{ holdId: string; heldUntil: Date }[]> {
  const { rows } = await sql<{ holdId: string; heldUntil: Date }>`
    select hold_id as "holdId", held_until as "heldUntil" from place_leg
    where hold_id = any(${arrayOf(holdIds)}::uuid[]) and state = ${placeStates.held}
    order by offering_id, place_id, leg
    for update`.execute(context.db)
  return rows
}

/** Sets the expiry of holds whose rows the caller has locked. */
export async function moveHoldEnd(
  context: Context,
  holdIds: readonly string[],
  until: Date,
): Promise<void> {
  const ids = arrayOf(holdIds)
  await sql`
    with extended as (
      update place_leg set held_until = ${until}::timestamptz
      where hold_id = any(${ids}::uuid[]) and state = ${placeStates.held}
    )
    update pool_hold set held_until = ${until}::timestamptz
    where hold_id = any(${ids}::uuid[]) and state = ${poolHoldStates.held}`.execute(context.db)
}
