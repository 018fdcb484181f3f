import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { endSale } from '#modules/inventory/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { TimetableText } from '../../shapes.ts'
import { invalidateAlerts } from '../queries/alerts.ts'
import { composeRuns, runColumns, type Run, type RunRow } from '../queries/read-runs.ts'
import type {
  Alert,
  RealtimeMessage,
  StopUpdate,
  TripRef,
  TripUpdate,
} from '../realtime/read-message.ts'
import { serviceDayStart } from '../rules.ts'
import { runStatuses } from '../run-statuses.ts'
import { readNetwork } from '../network-cache.ts'
import { assignPlatforms, type Platforms } from './assign-platforms.ts'

/** A change of a run since the previous message. */
export interface RunChange {
  readonly runId: number
  readonly offeringId: number | null
  readonly change: 'delayed' | 'on-time' | 'cancelled'
  /** Seconds by stop; null unless delayed. */
  readonly delays: readonly number[] | null
  readonly departsAt: Date
  readonly arrivesAt: Date
}

/**
 * Applies a message to the runs of a feed: delays and platforms by stop, cancellations (which stop the sale) and alerts.
 * Only runs that depart within two days before or after now are updated. A cancelled run stays cancelled.
 * Returns the changes; applying the same message again changes nothing.
 */
export async function applyRealtime(
  context: Context,
  feedName: string,
  message: RealtimeMessage,
): Promise<readonly RunChange[]> {
  const result = await inTransaction(context, async (inside) => {
    const { rows } = await sql<{ id: number }>`
      select id from feed where name = ${feedName} for update`.execute(inside.db)
    const feedId = rows[0]?.id
    if (feedId === undefined) return ok([])
    const runs = await runsOfTrips(inside, feedId, [
      ...message.tripUpdates.map(({ trip }) => trip),
      ...message.alerts.flatMap(({ trips }) => trips),
    ])
    const changes: RunChange[] = []
    for (const update of message.tripUpdates) {
      const run = runFor(runs, update.trip, inside.clock.now())
      const one = run && (await applyUpdate(inside, run, update))
      if (!one) continue
      changes.push(one)
    }
    await writeAlerts(inside, feedId, message.alerts, runs)
    return ok(changes)
  })
  invalidateAlerts(context)
  return result.value
}

interface KnownRun {
  readonly run: Run
  readonly row: RunRow
  readonly gtfsId: string
  readonly firstSeconds: number
  readonly feedPlatforms: Platforms | null
}

async function runsOfTrips(
  context: Context,
  feedId: number,
  trips: readonly TripRef[],
): Promise<ReadonlyMap<string, readonly KnownRun[]>> {
  const now = context.clock.now().getTime()
  const { rows } = await sql<RunRow & Pick<KnownRun, 'gtfsId' | 'firstSeconds' | 'feedPlatforms'>>`
    select ${runColumns}, trip.gtfs_id as "gtfsId", trip.departures[1] + run.start_offset as "firstSeconds",
      run.feed_platforms as "feedPlatforms"
    from run join trip on trip.id = run.trip_id
    where trip.feed_id = ${feedId} and trip.gtfs_id = any(${trips.flatMap(({ tripId }) => tripId ?? [])}::text[])
      and run.departs_at between ${new Date(now - 2 * 86_400_000)} and ${new Date(now + 2 * 86_400_000)}
    order by run.id for update of run`.execute(context.db)
  const runs = new Map((await composeRuns(context, rows)).map((run) => [run.runId, run]))
  const known = rows.flatMap((row) => {
    const run = runs.get(row.runId)
    const { gtfsId, firstSeconds, feedPlatforms } = row
    return run ? [{ run, row, gtfsId, firstSeconds, feedPlatforms }] : []
  })
  return Map.groupBy(known, ({ gtfsId }) => gtfsId)
}

/** The referenced run: by service date and start time if they are given, otherwise the run nearest to now. */
function runFor(
  runs: ReadonlyMap<string, readonly KnownRun[]>,
  trip: TripRef,
  now: Date,
): KnownRun | null {
  const fitting = fittingRuns(runs, trip)
  const distance = ({ run }: KnownRun): number =>
    Math.max(0, run.departsAt.getTime() - now.getTime(), now.getTime() - run.arrivesAt.getTime())
  return fitting.toSorted((left, right) => distance(left) - distance(right))[0] ?? null
}

/** Runs that match the given service date and start time. */
function fittingRuns(
  runs: ReadonlyMap<string, readonly KnownRun[]>,
  trip: TripRef,
): readonly KnownRun[] {
  return (runs.get(trip.tripId ?? '') ?? []).filter(
    ({ run, firstSeconds }) =>
      (trip.startDate === null || run.serviceDate === trip.startDate) &&
      (trip.startSeconds === null || firstSeconds === trip.startSeconds),
  )
}

async function applyUpdate(
  context: Context,
  { run, row, feedPlatforms }: KnownRun,
  update: TripUpdate,
): Promise<RunChange | null> {
  if (run.status === 'cancelled') return null
  const { runId, offeringId, departsAt, arrivesAt } = run
  const about = { runId, offeringId, departsAt, arrivesAt }
  if (update.trip.isCancelled) {
    await sql`update run set status = ${runStatuses.cancelled} where id = ${runId}`.execute(
      context.db,
    )
    if (offeringId !== null) await endSale(context, offeringId)
    return { ...about, change: 'cancelled', delays: null }
  }
  const updates = updatesOfStops(run, update)
  const network = await readNetwork(context)
  await assignPlatforms(context, network, { run, before: feedPlatforms }, updates)
  const delays = delaysOf(run, update, updates)
  const before = row.delays ?? run.stops.map(() => 0)
  if (delays.every((delay, index) => delay === before[index])) return null
  const isOnTime = delays.every((delay) => delay === 0)
  await sql`
    update run set delays = ${isOnTime ? null : delays}::int[] where id = ${runId}`.execute(
    context.db,
  )
  return {
    ...about,
    change: isOnTime ? 'on-time' : 'delayed',
    delays: isOnTime ? null : delays,
  }
}

/** The update of each stop, in the order of the message: a run may call at a stop twice. */
function updatesOfStops({ stops }: Run, update: TripUpdate): (StopUpdate | undefined)[] {
  let position = 0
  return stops.map(({ stop }, index) => {
    const at = update.stops.findIndex(
      (one, from) =>
        from >= position &&
        (one.stopId === null ? one.stopSequence === index + 1 : one.stopId === stop.gtfsId),
    )
    if (at >= 0) position = at + 1
    return update.stops[at]
  })
}

/**
 * Delays in seconds by stop. As defined by GTFS-Realtime, a delay applies until the next stop with an
 * update.
 */
function delaysOf(
  run: Run,
  update: TripUpdate,
  updates: readonly (StopUpdate | undefined)[],
): number[] {
  const start = serviceDayStart(run.serviceDate, run.agency.timeZone)
  let delay = update.delaySeconds ?? 0
  return run.stops.map(({ departsAt }, index) => {
    const stopUpdate = updates[index]
    if (stopUpdate) delay = delayOfUpdate(stopUpdate, departsAt) ?? delay
    // Delays outside this range are errors of the feed.
    return start > 0 ? Math.max(-3_600, Math.min(delay, 86_400)) : 0
  })
}

function delayOfUpdate(stopUpdate: StopUpdate, departsAt: Date): number | null {
  if (stopUpdate.delaySeconds !== null) return stopUpdate.delaySeconds
  return stopUpdate.time === null ? null : stopUpdate.time - Math.round(departsAt.getTime() / 1000)
}

async function writeAlerts(
  context: Context,
  feedId: number,
  alerts: readonly Alert[],
  runs: ReadonlyMap<string, readonly KnownRun[]>,
): Promise<void> {
  const rows = alerts.map((alert) => ({
    gtfs_id: alert.id,
    header: toTimetableText(alert.header),
    description: toTimetableText(alert.description),
    url: alert.url,
    effect: alert.effect,
    starts_at: alert.startsAt,
    ends_at: alert.endsAt,
    agencies: alert.agencyIds,
    routes: alert.routeIds,
    stops: alert.stopIds,
    runs: alert.trips.flatMap((trip) => fittingRuns(runs, trip).map(({ run }) => run.runId)),
  }))
  await sql`
    insert into service_alert (feed_id, gtfs_id, header, description, url, effect, starts_at, ends_at, route_ids, stop_ids, run_ids)
    select ${feedId}::int, gtfs_id, header, description, url, effect, starts_at, ends_at,
      array(select route.id from route join agency on agency.id = route.agency_id
        where route.feed_id = ${feedId} and (route.gtfs_id in (select json_array_elements_text(routes))
          or agency.gtfs_id in (select json_array_elements_text(agencies))) order by route.id),
      array(select id from stop where feed_id = ${feedId} and gtfs_id in (select json_array_elements_text(stops)) order by id),
      array(select json_array_elements_text(runs)::int order by 1)
    from json_to_recordset(${JSON.stringify(rows)}::json) as one (gtfs_id text, header jsonb, description jsonb, url text,
      effect text, starts_at timestamptz, ends_at timestamptz, agencies json, routes json, stops json, runs json)
    on conflict (feed_id, gtfs_id) do update
      set header = excluded.header, description = excluded.description, url = excluded.url, effect = excluded.effect,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, route_ids = excluded.route_ids,
        stop_ids = excluded.stop_ids, run_ids = excluded.run_ids, is_current = true`.execute(
    context.db,
  )
  await sql`
    update service_alert set is_current = false
    where feed_id = ${feedId} and is_current and not gtfs_id = any(${alerts.map(({ id }) => id)}::text[])`.execute(
    context.db,
  )
}

/** Georgian and English, plus Russian and Azerbaijani if supplied. */
function toTimetableText(texts: Readonly<Record<string, string>>): TimetableText {
  const any = texts['en'] ?? texts['ka'] ?? Object.values(texts)[0] ?? ''
  const { ka = any, en = any, ru, az } = texts
  return { ka, en, ru, az }
}
