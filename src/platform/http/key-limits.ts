/** Rate limits of organisers' API keys, over all processes of the shop. */
import type { FastifyReply } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Failure } from '#kernel/result.ts'
import type { Actor } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { requestLimits } from '#platform/request-limits.ts'

const windowMilliseconds = 60_000

/**
 * Counts a request of a program with an API key and reports the remaining requests in the reply's headers; null while
 * within the key's limit, and for all other callers.
 */
export async function refusalOfKey(
  db: Database,
  actor: Actor,
  reply: FastifyReply,
): Promise<Failure<ErrorCode> | null> {
  if (actor.kind !== 'staff' || actor.apiKey === undefined) return null
  const { id, requestsPerMinute: max } = actor.apiKey
  const limit = { max, milliseconds: windowMilliseconds }
  const { current, ttl } = await requestLimits(db).hit(`api-key ${id}`, limit)
  const seconds = Math.max(1, Math.ceil(ttl / 1_000))
  reply
    .header('x-ratelimit-limit', max)
    .header('x-ratelimit-remaining', Math.max(0, max - current))
    .header('x-ratelimit-reset', seconds)
  return current > max ? fail('TooManyRequests', { retryAfterSeconds: seconds }) : null
}
