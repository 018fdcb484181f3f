/** Imports GTFS Fares v1 and v2; only fares that differ are removed and added, and those of the carrier's staff stay. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { decimalPlacesOf } from './decimal-places.ts'
import { applyLegRules } from './apply-leg-rules.ts'
import { reportFares } from './report-fares.ts'
import type { Notices } from './notices.ts'

/** Maximum number of fares of a feed. */
const faresMax = 500_000

/** Columns by which fares of a feed are compared. */
const columns = [
  'agency_id',
  'route_id',
  'class_id',
  'from_zone',
  'to_zone',
  'price_minor',
  'currency',
  'rule_priority',
  'takes_rest',
  'network',
  'from_area',
  'to_area',
  'from_timeframe',
  'to_timeframe',
  'leg_group',
  'is_unsold',
] as const

export interface FareSource {
  readonly feedId: number
  /** Whether `fare_leg_rules.txt` has the column `rule_priority`, which changes what empty cells mean. */
  readonly hasPriority: boolean
}

/** Returns the number of added and removed fares. */
export async function applyFares(
  context: Pick<Context, 'db' | 'clock'>,
  { feedId, hasPriority }: FareSource,
  notices: Notices,
): Promise<number> {
  const { db } = context
  await createDigits(db)
  await sql`
    create temporary table staged_fare (agency_id int, route_id int, class_id int, from_zone text, to_zone text,
      price_minor int, currency text, rule_priority int, takes_rest boolean not null default false, network text,
      from_area text, to_area text, from_timeframe text, to_timeframe text, leg_group text,
      is_unsold boolean not null default false) on commit drop`.execute(db)
  await stageVersionOne(db, feedId)
  const named = await applyLegRules(db, { feedId, hasPriority, most: faresMax + 1 })
  await reportFares(context, notices)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from staged_fare`.execute(db)
  if ((rows[0]?.count ?? 0) > faresMax) {
    notices.add({ code: 'too_many_fares', file: 'fare_leg_rules.txt' })
    return 0
  }
  const removed = await sql`
    delete from fare using agency
    where agency.id = fare.agency_id and agency.feed_id = ${feedId} and not fare.is_own
      and (fare.from_stop_id is not null
        or not exists (select from staged_fare as wanted where ${keyOf('wanted')} = ${keyOf('fare')}))`.execute(
    db,
  )
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const added = await sql`
    insert into fare (${list})
    select distinct ${list} from staged_fare as wanted
    where not exists (select from fare where not is_own and ${keyOf('fare')} = ${keyOf('wanted')})`.execute(
    db,
  )
  return named + Number(removed.numAffectedRows ?? 0) + Number(added.numAffectedRows ?? 0)
}

/** SQL of all columns of a fare as one text, for comparison by hash. */
function keyOf(table: string) {
  return sql`json_build_array(${sql.join(columns.map((column) => sql`${sql.ref(`${table}.${column}`)}::text`))})::text`
}

/** The decimal places of each currency of the feed, as a table. */
async function createDigits(db: Database): Promise<void> {
  await sql`create temporary table staged_currency (code text primary key, digits int) on commit drop`.execute(
    db,
  )
  const { rows } = await sql<{ code: string }>`
    select currency_type as code from staged_fare_attributes
    union select currency from staged_fare_products`.execute(db)
  const known = rows.flatMap(({ code }) => (code === null ? [] : [code]))
  await sql`
    insert into staged_currency
    select * from unnest(${known}::text[], ${known.map((code) => decimalPlacesOf(code))}::int[])`.execute(
    db,
  )
}

/** Fares v1: one fare for each line and pair of zones; a fare without rules applies everywhere. */
async function stageVersionOne(db: Database, feedId: number): Promise<void> {
  await sql`
    insert into staged_fare (agency_id, route_id, from_zone, to_zone, price_minor, currency)
    select distinct agency.id, route.id, origin_id, destination_id,
      round(price * 10::numeric ^ digits)::int, currency_type
    from staged_fare_attributes as attributes
    join staged_currency on code = currency_type
    left join staged_fare_rules as rule using (fare_id)
    left join route on route.feed_id = ${feedId} and route.gtfs_id = rule.route_id
    join agency on agency.feed_id = ${feedId} and (
      agency.id = route.agency_id
      or route.id is null and (attributes.agency_id is null or agency.gtfs_id = attributes.agency_id))
    where rule.contains_id is null and price >= 0`.execute(db)
}
