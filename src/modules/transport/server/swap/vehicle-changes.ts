import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** A run's change from one vehicle to another. */
interface RecordedChange {
  readonly at: Date
  readonly fromVehicleTypeId: number
  readonly toVehicleTypeId: number
}

/** Stores a change, in its transaction. */
export async function insertVehicleChange(
  { db, clock, random }: Context,
  runId: number,
  change: Omit<RecordedChange, 'at'>,
): Promise<void> {
  await sql`
    insert into run_vehicle_change (id, run_id, from_vehicle_type_id, to_vehicle_type_id, changed_at)
    values (${random.uuid()}, ${runId}, ${change.fromVehicleTypeId}, ${change.toVehicleTypeId}, ${clock.now()})`.execute(
    db,
  )
}

/** The changes of a run, the last one first. */
export async function listVehicleChanges(
  { db }: Pick<Context, 'db'>,
  runId: number,
): Promise<RecordedChange[]> {
  const { rows } = await sql<RecordedChange>`
    select changed_at as at, from_vehicle_type_id as "fromVehicleTypeId", to_vehicle_type_id as "toVehicleTypeId"
    from run_vehicle_change where run_id = ${runId} order by changed_at desc, id`.execute(db)
  return rows
}

/** Which of these runs have had another vehicle. */
export async function listExchangedRuns(
  { db }: Pick<Context, 'db'>,
  runIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (runIds.length === 0) return new Set()
  const { rows } = await sql<{ runId: number }>`
    select distinct run_id as "runId" from run_vehicle_change
    where run_id = any(${[...new Set(runIds)]}::int[])`.execute(db)
  return new Set(rows.map(({ runId }) => runId))
}
