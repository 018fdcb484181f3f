import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { QueueView } from '../contract.ts'
import { isTokenOf, stateOf } from './rules.ts'
import { findQueue, readToken } from './store.ts'
import type { QueueSubject } from './subject.ts'

type Refusal = 'QueueTokenNotFound' | 'QueueTokenInvalid' | 'QueueTokenAlreadyUsed'

/** The caller's position in a queue: `Open` without a queue, `None` without a token. */
export interface Standing {
  readonly state: QueueView['state']
  readonly admittedUntil: Date | null
}

/** The subject of a token's queue; undefined when the token does not exist. */
export async function subjectOfToken(
  context: Context,
  waitingRoomToken: string,
): Promise<QueueSubject | undefined> {
  return (await readToken(context, waitingRoomToken))?.about
}

/**
 * Reads a token's position without changing anything: unlike `requirePass`, it binds nothing to a session. A waiting
 * token is no error; an unknown, used or expired one, or one of another queue, is.
 */
export async function readStanding(
  context: Context,
  subject: QueueSubject,
  waitingRoomToken: string | undefined,
): Promise<Result<Standing, Refusal>> {
  const queue = await findQueue(context, subject)
  if (waitingRoomToken === undefined)
    return ok({ state: queue ? 'None' : 'Open', admittedUntil: null })
  const token = await readToken(context, waitingRoomToken)
  if (!token) return fail('QueueTokenNotFound')
  if (!isTokenOf(token, queue, subject)) return fail('QueueTokenInvalid')
  if (!queue) return ok({ state: 'Open', admittedUntil: null })
  const state = stateOf(token, queue, context.clock.now())
  if (state === 'Used') return fail('QueueTokenAlreadyUsed')
  if (state === 'Gone') return fail('QueueTokenInvalid')
  return ok({ state, admittedUntil: state === 'Admitted' ? token.admittedUntil : null })
}
