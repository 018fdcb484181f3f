import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { runStatuses } from '../run-statuses.ts'

/** Number of scheduled runs that have not left yet, by vehicle. */
export async function countVehicleRuns(
  context: Pick<Context, 'db' | 'clock'>,
  vehicleTypeIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select vehicle_type_id as id, count(*)::int as count from run
    where vehicle_type_id = any(${[...vehicleTypeIds]}::int[]) and status = ${runStatuses.scheduled}
      and departs_at > ${context.clock.now()}
    group by vehicle_type_id`.execute(context.db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
