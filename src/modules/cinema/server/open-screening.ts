import { sql } from 'kysely'
import { invariant, ok } from '#kernel/result.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { createImmutableCache } from '#platform/immutable-cache.ts'
import { expandLayout, type ExpandedLayout } from '#seatmap/expand.ts'
import { seatLayoutSchema } from '#seatmap/layout.ts'
import { loadReferenceData, productsFor, readScreenings, type Screening } from './programme.ts'

const layoutCacheMax = 100
/** Maximum number of seats and products in one order. */
export const placesPerOrderMax = 40
/** The pool of places without numbers. */
export const seatPool = 1

/** An expanded layout by digest; null if it does not exist. The content of a digest never changes. */
export const findLayout = createImmutableCache<string, ExpandedLayout>({
  most: layoutCacheMax,
  read: async (context, digest) => {
    const { rows } = await sql<{ content: unknown }>`
      select content from cinema_layout where digest = ${digest}`.execute(context.db)
    return rows[0] ? expandLayout(seatLayoutSchema.parse(rows[0].content)) : null
  },
})

/**
 * Returns the offering of a screening, creating it at the first request for its places, because most screenings are only
 * listed. Concurrent requests get the same offering.
 */
export async function openScreening(
  context: Context,
  { screeningId, offeringId: known }: Pick<Screening, 'screeningId' | 'offeringId'>,
): Promise<number> {
  if (known !== null) return known
  const opened = await inTransaction(context, async (inside) => {
    await sql`select from screening where id = ${screeningId} for update`.execute(inside.db)
    // Read under the lock: its hall, time or cancellation may have changed since the caller read it.
    const [screening] = await readScreenings(inside, [screeningId])
    invariant(screening, 'screenings are never deleted')
    if (screening.offeringId !== null) return ok(screening.offeringId)
    const products = productsFor(await loadReferenceData(inside), screening)
    const offeringId = await createOffering(inside, {
      placeCount: screening.isUnallocated ? 0 : screening.capacity,
      ...(!screening.isUnallocated && { plan: screening.layoutDigest }),
      isOnSale: screening.cancelledAt === null,
      pools: [
        ...(screening.isUnallocated ? [{ poolId: seatPool, capacity: screening.capacity }] : []),
        ...products.map(({ productId, perScreening }) => ({
          poolId: productId,
          capacity: perScreening,
        })),
      ],
      placesPerOrderMax,
      ...(screening.salesOpenAt && { salesOpenAt: screening.salesOpenAt }),
      salesCloseAt: screening.salesCloseAt,
    })
    await sql`update screening set offering_id = ${offeringId} where id = ${screeningId}`.execute(
      inside.db,
    )
    return ok(offeringId)
  })
  return opened.value
}
