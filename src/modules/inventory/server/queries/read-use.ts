import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { stopSale } from '../commands/change-sale-rules.ts'
import { arrayOf } from '../store.ts'
import { placeStates, poolHoldStates } from '../states.ts'

/** How much of an offering is held or sold on any leg. */
export interface OfferingUse {
  readonly offeringId: number
  readonly places: number
  readonly placesSold: number
  readonly placesHeld: number
  /** Withheld from sale. */
  readonly placesKept: number
  readonly pools: readonly {
    readonly poolId: number
    readonly capacity: number
    /** Sold or held. */
    readonly taken: number
    /** Held in orders that are not paid. */
    readonly held: number
  }[]
}

/** Whether all of an offering is sold or withheld: what is held may become free. Not for an offering of nothing. */
export function isSoldOut({ places, placesSold, placesHeld, placesKept, pools }: OfferingUse) {
  const hasFreePlaces = places > placesSold + placesHeld + placesKept
  const hasAny = places + pools.length > 0
  return (
    hasAny &&
    !hasFreePlaces &&
    placesHeld === 0 &&
    pools.every(({ capacity, taken, held }) => taken - held >= capacity)
  )
}

/** Whether anything of an offering is sold or held. */
export function isTaken(use: OfferingUse | undefined): boolean {
  return (
    use !== undefined &&
    (use.placesSold + use.placesHeld > 0 || use.pools.some((pool) => pool.taken > 0))
  )
}

/** The use of these offerings in two aggregates, for the back office; a page of the shop needs `readAvailability`. */
export async function readUse(
  context: Context,
  offeringIds: readonly number[],
): Promise<ReadonlyMap<number, OfferingUse>> {
  const ids = arrayOf(offeringIds)
  const [places, pools] = [
    await sql<{ id: number; places: number; sold: number; held: number; kept: number }>`
      select offering_id as id, count(*)::int as places,
        count(*) filter (where state = ${placeStates.sold})::int as sold, count(*) filter (where state = ${placeStates.held})::int as held,
        count(*) filter (where state = ${placeStates.blocked})::int as kept
      from place_leg where offering_id = any(${ids}::bigint[]) group by offering_id`.execute(
      context.db,
    ),
    await sql<{ id: number; poolId: number; capacity: number; taken: number; held: number }>`
      select offering_id as id, pool_id as "poolId", min(capacity)::int as capacity, max(taken)::int as taken,
        coalesce((
          select sum(quantity) from pool_hold
          where pool_hold.offering_id = pool_leg.offering_id and pool_hold.pool_id = pool_leg.pool_id
            and state = ${poolHoldStates.held}
        ), 0)::int as held
      from pool_leg where offering_id = any(${ids}::bigint[])
      group by offering_id, pool_id order by pool_id`.execute(context.db),
  ]
  const poolsOf = Map.groupBy(pools.rows, (row) => row.id)
  const placesOf = new Map(places.rows.map((row) => [row.id, row]))
  return new Map(
    offeringIds.map((offeringId) => {
      const counted = placesOf.get(offeringId)
      return [
        offeringId,
        {
          offeringId,
          places: counted?.places ?? 0,
          placesSold: counted?.sold ?? 0,
          placesHeld: counted?.held ?? 0,
          placesKept: counted?.kept ?? 0,
          pools: (poolsOf.get(offeringId) ?? []).map(({ poolId, capacity, taken, held }) => ({
            poolId,
            capacity,
            taken,
            held,
          })),
        },
      ]
    }),
  )
}

/**
 * Whether anything of an offering is sold or held, in the caller's transaction. Stops the sale first and waits for holds
 * under way, so that nothing is held until the transaction ends; the caller sets the sale afterwards.
 */
export async function isInUse(context: Context, offeringId: number): Promise<boolean> {
  invariant(context.db.isTransaction, 'the sale stays stopped until the answer has been used')
  await stopSale(context, offeringId)
  return isTaken((await readUse(context, [offeringId])).get(offeringId))
}
