import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { QueueView } from '../contract.ts'
import { stateOf } from './rules.ts'
import { findQueue, readToken } from './store.ts'

type Refusal = 'QueueTokenNotFound' | 'QueueTokenInvalid' | 'QueueTokenAlreadyUsed'

/** The caller's position in the queue of a show: `Open` without a queue, `None` without a token. */
export interface Standing {
  readonly state: QueueView['state']
  readonly admittedUntil: Date | null
}

/** The show of a token; undefined when there is no such token. */
export async function showOfToken(
  context: Context,
  waitingRoomToken: string,
): Promise<number | undefined> {
  return (await readToken(context, waitingRoomToken))?.showId
}

/**
 * Reads a token's position without changing anything: unlike `passInto`, it binds nothing to a session. A waiting
 * token is no error; an unknown, used or expired one, or one of another show, is.
 */
export async function readStanding(
  context: Context,
  showId: number,
  waitingRoomToken: string | undefined,
): Promise<Result<Standing, Refusal>> {
  const queue = await findQueue(context, showId)
  if (waitingRoomToken === undefined)
    return ok({ state: queue ? 'None' : 'Open', admittedUntil: null })
  const token = await readToken(context, waitingRoomToken)
  if (!token) return fail('QueueTokenNotFound')
  if (token.showId !== showId) return fail('QueueTokenInvalid')
  if (!queue) return ok({ state: 'Open', admittedUntil: null })
  const state = stateOf(token, queue, context.clock.now())
  if (state === 'Used') return fail('QueueTokenAlreadyUsed')
  if (state === 'Gone') return fail('QueueTokenInvalid')
  return ok({ state, admittedUntil: state === 'Admitted' ? token.admittedUntil : null })
}
