import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { readStart } from '#platform/bounded-reply.ts'
import { UnreadableMessage } from '../realtime/protobuf.ts'
import { readRealtime, type RealtimeMessage } from '../realtime/read-message.ts'
import {
  applyRealtime,
  type AppliedMessage,
  type RealtimeSource,
  type RunChange,
} from './apply-realtime.ts'
import { clockDriftSeconds } from '../realtime/feed-source.ts'

const timeoutMilliseconds = 10_000
const messageBytesMax = 20_000_000
/** Older messages are ignored. */
const ageSecondsMax = 900

/**
 * Fetches a carrier's GTFS-Realtime message and applies it to the runs. If the source cannot be reached or
 * read, or the message is older than a quarter of an hour or than the one before, or made in the future, nothing changes
 * and a warning is logged. The outcome of the request is recorded for operators.
 */
export async function fetchRealtime(
  context: Context,
  source: RealtimeSource,
): Promise<readonly RunChange[]> {
  const { feed, url } = source
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) })
    if (!response.ok) throw new UnreadableMessage(`status ${response.status}`)
    const { content, isWhole } = await readStart(response, messageBytesMax)
    if (!isWhole) throw new UnreadableMessage('too large')
    const message = readRealtime(content)
    const refusal = await refusalOf(context, source, message)
    if (refusal !== null) throw new UnreadableMessage(refusal)
    const applied = await applyRealtime(context, source, message)
    await recordSuccess(context, source, message, applied)
    return applied.changes
  } catch (error) {
    if (error instanceof UnreadableMessage || error instanceof TypeError || isTimeout(error)) {
      context.log.warn({ err: error, feed }, 'no news of a carrier')
      await recordFailure(context, source, error)
      return []
    }
    throw error
  }
}

/** Why a message must not be applied: by its timestamp it does not say what is so now. */
async function refusalOf(
  { db, clock }: Context,
  { feed, url }: RealtimeSource,
  { madeAt }: RealtimeMessage,
): Promise<string | null> {
  if (madeAt === null) return null
  const now = clock.now().getTime() / 1000
  if (now - madeAt > ageSecondsMax) return 'too old'
  if (madeAt - now > clockDriftSeconds) return 'made in the future'
  const { rows } = await sql<{ madeAt: Date | null }>`
    select made_at as "madeAt" from realtime_source where feed = ${feed} and url = ${url}`.execute(
    db,
  )
  const before = rows[0]?.madeAt?.getTime() ?? null
  return before !== null && madeAt * 1000 < before ? 'older than the message before' : null
}

async function recordSuccess(
  { db, clock }: Context,
  { feed, url }: RealtimeSource,
  { madeAt, tripUpdates, alerts, feedVersion }: RealtimeMessage,
  { passedOver }: AppliedMessage,
): Promise<void> {
  const now = clock.now()
  await sql`
    insert into realtime_source (feed, url, asked_at, answered_at, made_at, trip_count, alert_count,
      feed_version, passed_over)
    values (${feed}, ${url}, ${now}, ${now}, ${madeAt === null ? null : new Date(madeAt * 1000)}, ${tripUpdates.length},
      ${alerts.length}, ${feedVersion?.slice(0, errorLengthMax) ?? null}, ${JSON.stringify(passedOver)}::jsonb)
    on conflict (feed, url) do update set asked_at = excluded.asked_at, answered_at = excluded.answered_at,
      made_at = excluded.made_at, trip_count = excluded.trip_count, alert_count = excluded.alert_count,
      feed_version = excluded.feed_version, passed_over = excluded.passed_over, error = null`.execute(
    db,
  )
}

const errorLengthMax = 200

async function recordFailure(
  { db, clock }: Context,
  { feed, url }: RealtimeSource,
  error: Error,
): Promise<void> {
  const reason = isTimeout(error) ? 'no answer in time' : error.message.slice(0, errorLengthMax)
  await sql`
    insert into realtime_source (feed, url, asked_at, error) values (${feed}, ${url}, ${clock.now()}, ${reason})
    on conflict (feed, url) do update set asked_at = excluded.asked_at, error = excluded.error`.execute(
    db,
  )
}

function isTimeout(error: unknown): error is DOMException {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
