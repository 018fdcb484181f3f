import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { readStart } from '#platform/bounded-reply.ts'
import { UnreadableMessage } from '../realtime/protobuf.ts'
import { readRealtime, type RealtimeMessage } from '../realtime/read-message.ts'
import { applyRealtime, type RunChange } from './apply-realtime.ts'

const timeoutMilliseconds = 10_000
const messageBytesMax = 20_000_000
/** Older messages are ignored. */
const ageSecondsMax = 900

/**
 * Fetches a carrier's GTFS-Realtime message and applies it to the runs. If the source cannot be reached or
 * read, or the message is older than a quarter of an hour, nothing changes and a warning is logged. The
 * outcome of the request is recorded for operators.
 */
export async function fetchRealtime(
  context: Context,
  options: { readonly feed: string; readonly url: string },
): Promise<readonly RunChange[]> {
  const { feed, url } = options
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) })
    if (!response.ok) throw new UnreadableMessage(`status ${response.status}`)
    const { content, isWhole } = await readStart(response, messageBytesMax)
    if (!isWhole) throw new UnreadableMessage('too large')
    const message = readRealtime(content)
    const now = context.clock.now().getTime() / 1000
    if (message.madeAt !== null && now - message.madeAt > ageSecondsMax)
      throw new UnreadableMessage('too old')
    const changes = await applyRealtime(context, feed, message)
    await recordSuccess(context, options, message)
    return changes
  } catch (error) {
    if (error instanceof UnreadableMessage || error instanceof TypeError || isTimeout(error)) {
      context.log.warn({ err: error, feed }, 'no news of a carrier')
      await recordFailure(context, options, error)
      return []
    }
    throw error
  }
}

type Source = Parameters<typeof fetchRealtime>[1]

async function recordSuccess(
  { db, clock }: Context,
  { feed, url }: Source,
  { madeAt, tripUpdates, alerts }: RealtimeMessage,
): Promise<void> {
  const now = clock.now()
  await sql`
    insert into realtime_source (feed, url, asked_at, answered_at, made_at, trip_count, alert_count)
    values (${feed}, ${url}, ${now}, ${now}, ${madeAt === null ? null : new Date(madeAt * 1000)}, ${tripUpdates.length},
      ${alerts.length})
    on conflict (feed, url) do update set asked_at = excluded.asked_at, answered_at = excluded.answered_at,
      made_at = excluded.made_at, trip_count = excluded.trip_count, alert_count = excluded.alert_count,
      error = null`.execute(db)
}

const errorLengthMax = 200

async function recordFailure(
  { db, clock }: Context,
  { feed, url }: Source,
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
