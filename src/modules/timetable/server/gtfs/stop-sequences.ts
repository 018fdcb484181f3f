/** Numbers of stops as a feed states them, by which real-time messages name stops. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

interface NumberedTrip {
  readonly gtfsId: string
  readonly sequences: readonly number[]
}

/**
 * Stores the numbers of current trips. They are not part of what makes a trip another one, so that a feed that numbers its
 * stops anew keeps its runs. Trips that count from 1 need none.
 */
export async function writeStopSequences(
  db: Database,
  feedId: number,
  trips: readonly NumberedTrip[],
): Promise<void> {
  const rows = trips.map(({ gtfsId, sequences }) => ({
    gtfs_id: gtfsId,
    sequences: sequences.every((number, index) => number === index + 1) ? null : sequences,
  }))
  await sql`
    update trip set stop_sequences = numbered.list
    from (
      select gtfs_id, case when sequences is not null
        then array(select json_array_elements_text(sequences)::int) end as list
      from json_to_recordset(${JSON.stringify(rows)}::json) as one (gtfs_id text, sequences json)
    ) as numbered
    where trip.feed_id = ${feedId} and trip.gtfs_id = numbered.gtfs_id and trip.retired_at is null
      and trip.stop_sequences is distinct from numbered.list`.execute(db)
}
