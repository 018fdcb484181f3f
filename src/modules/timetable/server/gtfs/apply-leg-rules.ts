/** Imports the rules of Fares v2 with the areas of stops, the networks of lines, and the times of day that they name. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/**
 * The rows of a product that an adult pays: those of the default rider category, else those for everybody. A product with
 * categories of which none is the default has the price of its dearest category.
 */
export const adultProducts = sql`(
  select *, rank() over (partition by fare_product_id order by rider_rank) as of_riders
  from (
    select product.*, coalesce(media.fare_media_type, case when product.fare_media_id is null then -1 end) as media_type,
      case when coalesce(rider.is_default_fare_category, 0) = 1 then 0
        when product.rider_category_id is null then 1 else 2 end as rider_rank
    from staged_fare_products as product
    left join staged_rider_categories as rider using (rider_category_id)
    left join staged_fare_media as media using (fare_media_id)
  ) as every_product
)`

/** Cards of a carrier and bank cards at its gates: what they hold is not sold here. */
export const cardMedia = sql`(2, 3)`

export interface LegRules {
  readonly feedId: number
  readonly hasPriority: boolean
  /** Maximum number of fares. */
  readonly most: number
}

/** Stages the rules as fares. Returns the number of stops, lines and times that changed. */
export async function applyLegRules(
  db: Database,
  { feedId, hasPriority, most }: LegRules,
): Promise<number> {
  await stageSold(db)
  await sql`
    insert into staged_fare (agency_id, class_id, price_minor, currency, rule_priority, takes_rest, network,
      from_area, to_area, from_timeframe, to_timeframe, leg_group, is_unsold)
    select distinct agency.id, travel_class.id, coalesce(product.price_minor, 0), coalesce(product.currency, 'GEL'),
      coalesce(rule.rule_priority, 0), ${!hasPriority}::boolean, rule.network_id, rule.from_area_id, rule.to_area_id,
      rule.from_timeframe_group_id, rule.to_timeframe_group_id, rule.leg_group_id, product.price_minor is null
    from staged_fare_leg_rules as rule
    left join staged_sold_product as product using (fare_product_id)
    join agency on agency.feed_id = ${feedId} and (rule.network_id is null or exists (
      select from staged_line_network as line join route on route.feed_id = ${feedId} and route.gtfs_id = line.route_id
      where line.network_id = rule.network_id and route.agency_id = agency.id))
    left join travel_class on travel_class.agency_id = agency.id and travel_class.code = product.bileti_class
    limit ${most}`.execute(db)
  return (
    (await applyAreas(db, feedId)) +
    (await applyNetworks(db, feedId)) +
    (await applyTimeframes(db, feedId))
  )
}

/** What is sold of each product: as a ticket on paper, else on no named medium, else as for cash, else as in an app. */
async function stageSold(db: Database): Promise<void> {
  await sql`
    create temporary table staged_sold_product on commit drop as
    select distinct on (fare_product_id) fare_product_id, round(amount * 10::numeric ^ digits)::int as price_minor, currency,
      bileti_class
    from ${adultProducts} as product join staged_currency on code = currency
    where of_riders = 1 and amount >= 0 and media_type not in ${cardMedia}
    order by fare_product_id, array_position(array[1, -1, 0, 4], media_type), amount desc`.execute(
    db,
  )
  await sql`
    create temporary table staged_line_network on commit drop as
    select route_id, network_id from staged_route_networks
    union select route_id, network_id from staged_routes where network_id is not null`.execute(db)
}

/** The areas of stops that a rule names. A platform has those of its station, unless it is assigned to some itself. */
async function applyAreas(db: Database, feedId: number): Promise<number> {
  const changed = await sql`
    with area_of as materialized (
      select staged.stop_id, area.area_id from staged_stops as staged
      join staged_stop_areas as area on area.stop_id = staged.stop_id
        or area.stop_id = staged.parent_station
          and not exists (select from staged_stop_areas as own where own.stop_id = staged.stop_id)
    ), wanted as materialized (
      select stop.id,
        array_agg(distinct area_id order by area_id) filter (where exists (
          select from staged_fare_leg_rules where from_area_id = area_id)) as from_areas,
        array_agg(distinct area_id order by area_id) filter (where exists (
          select from staged_fare_leg_rules where to_area_id = area_id)) as to_areas
      from stop left join area_of on area_of.stop_id = stop.gtfs_id
      where stop.feed_id = ${feedId} group by stop.id
    )
    update stop set from_areas = wanted.from_areas, to_areas = wanted.to_areas from wanted
    where stop.id = wanted.id
      and (stop.from_areas, stop.to_areas) is distinct from (wanted.from_areas, wanted.to_areas)`.execute(
    db,
  )
  return Number(changed.numAffectedRows ?? 0)
}

async function applyNetworks(db: Database, feedId: number): Promise<number> {
  const changed = await sql`
    update route set network = wanted.network
    from (
      select route.id, min(line.network_id) as network from route
      left join staged_line_network as line on line.route_id = route.gtfs_id
        and exists (select from staged_fare_leg_rules where network_id = line.network_id)
      where route.feed_id = ${feedId} group by route.id
    ) as wanted
    where route.id = wanted.id and route.network is distinct from wanted.network`.execute(db)
  return Number(changed.numAffectedRows ?? 0)
}

const wholeDay = 86_400

async function applyTimeframes(db: Database, feedId: number): Promise<number> {
  const wanted = sql`(
    select timeframe_group_id as name, service.id as service_id, coalesce(start_time, 0) as start_seconds,
      max(coalesce(end_time, ${wholeDay})) as end_seconds
    from staged_timeframes join service on service.feed_id = ${feedId} and service.gtfs_id = staged_timeframes.service_id
    group by 1, 2, 3)`
  const gone = await sql`
    delete from fare_timeframe as kept where feed_id = ${feedId} and not exists (
      select from ${wanted} as wanted where (wanted.name, wanted.service_id, wanted.start_seconds, wanted.end_seconds)
        = (kept.name, kept.service_id, kept.start_seconds, kept.end_seconds))`.execute(db)
  const added = await sql`
    insert into fare_timeframe (feed_id, name, service_id, start_seconds, end_seconds)
    select ${feedId}::int, name, service_id, start_seconds, end_seconds from ${wanted} as wanted
    on conflict do nothing`.execute(db)
  return Number(gone.numAffectedRows ?? 0) + Number(added.numAffectedRows ?? 0)
}
