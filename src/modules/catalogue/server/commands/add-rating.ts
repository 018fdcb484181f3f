import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Adds a visitor's rating of an event to the show's sum and count. */
export async function addRating(
  context: Pick<Context, 'db'>,
  eventId: number,
  difference: { readonly stars: number; readonly count: number },
): Promise<void> {
  await sql`
    update show set rating_sum = rating_sum + ${difference.stars},
      rating_count = rating_count + ${difference.count}
    where id = (select show_id from event where id = ${eventId})`.execute(context.db)
}
