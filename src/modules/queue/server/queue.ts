/** What the calls of the queue do. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { QueueView } from '../contract.ts'
import { spendPhonePass } from './phones.ts'
import {
  countBefore,
  isTokenOf,
  lookAgainSeconds,
  stateOf,
  type SaleQueue,
  type Token,
} from './rules.ts'
import {
  findQueue,
  hasBought,
  insertToken,
  countAhead,
  noteSeen,
  readToken,
  writeLeft,
} from './store.ts'
import { showOf, type DescribeSubject, type QueueSubject } from './subject.ts'

const tokenBytes = 32

/** A token with where it stands. */
export interface Joined extends QueueView {
  readonly waitingRoomToken: string | null
}

/**
 * Joins the queue before a group or an item, at its end. Who brings a token that waits or is inside keeps it. There is
 * nothing to join where there is no queue now.
 */
export async function joinQueue(
  context: Context,
  describe: DescribeSubject,
  subject: QueueSubject,
  request: { readonly waitingRoomToken?: string; readonly phonePass?: string },
): Promise<Result<Joined, ErrorCode>> {
  const { waitingRoomToken: brought } = request
  const queue = await findQueue(context, subject)
  if (!queue)
    return ok({ ...(await viewOf(context, describe, subject, null)), waitingRoomToken: null })
  const known = brought ? await readToken(context, brought) : undefined
  if (brought && known?.queueId === queue.queueId) {
    const state = stateOf(known, queue, context.clock.now())
    if (state === 'Waiting' || state === 'Admitted')
      return ok({ ...(await look(context, describe, brought, known)), waitingRoomToken: brought })
  }
  const phone = await phoneOf(context, queue, request.phonePass)
  if (!phone.ok) return phone
  const token = Buffer.from(context.random.bytes(tokenBytes)).toString('base64url')
  const joined = await insertToken(context, queue, { token, phoneHash: phone.value })
  return ok({ ...(await look(context, describe, token, joined)), waitingRoomToken: token })
}

/** Where a token stands, or what a queue looks like from outside. */
export async function lookAtQueue(
  context: Context,
  describe: DescribeSubject,
  subject: QueueSubject | null,
  waitingRoomToken: string | undefined,
): Promise<Result<QueueView, ErrorCode>> {
  const token = waitingRoomToken ? await readToken(context, waitingRoomToken) : undefined
  if (subject) {
    const queue = await findQueue(context, subject)
    if (!token || !isTokenOf(token, queue, subject))
      return ok(await viewOf(context, describe, subject, null))
  }
  if (token && waitingRoomToken) return ok(await look(context, describe, waitingRoomToken, token))
  if (waitingRoomToken) return fail('QueueTokenNotFound')
  const message = 'Either a show or a token is needed'
  return fail('BadRequest', { fields: [{ path: 'query.showId', message }] })
}

/** Leaves the queue, or gives the place inside to the next. */
export async function leaveQueue(
  context: Context,
  describe: DescribeSubject,
  waitingRoomToken: string,
): Promise<Result<QueueView, ErrorCode>> {
  const token = await readToken(context, waitingRoomToken)
  if (!token) return fail('QueueTokenNotFound')
  await writeLeft(context, token)
  const left = (await readToken(context, waitingRoomToken)) ?? token
  return ok(await viewOf(context, describe, token.about, left))
}

/** Notes the look, lets in who is next, and answers what that came to. */
async function look(
  context: Context,
  describe: DescribeSubject,
  given: string,
  token: Token,
): Promise<QueueView> {
  const queue = await findQueue(context, token.about)
  if (queue && stateOf(token, queue, context.clock.now()) !== 'Gone') await noteSeen(context, token)
  await countAhead(context, token.queueId)
  return viewOf(context, describe, token.about, (await readToken(context, given)) ?? token)
}

async function viewOf(
  context: Context,
  describe: DescribeSubject,
  subject: QueueSubject,
  token: Token | null,
): Promise<QueueView> {
  const queue = await findQueue(context, subject)
  const now = context.clock.now()
  const waiting = queue ? await countAhead(context, queue.queueId) : []
  const state = !queue ? 'Open' : token ? stateOf(token, queue, now) : 'None'
  const isWaiting = state === 'Waiting' && token
  const position = isWaiting ? countBefore(waiting, token.id) + 1 : null
  // Who asks about what has no queue learns nothing of it.
  const { source, groupId, itemId } = queue ?? subject
  const named = queue ? await describe(context, { source, groupId, itemId }) : null
  return {
    showId: showOf({ source, groupId, itemId }),
    source,
    groupId,
    itemId,
    name: named?.name[context.locale] ?? null,
    pagePath: named?.pagePath ?? null,
    state,
    position,
    waitingCount: Math.max(waiting.length, position ?? 0),
    admittedUntil: state === 'Admitted' ? (token?.admittedUntil?.toISOString() ?? null) : null,
    serverNow: now.toISOString(),
    lookAgainSeconds: lookAgainSeconds(state, position),
    asksPhone: queue?.asksPhone ?? false,
  }
}

/** The phone that joins, where the queue asks for one. */
async function phoneOf(
  context: Context,
  queue: SaleQueue,
  phonePass: string | undefined,
): Promise<Result<Buffer | null, ErrorCode>> {
  if (!queue.asksPhone) return ok(null)
  const phoneHash = phonePass ? await spendPhonePass(context, queue.queueId, phonePass) : null
  if (!phoneHash) return fail('PhoneNotConfirmed')
  if (await hasBought(context, queue.queueId, phoneHash)) return fail('QueueTokenAlreadyUsed')
  return ok(phoneHash)
}
