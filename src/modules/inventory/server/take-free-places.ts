import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { fixedStatement, type FixedStatement } from '#platform/database/fixed-statement.ts'
import type { SaleEnd } from './rules.ts'
import { placeStates } from './states.ts'
import { arrayOf, legOfKeySql, placeOfKeySql } from './store.ts'

export interface PlaceRequest {
  readonly holdId: string
  readonly until: Date
  /** Place keys; no two requests of one statement share one. */
  readonly keys: readonly number[]
  /** Granted only while the offering's places have the numbers of this plan; absent: not checked. */
  readonly plan?: string | undefined
}

/**
 * A locked place on a leg that was not taken: free, or held by another hold (null: sold, blocked, or not asked for).
 */
export interface LeftPlace {
  readonly key: number
  readonly isFree: boolean
  readonly holdId: string | null
}

export interface TakenPlaces {
  /** Otherwise nothing was granted. */
  readonly isSelling: boolean
  /** The offering's plan; null where its numbers never change. */
  readonly plan: string | null
  /** Indexes of the requests that were granted. */
  readonly granted: readonly number[]
  /** Every other place that exists: of refused requests and those that were only to be locked. */
  readonly left: readonly LeftPlace[]
}

interface TakingValues {
  readonly offeringId: number
  readonly now: Date
  /** When the sale must be open; null where it must only not be stopped. */
  readonly saleAt: Date | null
  readonly owners: string
  readonly keys: string
  readonly holdIds: string
  readonly untils: string
  readonly counts: string
  readonly plans: string
  readonly namesHolders: boolean
}

interface TakingRow {
  readonly sells: boolean
  readonly plan: string | null
  readonly granted: number[] | null
  readonly free: number[] | null
  readonly taken: number[] | null
  readonly holders: (string | null)[] | null
}

function takingStatement(checksSale: boolean): FixedStatement<TakingValues, TakingRow> {
  return fixedStatement((value) => {
    const sells = checksSale
      ? sql`offering_sells(${value('offeringId')}::bigint, ${value('saleAt')}::timestamptz)`
      : sql`true`
    return sql<TakingRow>`
    with selling as materialized (
      select ${sells} as sells,
        (select plan from offering where id = ${value('offeringId')}::bigint) as plan
    ), wanted as materialized (
      select owner, key, ${placeOfKeySql} as place_id, ${legOfKeySql} as leg
      from unnest(${value('owners')}::int[], ${value('keys')}::int[]) as wanted (owner, key)
    ), locked as materialized (
      select wanted.owner, wanted.key, place_leg.place_id, place_leg.leg,
        case when place_leg.state = ${placeStates.held} then place_leg.hold_id end as hold_id,
        (place_leg.state in (${placeStates.free}, ${placeStates.returned}) or place_leg.state = ${placeStates.held} and (
          place_leg.held_until <= ${value('now')}::timestamptz
          or place_leg.hold_id = (${value('holdIds')}::uuid[])[wanted.owner]
        )) is true as is_free
      from wanted
      join place_leg on place_leg.offering_id = ${value('offeringId')}::bigint
        and place_leg.place_id = wanted.place_id and place_leg.leg = wanted.leg
      order by place_leg.place_id, place_leg.leg
      for update of place_leg
    ), decided as materialized (
      select *, (bool_and(is_free) over (partition by owner)
        and count(*) over (partition by owner) = (${value('counts')}::int[])[owner]) is true and (select sells from selling)
        and coalesce((${value('plans')}::text[])[owner] = (select plan from selling), true) as is_granted
      from locked
    ), taken as (
      update place_leg set state = ${placeStates.held}, hold_id = (${value('holdIds')}::uuid[])[decided.owner],
        held_until = (${value('untils')}::timestamptz[])[decided.owner]
      from decided
      where decided.is_granted and place_leg.offering_id = ${value('offeringId')}::bigint
        and place_leg.place_id = decided.place_id and place_leg.leg = decided.leg
    )
    select selling.sells, selling.plan, outcome.*
    from selling, (
      select json_agg(distinct owner - 1) filter (where is_granted) as granted,
        json_agg(key) filter (where not is_granted and is_free) as free,
        json_agg(key) filter (where not is_granted and not is_free) as taken,
        json_agg(hold_id) filter (where not is_granted and not is_free and ${value('namesHolders')}::boolean)
          as holders
      from decided
    ) as outcome`
  })
}

const takeOnSale = takingStatement(true)
const takeAnyway = takingStatement(false)

/**
 * Locks the requested places in a fixed order, checks each request and takes those that are wholly available, in one
 * statement. Its snapshot has the places and their plan as of one instant. A place is available when it is free or returned, when its hold expired by `now`, or when the hold is
 * the caller's own. `lockOnly` are keys that are locked and read, not taken. With `namesHolders` it is also returned
 * which holds have the places that are left.
 */
export async function takeFreePlaces(
  context: Context,
  offeringId: number,
  requests: readonly PlaceRequest[],
  {
    lockOnly = [],
    unless,
    namesHolders = false,
  }: {
    readonly lockOnly?: readonly number[]
    readonly unless?: SaleEnd | undefined
    readonly namesHolders?: boolean
  } = {},
): Promise<TakenPlaces> {
  const owners: number[] = []
  const keys: number[] = []
  requests.forEach((request, index) => {
    for (const key of request.keys) {
      owners.push(index + 1)
      keys.push(key)
    }
  })
  for (const key of lockOnly) {
    owners.push(0)
    keys.push(key)
  }
  const now = context.clock.now()
  const statement = unless === undefined ? takeAnyway : takeOnSale
  const { rows } = await statement.execute(context.db, {
    offeringId,
    now,
    saleAt: unless === 'closed' ? now : null,
    owners: arrayOf(owners),
    keys: arrayOf(keys),
    holdIds: arrayOf(requests.map((request) => request.holdId)),
    untils: arrayOf(requests.map((request) => request.until.toISOString())),
    counts: arrayOf(requests.map((request) => request.keys.length)),
    plans: arrayOf(
      requests.map(({ plan }) => (plan === undefined ? 'null' : JSON.stringify(plan))),
    ),
    namesHolders,
  })
  const [row] = rows
  return {
    isSelling: row?.sells === true,
    plan: row?.plan ?? null,
    granted: row?.granted ?? [],
    left: [
      ...(row?.free ?? []).map((key) => ({ key, isFree: true, holdId: null })),
      ...(row?.taken ?? []).map((key, index) => ({
        key,
        isFree: false,
        holdId: row?.holders?.[index] ?? null,
      })),
    ],
  }
}
