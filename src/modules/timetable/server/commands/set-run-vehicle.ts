import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { composeRuns, runColumns, type Run, type RunRow } from '../queries/read-runs.ts'

/** Namespace of the advisory locks of runs whose vehicle is exchanged. */
const vehicleLock = 6_140_086

/**
 * Until the transaction ends, the run keeps its vehicle: place numbers that are read now belong to the places that are
 * held in this transaction. Outside a transaction it has no effect.
 */
export async function shareRun(context: Context, runId: number): Promise<void> {
  if (!context.db.isTransaction) return
  await sql`select pg_advisory_xact_lock_shared(${vehicleLock}::int, ${runId}::int)`.execute(
    context.db,
  )
}

/** A run, locked against holds of its places (`shareRun`) and other changes until the transaction ends. */
export async function lockRun(context: Context, runId: number): Promise<Run | null> {
  invariant(context.db.isTransaction, 'a run is locked outside a transaction')
  await sql`select pg_advisory_xact_lock(${vehicleLock}::int, ${runId}::int)`.execute(context.db)
  const { rows } = await sql<RunRow>`
    select ${runColumns} from run where id = ${runId} for update`.execute(context.db)
  const [run] = await composeRuns(context, rows)
  return run ?? null
}

/**
 * Several runs, locked like one by `lockRun`; null if one of them is in use, because waiting for it while holding others
 * could be a deadlock.
 */
export async function tryLockRuns(
  context: Context,
  runIds: readonly number[],
): Promise<Run[] | null> {
  invariant(context.db.isTransaction, 'runs are locked outside a transaction')
  const { rows: locks } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${vehicleLock}::int, id) as "isLocked"
    from unnest(${[...runIds]}::int[]) as id`.execute(context.db)
  if (locks.some(({ isLocked }) => !isLocked)) return null
  const { rows } = await sql<RunRow>`
    select ${runColumns} from run where id = any(${[...runIds]}::int[]) order by id for update`.execute(
    context.db,
  )
  return composeRuns(context, rows)
}

/** Gives a run another vehicle, in the transaction that rearranges its places. */
export async function setRunVehicle(
  context: Context,
  runId: number,
  vehicleTypeId: number,
): Promise<void> {
  await setRunVehicles(context, [runId], vehicleTypeId)
}

/** The same for several runs. */
export async function setRunVehicles(
  context: Context,
  runIds: readonly number[],
  vehicleTypeId: number,
): Promise<void> {
  invariant(context.db.isTransaction, 'a vehicle is exchanged together with its places')
  await sql`
    update run set vehicle_type_id = ${vehicleTypeId},
      has_other_vehicle = trip.vehicle_type_id is distinct from ${vehicleTypeId}::int
    from trip where trip.id = run.trip_id and run.id = any(${[...runIds]}::int[])`.execute(
    context.db,
  )
}
