import { sql } from 'kysely'
import type { ReplyOf } from '#contract/call.ts'
import { fail, ok } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, implementLarge, type Implementation } from '#platform/http/implement.ts'
import { preparation } from './prepare-part.ts'
import { zonesOf } from '../gtfs/export-feed.ts'
import { readNetwork } from '../network-cache.ts'
import * as calls from '../../feed-contract.ts'
import {
  findFeedImport,
  storePart,
  latestFeedImports,
  openFeedImport,
  presentFeedImport,
  requestCheck,
  requestFeedApply,
} from './feed-imports.ts'

type FeedsView = ReplyOf<typeof calls.readFeeds>

/** Operators' calls for feed imports. */
export const feedRoutes: readonly Implementation[] = [
  implement(calls.readFeeds, requireOperator, async (context) =>
    ok({
      feeds: await feedsOf(context),
      imports: (await latestFeedImports(context)).map((row) => {
        const { report: _report, ...view } = presentFeedImport(row, context.locale)
        return view
      }),
      sources: await sourcesOf(context),
      organisers: await organisersOf(context),
      timeZones: zonesOf(await readNetwork(context)),
    }),
  ),
  implement(calls.createFeedImport, requireOperator, async (context, { body }) => {
    const opened = await openFeedImport(context, body)
    return opened.ok ? read(context, opened.value) : opened
  }),
  implementLarge(calls.sendFeedPart, requireOperator, preparation, async (context, input) => {
    const kept = await storePart(context, input.params.importId, input.body)
    return kept.ok ? ok({ bytes: kept.value }) : kept
  }),
  implement(calls.checkFeedImport, requireOperator, async (context, { params }) => {
    const asked = await requestCheck(context, params.importId)
    return asked.ok ? read(context, params.importId) : asked
  }),
  implement(calls.getFeedImport, requireOperator, (context, { params }) =>
    read(context, params.importId),
  ),
  implement(calls.applyFeedImport, requireOperator, async (context, { params, body }) => {
    const asked = await requestFeedApply(context, params.importId, body)
    return asked.ok ? read(context, params.importId) : asked
  }),
]

async function read(context: Context, importId: string) {
  const row = await findFeedImport(context, importId)
  return row ? ok(presentFeedImport(row, context.locale)) : fail('NotFound')
}

async function feedsOf({ db, clock }: Context): Promise<FeedsView['feeds']> {
  const now = clock.now()
  const { rows } = await sql<
    Omit<FeedsView['feeds'][number], 'importedAt'> & { readonly importedAt: Date | null }
  >`
    select feed.name, feed.version, feed.imported_at as "importedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('ka', name->'ka', 'en', name->'en') order by agency.id), '[]')
        from agency where agency.feed_id = feed.id) as carriers,
      (select count(*) from trip where trip.feed_id = feed.id and retired_at is null)::int as trips,
      (select count(*) from service_alert where feed_id = feed.id and is_current)::int as alerts,
      valid.first::text as "firstDay", valid.last::text as "lastDay",
      coalesce(valid.last < (${now}::timestamptz at time zone coalesce(
        (select time_zone from agency where feed_id = feed.id order by id limit 1), 'UTC'))::date, false) as "isOver"
    from feed
    left join lateral (
      select min(day) as first, max(day) as last from (
        select start_date as day from service where feed_id = feed.id and weekdays > 0
        union all select end_date from service where feed_id = feed.id and weekdays > 0
        union all select on_date from service_exception join service on service.id = service_id
          where feed_id = feed.id and is_added
      ) as days
    ) as valid on true
    order by feed.name`.execute(db)
  return rows.map((row) => ({ ...row, importedAt: row.importedAt?.toISOString() ?? null }))
}

async function sourcesOf({ db }: Context): Promise<FeedsView['sources']> {
  const { rows } = await sql<{
    feed: string
    url: string
    askedAt: Date
    answeredAt: Date | null
    madeAt: Date | null
    trips: number
    alerts: number
    passedOver: FeedsView['sources'][number]['passedOver'] | null
    otherVersion: string | null
    error: string | null
  }>`
    select feed, url, passed_over as "passedOver",
      (select feed_version from feed where feed.name = realtime_source.feed and feed.version <> feed_version)
        as "otherVersion", asked_at as "askedAt", answered_at as "answeredAt", made_at as "madeAt",
      trip_count as trips, alert_count as alerts, error
    from realtime_source order by feed, url`.execute(db)
  return rows.map(({ url, askedAt, answeredAt, madeAt, passedOver, ...row }) => ({
    ...row,
    passedOver: passedOver ?? {},
    host: URL.canParse(url) ? new URL(url).host : '',
    askedAt: askedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    madeAt: madeAt?.toISOString() ?? null,
  }))
}

async function organisersOf({ db }: Context): Promise<FeedsView['organisers']> {
  const { rows } = await sql<FeedsView['organisers'][number]>`
    select slug, name from merchant_summary order by name->>'en', slug limit 500`.execute(db)
  return rows
}
