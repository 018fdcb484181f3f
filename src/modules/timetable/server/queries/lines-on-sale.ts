/** Lines with departures on sale. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { readNetwork } from '../network-cache.ts'
import { runStatus } from '../run-statuses.ts'

export interface LineOnSale {
  readonly routeId: number
  readonly departureCount: number
  readonly nextRunId: number
  readonly firstAt: Date
  readonly lastAt: Date
}

export interface LinesQuestion {
  /** ISO dates at the carrier, both included. */
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
  /** All lines if absent. */
  readonly routeIds?: readonly number[]
}

/**
 * The departures of each line from its first stop that can be bought now, the line with the soonest first. Full departures
 * are among them; a line with nothing to sell is not.
 */
export async function linesOnSale(
  context: Pick<Context, 'db' | 'clock'>,
  { fromDate, toDate, routeIds }: LinesQuestion,
): Promise<LineOnSale[]> {
  const agencies = [...(await readNetwork(context)).agencies.values()]
  const now = context.clock.now()
  const { rows } = await sql<LineOnSale>`
    select trip_pattern.route_id as "routeId", count(*)::int as "departureCount",
      (array_agg(run.id order by run.departs_at, run.id))[1] as "nextRunId",
      min(run.departs_at) as "firstAt", max(run.departs_at) as "lastAt"
    from unnest(${agencies.map(({ agencyId }) => agencyId)}::int[],
      ${agencies.map(({ timeZone }) => timeZone)}::text[],
      ${agencies.map(({ terms }) => terms.saleClosesSeconds)}::int[],
      ${agencies.map(({ terms }) => terms.saleOpensDays)}::int[]) as agency (id, zone, closes_seconds, opens_days)
    join route on route.agency_id = agency.id and route.is_current
    join trip_pattern on trip_pattern.route_id = route.id
    join trip on trip.pattern_id = trip_pattern.id
    join run on run.trip_id = trip.id
    where run.status = ${runStatus.scheduled} and run.is_on_sale
      and run.departs_at > ${now}::timestamptz + agency.closes_seconds * interval '1 second'
      and run.departs_at <= ${now}::timestamptz + agency.opens_days * interval '1 day'
      and (${fromDate ?? null}::date is null or (run.departs_at at time zone agency.zone)::date >= ${fromDate ?? null}::date)
      and (${toDate ?? null}::date is null or (run.departs_at at time zone agency.zone)::date <= ${toDate ?? null}::date)
      ${routeIds ? sql`and route.id = any(${[...routeIds]}::int[])` : sql``}
    group by trip_pattern.route_id
    order by min(run.departs_at), trip_pattern.route_id`.execute(context.db)
  return rows
}
