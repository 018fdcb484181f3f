/**
 * Access codes are guessable words, and every call that accepts one, or the key of a preview, reveals whether it was valid. So wrong ones are
 * limited per network over all calls; requests without a code are not counted.
 */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import type { CallContext } from './implement.ts'
import { networkOf } from '#platform/network.ts'
import { requestLimits, type Limit } from '#platform/request-limits.ts'

/** Wrong codes a network may try in a minute, over all processes. */
const limit: Limit = { max: 20, milliseconds: 60_000 }

/** Attempts of a network whose codes are being checked. */
interface Trying {
  count: number
  readonly waiting: (() => void)[]
}

/** By database, so that installations that share a process (tests) are counted separately. */
const tryingOf = new WeakMap<object, Map<string, Trying>>()

/**
 * Runs the work unless this network has tried too many wrong codes; `wrong` decides which results count. Each
 * attempt is counted before its code is checked, so that concurrent requests cannot exceed the limit, and released
 * when its code was valid. If all attempts are in use, a request waits for one to be released. With `by`, somebody
 * known is counted instead of the network.
 */
export async function limitGuesses<Value>(
  context: CallContext,
  accessCode: string | undefined,
  work: () => Promise<Result<Value, ErrorCode>>,
  wrong: readonly ErrorCode[] = ['InvalidAccessCode'],
  by?: string,
): Promise<Result<Value, ErrorCode>> {
  if (!accessCode) return work()
  const limits = requestLimits(context.db)
  const network = by ?? networkOf(context.ip)
  const key = `wrong codes ${network}`
  const tryings = tryingOf.get(context.db) ?? new Map<string, Trying>()
  tryingOf.set(context.db, tryings)
  const trying = tryings.get(network) ?? { count: 0, waiting: [] }
  tryings.set(network, trying)
  for (;;) {
    const { current, ttl } = await limits.hit(key, limit)
    if (current <= limit.max) break
    if (trying.count === 0) {
      // No pending request could release one.
      for (const go of trying.waiting.splice(0)) go()
      forget(tryings, network, trying)
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
    forget(tryings, network, trying)
  }
}

function forget(tryings: Map<string, Trying>, network: string, trying: Trying): void {
  if (trying.count === 0 && trying.waiting.length === 0 && tryings.get(network) === trying)
    tryings.delete(network)
}
