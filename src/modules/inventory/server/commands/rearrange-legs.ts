import { sql } from 'kysely'
import { placeIdMax } from '#kernel/legs.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { notifyPlaces } from '../place-notifications.ts'
import { placeState } from '../rules.ts'

/** A place on one leg that is not free. */
export interface TakenLeg {
  readonly placeId: number
  readonly leg: number
  readonly state: 'held' | 'sold' | 'blocked' | 'returned'
  readonly holdId: string | null
  readonly heldUntil: Date | null
}

/** A place that a hold has on some legs, and the place that it gets instead. */
export interface MovedStretch {
  readonly placeId: number
  readonly holdId: string
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
  readonly toPlaceId: number
}

/** The number of a place that no offering has: a line with it cannot be sold. */
export const missingPlace = placeIdMax

const stateNames = { 1: 'held', 2: 'sold', 3: 'blocked', 4: 'returned' } as const

/** What is taken of an offering, by place and leg; with `isLocked`, all its places until the transaction ends. */
export async function readTakenLegs(
  context: Context,
  offeringId: number,
  { isLocked }: { readonly isLocked: boolean },
): Promise<TakenLeg[]> {
  const { rows } = await sql<Omit<TakenLeg, 'state'> & { readonly state: number }>`
    select place_id as "placeId", leg, state, hold_id as "holdId", held_until as "heldUntil" from place_leg
    where offering_id = ${offeringId}::bigint order by place_id, leg
    ${isLocked ? sql`for update` : sql``}`.execute(context.db)
  return rows.flatMap(({ state, ...row }) => {
    const named = stateNames[state as keyof typeof stateNames]
    return named === undefined ? [] : [{ ...row, state: named }]
  })
}

/**
 * Gives an offering another set of places, in the caller's transaction: what holds have moves leg by leg, `blocked` is
 * withheld from sale, the rest is free. Sold places must all move; held ones that do not are free afterwards. Two holds
 * never get one place on one leg: the primary key refuses it.
 */
export async function rearrangeLegs(
  context: Context,
  options: {
    readonly offeringId: number
    /** Places from 1 to this afterwards. */
    readonly placeCount: number
    readonly moves: readonly MovedStretch[]
    readonly blocked: readonly { readonly placeId: number; readonly leg: number }[]
  },
): Promise<void> {
  const { offeringId, placeCount, moves, blocked } = options
  invariant(context.db.isTransaction, 'places are rearranged together with what refers to them')
  invariant(placeCount >= 1 && placeCount < missingPlace, 'places are numbered within range')
  const before = await readTakenLegs(context, offeringId, { isLocked: true })
  const kept = before.flatMap(({ placeId, leg, state, holdId, heldUntil }) => {
    const move = moves.find(
      (one) =>
        one.placeId === placeId && one.holdId === holdId && one.legFrom <= leg && leg < one.legTo,
    )
    invariant(move || state !== 'sold', 'whoever has bought a place gets another one')
    return move
      ? [
          {
            place_id: move.toPlaceId,
            leg,
            state: placeState[state],
            hold_id: holdId,
            held_until: heldUntil,
          },
        ]
      : []
  })
  const withheld = blocked.map(({ placeId, leg }) => ({
    place_id: placeId,
    leg,
    state: placeState.blocked,
    hold_id: null,
    held_until: null,
  }))
  await sql`delete from place_leg where offering_id = ${offeringId}::bigint`.execute(context.db)
  await sql`
    insert into place_leg (offering_id, place_id, leg, state, hold_id, held_until)
    select ${offeringId}::bigint, every.place_id, every_leg.leg, coalesce(kept.state, 0), kept.hold_id, kept.held_until
    from offering cross join generate_series(1, ${placeCount}::int) as every (place_id)
      cross join generate_series(0, offering.leg_count - 1) as every_leg (leg)
      left join jsonb_to_recordset(${JSON.stringify([...kept, ...withheld])}::jsonb)
        as kept (place_id integer, leg smallint, state smallint, hold_id uuid, held_until timestamptz)
        on kept.place_id = every.place_id and kept.leg = every_leg.leg
    where offering.id = ${offeringId}::bigint
    order by every.place_id, every_leg.leg`.execute(context.db)
  const highest = Math.max(placeCount, ...before.map(({ placeId }) => placeId))
  await notifyPlaces(
    context,
    offeringId,
    Array.from({ length: highest }, (_, index) => index + 1),
  )
}
