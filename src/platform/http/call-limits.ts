/** Rate limits of calls by class: the same counts for a request over HTTP and for a call that a page makes in process. */
import type { Call, RateLimitKind } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Failure, type Result } from '#kernel/result.ts'
import { networkOf } from '#platform/network.ts'
import type { Database } from '#platform/database/database.ts'
import { requestLimits, type Standing } from '#platform/request-limits.ts'
import type { CallContext } from './implement.ts'

/** Requests per minute and network, by class. */
export type CallLimits = Readonly<Record<RateLimitKind, number>>

export const limitWindowMilliseconds = 60_000

interface Counted {
  readonly kind: string
  readonly method: string
  readonly url: string
  readonly network: string
}

function nameOf({ kind, method, url, network }: Counted): string {
  return `${kind} ${method} ${url} ${network}`
}

/** Limits of reading protect the process itself, so each process counts alone; all others hold over all processes. */
export function countRequest(
  db: Database,
  counted: Counted,
  max: number,
  milliseconds: number = limitWindowMilliseconds,
): Standing | Promise<Standing> {
  const limits = requestLimits(db)
  const isShared = ['guess', 'flood', 'cost'].includes(counted.kind)
  return isShared
    ? limits.hit(nameOf(counted), { max, milliseconds })
    : limits.hitHere(nameOf(counted), { max, milliseconds })
}

/** The address of a call as its route is registered: `{name}` becomes a parameter. */
export function routeOf({ path }: Pick<Call, 'path'>): string {
  return path.replaceAll(/\{([^}]+)\}/g, ':$1')
}

/**
 * Runs a call within the limit of its class. Requests over HTTP were counted before their body was read
 * (`context.isCounted`). Reads of a page are covered by the count of the page itself. Pages whose address is a secret are
 * opened by many people behind one address, so only wrong secrets count; what has a cost counts however it ends.
 */
export async function withinLimit(
  call: Call,
  context: CallContext,
  limits: CallLimits | undefined,
  work: () => Promise<Result<unknown, ErrorCode>>,
): Promise<Result<unknown, ErrorCode>> {
  if (!limits || context.isCounted || context.ip === '' || call.limit === 'read') return work()
  const network = networkOf(context.ip)
  const counted = { kind: call.limit, method: call.method, url: routeOf(call), network }
  const max = limits[call.limit]
  const { current, ttl } = await countRequest(context.db, counted, max)
  if (current > max) return tooMany(ttl)
  const result = await work()
  if (result.ok && call.limit === 'guess' && call.cost === undefined)
    requestLimits(context.db).uncount(nameOf(counted))
  return result
}

function tooMany(ttl: number): Failure<ErrorCode> {
  return fail('TooManyRequests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1_000)) })
}
