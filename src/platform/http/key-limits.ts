/** Rate limits of organisers' API keys, over all processes of the shop. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Failure } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { networkOf } from '#platform/network.ts'
import { requestLimits } from '#platform/request-limits.ts'

/** Prefix of every API key of an organiser: secret scanners detect leaked keys by it, and it distinguishes them from session bearers. */
export const apiKeyPrefix = 'bileti_key_'
const apiKeyForm = new RegExp(`^Bearer\\s+(${apiKeyPrefix}[\\w-]{43})$`, 'i')

const windowMilliseconds = 60_000

/** Keys of an address that are looked up at the same time, or turned out to be wrong within a minute. */
const lookUps = { max: 60, milliseconds: windowMilliseconds }

/**
 * Whether a request shows a valid API key, and so is limited by the key instead of by its address: a key promises its
 * rate to a program, however many others share the address. Wrong keys do not cost more than the address may ask.
 */
export async function showsValidKey(
  request: FastifyRequest,
  { db, isValid }: { readonly db: Database; readonly isValid: (token: string) => Promise<boolean> },
): Promise<boolean> {
  const [, token] = apiKeyForm.exec(request.headers.authorization ?? '') ?? []
  if (token === undefined) return false
  const limits = requestLimits(db)
  const key = `api keys of ${networkOf(request.ip)}`
  if (limits.hitHere(key, lookUps).current > lookUps.max) return false
  const isKnown = await isValid(token)
  if (isKnown) limits.uncount(key)
  return isKnown
}

/**
 * Counts a request of a program with an API key, an organiser's or a partner's, and reports the remaining requests in the
 * reply's headers; null while within the key's limit, and for all other callers.
 */
export async function refusalOfKey(
  db: Database,
  caller: KeyCaller,
  reply: FastifyReply,
): Promise<Failure<ErrorCode> | null> {
  const limited = limitOf(caller)
  if (limited === null) return null
  const { name, max } = limited
  const limit = { max, milliseconds: windowMilliseconds }
  const { current, ttl } = await requestLimits(db).hit(name, limit)
  const seconds = Math.max(1, Math.ceil(ttl / 1_000))
  reply
    .header('x-ratelimit-limit', max)
    .header('x-ratelimit-remaining', Math.max(0, max - current))
    .header('x-ratelimit-reset', seconds)
  return current > max ? fail('TooManyRequests', { retryAfterSeconds: seconds }) : null
}

type KeyCaller = Pick<Context, 'actor' | 'partner' | 'partnerRequestsPerMinute'>

function limitOf({
  actor,
  partner,
  partnerRequestsPerMinute,
}: KeyCaller): { readonly name: string; readonly max: number } | null {
  if (actor.kind === 'staff' && actor.apiKey !== undefined)
    return { name: `api-key ${actor.apiKey.id}`, max: actor.apiKey.requestsPerMinute }
  if (partner !== undefined && partnerRequestsPerMinute !== undefined)
    return { name: `partner-key ${partner}`, max: partnerRequestsPerMinute }
  return null
}
