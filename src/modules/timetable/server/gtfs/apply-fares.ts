/** Imports GTFS Fares v1 and v2; only fares that differ are removed and added, and those of the carrier's staff stay. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Notices } from './notices.ts'

/** Maximum number of fares after expanding areas to pairs of stops. */
const faresMax = 500_000

/** Returns the number of added and removed fares. */
export async function applyFares(db: Database, feedId: number, notices: Notices): Promise<number> {
  await reportUnsupported(db, notices)
  await sql`
    create temporary table staged_fare (agency_id int, route_id int, class_id int, from_stop_id int, to_stop_id int,
      from_zone text, to_zone text, price_minor int, currency text) on commit drop`.execute(db)
  await stageVersionOne(db, feedId)
  await stageVersionTwo(db, feedId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from staged_fare`.execute(db)
  if ((rows[0]?.count ?? 0) > faresMax) {
    notices.add({ code: 'too_many_fares', file: 'fare_leg_rules.txt' })
    return 0
  }
  const removed = await sql`
    delete from fare using agency
    where agency.id = fare.agency_id and agency.feed_id = ${feedId} and not fare.is_own
      and not exists (select from staged_fare as wanted where ${keyOf('wanted')} = ${keyOf('fare')})`.execute(
    db,
  )
  const added = await sql`
    insert into fare (agency_id, route_id, class_id, from_stop_id, to_stop_id, from_zone, to_zone, price_minor, currency)
    select * from staged_fare as wanted
    where not exists (select from fare where not is_own and ${keyOf('fare')} = ${keyOf('wanted')})`.execute(
    db,
  )
  return Number(removed.numAffectedRows ?? 0) + Number(added.numAffectedRows ?? 0)
}

/** SQL of all columns of a fare as one text, for comparison by hash. */
function keyOf(table: string) {
  const columns = [
    'agency_id',
    'route_id',
    'class_id',
    'from_stop_id',
    'to_stop_id',
    'from_zone',
    'to_zone',
    'price_minor',
    'currency',
  ]
  return sql`json_build_array(${sql.join(columns.map((column) => sql`${sql.ref(`${table}.${column}`)}::text`))})::text`
}

/** Adds a notice for each fare rule that is not supported, because it would be ignored. */
async function reportUnsupported(db: Database, notices: Notices): Promise<void> {
  const { rows } = await sql<{ file: string; field: string; line: number }>`
    select 'fare_rules.txt' as file, 'contains_id' as field, line from staged_fare_rules where contains_id is not null
    union all
    select 'fare_leg_rules.txt', 'from_timeframe_group_id', line from staged_fare_leg_rules
    where from_timeframe_group_id is not null or to_timeframe_group_id is not null
    limit 100`.execute(db)
  for (const row of rows)
    notices.add({ severity: 'warning', code: 'fare_rule_passed_over', ...row })
}

/** Fares v1: one fare for each line and pair of zones; a fare without rules applies everywhere. */
async function stageVersionOne(db: Database, feedId: number): Promise<void> {
  await sql`
    insert into staged_fare
    select distinct agency.id, route.id, null::int, null::int, null::int, origin_id, destination_id,
      round(price * 100)::int, currency_type
    from staged_fare_attributes as attributes
    left join staged_fare_rules as rule using (fare_id)
    left join route on route.feed_id = ${feedId} and route.gtfs_id = rule.route_id
    join agency on agency.feed_id = ${feedId} and (
      agency.id = route.agency_id
      or route.id is null and (attributes.agency_id is null or agency.gtfs_id = attributes.agency_id))
    where rule.contains_id is null`.execute(db)
}

/**
 * Fares v2: one fare for each pair of stops of the areas; of several products, the one of the default rider
 * category.
 */
async function stageVersionTwo(db: Database, feedId: number): Promise<void> {
  await sql`
    insert into staged_fare
    select distinct coalesce(route.agency_id, agency.id), route.id, travel_class.id, origin.id, target.id,
      null::text, null::text, round(product.amount * 100)::int, product.currency
    from staged_fare_leg_rules as rule
    join staged_fare_products as product using (fare_product_id)
    left join staged_rider_categories as rider using (rider_category_id)
    left join lateral (
      select route_id from staged_route_networks where network_id = rule.network_id
      union select route_id from staged_routes where network_id = rule.network_id
    ) as network on true
    left join route on route.feed_id = ${feedId} and route.gtfs_id = network.route_id
    join agency on agency.feed_id = ${feedId} and (route.id is null or agency.id = route.agency_id)
    left join travel_class on travel_class.agency_id = agency.id and travel_class.code = product.bileti_class
    left join lateral (
      select stop.id from staged_stop_areas as area join stop on stop.feed_id = ${feedId} and stop.gtfs_id = area.stop_id
      where area.area_id = rule.from_area_id
    ) as origin on rule.to_area_id is not null
    left join lateral (
      select stop.id from staged_stop_areas as area join stop on stop.feed_id = ${feedId} and stop.gtfs_id = area.stop_id
      where area.area_id = rule.to_area_id
    ) as target on rule.from_area_id is not null
    where (product.rider_category_id is null or rider.is_default_fare_category = 1)
      and rule.from_timeframe_group_id is null and rule.to_timeframe_group_id is null
      and (rule.network_id is null or route.id is not null)
      and (origin.id is null) = (target.id is null)
      and (rule.from_area_id is null or rule.to_area_id is null or origin.id is not null)
    limit ${faresMax + 1}`.execute(db)
}
