/** Stores where the vehicles of runs are. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { namedRun, type KnownRun, type RunIndex } from '../realtime/find-runs.ts'
import { positionOf } from '../realtime/match-stops.ts'
import type { VehiclePosition } from '../realtime/read-message.ts'
import { clockDriftSeconds, type FeedSource } from '../realtime/feed-source.ts'

/** Positions of additional trips, and those measured later than now, are passed over. */
export async function writeVehicles(
  context: Pick<Context, 'db' | 'clock'>,
  { feedId, source }: FeedSource,
  vehicles: readonly VehiclePosition[],
  runs: RunIndex,
): Promise<void> {
  const now = context.clock.now()
  const latest = now.getTime() / 1000 + clockDriftSeconds
  const rows = vehicles.flatMap((vehicle) => {
    const { trip, relationship, measuredAt } = vehicle
    const isOfPlan = relationship === 'scheduled' || relationship === 'unscheduled'
    if (!isOfPlan || (measuredAt !== null && measuredAt > latest)) return []
    const known = namedRun(runs, trip, now)
    return known ? [rowOf(known, vehicle, now)] : []
  })
  if (rows.length === 0) return
  await sql`
    insert into run_realtime as said (run_id, feed_id, source, vehicle_label, current_stop, stop_status, occupancy,
      occupancy_percentage, measured_at)
    select distinct on (run_id) run_id, ${feedId}::int, ${source}, label, stop, status, occupancy, percentage, measured_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as one (run_id int, label text, stop smallint, status text,
      occupancy text, percentage smallint, measured_at timestamptz)
    order by run_id, measured_at desc
    on conflict (run_id) do update set vehicle_label = excluded.vehicle_label, current_stop = excluded.current_stop,
      stop_status = excluded.stop_status, occupancy = excluded.occupancy,
      occupancy_percentage = excluded.occupancy_percentage, measured_at = excluded.measured_at
    where said.measured_at is null or said.measured_at <= excluded.measured_at`.execute(context.db)
}

function rowOf(
  { run, stops }: KnownRun,
  {
    label,
    stopSequence,
    stopId,
    status,
    occupancy,
    occupancyPercentage,
    measuredAt,
  }: VehiclePosition,
  now: Date,
) {
  const at = positionOf(stops, { stopSequence, stopId })
  return {
    run_id: run.runId,
    label,
    stop: at < 0 ? null : at,
    // The reference ignores the status where the number of the stop is missing.
    status: at < 0 ? null : stopSequence === null ? 'in-transit' : status,
    occupancy,
    percentage: occupancyPercentage,
    measured_at: measuredAt === null ? now : new Date(measuredAt * 1000),
  }
}
