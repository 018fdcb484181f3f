/**
 * Access codes are words that could be tried, and every call that takes one tells whether it was good. So who tries
 * wrong codes is slowed down by address, whatever the call; requests without a code cost nothing here.
 */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import type { CallContext } from '#platform/http/implement.ts'

/** Wrong codes an address may try in a minute. */
const wrongCodesMost = 20
const windowMilliseconds = 60_000
const addressesMost = 20_000

interface Tries {
  count: number
  /** Monotonic milliseconds. */
  readonly until: number
}

/** By database, so that installations that share a process (tests) do not count for each other. */
const triesOf = new WeakMap<object, Map<string, Tries>>()

/**
 * Does the work unless this address has tried too many wrong codes; counts it when the code was wrong, which is
 * what `wrong` says.
 */
export async function guarded<Value>(
  context: CallContext,
  accessCode: string | undefined,
  work: () => Promise<Result<Value, ErrorCode>>,
  wrong: readonly ErrorCode[] = ['InvalidAccessCode'],
): Promise<Result<Value, ErrorCode>> {
  if (!accessCode) return work()
  const tries = triesOf.get(context.db) ?? new Map<string, Tries>()
  triesOf.set(context.db, tries)
  const now = performance.now()
  const known = tries.get(context.ip)
  if (known && known.until > now && known.count >= wrongCodesMost) {
    const retryAfterSeconds = Math.ceil((known.until - now) / 1_000)
    return fail('TooManyRequests', { retryAfterSeconds })
  }
  const result = await work()
  if (!result.ok && wrong.includes(result.code)) count(tries, context.ip, now)
  return result
}

function count(tries: Map<string, Tries>, address: string, now: number): void {
  const known = tries.get(address)
  if (known && known.until > now) {
    known.count += 1
    return
  }
  tries.delete(address)
  const oldest = tries.keys().next()
  if (tries.size >= addressesMost && !oldest.done) tries.delete(oldest.value)
  tries.set(address, { count: 1, until: now + windowMilliseconds })
}
