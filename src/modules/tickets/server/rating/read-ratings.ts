import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { RatingsView } from '../../rating-contract.ts'

const ratingsMax = 200

/** Ratings of one item of a source. */
export async function readRatings(
  context: Context,
  source: string,
  itemId: number,
): Promise<RatingsView> {
  const { rows: groups } = await sql<{ stars: number; count: number }>`
    select stars, count(*)::integer as count from order_rating
    where source = ${source} and item_id = ${itemId} group by stars`.execute(context.db)
  const byStars = [1, 2, 3, 4, 5].map(
    (stars) => groups.find((group) => group.stars === stars)?.count ?? 0,
  )
  const count = byStars.reduce((sum, each) => sum + each, 0)
  const sum = byStars.reduce((total, each, index) => total + each * (index + 1), 0)
  const ratings = await context.db
    .selectFrom('order_rating')
    .select(['stars', 'comment', 'updated_at'])
    .where('source', '=', source)
    .where('item_id', '=', itemId)
    .orderBy('updated_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(ratingsMax)
    .execute()
  return {
    count,
    average: count === 0 ? null : Math.round((sum / count) * 100) / 100,
    byStars,
    ratings: ratings.map(({ stars, comment, updated_at }) => ({
      stars,
      comment,
      at: updated_at.toISOString(),
    })),
  }
}
