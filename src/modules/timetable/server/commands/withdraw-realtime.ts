/** Withdraws what real-time messages said of runs and no longer say. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { isOver } from '../carrier/own-runs.ts'
import type { KnownRun } from '../realtime/find-runs.ts'
import type { RealtimeMessage } from '../realtime/read-message.ts'
import type { FeedSource } from '../realtime/feed-source.ts'
import { reinstate, withdrawCalls, withdrawDelays, type RunChange } from './apply-trip-update.ts'

/** A forecast is withdrawn this long after the last message that had it, since feeds leave trips out for moments. */
const missingSecondsMax = 180

/** Addresses that were not asked for this long are no longer sources. */
const askedSecondsMax = 3_600

/** Whether a row was written from a message of this address, or of one that is no longer asked, as SQL. */
export function isOfSource({ name, source }: FeedSource, now: Date) {
  const since = new Date(now.getTime() - askedSecondsMax * 1000)
  return sql`(source is null or source = ${source} or not exists (select from realtime_source as other
    where other.feed = ${name} and other.url = source and other.asked_at > ${since}))`
}

/** Runs of which a message says nothing any more: it withdraws their entity, or no message has had them for a while. */
export async function findWithdrawn(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  feed: FeedSource,
  { isIncremental, deletedIds }: Pick<RealtimeMessage, 'isIncremental' | 'deletedIds'>,
): Promise<number[]> {
  const seenBefore = new Date(clock.now().getTime() - missingSecondsMax * 1000)
  const { rows } = await sql<{ id: number }>`
    select run_id as id from run_realtime
    where feed_id = ${feed.feedId} and ${isOfSource(feed, clock.now())} and ${
      isIncremental
        ? sql`entity_id = any(${[...deletedIds]}::text[])`
        : sql`has_forecast and seen_at < ${seenBefore}`
    }`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Withdraws the times of a run that are no longer known. Cancellations and skipped stops are decisions: unless their
 * entity is withdrawn, they stay until a message, or the carrier's staff, say otherwise.
 */
export async function withdraw(
  context: Context,
  known: KnownRun,
  { isIncremental }: Pick<RealtimeMessage, 'isIncremental'>,
): Promise<RunChange | null> {
  const { run, said } = known
  const isBack = isIncremental && said?.isCancelled === true && (await reinstate(context, known))
  if (isIncremental) await withdrawCalls(context, known)
  await sql`
    update run_realtime set has_forecast = false, is_cancelled = is_cancelled and not ${isIncremental}
    where run_id = ${run.runId}`.execute(context.db)
  const isShown = said?.hasForecast === true && !isOver(run, context.clock.now())
  const delays = isShown ? await withdrawDelays(context, known) : null
  if (!isBack) return delays
  const { runId, offeringId, departsAt, arrivesAt } = run
  return { runId, offeringId, departsAt, arrivesAt, change: 'reinstated', delays: null }
}
