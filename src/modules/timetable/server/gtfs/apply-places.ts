/**
 * Imports carriers, stops, lines and services from the staged rows. Each statement changes only rows that
 * differ.
 */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { AgencyTerms, Brand } from '../../shapes.ts'
import { keepTowns } from '../runs/keep-towns.ts'
import { applyTowns } from './apply-extensions.ts'
import { translatedName } from './names.ts'

export interface FeedOwner {
  readonly feedId: number
  readonly brand: Brand
  readonly merchantId: number
  readonly terms: AgencyTerms
}

/** Number of rows added or changed, by kind. */
export type Changes = Record<string, number>

/** Stops within this distance of a town's centre are assigned to it; others become towns of their own. */
const townKilometres = 5

export async function applyPlaces(db: Database, owner: FeedOwner): Promise<Changes> {
  return {
    agencies: await applyAgencies(db, owner),
    stops: await applyStops(db, owner.feedId),
    routes: await applyRoutes(db, owner.feedId),
    services: await applyServices(db, owner.feedId),
    transfers: await applyTransfers(db, owner.feedId),
  }
}

async function changed(statement: ReturnType<typeof sql>, db: Database): Promise<number> {
  const result = await statement.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

function applyAgencies(
  db: Database,
  { feedId, brand, merchantId, terms }: FeedOwner,
): Promise<number> {
  const name = translatedName(sql`agency_name`, {
    table: 'agency',
    field: 'agency_name',
    id: sql`agency_id`,
  })
  return changed(
    sql`
    insert into agency (feed_id, gtfs_id, brand, merchant_id, name, url, phone, time_zone, terms)
    select ${feedId}::int, coalesce(agency_id, ''), coalesce(bileti_brand, ${brand}), ${merchantId}, ${name},
      agency_url, agency_phone, agency_timezone, coalesce(bileti_terms::jsonb, ${JSON.stringify(terms)}::jsonb)
    from staged_agency order by line
    on conflict (feed_id, gtfs_id) do update
      set name = excluded.name, url = excluded.url, phone = excluded.phone, time_zone = excluded.time_zone
      where (agency.name, agency.url, agency.phone, agency.time_zone)
        is distinct from (excluded.name, excluded.url, excluded.phone, excluded.time_zone)`,
    db,
  )
}

async function applyStops(db: Database, feedId: number): Promise<number> {
  const name = translatedName(sql`staged.stop_name`, {
    table: 'stops',
    field: 'stop_name',
    id: sql`staged.stop_id`,
  })
  const written = await changed(
    sql`
    insert into stop (feed_id, gtfs_id, location_type, name, code, platform, zone, latitude, longitude, time_zone, wheelchair)
    select ${feedId}::int, staged.stop_id, coalesce(staged.location_type, 0), ${name}, staged.stop_code, staged.platform_code,
      staged.zone_id, coalesce(staged.stop_lat, station.stop_lat), coalesce(staged.stop_lon, station.stop_lon),
      coalesce(station.stop_timezone, staged.stop_timezone, (select agency_timezone from staged_agency order by line limit 1)),
      coalesce(nullif(staged.wheelchair_boarding, 0), station.wheelchair_boarding, 0)
    from staged_stops as staged left join staged_stops as station on station.stop_id = staged.parent_station
    where coalesce(staged.location_type, 0) <= 1
    order by staged.line
    on conflict (feed_id, gtfs_id) do update
      set location_type = excluded.location_type, name = excluded.name, code = excluded.code,
        platform = excluded.platform, zone = excluded.zone, latitude = excluded.latitude,
        longitude = excluded.longitude, time_zone = excluded.time_zone, wheelchair = excluded.wheelchair, is_current = true
      where (stop.location_type, stop.name, stop.code, stop.platform, stop.zone, stop.latitude, stop.longitude,
          stop.time_zone, stop.wheelchair, stop.is_current)
        is distinct from (excluded.location_type, excluded.name, excluded.code, excluded.platform, excluded.zone,
          excluded.latitude, excluded.longitude, excluded.time_zone, excluded.wheelchair, true)`,
    db,
  )
  const parents = await changed(
    sql`
    update stop set parent_id = parent.id
    from staged_stops as staged left join stop as parent
      on parent.feed_id = ${feedId} and parent.gtfs_id = staged.parent_station
    where stop.feed_id = ${feedId} and stop.gtfs_id = staged.stop_id and stop.parent_id is distinct from parent.id`,
    db,
  )
  const gone = await changed(
    sql`
    update stop set is_current = false
    where feed_id = ${feedId} and is_current
      and not exists (select from staged_stops where stop_id = stop.gtfs_id)`,
    db,
  )
  await applyTowns(db, feedId)
  await keepTowns(db, feedId)
  await findTowns(db, feedId)
  return Math.max(written, parents) + gone
}

/** Assigns stations and stops without a town to the nearest one, or creates a town for them. */
async function findTowns(db: Database, feedId: number): Promise<void> {
  await sql`
    update stop set locality_id = nearest.id
    from (
      select halt.id as stop_id, town.id from stop as halt
      cross join lateral (
        select id, (111.2 * (latitude - halt.latitude)) ^ 2
          + (111.2 * cos(radians(halt.latitude)) * (longitude - halt.longitude)) ^ 2 as squared
        from locality
        where latitude between halt.latitude - 0.1 and halt.latitude + 0.1
          and code not like 'town-%'
        order by squared, id limit 1
      ) as town
      where halt.feed_id = ${feedId} and halt.locality_id is null and halt.parent_id is null
        and town.squared <= ${townKilometres ** 2}
    ) as nearest
    where stop.id = nearest.stop_id`.execute(db)
  await sql`
    with wanted as materialized (
      -- A stop that has moved leaves its town where it was.
      select stop.id, name, latitude, longitude, 'town-' || id || case
          when exists (select from locality where code = 'town-' || stop.id) then '-' || (
            select count(*) + 1 from locality where code ~ ('^town-' || stop.id || '(-|$)'))
          else '' end as code_of_town
      from stop where feed_id = ${feedId} and locality_id is null and parent_id is null
    ), made as (
      insert into locality (code, name, latitude, longitude, country)
      select code_of_town, name, latitude, longitude, 'ZZ' from wanted
      on conflict (code) do nothing
      returning id, code
    )
    update stop set locality_id = made.id from made join wanted on wanted.code_of_town = made.code
    where stop.id = wanted.id`.execute(db)
}

function applyRoutes(db: Database, feedId: number): Promise<number> {
  const name = translatedName(sql`coalesce(route_long_name, route_short_name)`, {
    table: 'routes',
    field: 'route_long_name',
    id: sql`route_id`,
  })
  return changed(
    sql`
    insert into route (feed_id, gtfs_id, agency_id, short_name, name, route_type, color)
    select ${feedId}::int, route_id, agency.id, coalesce(nullif(route_short_name, ''), route_long_name), ${name}, route_type,
      upper(route_color)
    from staged_routes join agency on agency.feed_id = ${feedId} and agency.gtfs_id = coalesce(staged_routes.agency_id,
      (select coalesce(agency_id, '') from staged_agency order by line limit 1))
    order by line
    on conflict (feed_id, gtfs_id) do update
      set agency_id = excluded.agency_id, short_name = excluded.short_name, name = excluded.name,
        route_type = excluded.route_type, color = excluded.color, is_current = true
      where (route.agency_id, route.short_name, route.name, route.route_type, route.color, route.is_current)
        is distinct from (excluded.agency_id, excluded.short_name, excluded.name, excluded.route_type, excluded.color, true)`,
    db,
  )
}

/** A service that consists of dates only has no weekdays. */
async function applyServices(db: Database, feedId: number): Promise<number> {
  const written = await changed(
    sql`
    insert into service (feed_id, gtfs_id, weekdays, start_date, end_date)
    select ${feedId}::int, service_id,
      monday + 2 * tuesday + 4 * wednesday + 8 * thursday + 16 * friday + 32 * saturday + 64 * sunday,
      start_date, end_date
    from staged_calendar
    union all
    select ${feedId}::int, service_id, 0, min(date), max(date) from staged_calendar_dates as dates
    where not exists (select from staged_calendar where service_id = dates.service_id)
    group by service_id
    on conflict (feed_id, gtfs_id) do update
      set weekdays = excluded.weekdays, day_rule = 0, start_date = excluded.start_date, end_date = excluded.end_date
      where (service.weekdays, service.day_rule, service.start_date, service.end_date)
        is distinct from (excluded.weekdays, 0, excluded.start_date, excluded.end_date)`,
    db,
  )
  const removed = await changed(
    sql`
    delete from service_exception using service
    where service.id = service_exception.service_id and service.feed_id = ${feedId}
      and not exists (select from staged_calendar_dates as dates where dates.service_id = service.gtfs_id
        and dates.date = service_exception.on_date and (dates.exception_type = 1) = service_exception.is_added)`,
    db,
  )
  const added = await changed(
    sql`
    insert into service_exception (service_id, on_date, is_added)
    select service.id, date, exception_type = 1 from staged_calendar_dates
    join service on service.feed_id = ${feedId} and service.gtfs_id = service_id
    on conflict do nothing`,
    db,
  )
  return written + removed + added
}

/** Transfers between trips or lines are ignored; of several between the same stops, the last one applies. */
async function applyTransfers(db: Database, feedId: number): Promise<number> {
  const wanted = sql`(
    select distinct on (origin.id, target.id) origin.id as from_stop_id, target.id as to_stop_id,
      coalesce(transfer_type, 0)::smallint as kind, coalesce(min_transfer_time, 0) as min_seconds
    from staged_transfers
    join stop as origin on origin.feed_id = ${feedId} and origin.gtfs_id = staged_transfers.from_stop_id
    join stop as target on target.feed_id = ${feedId} and target.gtfs_id = staged_transfers.to_stop_id
    where from_route_id is null and to_route_id is null and from_trip_id is null and to_trip_id is null
      and coalesce(transfer_type, 0) <= 3
    order by origin.id, target.id, line desc)`
  const gone = await changed(
    sql`
    delete from stop_transfer using stop
    where stop.id = stop_transfer.from_stop_id and stop.feed_id = ${feedId}
      and not exists (select from ${wanted} as wanted where wanted.from_stop_id = stop_transfer.from_stop_id
        and wanted.to_stop_id = stop_transfer.to_stop_id)`,
    db,
  )
  const written = await changed(
    sql`
    insert into stop_transfer (from_stop_id, to_stop_id, kind, min_seconds)
    select from_stop_id, to_stop_id, kind, min_seconds from ${wanted} as wanted
    on conflict (from_stop_id, to_stop_id) do update set kind = excluded.kind, min_seconds = excluded.min_seconds
      where (stop_transfer.kind, stop_transfer.min_seconds) is distinct from (excluded.kind, excluded.min_seconds)`,
    db,
  )
  return gone + written
}
