/**
 * Imports trips with their patterns and frequencies: changed trips are retired and replaced, runs with
 * sales stay.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { legCountMax } from '#kernel/legs.ts'
import type { Context } from '#platform/context.ts'
import { raiseTimetableVersion } from '../network-cache.ts'
import { translatedName } from './names.ts'
import { writeStopSequences } from './stop-sequences.ts'
import { defaultVehicles } from './vehicles.ts'

/** Number of trips whose stop times are in memory at once. */
const tripsPerPage = 1_000

export interface TripChanges {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  /** Of the added ones, those that are a removed one with another id: same stops and times. */
  readonly renamed: number
}

/** Receives the number of processed trips and their total. */
export type TripsDone = (done: number, total: number) => Promise<void>

interface StagedTrip {
  readonly gtfsId: string
  readonly routeId: number
  readonly agencyId: number
  readonly routeType: number
  readonly serviceId: number
  readonly shortName: string
  readonly headsign: unknown
  readonly direction: number
  readonly blockId: string | null
  readonly vehicle: string | null
  readonly stopIds: readonly number[]
  /** `stop_sequence` by stop. */
  readonly sequences: readonly number[]
  readonly arrivals: readonly (number | null)[]
  readonly departures: readonly (number | null)[]
  readonly pickup: readonly number[]
  readonly dropOff: readonly number[]
  readonly frequencies: readonly (readonly [number, number, number, boolean])[] | null
}

export async function applyTrips(
  context: Pick<Context, 'db' | 'clock'>,
  feedId: number,
  done?: TripsDone,
): Promise<TripChanges> {
  const { db } = context
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from staged_trips`.execute(db)
  const total = rows[0]?.total ?? 0
  await sql`create index on staged_stop_times (trip_id, stop_sequence)`.execute(db)
  await sql`create index on staged_trips (trip_id)`.execute(db)
  await sql`
    create temporary table former_trip on commit drop as
    select id, gtfs_id from trip where feed_id = ${sql.lit(feedId)} and retired_at is null`.execute(
    db,
  )
  await sql`create temporary table staged_seen (gtfs_id text primary key) on commit drop`.execute(
    db,
  )
  const vehicleOf = await defaultVehicles(db, feedId)
  let [added, changed, unchanged, taken] = [0, 0, 0, 0]
  for (let after: string | null = null; ;) {
    const page = await readPage(context, feedId, after)
    if (page.length === 0) break
    after = page.at(-1)?.gtfsId ?? after
    const usable = page.filter(({ stopIds }) => stopIds.length >= 2)
    const outcome = await writePage(context, feedId, usable, (trip) =>
      trip.stopIds.length - 1 > legCountMax
        ? null
        : vehicleOf(trip.agencyId, trip.routeType, trip.vehicle),
    )
    await writeStopSequences(db, feedId, usable)
    added += outcome.added
    changed += outcome.changed
    unchanged += outcome.unchanged
    taken += page.length
    await done?.(taken, total)
  }
  const removed = await sql`
    update trip set retired_at = ${context.clock.now()}
    where feed_id = ${feedId} and retired_at is null
      and not exists (select from staged_seen where gtfs_id = trip.gtfs_id)`.execute(db)
  const renamed = await carryVehicles(db, feedId)
  const changes = {
    added,
    changed,
    removed: Number(removed.numAffectedRows ?? 0),
    unchanged,
    renamed,
  }
  if (changes.added + changes.changed + changes.removed > 0) await raiseTimetableVersion(context)
  return changes
}

/**
 * Vehicles that staff have assigned belong to trains, so they follow trips that are only called otherwise. Returns the
 * number of such trips.
 */
async function carryVehicles(db: Context['db'], feedId: number): Promise<number> {
  await sql`
    create temporary table renamed_trip on commit drop as
    with gone as (
      select trip.gtfs_id, pattern_id, departures, arrivals,
        row_number() over (partition by pattern_id, departures, arrivals order by trip.id) as number
      from former_trip join trip using (id) where trip.retired_at is not null
        and not exists (select from staged_trips where trip_id = trip.gtfs_id)
    ), made as (
      select trip.gtfs_id, pattern_id, departures, arrivals,
        row_number() over (partition by pattern_id, departures, arrivals order by trip.id) as number
      from trip where feed_id = ${sql.lit(feedId)} and retired_at is null
        and not exists (select from former_trip where former_trip.gtfs_id = trip.gtfs_id)
    )
    select gone.gtfs_id as former_id, made.gtfs_id from gone join made
      using (pattern_id, departures, arrivals, number)`.execute(db)
  await sql`
    insert into trip_vehicle (feed_id, trip_gtfs_id, from_date, vehicle_type_id, assigned_at)
    select feed_id, renamed_trip.gtfs_id, from_date, vehicle_type_id, assigned_at
    from trip_vehicle join renamed_trip on trip_vehicle.trip_gtfs_id = renamed_trip.former_id
    where feed_id = ${feedId} on conflict do nothing`.execute(db)
  await sql`
    delete from trip_vehicle using renamed_trip
    where feed_id = ${feedId} and trip_gtfs_id = renamed_trip.former_id`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from renamed_trip`.execute(db)
  return rows[0]?.count ?? 0
}

async function readPage(
  { db }: Pick<Context, 'db'>,
  feedId: number,
  after: string | null,
): Promise<StagedTrip[]> {
  const headsign = translatedName(sql`page.trip_headsign`, {
    table: 'trips',
    field: 'trip_headsign',
    id: sql`page.trip_id`,
  })
  const { rows } = await sql<StagedTrip>`
    with page as materialized (
      select * from staged_trips
      where ${after}::text is null or trip_id > ${after} order by trip_id limit ${tripsPerPage}
    ), times as (
      select time.trip_id, array_agg(stop.id order by stop_sequence) as stops,
        array_agg(stop_sequence order by stop_sequence) as sequences,
        array_agg(arrival_time order by stop_sequence) as arrivals,
        array_agg(departure_time order by stop_sequence) as departures,
        array_agg(coalesce(pickup_type, 0) order by stop_sequence) as pickup,
        array_agg(coalesce(drop_off_type, 0) order by stop_sequence) as drop_off
      from page join staged_stop_times as time using (trip_id)
      join stop on stop.feed_id = ${feedId} and stop.gtfs_id = time.stop_id
      group by time.trip_id
    ), often as (
      select trip_id, json_agg(json_build_array(start_time, end_time, headway_secs, coalesce(exact_times, 0) = 1)
        order by start_time) as frequencies
      from page join staged_frequencies using (trip_id) group by trip_id
    )
    select page.trip_id as "gtfsId", route.id as "routeId", route.agency_id as "agencyId",
      route.route_type as "routeType", service.id as "serviceId",
      coalesce(nullif(page.trip_short_name, ''), route.short_name) as "shortName", ${headsign} as headsign,
      coalesce(page.direction_id, 0) as direction, page.block_id as "blockId", page.bileti_vehicle as vehicle,
      coalesce(times.stops, '{}') as "stopIds", coalesce(times.sequences, '{}') as sequences,
      coalesce(times.arrivals, '{}') as arrivals,
      coalesce(times.departures, '{}') as departures, coalesce(times.pickup, '{}') as pickup,
      coalesce(times.drop_off, '{}') as "dropOff", often.frequencies
    from page
    join route on route.feed_id = ${feedId} and route.gtfs_id = page.route_id
    join service on service.feed_id = ${feedId} and service.gtfs_id = page.service_id
    left join times on times.trip_id = page.trip_id
    left join often on often.trip_id = page.trip_id
    order by page.trip_id`.execute(db)
  return rows
}

async function writePage(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  feedId: number,
  trips: readonly StagedTrip[],
  vehicleOf: (trip: StagedTrip) => number | null,
): Promise<{ added: number; changed: number; unchanged: number }> {
  if (trips.length === 0) return { added: 0, changed: 0, unchanged: 0 }
  const patterns = new Map(trips.map((trip) => [patternKey(trip), trip]))
  await sql`
    insert into trip_pattern (route_id, direction, stop_ids, pickup, drop_off, digest)
    select route_id, direction, array(select json_array_elements_text(stop_ids)::int),
      array(select json_array_elements_text(pickup)::smallint),
      array(select json_array_elements_text(drop_off)::smallint), digest
    from json_to_recordset(${JSON.stringify(
      [...patterns.values()].map((trip) => ({
        route_id: trip.routeId,
        direction: trip.direction,
        stop_ids: trip.stopIds,
        pickup: trip.pickup,
        drop_off: trip.dropOff,
        digest: patternDigest(trip),
      })),
    )}::json) as wanted (route_id int, direction smallint, stop_ids json, pickup json, drop_off json, digest text)
    on conflict (route_id, digest) do nothing`.execute(db)
  const rows = trips.map((trip) => ({
    gtfs_id: trip.gtfsId,
    route_id: trip.routeId,
    pattern_digest: patternDigest(trip),
    service_id: trip.serviceId,
    vehicle_type_id: vehicleOf(trip),
    short_name: trip.shortName,
    headsign: trip.headsign,
    block_id: trip.blockId,
    arrivals: interpolated(trip.arrivals),
    departures: interpolated(trip.departures),
    frequencies: trip.frequencies ?? [],
  }))
  const { rows: outcome } = await sql<{ added: number; changed: number; total: number }>`
    with wanted as materialized (
      select one.*, pattern.id as pattern_id, old.id as old_id,
        array(select json_array_elements_text(one.arrivals)::int) as arrival_list,
        array(select json_array_elements_text(one.departures)::int) as departure_list
      from json_to_recordset(${JSON.stringify(rows)}::json) as one (gtfs_id text, route_id int, pattern_digest text,
        service_id int, vehicle_type_id int, short_name text, headsign jsonb, block_id text, arrivals json,
        departures json, frequencies json)
      join trip_pattern as pattern on pattern.route_id = one.route_id and pattern.digest = one.pattern_digest
      left join trip as old on old.feed_id = ${feedId} and old.gtfs_id = one.gtfs_id and old.retired_at is null
    ), seen as (
      insert into staged_seen select gtfs_id from wanted on conflict do nothing
    ), fresh as materialized (
      select wanted.* from wanted left join trip as old on old.id = wanted.old_id
      where old.id is null or (old.pattern_id, old.service_id, old.vehicle_type_id, old.short_name, old.headsign,
          old.block_id, old.arrivals, old.departures)
        is distinct from (wanted.pattern_id, wanted.service_id, wanted.vehicle_type_id, wanted.short_name,
          wanted.headsign, wanted.block_id, wanted.arrival_list, wanted.departure_list)
        or (select coalesce(json_agg(json_build_array(start_seconds, end_seconds, headway_seconds, exact_times)
            order by start_seconds), '[]')::jsonb from frequency where trip_id = old.id)
          is distinct from wanted.frequencies::jsonb
    ), retired as (
      update trip set retired_at = ${clock.now()} from fresh where trip.id = fresh.old_id returning trip.id
    )
    select (select count(*) from fresh where old_id is null)::int as added,
      (select count(*) from retired)::int as changed, (select count(*) from wanted)::int as total`.execute(
    db,
  )
  await sql`
    with wanted as materialized (
      select one.*, pattern.id as pattern_id
      from json_to_recordset(${JSON.stringify(rows)}::json) as one (gtfs_id text, route_id int, pattern_digest text,
        service_id int, vehicle_type_id int, short_name text, headsign jsonb, block_id text, arrivals json,
        departures json, frequencies json)
      join trip_pattern as pattern on pattern.route_id = one.route_id and pattern.digest = one.pattern_digest
      where not exists (select from trip where feed_id = ${feedId} and gtfs_id = one.gtfs_id and retired_at is null)
    ), made as (
      insert into trip (feed_id, gtfs_id, pattern_id, service_id, vehicle_type_id, short_name, headsign, block_id,
        arrivals, departures)
      select ${feedId}::int, gtfs_id, pattern_id, service_id, vehicle_type_id, short_name, headsign, block_id,
        array(select json_array_elements_text(arrivals)::int), array(select json_array_elements_text(departures)::int)
      from wanted order by gtfs_id
      returning id, gtfs_id
    )
    insert into frequency (trip_id, start_seconds, end_seconds, headway_seconds, exact_times)
    select made.id, (often->>0)::int, (often->>1)::int, (often->>2)::int, (often->>3)::boolean
    from made join wanted using (gtfs_id), json_array_elements(wanted.frequencies) as often`.execute(
    db,
  )
  const { added = 0, changed = 0, total = 0 } = outcome[0] ?? {}
  return { added, changed, unchanged: total - added - changed }
}

function patternKey(trip: StagedTrip): string {
  return `${trip.routeId} ${patternDigest(trip)}`
}

function patternDigest({ direction, stopIds, pickup, dropOff }: StagedTrip): string {
  const isPlain = pickup.every((kind) => kind === 0) && dropOff.every((kind) => kind === 0)
  return createHash('sha256')
    .update(
      JSON.stringify(isPlain ? [direction, ...stopIds] : [direction, stopIds, pickup, dropOff]),
    )
    .digest('hex')
    .slice(0, 32)
}

/** Interpolates missing times linearly between the given ones. */
export function interpolated(times: readonly (number | null)[]): number[] {
  const full: number[] = []
  let before = 0
  times.forEach((time, index) => {
    if (time !== null) {
      full.push(time)
      before = index
      return
    }
    const next = times.findIndex((one, at) => at > index && one !== null)
    const [start, end] = [full[before] ?? 0, times[next] ?? full[before] ?? 0]
    full.push(
      next < 0 ? start : Math.round(start + ((end - start) * (index - before)) / (next - before)),
    )
  })
  return full
}
