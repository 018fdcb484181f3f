import { sql } from 'kysely'

/**
 * Rows `(run_id, gtfs_id)` of runs by the ids that realtime messages use: the present id of their trip, or one that it had
 * in an earlier version of the feed, unless another run of that day has it now.
 */
export function runsByTripId(feedId: number, tripIds: readonly string[]) {
  const ids = [...new Set(tripIds)]
  return sql`(
    select run.id as run_id, trip.gtfs_id from trip join run on run.trip_id = trip.id
    where trip.feed_id = ${feedId} and trip.gtfs_id = any(${ids}::text[]) and run.dropped_at is null
    union all
    select run.id, former.trip_gtfs_id from former_trip_id as former join run on run.id = former.run_id
    where former.feed_id = ${feedId} and former.trip_gtfs_id = any(${ids}::text[]) and run.dropped_at is null
      and not exists (select from trip join run as present on present.trip_id = trip.id
        where trip.feed_id = ${feedId} and trip.gtfs_id = former.trip_gtfs_id
          and present.service_date = run.service_date and present.dropped_at is null)
  )`
}
