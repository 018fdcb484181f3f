import { sql } from 'kysely'
import { invariant, ok } from '#kernel/result.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { createImmutableCache } from '#platform/immutable-cache.ts'
import { expandLayout, type ExpandedLayout } from '#seatmap/expand.ts'
import { seatLayoutSchema } from '#seatmap/layout.ts'
import { loadHouse, productsFor, type Screening } from './programme.ts'

const layoutCacheMax = 100
/** Seats, and what is fetched at the bar with them. */
export const placesPerOrderMax = 40
/** The pool of places without numbers. */
export const seatPool = 1

/** A hall's layout, unfolded; null when there is none. A layout never changes under its digest. */
export const findLayout = createImmutableCache<string, ExpandedLayout>({
  most: layoutCacheMax,
  read: async (context, digest) => {
    const { rows } = await sql<{ content: unknown }>`
      select content from cinema_layout where digest = ${digest}`.execute(context.db)
    return rows[0] ? expandLayout(seatLayoutSchema.parse(rows[0].content)) : null
  },
})

/**
 * The offering of a screening, made the first time that its places are asked for: most screenings of the coming days
 * are only listed. Two that ask at once get the same one.
 */
export async function openScreening(context: Context, screening: Screening): Promise<number> {
  if (screening.offeringId !== null) return screening.offeringId
  const { screeningId } = screening
  const opened = await inTransaction(context, async (inside) => {
    const { rows } = await sql<{ offeringId: number | null }>`
      select offering_id::int8 as "offeringId" from screening where id = ${screeningId} for update`.execute(
      inside.db,
    )
    const [row] = rows
    invariant(row, 'a screening stays where it is')
    if (row.offeringId !== null) return ok(row.offeringId)
    const products = productsFor(await loadHouse(inside), screening)
    const offeringId = await createOffering(inside, {
      placeCount: screening.isUnallocated ? 0 : screening.capacity,
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
