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

/** When each of these runs last got another vehicle; runs that kept theirs are left out. */
export async function readLastExchanges(
  { db }: Pick<Context, 'db'>,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<{ runId: number; at: Date }>`
    select run_id as "runId", max(changed_at) as at from run_vehicle_change
    where run_id = any(${[...new Set(runIds)]}::int[]) group by run_id`.execute(db)
  return new Map(rows.map(({ runId, at }) => [runId, at]))
}
