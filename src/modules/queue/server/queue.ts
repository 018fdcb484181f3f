/** What the calls of the queue do. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { QueueView } from '../contract.ts'
import { spendPhonePass } from './phones.ts'
import { countBefore, lookAgainSeconds, stateOf, type Token, type SaleQueue } from './rules.ts'
import {
  findQueue,
  hasBought,
  insertToken,
  countAhead,
  noteSeen,
  readToken,
  writeLeft,
} from './store.ts'

const tokenBytes = 32

/** A token with where it stands. */
export interface Joined extends QueueView {
  readonly waitingRoomToken: string | null
}

/**
 * Joins the queue of a show, at its end. Who brings a token that waits or is inside keeps it. There is nothing to join
 * where the show has no line now.
 */
export async function joinQueue(
  context: Context,
  request: {
    readonly showId: number
    readonly waitingRoomToken?: string
    readonly phonePass?: string
  },
): Promise<Result<Joined, ErrorCode>> {
  const { showId, waitingRoomToken: brought } = request
  const queue = await findQueue(context, showId)
  if (!queue) return ok({ ...(await viewOf(context, showId, null)), waitingRoomToken: null })
  const known = brought ? await readToken(context, brought) : undefined
  if (brought && known?.showId === showId) {
    const state = stateOf(known, queue, context.clock.now())
    if (state === 'Waiting' || state === 'Admitted')
      return ok({ ...(await look(context, brought, known)), waitingRoomToken: brought })
  }
  const phone = await phoneOf(context, queue, request.phonePass)
  if (!phone.ok) return phone
  const token = Buffer.from(context.random.bytes(tokenBytes)).toString('base64url')
  const joined = await insertToken(context, queue, { token, phoneHash: phone.value })
  return ok({ ...(await look(context, token, joined)), waitingRoomToken: token })
}

/** The phone that joins, where the queue asks for one. */
async function phoneOf(
  context: Context,
  queue: SaleQueue,
  phonePass: string | undefined,
): Promise<Result<Buffer | null, ErrorCode>> {
  if (!queue.asksPhone) return ok(null)
  const phoneHash = phonePass ? await spendPhonePass(context, queue.showId, phonePass) : null
  if (!phoneHash) return fail('PhoneNotConfirmed')
  if (await hasBought(context, queue.showId, phoneHash)) return fail('QueueTokenAlreadyUsed')
  return ok(phoneHash)
}

/** Where a token stands, or what a show's line looks like from outside. */
export async function lookAtQueue(
  context: Context,
  request: { readonly showId?: number; readonly waitingRoomToken?: string },
): Promise<Result<QueueView, ErrorCode>> {
  const { showId, waitingRoomToken } = request
  const token = waitingRoomToken ? await readToken(context, waitingRoomToken) : undefined
  if (showId !== undefined && (!token || token.showId !== showId))
    return ok(await viewOf(context, showId, null))
  if (token && waitingRoomToken) return ok(await look(context, waitingRoomToken, token))
  if (waitingRoomToken) return fail('QueueTokenNotFound')
  const message = 'Either a show or a token is needed'
  return fail('BadRequest', { fields: [{ path: 'query.showId', message }] })
}

/** Leaves the queue, or gives the place inside to the next. */
export async function leaveQueue(
  context: Context,
  waitingRoomToken: string,
): Promise<Result<QueueView, ErrorCode>> {
  const token = await readToken(context, waitingRoomToken)
  if (!token) return fail('QueueTokenNotFound')
  await writeLeft(context, token)
  return ok(
    await viewOf(context, token.showId, (await readToken(context, waitingRoomToken)) ?? token),
  )
}

/** Notes the look, lets in who is next, and answers what that came to. */
async function look(context: Context, given: string, token: Token): Promise<QueueView> {
  const queue = await findQueue(context, token.showId)
  if (queue && stateOf(token, queue, context.clock.now()) !== 'Gone') await noteSeen(context, token)
  await countAhead(context, token.showId)
  return viewOf(context, token.showId, (await readToken(context, given)) ?? token)
}

async function viewOf(context: Context, showId: number, token: Token | null): Promise<QueueView> {
  const queue = await findQueue(context, showId)
  const now = context.clock.now()
  const waiting = queue ? await countAhead(context, showId) : []
  const state = !queue ? 'Open' : token ? stateOf(token, queue, now) : 'None'
  const isWaiting = state === 'Waiting' && token
  const position = isWaiting ? countBefore(waiting, token.id) + 1 : null
  return {
    showId,
    state,
    position,
    waitingCount: Math.max(waiting.length, position ?? 0),
    admittedUntil: state === 'Admitted' ? (token?.admittedUntil?.toISOString() ?? null) : null,
    serverNow: now.toISOString(),
    lookAgainSeconds: lookAgainSeconds(state, position),
    asksPhone: queue?.asksPhone ?? false,
  }
}
