import { sql } from 'kysely'
import { invariant, ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { legCountMax, placeIdMax } from '#kernel/legs.ts'
import { placeState } from '../rules.ts'
import { arrayOf } from '../store.ts'

export interface NewOffering {
  /** 1 unless places are sold for stretches of a journey. */
  readonly legCount?: number
  /** Named places, numbered from 1 to this. */
  readonly placeCount: number
  /** The plan whose numbers the places have, if they may be numbered anew while they are on sale. */
  readonly plan?: string
  /** Blocked places, not for sale. */
  readonly blockedPlaces?: readonly number[]
  /** Counted places; the capacity holds on each leg. */
  readonly pools?: readonly { readonly poolId: number; readonly capacity: number }[]
  /** How long a hold lasts, 60–3600; 900 when absent. */
  readonly holdSeconds?: number
  /** 10 when absent. */
  readonly placesPerOrderMax?: number
  /** True when absent. */
  readonly isOnSale?: boolean
  /** Always open before when absent. */
  readonly salesOpenAt?: Date
  /** Never closes when absent. */
  readonly salesCloseAt?: Date
}

/** Creates an offering with all its places and pools, fast for a stadium of 50,000. Returns its id. */
export async function createOffering(context: Context, offering: NewOffering): Promise<number> {
  const { legCount = 1, placeCount, blockedPlaces = [], pools = [] } = offering
  invariant(placeCount >= 0 && placeCount <= placeIdMax, 'places are numbered within range')
  invariant(legCount >= 1 && legCount <= legCountMax, `an offering has 1 to ${legCountMax} legs`)
  const result = await inTransaction(context, async (inside) => {
    const { id } = await inside.db
      .insertInto('offering')
      .values({
        leg_count: legCount,
        hold_seconds: offering.holdSeconds,
        places_per_order_max: offering.placesPerOrderMax,
        is_on_sale: offering.isOnSale,
        sales_open_at: offering.salesOpenAt,
        sales_close_at: offering.salesCloseAt,
        plan: offering.plan,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      insert into place_leg (offering_id, place_id, leg, state)
      select ${id}::bigint, place_id, leg,
        case when place_id = any(${arrayOf(blockedPlaces)}::int[])
          then ${placeState.blocked}::smallint else 0 end
      from generate_series(1, ${placeCount}::int) as place_id,
        generate_series(0, ${legCount - 1}::int) as leg
      order by place_id, leg`.execute(inside.db)
    await sql`
      insert into pool_leg (offering_id, pool_id, leg, capacity)
      select ${id}::bigint, pool.id, leg, pool.capacity
      from unnest(
        ${arrayOf(pools.map((pool) => pool.poolId))}::int[],
        ${arrayOf(pools.map((pool) => pool.capacity))}::int[]
      ) as pool (id, capacity), generate_series(0, ${legCount - 1}::int) as leg`.execute(inside.db)
    return ok(id)
  })
  return result.value
}
