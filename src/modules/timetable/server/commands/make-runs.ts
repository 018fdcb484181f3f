import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { repeatTransaction } from '#platform/database/repeat-transaction.ts'

/** Number of days for which runs are created in advance. */
export const runDaysAhead = 60

/**
 * Creates the missing runs of sellable trips for the coming days. A trip gets no run on days on which a run with
 * passengers takes its place (`trip_day`). Returns the number of created runs.
 */
export async function makeRuns(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  options: {
    readonly days?: number
    /** Receives the number of days that are done. */
    readonly progress?: (done: number, total: number) => Promise<void>
  } = {},
): Promise<number> {
  const { days = runDaysAhead, progress } = options
  const today = context.clock.now()
  let made = 0
  for (let day = -1; day <= days; day += daysPerStatement) {
    const last = Math.min(day + daysPerStatement - 1, days)
    made += await makeRunsOf(context, today, day, last)
    await progress?.(last + 2, days + 2)
  }
  return made
}

const daysPerStatement = 10

async function makeRunsOf(
  { db, log }: Pick<Context, 'db' | 'log'>,
  today: Date,
  from: number,
  until: number,
): Promise<number> {
  return db.isTransaction
    ? insertRuns(db, { today, from, until })
    : repeatTransaction(log, () =>
        db.transaction().execute((inside) => insertRuns(inside, { today, from, until })),
      )
}

/**
 * Until the caller's transaction ends, nobody creates runs; those that were being created exist. Taken after the agency
 * and before any run is locked.
 */
export async function waitForRunsBeingMade({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`lock table trip_vehicle in row exclusive mode`.execute(db)
}

async function insertRuns(
  db: Context['db'],
  { today, from, until }: { readonly today: Date; readonly from: number; readonly until: number },
): Promise<number> {
  // A run must not get the former vehicle while another one is being assigned, nor be made of a trip that is being replaced.
  await sql`lock table trip_vehicle in share mode`.execute(db)
  const result = await sql`
    insert into run (trip_id, service_date, start_offset, vehicle_type_id, has_other_vehicle, departs_at, arrives_at)
    select trip.id, day.date, starts.start_offset, coalesce(assigned.vehicle_type_id, trip.vehicle_type_id),
      coalesce(assigned.vehicle_type_id <> trip.vehicle_type_id, false),
      day_start.at + make_interval(secs => trip.departures[1] + starts.start_offset),
      day_start.at + make_interval(secs => trip.arrivals[cardinality(trip.arrivals)] + starts.start_offset)
    from trip
    join trip_pattern on trip_pattern.id = trip.pattern_id
    join route on route.id = trip_pattern.route_id
    join agency on agency.id = route.agency_id
    join service on service.id = trip.service_id
    cross join lateral (
      select (${today}::timestamptz at time zone agency.time_zone)::date + ahead as date
      from generate_series(${from}::int, ${until}::int) as ahead
    ) as day
    left join trip_day on trip_day.trip_id = trip.id and trip_day.on_date = day.date
    left join service_exception on service_exception.service_id = service.id
      and service_exception.on_date = day.date
    cross join lateral (
      select ((day.date + time '12:00') at time zone agency.time_zone) - interval '12 hours' as at
    ) as day_start
    cross join lateral (
      select 0 as start_offset where not exists (select from frequency where frequency.trip_id = trip.id)
      union all
      select started - trip.departures[1] from frequency,
        generate_series(start_seconds, end_seconds - 1, headway_seconds) as started
      where frequency.trip_id = trip.id
    ) as starts
    left join lateral (
      select trip_vehicle.vehicle_type_id
      from trip_vehicle join vehicle_type on vehicle_type.id = trip_vehicle.vehicle_type_id
      where trip_vehicle.feed_id = trip.feed_id and trip_vehicle.trip_gtfs_id = trip.gtfs_id
        and trip_vehicle.from_date <= day.date and vehicle_type.agency_id = agency.id
      order by trip_vehicle.from_date desc limit 1
    ) as assigned on true
    where trip.retired_at is null and trip.vehicle_type_id is not null
      and coalesce(trip_day.is_added, service_exception.is_added, day.date between service.start_date and service.end_date
        and service.weekdays >> (extract(isodow from day.date)::int - 1) & 1 = 1
        and case service.day_rule
          when 1 then extract(day from day.date)::int % 2 = 1
          when 2 then extract(day from day.date)::int % 2 = 0
          when 3 then (day.date - service.start_date) % 2 = 0
          else true end)
    order by day.date, trip.id, starts.start_offset
    on conflict (trip_id, service_date, start_offset) do nothing`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
