/**
 * Handles runs that lose their trip or service day through an import: they are removed unless places are
 * sold or held.
 */
import { sql } from 'kysely'
import {
  readLegUse,
  readUse,
  type LegUse,
  retireOffering,
} from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { runStatuses } from '../run-statuses.ts'

/** A run with sales that stays unchanged although the feed differs. */
export interface KeptRun {
  readonly runId: number
  readonly tripId: string
  /** ISO date of the service day. */
  readonly serviceDate: string
  readonly reason: 'trip_changed' | 'trip_removed' | 'day_removed'
  /** Sold or held places, each counted once for however many legs. */
  readonly places: number
}

/**
 * Processes future runs whose trip was retired or no longer runs on that day: runs without an offering are
 * deleted, runs without sold or held places are cancelled and their offering is retired, and the others
 * stay unchanged and are returned in `kept`.
 */
export async function removeUnsoldRuns(
  context: Context,
  feedId: number,
): Promise<{ readonly removed: number; readonly kept: readonly KeptRun[] }> {
  const stale = sql`
    run.arrives_at > ${context.clock.now()} and run.status = ${runStatuses.scheduled} and trip.feed_id = ${feedId} and (
      trip.retired_at is not null
      or not coalesce((select is_added from service_exception as exception
          where exception.service_id = service.id and exception.on_date = run.service_date),
        run.service_date between service.start_date and service.end_date
          and service.weekdays >> (extract(isodow from run.service_date)::int - 1) & 1 = 1
          and case service.day_rule
            when 1 then extract(day from run.service_date)::int % 2 = 1
            when 2 then extract(day from run.service_date)::int % 2 = 0
            when 3 then (run.service_date - service.start_date) % 2 = 0
            else true end))`
  // Runs before their places and in the order of their ids, like every other change of runs.
  await sql`
    select from run join trip on trip.id = run.trip_id join service on service.id = trip.service_id
    where ${stale} order by run.id for update of run`.execute(context.db)
  const removed = await sql`
    delete from run using trip, service
    where trip.id = run.trip_id and service.id = trip.service_id and run.offering_id is null and ${stale}`.execute(
    context.db,
  )
  const { rows } = await sql<Omit<KeptRun, 'places'> & { readonly offeringId: number }>`
    select run.id as "runId", trip.gtfs_id as "tripId", run.service_date::text as "serviceDate",
      run.offering_id as "offeringId",
      case when trip.retired_at is null then 'day_removed'
        when exists (select from trip as newer where newer.feed_id = trip.feed_id and newer.gtfs_id = trip.gtfs_id
          and newer.retired_at is null) then 'trip_changed'
        else 'trip_removed' end as reason
    from run join trip on trip.id = run.trip_id join service on service.id = trip.service_id
    where run.offering_id is not null and ${stale}
    order by run.service_date, run.id`.execute(context.db)
  const use = await readUse(
    context,
    rows.map(({ offeringId }) => Number(offeringId)),
  )
  const legUse = await readLegUse(context, [...use.keys()])
  const kept = new Map<number, KeptRun>()
  let cancelled = 0
  // Places are locked by offering, like those of a hold on several runs.
  for (const { offeringId, ...run } of rows.toSorted(
    (one, other) => Number(one.offeringId) - Number(other.offeringId),
  )) {
    const { placesSold = 0, placesHeld = 0, pools = [] } = use.get(Number(offeringId)) ?? {}
    const inPools = pools.reduce((sum, { taken }) => sum + taken, 0)
    if (
      placesSold + placesHeld + inPools > 0 ||
      !(await retireOffering(context, Number(offeringId))).ok
    ) {
      const places = placesTaken(legUse.get(Number(offeringId))) + inPools
      kept.set(run.runId, { ...run, places })
      continue
    }
    // The row stays because returned tickets still refer to it.
    await sql`update run set status = ${runStatuses.cancelled} where id = ${run.runId}`.execute(
      context.db,
    )
    cancelled += 1
  }
  await sql`
    delete from trip where feed_id = ${feedId} and retired_at is not null
      and not exists (select from run where run.trip_id = trip.id)`.execute(context.db)
  return {
    removed: Number(removed.numAffectedRows ?? 0) + cancelled,
    kept: rows.flatMap(({ runId }) => kept.get(runId) ?? []),
  }
}

/** How many named places are sold or held on any leg. */
export function placesTaken(use: Pick<LegUse, 'taken'> | undefined): number {
  return use?.taken.filter((legs) => legs !== 0n).length ?? 0
}
