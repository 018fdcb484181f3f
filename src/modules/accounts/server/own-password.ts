import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { requestLimits, type Limit } from '#platform/request-limits.ts'
import { passwordFits, PasswordQueueFull } from './passwords.ts'

/** Far more than anybody mistypes; a copied session guesses no password with it. */
const wrongMax: Limit = { max: 10, milliseconds: 600_000 }

/**
 * Checks the password that the holder of a session types again. Wrong ones are counted by session over all calls and
 * addresses, so that a copied session is no way to guess the password, and the owner's own sessions are not affected.
 */
export async function checkOwnPassword(
  context: Context,
  sessionId: string,
  { stored, typed }: { readonly stored: string | null; readonly typed: string },
): Promise<Result<null, 'PasswordWrong' | 'TooManyRequests'>> {
  const limits = requestLimits(context.db)
  const key = `own password ${sessionId}`
  // Counted before it is checked, so that attempts at the same moment do not exceed the limit.
  const { current, ttl } = await limits.hit(key, wrongMax)
  if (current > wrongMax.max)
    return fail('TooManyRequests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1_000)) })
  try {
    if (!(await passwordFits(stored, typed))) return fail('PasswordWrong')
  } catch (error) {
    if (!(error instanceof PasswordQueueFull)) throw error
    limits.uncount(key)
    return fail('TooManyRequests')
  }
  limits.uncount(key)
  return ok(null)
}
