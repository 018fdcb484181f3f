/** Ends runs that are no longer in the timetable. */
import { sql } from 'kysely'
import { endSale, retireOffering } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { runStatuses } from '../run-statuses.ts'
import type { Places, StaleRun, TripRow } from './former-timetable.ts'
import { copiedTrip, createOwnTrips, findOwnStops } from './own-trips.ts'

interface FormerTimetable {
  readonly trips: ReadonlyMap<number, TripRow>
  readonly places: Places
}

/**
 * Cancels runs with passengers, as the operator has answered. The worker tells them, as after every other cancellation:
 * they choose another run, or are refunded a day later.
 */
export async function cancelRuns(
  context: Context,
  runs: readonly StaleRun[],
  timetable: FormerTimetable,
): Promise<void> {
  await leaveTimetable(context, runs, timetable)
  for (const { offeringId } of byOffering(runs))
    if (offeringId !== null) await endSale(context, offeringId)
}

/**
 * Ends runs without passengers: those without an offering are deleted, the others cancelled, because returned tickets
 * still refer to them. Returns the runs in which somebody holds a place meanwhile: they stay.
 */
export async function dropRuns(
  context: Context,
  runs: readonly StaleRun[],
  timetable: FormerTimetable,
): Promise<StaleRun[]> {
  const opened = runs.filter(({ offeringId }) => offeringId !== null)
  const held: StaleRun[] = []
  for (const run of byOffering(opened))
    if (!(await retireOffering(context, run.offeringId ?? 0)).ok) held.push(run)
  await sql`
    delete from run where offering_id is null and id = any(${runs.map(({ runId }) => runId)}::int[])`.execute(
    context.db,
  )
  const left = opened.filter((run) => !held.includes(run))
  await leaveTimetable(context, left, timetable)
  await sql`
    update run set is_hidden = true where id = any(${left.map(({ runId }) => runId)}::int[])`.execute(
    context.db,
  )
  return held
}

/** Places are locked by offering, like those of a hold on several runs. */
function byOffering(runs: readonly StaleRun[]): StaleRun[] {
  return runs.toSorted((one, other) => (one.offeringId ?? 0) - (other.offeringId ?? 0))
}

/** Cancelled, with a copy of its trip: a later feed may have the trip on this day again, with a run of its own. */
async function leaveTimetable(
  context: Context,
  runs: readonly StaleRun[],
  { trips, places }: FormerTimetable,
): Promise<void> {
  const former = runs.flatMap((run) => {
    const trip = trips.get(run.tripId)
    return trip ? [{ run, trip }] : []
  })
  const stops = await findOwnStops(context, former, places)
  const copies = former.map(({ run, trip }) => ({
    run,
    copy: copiedTrip(trip, run.startOffset, stops),
  }))
  const own = await createOwnTrips(
    context,
    copies.map(({ copy }) => copy),
  )
  const tripIds = copies.map(({ copy }) => own(copy))
  await sql`
    update run set status = ${runStatuses.cancelled}, dropped_at = ${context.clock.now()}, start_offset = 0,
      trip_id = ended.trip_id
    from unnest(${copies.map(({ run }) => run.runId)}::int[], ${tripIds}::int[]) as ended (id, trip_id)
    where run.id = ended.id`.execute(context.db)
  await sql`update trip set is_kept = false where id = any(${tripIds}::int[])`.execute(context.db)
}
