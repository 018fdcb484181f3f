import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { addAnswers, type StoredPayload } from './add-answers.ts'
import { countOutcome } from '#platform/figures/outcome-counts.ts'
import { post } from './post.ts'
import { signedHeaders } from './sign.ts'

/** Maximum number of concurrent messages to one endpoint. */
const messagesPerEndpointMax = 5
/** Maximum number of endpoints served concurrently. */
const concurrentEndpointsMax = 100
/** A round starts no attempt after this time. It polls for newly due endpoints every `pollMilliseconds`. */
const roundMilliseconds = 10_000
const pollMilliseconds = 250
/** Longer than an attempt takes; after a crash the attempt is repeated when the lease expires. */
const leaseSeconds = 60
/** Delays double from the first to the last; after `attemptsMax` attempts, about three days, a message is abandoned. */
const firstDelaySeconds = 5
const delaySecondsMax = 6 * 3_600
const attemptsMax = 24

export interface DeliveryPorts {
  /** Whether private network addresses are allowed: only in the demo and in tests. */
  readonly allowsLoopback: boolean
  readonly timeoutMs?: number
}

interface DueMessage {
  readonly id: number
  readonly messageId: string
  readonly url: string
  readonly secret: Buffer
  readonly orderId: number
  readonly payload: StoredPayload
  readonly attemptCount: number
}

/** Delay in seconds after this many failed attempts. */
export function retryDelaySeconds(attemptCount: number): number {
  return Math.min(firstDelaySeconds * 2 ** (attemptCount - 1), delaySecondsMax)
}

/**
 * Delivers due messages. For each endpoint and order only the oldest pending message is sent, so that messages of an
 * order arrive in sequence. A message is leased before it is sent and marked after the reply; after a crash in between
 * it is sent again with the same id. Endpoints are served concurrently, so that an unresponsive one does not delay the
 * others. Returns the number of attempts.
 */
export async function deliverMessages(context: Context, ports: DeliveryPorts): Promise<number> {
  const endsAt = performance.now() + roundMilliseconds
  const served = new Map<number, Promise<unknown>>()
  const problems: unknown[] = []
  let attempted = 0
  const failed = (error: unknown): readonly number[] => {
    problems.push(error)
    return []
  }
  const serve = async (endpointId: number): Promise<void> => {
    try {
      attempted += await deliverTo(context, ports, { endpointId, endsAt })
    } catch (error) {
      failed(error)
    } finally {
      served.delete(endpointId)
    }
  }
  do {
    const isOver = performance.now() >= endsAt || problems.length > 0
    const due = isOver ? [] : await dueEndpoints(context).catch(failed)
    for (const endpointId of due)
      if (!served.has(endpointId)) served.set(endpointId, serve(endpointId))
    if (served.size > 0) await Promise.race([...served.values(), pause(pollMilliseconds)])
  } while (served.size > 0)
  if (problems.length > 0) throw problems[0]
  return attempted
}

/** Active endpoints with a due message, longest overdue first. */
async function dueEndpoints(context: Context): Promise<readonly number[]> {
  const { rows } = await sql<{ endpointId: number }>`
    select e.id as "endpointId" from webhook_endpoint e cross join lateral (
      select next_attempt_at from webhook_message m where m.endpoint_id = e.id and m.state = 'waiting'
      order by next_attempt_at limit 1) as first
    where e.is_active and first.next_attempt_at <= ${context.clock.now()}
    order by first.next_attempt_at, e.id limit ${concurrentEndpointsMax}`.execute(context.db)
  return rows.map(({ endpointId }) => endpointId)
}

/** Delivers due messages to one endpoint until the round ends; a slow endpoint continues in the next round. */
async function deliverTo(
  context: Context,
  ports: DeliveryPorts,
  { endpointId, endsAt }: { readonly endpointId: number; readonly endsAt: number },
): Promise<number> {
  let attempted = 0
  let lastMilliseconds = 0
  while (performance.now() + lastMilliseconds < endsAt) {
    const startedAt = performance.now()
    const due = await addAnswers(context, await leaseDue(context, endpointId))
    if (due.length === 0) break
    await Promise.all(due.map((one) => attempt(context, ports, one)))
    attempted += due.length
    lastMilliseconds = performance.now() - startedAt
  }
  return attempted
}

async function leaseDue(context: Context, endpointId: number): Promise<readonly DueMessage[]> {
  const now = context.clock.now()
  const lease = new Date(now.getTime() + leaseSeconds * 1_000)
  const { rows } = await sql<DueMessage>`
    with due as (
      select m.id from webhook_message m
      where m.endpoint_id = ${endpointId} and m.state = 'waiting' and m.next_attempt_at <= ${now}
        and not exists (select from webhook_message earlier
          where earlier.endpoint_id = m.endpoint_id and earlier.order_id = m.order_id
            and earlier.state = 'waiting' and earlier.id < m.id)
      order by m.next_attempt_at, m.id limit ${messagesPerEndpointMax} for update of m skip locked
    )
    update webhook_message m set next_attempt_at = ${lease}, attempt_count = m.attempt_count + 1
    from due, webhook_endpoint e where m.id = due.id and e.id = m.endpoint_id and e.is_active
    returning m.id, m.message_id as "messageId", e.url, e.secret, m.order_id::float8 as "orderId", m.payload, m.attempt_count as "attemptCount"`.execute(
    context.db,
  )
  return rows
}

async function attempt(context: Context, ports: DeliveryPorts, due: DueMessage): Promise<void> {
  const at = context.clock.now()
  const startedAt = performance.now()
  const body = JSON.stringify(due.payload)
  const headers = signedHeaders(due.secret, { messageId: due.messageId, at, body })
  const outcome = await post(due.url, { headers, body }, ports)
  const durationMs = Math.round(performance.now() - startedAt)
  const isDelivered = outcome.problem === null
  const isAbandoned = !isDelivered && due.attemptCount >= attemptsMax
  countOutcome('message', 'webhook', isDelivered ? 'sent' : isAbandoned ? 'refused' : 'delayed')
  const state = isDelivered ? 'delivered' : isAbandoned ? 'given-up' : 'waiting'
  const nextAttemptAt = new Date(at.getTime() + retryDelaySeconds(due.attemptCount) * 1_000)
  await inTransaction(context, async (inside) => {
    await inside.db
      .insertInto('webhook_attempt')
      .values({
        message_id: due.id,
        attempted_at: at,
        duration_ms: durationMs,
        http_status: outcome.httpStatus,
        problem: outcome.problem,
      })
      .execute()
    // The attempt may have outlived its lease. Its failure must not override a newer attempt, and a message that was
    // replayed meanwhile must be sent again.
    await inside.db
      .updateTable('webhook_message')
      .set({ state, next_attempt_at: nextAttemptAt, delivered_at: isDelivered ? at : null })
      .where('id', '=', due.id)
      .where('state', '=', 'waiting')
      .where('attempt_count', isDelivered ? '>=' : '=', due.attemptCount)
      .execute()
    return ok(undefined)
  })
  if (isAbandoned) context.log.warn({ messageId: due.messageId }, 'webhook message abandoned')
}
