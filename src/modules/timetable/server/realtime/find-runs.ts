/** Finds the runs that a real-time message names. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { runsByTripId } from '../runs/runs-by-trip-id.ts'
import { composeRuns, runColumns, type Run, type RunRow } from '../queries/read-runs.ts'
import type { NamedStop } from './match-stops.ts'
import type { TripRef } from './trip-ref.ts'

/** What earlier messages said of a run. */
export interface SaidBefore {
  readonly isCancelled: boolean
  readonly hasForecast: boolean
  readonly entityId: string | null
  readonly source: string
}

/** A run with what identifies it in messages. */
export interface KnownRun {
  readonly run: Run
  readonly row: RunRow
  readonly stops: readonly NamedStop[]
  readonly feedPlatforms: readonly (string | null)[] | null
  readonly said: SaidBefore | null
  readonly tripGtfsId: string
  /** The id of its trip, and those of the message that it had in an earlier version of the feed. */
  readonly tripIds: readonly string[]
  readonly routeGtfsId: string
  readonly direction: number
  /** Arrival and departure at the first stop, in seconds of the service day. */
  readonly startSeconds: readonly number[]
  /** Whether the feed still has its trip. */
  readonly isCurrent: boolean
}

interface Row extends RunRow, Omit<KnownRun, 'run' | 'row' | 'stops' | 'said' | 'tripIds'> {
  readonly sequences: readonly number[] | null
  readonly saidCancelled: boolean | null
  readonly saidForecast: boolean | null
  readonly entityId: string | null
  readonly source: string
}

const dayMilliseconds = 86_400_000
/** Without a date a message is about runs of these days; a run that is over for longer is not changed. */
const daysAround = 2

/** Locks and reads, in the order of their ids, the runs that these descriptors may mean, and those with these ids. */
export async function lockNamedRuns(
  context: Pick<Context, 'db' | 'clock'>,
  feedId: number,
  trips: readonly TripRef[],
  runIds: readonly number[],
): Promise<readonly KnownRun[]> {
  const named = await findRunIds(context, feedId, trips)
  const ids = [...new Set([...named.map(({ id }) => id), ...runIds])]
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select ${runColumns}, trip.gtfs_id as "tripGtfsId", route.gtfs_id as "routeGtfsId", trip_pattern.direction,
      array[trip.departures[1] + run.start_offset, trip.arrivals[1] + run.start_offset] as "startSeconds",
      trip.stop_sequences as sequences, trip.retired_at is null as "isCurrent",
      run.feed_platforms as "feedPlatforms", said.is_cancelled as "saidCancelled",
      said.has_forecast as "saidForecast", said.entity_id as "entityId",
      said.source
    from run join trip on trip.id = run.trip_id
    join trip_pattern on trip_pattern.id = trip.pattern_id
    join route on route.id = trip_pattern.route_id
    left join run_realtime said on said.run_id = run.id
    where run.id = any(${ids}::int[]) order by run.id for update of run`.execute(context.db)
  const runs = new Map((await composeRuns(context, rows)).map((run) => [run.runId, run]))
  const namedBy = Map.groupBy(named, ({ id }) => id)
  return rows.flatMap((row) => {
    const run = runs.get(row.runId)
    const former = (namedBy.get(row.runId) ?? []).flatMap(({ tripId }) => tripId ?? [])
    return run ? [knownRun(run, row, former)] : []
  })
}

function knownRun(run: Run, row: Row, former: readonly string[]): KnownRun {
  const { sequences, saidCancelled, saidForecast, entityId, source } = row
  return {
    ...row,
    run,
    row,
    tripIds: [...new Set([row.tripGtfsId, ...former])],
    stops: run.stops.map(({ stop }, index) => ({
      gtfsId: stop.gtfsId,
      sequence: sequences?.[index] ?? index + 1,
    })),
    said:
      saidCancelled === null
        ? null
        : { isCancelled: saidCancelled, hasForecast: saidForecast === true, entityId, source },
  }
}

/**
 * Ids of the runs that descriptors may mean: by trip, or by line, direction and day. This is the only place where trips of
 * messages are looked up.
 */
async function findRunIds(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  feedId: number,
  trips: readonly TripRef[],
): Promise<{ id: number; tripId: string | null }[]> {
  const now = clock.now().getTime()
  const [from, until] = [-daysAround, daysAround].map(
    (days) => new Date(now + days * dayMilliseconds),
  )
  const byTrip = trips.filter(({ tripId }) => tripId !== null)
  const byRoute = trips.filter(isComplete)
  const { rows } = await sql<{ id: number; tripId: string | null }>`
    with asked as (
      select distinct * from unnest(${byTrip.map(({ tripId }) => tripId)}::text[],
        ${byTrip.map(({ startDate }) => startDate)}::date[]) as one (trip_id, on_date)
    ), asked_route as (
      select distinct * from unnest(${byRoute.map(({ routeId }) => routeId)}::text[],
        ${byRoute.map(({ direction }) => direction)}::int[],
        ${byRoute.map(({ startDate }) => startDate)}::date[]) as one (route_id, direction, on_date)
    )
    select run.id, asked.trip_id as "tripId" from asked
    join ${runsByTripId(
      feedId,
      byTrip.flatMap(({ tripId }) => tripId ?? []),
    )} as named on named.gtfs_id = asked.trip_id
    join run on run.id = named.run_id and (run.service_date = asked.on_date
      or asked.on_date is null and run.departs_at between ${from} and ${until})
    where run.arrives_at > ${from}
    union
    select run.id, null from asked_route
    join route on route.feed_id = ${feedId} and route.gtfs_id = asked_route.route_id
    join trip_pattern on trip_pattern.route_id = route.id and trip_pattern.direction = asked_route.direction
    join trip on trip.pattern_id = trip_pattern.id
    join run on run.trip_id = trip.id and run.service_date = asked_route.on_date
    where run.arrives_at > ${from} and run.dropped_at is null`.execute(db)
  return rows
}

/** Without a trip id all of these are required. */
function isComplete({ tripId, routeId, direction, startDate, startSeconds }: TripRef): boolean {
  return (
    tripId === null &&
    routeId !== null &&
    direction !== null &&
    startDate !== null &&
    startSeconds !== null
  )
}

/** Finds runs by trip, or by line and direction. */
export type RunIndex = (trip: TripRef) => readonly KnownRun[]

export function indexRuns(runs: readonly KnownRun[]): RunIndex {
  const byTrip = new Map<string, KnownRun[]>()
  for (const run of runs)
    for (const tripId of run.tripIds) byTrip.set(tripId, [...(byTrip.get(tripId) ?? []), run])
  const byRoute = Map.groupBy(runs, (known) => `${known.direction} ${known.routeGtfsId}`)
  return ({ tripId, routeId, direction }) =>
    (tripId === null ? byRoute.get(`${direction} ${routeId}`) : byTrip.get(tripId)) ?? []
}

/** Runs that a descriptor may mean, without regard to which of several it is. */
export function fittingRuns(runs: RunIndex, trip: TripRef): readonly KnownRun[] {
  const { tripId, routeId, startDate, startSeconds } = trip
  if (tripId === null && !isComplete(trip)) return []
  return runs(trip).filter(
    (known) =>
      (routeId === null || known.routeGtfsId === routeId) &&
      (startDate === null || known.run.serviceDate === startDate) &&
      (startSeconds === null || known.startSeconds.includes(startSeconds)),
  )
}

/**
 * The run that a descriptor names: without a date the nearest to now. Null if there is none or it may be several, since
 * such a descriptor is an error.
 */
export function namedRun(runs: RunIndex, trip: TripRef, now: Date): KnownRun | null {
  const distance = ({ run }: KnownRun): number =>
    Math.max(0, run.departsAt.getTime() - now.getTime(), now.getTime() - run.arrivesAt.getTime())
  const [first, ...others] = fittingRuns(runs, trip).toSorted(
    (left, right) =>
      Number(isReplaced(left)) - Number(isReplaced(right)) ||
      distance(left) - distance(right) ||
      Number(right.isCurrent) - Number(left.isCurrent),
  )
  if (!first) return null
  const sameDay = others.filter(
    (one) => one.run.serviceDate === first.run.serviceDate && isReplaced(one) === isReplaced(first),
  )
  const isUnclear = sameDay.some(
    (one) =>
      one.tripGtfsId !== first.tripGtfsId ||
      (trip.startSeconds === null && one.row.startOffset !== first.row.startOffset),
  )
  return isUnclear ? null : first
}

/** A run without passengers is cancelled when a later version of the feed replaces it; then the new one is meant. */
function isReplaced({ run, said }: KnownRun): boolean {
  return run.status === 'cancelled' && said?.isCancelled !== true
}
