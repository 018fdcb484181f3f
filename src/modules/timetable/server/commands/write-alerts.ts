/** Stores a carrier's alerts about lines, stops and runs. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { TimetableText } from '../../shapes.ts'
import { fittingRuns, type RunIndex } from '../realtime/find-runs.ts'
import type { RealtimeMessage } from '../realtime/read-message.ts'
import type { FeedSource } from '../realtime/feed-source.ts'
import { isOfSource } from './withdraw-realtime.ts'

/** Replaces the alerts that this source has sent; an incremental message ends only those that it withdraws. */
export async function writeAlerts(
  context: Context,
  feed: FeedSource,
  { alerts, isIncremental, deletedIds }: RealtimeMessage,
  runs: RunIndex,
): Promise<void> {
  const { feedId, source } = feed
  const rows = alerts.map((alert) => ({
    gtfs_id: alert.id,
    header: toTimetableText(alert.header),
    description: toTimetableText(alert.description),
    url: alert.url,
    effect: alert.effect,
    starts_at: alert.startsAt,
    ends_at: alert.endsAt,
    agencies: alert.agencyIds,
    routes: alert.routeIds,
    stops: alert.stopIds,
    runs: alert.trips.flatMap((trip) => fittingRuns(runs, trip).map(({ run }) => run.runId)),
  }))
  await sql`
    insert into service_alert (feed_id, gtfs_id, header, description, url, effect, starts_at, ends_at, route_ids, stop_ids,
      run_ids, source)
    select ${feedId}::int, gtfs_id, header, description, url, effect, starts_at, ends_at,
      array(select route.id from route join agency on agency.id = route.agency_id
        where route.feed_id = ${feedId} and (route.gtfs_id in (select json_array_elements_text(routes))
          or agency.gtfs_id in (select json_array_elements_text(agencies))) order by route.id),
      array(select id from stop where feed_id = ${feedId} and gtfs_id in (select json_array_elements_text(stops)) order by id),
      array(select json_array_elements_text(runs)::int order by 1), ${source}
    from json_to_recordset(${JSON.stringify(rows)}::json) as one (gtfs_id text, header jsonb, description jsonb, url text,
      effect text, starts_at timestamptz, ends_at timestamptz, agencies json, routes json, stops json, runs json)
    on conflict (feed_id, gtfs_id) do update
      set header = excluded.header, description = excluded.description, url = excluded.url, effect = excluded.effect,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, route_ids = excluded.route_ids,
        stop_ids = excluded.stop_ids, run_ids = excluded.run_ids, source = excluded.source,
        is_current = true`.execute(context.db)
  const ended = isIncremental
    ? sql`gtfs_id = any(${[...deletedIds]}::text[])`
    : sql`not gtfs_id = any(${alerts.map(({ id }) => id)}::text[])`
  await sql`
    update service_alert set is_current = false
    where feed_id = ${feedId} and is_current and ${isOfSource(feed, context.clock.now())} and ${ended}`.execute(
    context.db,
  )
}

/** Georgian and English, plus Russian and Azerbaijani if supplied. */
function toTimetableText(texts: Readonly<Record<string, string>>): TimetableText {
  const any = texts['en'] ?? texts['ka'] ?? Object.values(texts)[0] ?? ''
  const { ka = any, en = any, ru, az } = texts
  return { ka, en, ru, az }
}
