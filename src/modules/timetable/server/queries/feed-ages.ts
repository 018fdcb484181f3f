import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** A shop has a dozen carriers with realtime data; each is a series. */
const feedsMax = 50

/** How long ago each carrier's realtime source last answered; of one that never did, how long its timetable is here. */
export async function readFeedAges(
  db: Database,
): Promise<readonly { readonly feed: string; readonly seconds: number }[]> {
  const { rows } = await sql<{ feed: string; seconds: number }>`
    select source.feed, extract(epoch from now() - min(coalesce(answered_at, imported_at, asked_at)))::float8 as seconds
    from realtime_source as source left join feed on feed.name = source.feed
    group by source.feed order by seconds desc limit ${feedsMax}`.execute(db)
  return rows
}
