import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { stateOf, type Token } from './rules.ts'
import { bindOrder, claimToken, findQueue, readToken, writeUsed } from './store.ts'
import type { QueueSubject } from './subject.ts'
import { recordStep, markSuspect } from './suspicion.ts'

/** Permission to choose places, with its expiry. */
export interface Pass {
  readonly id: number
  /** The order it is bound to; null until there is one. */
  readonly orderKey: string | null
}

type Refusal = 'QueueTokenNotFound' | 'QueueTokenInvalid' | 'QueueTokenAlreadyUsed'

/**
 * Returns the pass that permits choosing places of this item or group, or null when there is no queue. The token must
 * exist, belong to this queue, be admitted and unused; it is bound to the first session that uses it.
 */
export async function requirePass(
  context: Context,
  subject: QueueSubject,
  waitingRoomToken: string | undefined,
): Promise<Result<Pass | null, Refusal>> {
  const queue = await findQueue(context, subject)
  if (!queue) return ok(null)
  const token = waitingRoomToken ? await readToken(context, waitingRoomToken) : undefined
  if (!token) return fail('QueueTokenNotFound')
  if (token.queueId !== queue.queueId) return fail('QueueTokenInvalid')
  const { actor } = context
  if (actor.kind !== 'guest' && actor.kind !== 'customer') return fail('QueueTokenInvalid')
  const state = stateOf(token, queue, context.clock.now())
  if (state === 'Used') return fail('QueueTokenAlreadyUsed')
  if (state !== 'Admitted') return fail('QueueTokenInvalid')
  const claimed = await claimToken(context, token, actor.sessionId)
  if (claimed) {
    await recordStep(context, queue.queueId, 'choose')
    return ok(passOf(claimed))
  }
  await markSuspect(context, queue.queueId, 'foreign-place')
  return fail('QueueTokenInvalid')
}

function passOf({ id, orderKey }: Token): Pass {
  return { id, orderKey }
}

/** Binds the pass to this order. Returns false when it was bound to another in the meantime. */
export function bindPass(context: Context, pass: Pass, orderKey: string): Promise<boolean> {
  return bindOrder(context, pass, orderKey)
}

/** Marks the token as used after a purchase, so that the next visitor can be admitted. */
export function markPassUsed(context: Context, pass: Pass): Promise<void> {
  return writeUsed(context, pass)
}
