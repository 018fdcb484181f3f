import { sql } from 'kysely'
import { placeIdMax } from '#kernel/legs.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { arrayOf } from '../store.ts'
import type { NewOffering } from './create-offering.ts'

/** An offering of one leg. Organisers' imports create thousands of them. */
export type PlainOffering = Pick<
  NewOffering,
  'placeCount' | 'pools' | 'placesPerOrderMax' | 'isOnSale' | 'salesOpenAt' | 'salesCloseAt'
>

/**
 * Creates any number of offerings of one leg in three statements; returns their ids in the same order. `context.db` is
 * the caller's transaction.
 */
export async function createOfferings(
  context: Context,
  offerings: readonly PlainOffering[],
): Promise<readonly number[]> {
  if (offerings.length === 0) return []
  for (const { placeCount } of offerings)
    invariant(placeCount >= 0 && placeCount <= placeIdMax, 'places are numbered within range')
  const rules = offerings.map((offering) => ({
    places_per_order_max: offering.placesPerOrderMax ?? 10,
    is_on_sale: offering.isOnSale ?? true,
    sales_open_at: offering.salesOpenAt ?? '-infinity',
    sales_close_at: offering.salesCloseAt ?? 'infinity',
  }))
  const numbered = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('offering', 'id'))::int8 as id
    from generate_series(1, ${offerings.length}::int)`.execute(context.db)
  const ids = numbered.rows.map((row) => row.id)
  await sql`
    insert into offering (id, places_per_order_max, is_on_sale, sales_open_at, sales_close_at)
    select id, places_per_order_max, is_on_sale, sales_open_at, sales_close_at
    from jsonb_to_recordset(${JSON.stringify(rules.map((rule, index) => ({ id: ids[index], ...rule })))}::jsonb)
      as wanted (id bigint, places_per_order_max smallint, is_on_sale boolean,
        sales_open_at timestamptz, sales_close_at timestamptz)`.execute(context.db)
  await sql`
    insert into place_leg (offering_id, place_id, leg)
    select wanted.id, place_id, 0
    from unnest(${arrayOf(ids)}::bigint[],
      ${arrayOf(offerings.map((offering) => offering.placeCount))}::int[]) as wanted (id, places),
      generate_series(1, wanted.places) as place_id
    order by wanted.id, place_id`.execute(context.db)
  const pools = offerings.flatMap((offering, index) =>
    (offering.pools ?? []).map((pool) => ({ ...pool, offeringId: ids[index] ?? 0 })),
  )
  await addPools(context, pools)
  return ids
}

/** Adds the pools that an offering lacks, on each of its legs; concurrent callers add them once. */
export async function addMissingPools(
  { db }: Pick<Context, 'db'>,
  offeringId: number,
  pools: readonly { readonly poolId: number; readonly capacity: number }[],
): Promise<void> {
  if (pools.length === 0) return
  const sorted = pools.toSorted((one, other) => one.poolId - other.poolId)
  await sql`
    insert into pool_leg (offering_id, pool_id, leg, capacity)
    select offering.id, pool.id, leg, pool.capacity
    from offering, unnest(${arrayOf(sorted.map(({ poolId }) => poolId))}::int[],
        ${arrayOf(sorted.map(({ capacity }) => capacity))}::int[]) as pool (id, capacity),
      generate_series(0, offering.leg_count - 1) as leg
    where offering.id = ${offeringId}
    order by pool.id, leg
    on conflict do nothing`.execute(db)
}

/** Adds pools to offerings of one leg. Adding a pool that exists already is a defect of the caller. */
export async function addPools(
  context: Context,
  pools: readonly {
    readonly offeringId: number
    readonly poolId: number
    readonly capacity: number
  }[],
): Promise<void> {
  await sql`
    insert into pool_leg (offering_id, pool_id, leg, capacity)
    select * from unnest(${arrayOf(pools.map((pool) => pool.offeringId))}::bigint[],
      ${arrayOf(pools.map((pool) => pool.poolId))}::int[],
      ${arrayOf(pools.map(() => 0))}::smallint[],
      ${arrayOf(pools.map((pool) => pool.capacity))}::int[])`.execute(context.db)
}
