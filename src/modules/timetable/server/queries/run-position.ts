/** Where the vehicle of a run is, as the carrier's real-time feed reports. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { VehiclePosition } from '../realtime/read-message.ts'

export interface RunPosition extends Pick<VehiclePosition, 'occupancy' | 'occupancyPercentage'> {
  /** Position of the stop where it is, or to which it goes, from 0; null: unknown. */
  readonly stop: number | null
  readonly status: VehiclePosition['status'] | null
  /** Label of the vehicle, for example its number. */
  readonly vehicle: string | null
  readonly measuredAt: Date
}

/** Older positions say nothing about now. */
const freshMilliseconds = 600_000

/** Null if nothing was reported in the last ten minutes. */
export async function readRunPosition(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  runId: number,
): Promise<RunPosition | null> {
  const since = new Date(clock.now().getTime() - freshMilliseconds)
  const { rows } = await sql<RunPosition>`
    select current_stop as stop, stop_status as status, vehicle_label as vehicle, occupancy,
      occupancy_percentage as "occupancyPercentage", measured_at as "measuredAt"
    from run_realtime where run_id = ${runId} and measured_at > ${since}`.execute(db)
  return rows[0] ?? null
}
