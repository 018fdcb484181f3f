/** Trips of single runs: what was sold, where the feed has something else. They are on sale on the days of these runs. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { Places, TripRow } from './former-timetable.ts'
import type { TripSlot } from './find-slots.ts'
import type { Match } from './match-runs.ts'
import { isSamePlace } from './same-stops.ts'

export interface OwnTrip {
  /** Its id, number, headsign, service and vehicle are those of this trip. */
  readonly ofTripId: number
  readonly routeId: number
  readonly direction: number
  readonly timeZone: string
  readonly stopIds: readonly number[]
  readonly pickup: readonly number[]
  readonly dropOff: readonly number[]
  readonly arrivals: readonly number[]
  readonly departures: readonly number[]
}

/**
 * The stops that were sold, by which legs are numbered, with the times of the new trip. Nobody boards or alights where it
 * no longer calls, and its new stops are not sold on these runs.
 */
export function adaptedTrip(former: TripRow, { slot, alignment }: Match<TripSlot>): OwnTrip {
  const { trip, startOffset } = slot
  const { positions } = alignment
  const at = (times: readonly number[]) =>
    positions.map((position) => (position < 0 ? null : (times[position] ?? 0) + startOffset))
  const arrivals = at(trip.arrivals)
  const departures = at(trip.departures)
  const kind = (kinds: readonly number[]) =>
    positions.map((position) => (position < 0 ? 1 : (kinds[position] ?? 0)))
  return {
    ofTripId: trip.tripId,
    routeId: trip.routeId,
    direction: trip.direction,
    timeZone: trip.timeZone,
    stopIds: positions.map((position, index) =>
      position < 0 ? (former.stopIds[index] ?? 0) : (trip.stopIds[position] ?? 0),
    ),
    pickup: kind(trip.pickup),
    dropOff: kind(trip.dropOff),
    arrivals: between(arrivals),
    departures: between(departures),
  }
}

/** Times between the known ones; before the first and after the last known one theirs. */
function between(times: readonly (number | null)[]): number[] {
  const known = times.flatMap((time, index) => (time === null ? [] : [{ index, time }]))
  return times.map((time, index) => {
    if (time !== null) return time
    const before = known.findLast((one) => one.index < index)
    const after = known.find((one) => one.index > index)
    if (!before || !after) return (before ?? after)?.time ?? 0
    const part = (index - before.index) / (after.index - before.index)
    return Math.round(before.time + (after.time - before.time) * part)
  })
}

/** The former trip as it was, for one of its starts; `stops` replaces ids that name other places now. */
export function copiedTrip(
  former: TripRow,
  startOffset: number,
  stops: ReadonlyMap<number, number>,
): OwnTrip {
  return {
    ofTripId: former.tripId,
    routeId: former.routeId,
    direction: former.direction,
    timeZone: former.timeZone,
    stopIds: former.stopIds.map((stopId) => stops.get(stopId) ?? stopId),
    pickup: former.pickup,
    dropOff: former.dropOff,
    arrivals: former.arrivals.map((seconds) => seconds + startOffset),
    departures: former.departures.map((seconds) => seconds + startOffset),
  }
}

function keyOf({ ofTripId, stopIds, pickup, dropOff, departures, arrivals }: OwnTrip): string {
  return JSON.stringify([ofTripId, stopIds, pickup, dropOff, departures, arrivals])
}

/** Creates them, equal ones once; returns the id of each. */
export async function createOwnTrips(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  trips: readonly OwnTrip[],
): Promise<(trip: OwnTrip) => number> {
  const distinct = [...new Map(trips.map((trip) => [keyOf(trip), trip])).values()]
  const rows = distinct.map((trip, number) => ({
    number,
    of_trip_id: trip.ofTripId,
    route_id: trip.routeId,
    direction: trip.direction,
    stop_ids: trip.stopIds,
    pickup: trip.pickup,
    drop_off: trip.dropOff,
    digest: createHash('sha256')
      .update(JSON.stringify([trip.direction, trip.stopIds, trip.pickup, trip.dropOff]))
      .digest('hex')
      .slice(0, 32),
    arrivals: trip.arrivals,
    departures: trip.departures,
  }))
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (number int, of_trip_id int,
    route_id int, direction smallint, stop_ids jsonb, pickup jsonb, drop_off jsonb, digest text, arrivals jsonb,
    departures jsonb)`
  const list = (column: string, type: string) =>
    sql`array(select jsonb_array_elements_text(${sql.ref(`wanted.${column}`)})::${sql.raw(type)})`
  await sql`
    insert into trip_pattern (route_id, direction, stop_ids, pickup, drop_off, digest)
    select distinct on (route_id, digest) route_id, direction, ${list('stop_ids', 'int')}, ${list('pickup', 'smallint')},
      ${list('drop_off', 'smallint')}, digest
    from ${wanted} on conflict (route_id, digest) do nothing`.execute(db)
  const { rows: made } = await sql<{ id: number }>`
    insert into trip (feed_id, gtfs_id, pattern_id, service_id, vehicle_type_id, short_name, headsign, block_id,
      arrivals, departures, retired_at, is_kept)
    select base.feed_id, base.gtfs_id, pattern.id, base.service_id, base.vehicle_type_id, base.short_name,
      base.headsign, base.block_id, ${list('arrivals', 'int')}, ${list('departures', 'int')}, ${clock.now()}, true
    from ${wanted} join trip as base on base.id = wanted.of_trip_id
    join trip_pattern as pattern on pattern.route_id = wanted.route_id and pattern.digest = wanted.digest
    order by number
    returning id`.execute(db)
  const ids = new Map(distinct.map((trip, index) => [keyOf(trip), made[index]?.id ?? 0]))
  return (trip) => {
    const id = ids.get(keyOf(trip))
    if (id === undefined || id === 0) throw new Error('A trip of its own must have been created')
    return id
  }
}

/** For stop ids of these trips that name other places now: the stops that are these places, or copies of what they were. */
export async function findOwnStops(
  { db }: Pick<Context, 'db'>,
  runs: readonly { readonly trip: TripRow }[],
  { former, current, changed }: Places,
): Promise<ReadonlyMap<number, number>> {
  const used = new Set(runs.flatMap(({ trip }) => trip.stopIds))
  const stopIds = changed.filter((stopId) => used.has(stopId))
  const found = new Map<number, number>()
  for (const stopId of stopIds) {
    const place = former.get(stopId)
    const same = place && [...current.values()].find((other) => isSamePlace(place, other))
    if (same) found.set(stopId, same.stopId)
  }
  if (stopIds.length === 0) return found
  const lost = stopIds.filter((stopId) => !found.has(stopId))
  const { rows } = await sql<{ formerId: number; stopId: number }>`
    insert into stop (feed_id, gtfs_id, locality_id, name, aliases, code, platform, zone, latitude, longitude,
      time_zone, wheelchair, is_current)
    select feed_id, gtfs_id || '~' || id, coalesce(locality_id,
        (select parent.locality_id from former_stop as parent where parent.id = former_stop.parent_id)),
      name, aliases, code, platform, zone, latitude, longitude, time_zone, wheelchair, false
    from former_stop where id = any(${lost}::int[])
    on conflict (feed_id, gtfs_id) do update set locality_id = excluded.locality_id, name = excluded.name,
      latitude = excluded.latitude, longitude = excluded.longitude
    returning id as "stopId", substring(gtfs_id from '~([0-9]+)$')::int as "formerId"`.execute(db)
  for (const { formerId, stopId } of rows) found.set(formerId, stopId)
  return found
}
