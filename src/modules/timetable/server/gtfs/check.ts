/** Validates a feed across rows: keys, references, order of times. */
import { sql } from 'kysely'
import { legCountMax } from '#kernel/legs.ts'
import type { Database } from '#platform/database/database.ts'
import type { Check } from './check-shape.ts'
import { fareChecks } from './check-fares.ts'
import type { Notices } from './notices.ts'
import { feedTables, stagedTable, type FeedTable } from './tables.ts'

/** @param now decides which services are over */
export async function checkFeed(db: Database, notices: Notices, now: Date): Promise<void> {
  for (const table of feedTables) {
    await checkKeys(db, table, notices)
    for (const reference of table.references ?? [])
      await checkReference(db, table, reference, notices)
  }
  for (const check of [...checks, ...fareChecks]) {
    const { rows } = await sql<Found>`${check.query} limit ${foundMax}`.execute(db)
    for (const { line, field, value } of rows)
      notices.add({
        severity: check.severity ?? 'error',
        code: check.code,
        file: check.file,
        line,
        field,
        value,
      })
  }
  await checkValidity(db, notices, now)
}

/** Services and feeds that are over, or soon: `now` counts in the time zone of the carriers. */
async function checkValidity(db: Database, notices: Notices, now: Date): Promise<void> {
  const today = sql`(${now}::timestamptz at time zone
    coalesce((select agency_timezone from staged_agency order by line limit 1), 'UTC'))::date`
  const { rows: services } = await sql<{ file: string; line: number; value: string | null }>`
    with day as (
      select service_id, line, end_date as last from staged_calendar
      union all
      select service_id, null, max(date) from staged_calendar_dates where exception_type = 1 group by service_id
    ), service as (
      select service_id, max(line) as line, max(last) as last from day group by service_id
    )
    select case when service.line is null then 'calendar_dates.txt' else 'calendar.txt' end as file,
      coalesce(service.line, (select min(line) from staged_calendar_dates
        where service_id = service.service_id)) as line, service.last::text as value
    from service where last < ${today} order by line limit ${foundMax}`.execute(db)
  for (const { file, line, value } of services)
    notices.add({
      severity: 'warning',
      code: 'expired_calendar',
      file,
      line,
      field: 'end_date',
      value,
    })
  const { rows: feeds } = await sql<{ line: number; value: string }>`
    select line, feed_end_date::text as value from staged_feed_info
    where feed_end_date < ${today} + 7 order by line limit 1`.execute(db)
  for (const { line, value } of feeds)
    notices.add({
      severity: 'warning',
      code: 'feed_expiration_date7_days',
      file: 'feed_info.txt',
      line,
      field: 'feed_end_date',
      value,
    })
}

interface Found {
  readonly line: number | null
  readonly field: string | null
  readonly value: string | null
}

/** Maximum number of notices of one kind; the others are reported by the next validation. */
const foundMax = 1_000

async function checkKeys(db: Database, { file, key }: FeedTable, notices: Notices): Promise<void> {
  if (key.length === 0) return
  const columns = sql.join(key.map((column) => sql`coalesce(${sql.ref(column)}::text, '')`))
  const { rows } = await sql<Found>`
    select line, ${key.join()}::text as field, value from (
      select line, concat_ws(' ', ${columns}) as value,
        row_number() over (partition by ${columns} order by line) as occurrence
      from ${sql.table(stagedTable(file))}
    ) as counted where occurrence > 1 order by line limit ${foundMax}`.execute(db)
  for (const { line, field, value } of rows)
    notices.add({ code: 'duplicate_key', file, line, field, value })
}

async function checkReference(
  db: Database,
  { file }: FeedTable,
  [column, targetFile, targetColumn]: readonly [string, string, string],
  notices: Notices,
): Promise<void> {
  const { rows } = await sql<{ line: number; value: string }>`
    select line, ${sql.ref(column)} as value from ${sql.table(stagedTable(file))} as row
    where ${sql.ref(column)} is not null and not exists (
      select from ${sql.table(stagedTable(targetFile))} as target
      where target.${sql.ref(targetColumn)} = row.${sql.ref(column)})
    order by line limit ${foundMax}`.execute(db)
  for (const { line, value } of rows)
    notices.add({ code: 'foreign_key_violation', file, line, field: column, value })
}

const checks: readonly Check[] = [
  {
    code: 'foreign_key_violation',
    file: 'trips.txt',
    query: sql`select line, 'service_id' as field, service_id as value from staged_trips as trip
      where service_id is not null
        and not exists (select from staged_calendar where service_id = trip.service_id)
        and not exists (select from staged_calendar_dates where service_id = trip.service_id) order by line`,
  },
  {
    code: 'missing_required_field',
    file: 'routes.txt',
    query: sql`select line, 'agency_id' as field, null as value from staged_routes
      where agency_id is null and (select count(*) from staged_agency) > 1 order by line`,
  },
  {
    code: 'route_both_short_and_long_name_missing',
    file: 'routes.txt',
    query: sql`select line, 'route_short_name' as field, null as value from staged_routes
      where route_short_name is null and route_long_name is null order by line`,
  },
  {
    code: 'air_service_not_sold',
    file: 'routes.txt',
    severity: 'warning',
    query: sql`select line, 'route_type' as field, route_type::text as value from staged_routes
      where route_type between 1100 and 1199 order by line`,
  },
  {
    code: 'stop_without_location',
    file: 'stops.txt',
    query: sql`select line, 'stop_lat' as field, stop_id as value from staged_stops
      where coalesce(location_type, 0) <= 2 and (stop_lat is null or stop_lon is null) order by line`,
  },
  {
    code: 'missing_required_field',
    file: 'stops.txt',
    query: sql`select line, 'stop_name' as field, stop_id as value from staged_stops
      where coalesce(location_type, 0) <= 2 and stop_name is null order by line`,
  },
  {
    code: 'wrong_parent_location_type',
    file: 'stops.txt',
    query: sql`select stop.line, 'parent_station' as field, stop.parent_station as value
      from staged_stops as stop join staged_stops as parent on parent.stop_id = stop.parent_station
      where coalesce(parent.location_type, 0) <> case when stop.location_type = 4 then 0 else 1 end
      order by stop.line`,
  },
  {
    code: 'station_with_parent_station',
    file: 'stops.txt',
    query: sql`select line, 'parent_station' as field, parent_station as value from staged_stops
      where location_type = 1 and parent_station is not null order by line`,
  },
  {
    code: 'number_out_of_range',
    file: 'rider_categories.txt',
    query: sql`select line, 'min_age' as field, concat_ws(' ', min_age, max_age) as value from staged_rider_categories
      where greatest(min_age, max_age) > 130 order by line`,
  },
  {
    code: 'start_and_end_range_out_of_order',
    file: 'rider_categories.txt',
    query: sql`select line, 'max_age' as field, max_age::text as value from staged_rider_categories
      where max_age < min_age order by line`,
  },
  {
    code: 'inconsistent_agency_timezone',
    file: 'agency.txt',
    query: sql`select line, 'agency_timezone' as field, agency_timezone as value from staged_agency
      where agency_timezone <> (select agency_timezone from staged_agency order by line limit 1) order by line`,
  },
  {
    code: 'start_and_end_range_out_of_order',
    file: 'calendar.txt',
    query: sql`select line, 'end_date' as field, end_date::text as value from staged_calendar
      where end_date < start_date order by line`,
  },
  {
    code: 'start_and_end_range_out_of_order',
    file: 'frequencies.txt',
    query: sql`select line, 'end_time' as field, end_time::text as value from staged_frequencies
      where end_time <= start_time order by line`,
  },
  {
    code: 'number_out_of_range',
    file: 'frequencies.txt',
    query: sql`select line, 'headway_secs' as field, headway_secs::text as value from staged_frequencies
      where headway_secs < 1 order by line`,
  },
  {
    code: 'overlapping_frequency',
    file: 'frequencies.txt',
    query: sql`select line, 'start_time' as field, trip_id as value from (
        select *, lag(end_time) over (partition by trip_id order by start_time, line) as before
        from staged_frequencies) as one
      where before > start_time order by line`,
  },
  {
    code: 'stop_time_with_only_arrival_or_departure_time',
    file: 'stop_times.txt',
    query: sql`select line, case when arrival_time is null then 'arrival_time' else 'departure_time' end as field,
        trip_id as value from staged_stop_times
      where (arrival_time is null) <> (departure_time is null) order by line`,
  },
  {
    code: 'missing_trip_edge',
    file: 'stop_times.txt',
    query: sql`select line, 'arrival_time' as field, trip_id as value from (
        select *, row_number() over (partition by trip_id order by stop_sequence) as first,
          row_number() over (partition by trip_id order by stop_sequence desc) as last
        from staged_stop_times) as one
      where (first = 1 or last = 1) and arrival_time is null and departure_time is null order by line`,
  },
  {
    code: 'stop_time_with_arrival_before_previous_departure_time',
    file: 'stop_times.txt',
    query: sql`select line, 'arrival_time' as field, trip_id as value from (
        select *, max(departure_time) over (partition by trip_id order by stop_sequence
          rows between unbounded preceding and 1 preceding) as before
        from staged_stop_times) as one
      where arrival_time < before or departure_time < arrival_time order by line`,
  },
  {
    code: 'location_with_unexpected_stop_time',
    file: 'stop_times.txt',
    query: sql`select time.line, 'stop_id' as field, time.stop_id as value
      from staged_stop_times as time join staged_stops as stop using (stop_id)
      where coalesce(stop.location_type, 0) <> 0 order by time.line`,
  },
  {
    code: 'unusable_trip',
    file: 'trips.txt',
    severity: 'warning',
    query: sql`select trip.line, 'trip_id' as field, trip.trip_id as value
      from staged_trips as trip left join staged_stop_times as time using (trip_id)
      group by trip.line, trip.trip_id having count(time.trip_id) < 2 order by trip.line`,
  },
  {
    code: 'trip_too_long',
    file: 'trips.txt',
    severity: 'warning',
    query: sql`select trip.line, 'trip_id' as field, trip.trip_id as value
      from staged_trips as trip join staged_stop_times as time using (trip_id)
      group by trip.line, trip.trip_id having count(*) - 1 > ${legCountMax} order by trip.line`,
  },
]
