/** Vehicles assigned to trips from a day on; without one, a trip has the vehicle of its feed. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { waitForRunsBeingMade } from '../commands/make-runs.ts'
import type { Trip } from '../network.ts'
import { runStatuses } from '../run-statuses.ts'

type TripName = Pick<Trip, 'tripId' | 'feedId' | 'gtfsId'>

export interface TripVehicles {
  readonly tripId: number
  /** In the order of their days; each applies until the next one. */
  readonly spans: readonly { readonly from: string; readonly vehicleTypeId: number }[]
}

function namesOf(trips: readonly TripName[]) {
  return sql`unnest(${trips.map(({ feedId }) => feedId)}::int[], ${trips.map(({ gtfsId }) => gtfsId)}::text[],
    ${trips.map(({ tripId }) => tripId)}::int[]) as wanted (feed_id, trip_gtfs_id, trip_id)`
}

/** Until the transaction ends, nobody else changes what a carrier's staff may set. */
export async function lockCarrier({ db }: Pick<Context, 'db'>, agencyId: number): Promise<void> {
  await sql`select from agency where id = ${agencyId} for no key update`.execute(db)
}

/** The assignments of these trips. */
export async function readTripVehicles(
  { db }: Pick<Context, 'db'>,
  trips: readonly TripName[],
): Promise<TripVehicles[]> {
  const { rows } = await sql<{ tripId: number; from: string; vehicleTypeId: number }>`
    select wanted.trip_id as "tripId", from_date::text as "from", vehicle_type_id as "vehicleTypeId"
    from trip_vehicle join ${namesOf(trips)} using (feed_id, trip_gtfs_id)
    order by from_date`.execute(db)
  const spans = Map.groupBy(rows, ({ tripId }) => tripId)
  return trips.map(({ tripId }) => ({
    tripId,
    spans: (spans.get(tripId) ?? []).map(({ from, vehicleTypeId }) => ({ from, vehicleTypeId })),
  }))
}

/** Days on which a trip has a vehicle; null where they have no bound. */
export interface VehicleDays {
  readonly trip: Trip
  readonly vehicleTypeId: number
  readonly from: string | null
  /** Inclusive. */
  readonly until: string | null
}

/** The vehicles of all trips of these feeds by day, from a day on: of the feed, and those assigned. */
export async function readVehicleDays(
  { db }: Pick<Context, 'db'>,
  { trips, today }: { readonly trips: readonly Trip[]; readonly today: string },
): Promise<VehicleDays[]> {
  const feedIds = [...new Set(trips.map(({ feedId }) => feedId))]
  const { rows } = await sql<{
    feedId: number
    gtfsId: string
    from: string
    before: string
    id: number
  }>`
    select feed_id as "feedId", trip_gtfs_id as "gtfsId", from_date::text as "from",
      (from_date - 1)::text as before, vehicle_type_id as id
    from trip_vehicle where feed_id = any(${feedIds}::int[]) order by from_date`.execute(db)
  const assigned = Map.groupBy(rows, ({ feedId, gtfsId }) => `${feedId} ${gtfsId}`)
  return trips.flatMap((trip) => {
    const spans = assigned.get(`${trip.feedId} ${trip.gtfsId}`) ?? []
    const all = [{ from: null, id: trip.vehicleTypeId }, ...spans]
    return all.flatMap(({ from, id }, index) => {
      const until = spans[index]?.before ?? null
      if (id === null || (until !== null && until < today)) return []
      return [{ trip, vehicleTypeId: id, from, until }]
    })
  })
}

/**
 * Assigns a vehicle to trips from a service day on, instead of everything assigned for later days. New runs get it from
 * then on. Returns the number of trips for which that is a change.
 */
export async function writeTripVehicles(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  change: {
    readonly trips: readonly Pick<Trip, 'tripId' | 'feedId' | 'gtfsId' | 'vehicleTypeId'>[]
    readonly from: string
    readonly vehicleTypeId: number
    /** Only compares. */
    readonly isDryRun: boolean
  },
): Promise<number> {
  const { trips, from, vehicleTypeId, isDryRun } = change
  // Taken also if no row is written: runs that are being created are either seen below or created afterwards.
  if (!isDryRun) await waitForRunsBeingMade({ db })
  const present = await readTripVehicles({ db }, trips)
  const changed = trips.filter((trip, index) => {
    const { spans = [] } = present[index] ?? {}
    const before = spans.filter((span) => span.from < from).at(-1)
    const own = before?.vehicleTypeId ?? trip.vehicleTypeId
    const later = spans.filter((span) => span.from >= from)
    const [only, ...others] = later
    return own === vehicleTypeId
      ? later.length > 0
      : only?.from !== from || only.vehicleTypeId !== vehicleTypeId || others.length > 0
  })
  if (isDryRun) return changed.length
  await sql`
    delete from trip_vehicle using ${namesOf(changed)}
    where trip_vehicle.feed_id = wanted.feed_id and trip_vehicle.trip_gtfs_id = wanted.trip_gtfs_id
      and from_date >= ${from}::date`.execute(db)
  const rest = await readTripVehicles({ db }, changed)
  const written = changed.filter(
    (trip, index) =>
      (rest[index]?.spans.at(-1)?.vehicleTypeId ?? trip.vehicleTypeId) !== vehicleTypeId,
  )
  await sql`
    insert into trip_vehicle (feed_id, trip_gtfs_id, from_date, vehicle_type_id, assigned_at)
    select wanted.feed_id, wanted.trip_gtfs_id, ${from}::date, ${vehicleTypeId}::int, ${clock.now()}::timestamptz
    from ${namesOf(written)}`.execute(db)
  return changed.length
}

/** Scheduled runs of these trips that leave later than now, from a service day on; also those of trips that were replaced. */
export async function findRunsOfTrips(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { trips, from, most }: { trips: readonly TripName[]; from: string; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select run.id from run join trip on trip.id = run.trip_id
    join ${namesOf(trips)} on wanted.feed_id = trip.feed_id and wanted.trip_gtfs_id = trip.gtfs_id
    where run.status = ${runStatuses.scheduled} and run.service_date >= ${from}::date
      and run.departs_at > ${clock.now()}
    order by run.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
