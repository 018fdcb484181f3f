/**
 * Access codes are words that could be tried, and every call that takes one tells whether it was good. So who tries
 * wrong codes is slowed down by address, whatever the call; requests without a code cost nothing here.
 */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { requestLimits, type Limit } from '#platform/request-limits.ts'

/** Wrong codes an address may try in a minute, over all processes. */
const limit: Limit = { max: 20, milliseconds: 60_000 }

/** Requests of an address whose codes are being looked at. */
interface Trying {
  count: number
  readonly waiting: (() => void)[]
}

/** By database, so that installations that share a process (tests) do not count for each other. */
const tryingOf = new WeakMap<object, Map<string, Trying>>()

/**
 * Does the work unless this address has tried too many wrong codes; `wrong` says which answers count. Each request is
 * counted before its code is looked at, so that many at once are no more tries than one after the other, and is not
 * counted after all when its code was good. If all tries are in use, a request waits for one to be released.
 */
export async function guarded<Value>(
  context: CallContext,
  accessCode: string | undefined,
  work: () => Promise<Result<Value, ErrorCode>>,
  wrong: readonly ErrorCode[] = ['InvalidAccessCode'],
): Promise<Result<Value, ErrorCode>> {
  if (!accessCode) return work()
  const limits = requestLimits(context.db)
  const key = `wrong codes ${context.ip}`
  const tryings = tryingOf.get(context.db) ?? new Map<string, Trying>()
  tryingOf.set(context.db, tryings)
  const trying = tryings.get(context.ip) ?? { count: 0, waiting: [] }
  tryings.set(context.ip, trying)
  for (;;) {
    const { current, ttl } = await limits.hit(key, limit)
    if (current <= limit.max) break
    if (trying.count === 0) {
      // Nobody is left who could give one back.
      for (const go of trying.waiting.splice(0)) go()
      forget(tryings, context.ip, trying)
      return fail('TooManyRequests', { retryAfterSeconds: Math.ceil(ttl / 1_000) })
    }
    await new Promise<void>((resolve) => trying.waiting.push(resolve))
  }
  trying.count += 1
  let isWrong = false
  try {
    const result = await work()
    isWrong = !result.ok && wrong.includes(result.code)
    return result
  } finally {
    if (!isWrong) limits.uncount(key)
    trying.count -= 1
    trying.waiting.shift()?.()
    forget(tryings, context.ip, trying)
  }
}

function forget(tryings: Map<string, Trying>, address: string, trying: Trying): void {
  if (trying.count === 0 && trying.waiting.length === 0 && tryings.get(address) === trying)
    tryings.delete(address)
}
