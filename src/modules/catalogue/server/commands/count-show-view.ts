import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { createRequestBatcher, type RequestBatcher } from '#platform/request-batcher.ts'
import { localDate } from '../rules.ts'

/** Maximum number of views in one statement. */
const viewsTogetherMax = 1_000

const batchers = new WeakMap<Database, RequestBatcher<string, boolean>>()

/**
 * Counts a view of a show's page on this day in Tbilisi. Concurrent views are counted in one statement.
 *
 * @returns false when there is no such show
 */
export function countShowView(context: Context, showId: number): Promise<boolean> {
  let batcher = batchers.get(context.db)
  if (!batcher) {
    const { db } = context
    batcher = createRequestBatcher<string, boolean>({
      batchMax: viewsTogetherMax,
      run: (show, days) => countTogether(db, Number(show), days),
    })
    batchers.set(context.db, batcher)
  }
  return batcher.submit(showId, localDate(context.clock.now(), 'Asia/Tbilisi'))
}

async function countTogether(
  db: Database,
  showId: number,
  days: readonly string[],
): Promise<boolean[]> {
  let isKnown = true
  for (const [day, views] of Map.groupBy(days, (each) => each)) {
    const result = await sql`
      insert into show_view (show_id, day, count)
      select id, ${day}::date, ${views.length} from show where id = ${showId}
      on conflict (show_id, day) do update set count = show_view.count + excluded.count
    `.execute(db)
    isKnown = result.numAffectedRows === 1n
  }
  return days.map(() => isKnown)
}
