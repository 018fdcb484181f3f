import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { revokeSessions } from '../store.ts'

/** Ends one session of the caller; processes that have cached it accept it for a few more seconds. */
export async function endSession(
  context: Context,
  sessionId: string,
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const ended = await context.db
    .updateTable('session')
    .set({ revoked_at: context.clock.now() })
    .where('id', '=', sessionId)
    .where('customer_id', '=', actor.customerId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows) === 1 ? ok({ done: true }) : fail('NotFound')
}

/** Ends all other sessions of the customer. */
export async function endOtherSessions(
  context: Context,
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  await revokeSessions(context, actor.customerId, actor.sessionId)
  return ok({ done: true })
}
