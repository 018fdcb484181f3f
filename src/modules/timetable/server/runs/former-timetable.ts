/** The runs that an import concerns, and the timetable as it was before. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { runStatuses } from '../run-statuses.ts'
import { isSamePlace, type Place } from './same-stops.ts'

/** Remembers the stops as they are before an import changes them; a temporary table, so only in a transaction. */
export async function rememberStops(db: Database, feedId: number): Promise<void> {
  await sql`
    create temporary table former_stop on commit drop as
    select id, feed_id, gtfs_id, parent_id, locality_id, name, aliases, code, platform, zone, latitude, longitude,
      time_zone, wheelchair
    from stop where feed_id = ${sql.lit(feedId)}`.execute(db)
}

interface PlaceRow {
  readonly stopId: number
  readonly names: string[]
  readonly latitude: number
  readonly longitude: number
}

const placeColumns = sql`id as "stopId",
  array(select jsonb_each_text.value from jsonb_each_text(name)) as names, latitude, longitude`

/** Stops by id: as they were before the import, and as they are now. */
export interface Places {
  readonly former: ReadonlyMap<number, Place>
  readonly current: ReadonlyMap<number, Place>
  /** Ids that name another place now. */
  readonly changed: readonly number[]
}

export async function readPlaces(db: Database, feedId: number): Promise<Places> {
  const { rows: before } = await sql<PlaceRow>`select ${placeColumns} from former_stop`.execute(db)
  const { rows: now } = await sql<PlaceRow>`
    select ${placeColumns} from stop where feed_id = ${feedId}`.execute(db)
  const [former, current] = [keyed(before), keyed(now)]
  const changed = before.flatMap((place) => {
    const other = current.get(place.stopId)
    return other && !isSamePlace(place, other) ? [place.stopId] : []
  })
  return { former, current, changed }
}

function keyed(rows: readonly PlaceRow[]): ReadonlyMap<number, Place> {
  return new Map(rows.map((row) => [row.stopId, row]))
}

const isRunning = sql`coalesce((select is_added from service_exception as exception
    where exception.service_id = service.id and exception.on_date = run.service_date),
  run.service_date between service.start_date and service.end_date
    and service.weekdays >> (extract(isodow from run.service_date)::int - 1) & 1 = 1
    and case service.day_rule
      when 1 then extract(day from run.service_date)::int % 2 = 1
      when 2 then extract(day from run.service_date)::int % 2 = 0
      when 3 then (run.service_date - service.start_date) % 2 = 0
      else true end)`

/** Something about the run is more than its trip and day: it was opened, changed by staff, or is late or cancelled. */
const isNotable = sql`(run.offering_id is not null or run.status <> ${runStatuses.scheduled} or not run.is_on_sale
  or run.delays is not null or run.has_other_vehicle)`

/**
 * Forgets what earlier imports decided about days of trips, and collects the runs that are not over and whose trip or
 * day is not in the feed any more, or calls at other places: a temporary table `stale_run`. They are locked, runs before
 * their places and in the order of their ids, like in every other change of runs.
 */
export async function collectStaleRuns(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  feedId: number,
  changedStops: readonly number[],
): Promise<void> {
  await sql`
    delete from trip_day using trip where trip.id = trip_day.trip_id and trip.feed_id = ${feedId}`.execute(
    db,
  )
  await sql`
    update trip set is_kept = false where feed_id = ${feedId} and is_kept`.execute(db)
  await sql`
    create temporary table stale_run (id integer primary key, pattern_id integer, service_date date) on commit drop`.execute(
    db,
  )
  await sql`
    insert into stale_run
    select run.id, trip.pattern_id, run.service_date
    from run join trip on trip.id = run.trip_id join service on service.id = trip.service_id
    where trip.feed_id = ${feedId} and run.arrives_at > ${clock.now()} and run.dropped_at is null
      and (trip.retired_at is not null or not ${isRunning} or trip.pattern_id = any(
        select id from trip_pattern where stop_ids && ${[...changedStops]}::int[]))`.execute(db)
  await sql`analyze stale_run`.execute(db)
  await sql`
    select from run where id in (select id from stale_run) order by id for update`.execute(db)
}

export interface StaleRun {
  readonly runId: number
  readonly tripId: number
  readonly serviceDate: string
  readonly startOffset: number
  readonly offeringId: number | null
  readonly vehicleTypeId: number
  readonly isNotable: boolean
  readonly isCancelled: boolean
}

/** The notable ones, and those with the same stops on the same days, with which they could be confused. */
export async function readStaleRuns({ db }: Pick<Context, 'db'>): Promise<StaleRun[]> {
  const { rows } = await sql<StaleRun>`
    with notable as materialized (
      select distinct stale.pattern_id, stale.service_date from stale_run as stale join run on run.id = stale.id
      where ${isNotable}
    )
    select run.id as "runId", run.trip_id as "tripId", run.service_date::text as "serviceDate",
      run.start_offset as "startOffset", run.offering_id::int8 as "offeringId", run.vehicle_type_id as "vehicleTypeId",
      ${isNotable} as "isNotable", run.status = ${runStatuses.cancelled} as "isCancelled"
    from notable join stale_run as stale using (pattern_id, service_date) join run on run.id = stale.id
    order by run.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    offeringId: row.offeringId === null ? null : Number(row.offeringId),
  }))
}

export interface TripRow {
  readonly tripId: number
  readonly gtfsId: string
  readonly patternId: number
  readonly serviceId: number
  readonly vehicleTypeId: number | null
  readonly number: string | null
  readonly routeId: number
  readonly agencyId: number
  readonly timeZone: string
  readonly line: string
  readonly direction: number
  readonly stopIds: readonly number[]
  readonly pickup: readonly number[]
  readonly dropOff: readonly number[]
  readonly arrivals: readonly number[]
  readonly departures: readonly number[]
  readonly isRetired: boolean
}

export async function readTripRows(
  db: Database,
  condition: ReturnType<typeof sql>,
): Promise<TripRow[]> {
  const { rows } = await sql<TripRow>`
    select trip.id as "tripId", trip.gtfs_id as "gtfsId", trip.pattern_id as "patternId", trip.service_id as "serviceId",
      trip.vehicle_type_id as "vehicleTypeId", nullif(trip.short_name, route.short_name) as number,
      route.id as "routeId", route.agency_id as "agencyId", agency.time_zone as "timeZone", ${lineName} as line,
      trip_pattern.direction, trip_pattern.stop_ids as "stopIds", trip_pattern.pickup,
      trip_pattern.drop_off as "dropOff", trip.arrivals, trip.departures, trip.retired_at is not null as "isRetired"
    from trip join trip_pattern on trip_pattern.id = trip.pattern_id
    join route on route.id = trip_pattern.route_id join agency on agency.id = route.agency_id
    where ${condition} order by trip.id`.execute(db)
  return rows
}

/** What passengers know a line by: ids of lines may be new while these are not. */
const lineName = sql`route.route_type || ' ' || route.short_name || ' ' || (route.name->>'en')`

export interface PatternRow {
  readonly patternId: number
  readonly agencyId: number
  readonly line: string
  readonly stopIds: readonly number[]
}

/** Stop sequences of the trips that the feed has now and that are sold. */
export async function readCurrentPatterns(db: Database, feedId: number): Promise<PatternRow[]> {
  const { rows } = await sql<PatternRow>`
    select trip_pattern.id as "patternId", route.agency_id as "agencyId", ${lineName} as line,
      trip_pattern.stop_ids as "stopIds"
    from trip_pattern join route on route.id = trip_pattern.route_id
    where route.feed_id = ${feedId} and exists (select from trip where trip.pattern_id = trip_pattern.id
      and trip.retired_at is null and trip.vehicle_type_id is not null)
    order by trip_pattern.id`.execute(db)
  return rows
}
