/** Imports whether passengers stay seated between two trips (`transfer_type` 4 and 5). */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** Returns the number of changed links. Links of trips that the feed does not have are left out. */
export async function applyLinks(db: Database, feedId: number): Promise<number> {
  const wanted = sql`(
    select from_trip_id as from_trip, to_trip_id as to_trip, bool_and(transfer_type = 4) as stays_seated
    from staged_transfers
    where transfer_type in (4, 5) and from_trip_id <> to_trip_id
      and exists (select from staged_trips where trip_id = from_trip_id)
      and exists (select from staged_trips where trip_id = to_trip_id)
    group by 1, 2)`
  const gone = await sql`
    delete from trip_link as kept where feed_id = ${feedId} and not exists (
      select from ${wanted} as wanted where (wanted.from_trip, wanted.to_trip, wanted.stays_seated)
        = (kept.from_trip, kept.to_trip, kept.stays_seated))`.execute(db)
  const added = await sql`
    insert into trip_link (feed_id, from_trip, to_trip, stays_seated)
    select ${feedId}::int, from_trip, to_trip, stays_seated from ${wanted} as wanted
    on conflict do nothing`.execute(db)
  return Number(gone.numAffectedRows ?? 0) + Number(added.numAffectedRows ?? 0)
}
