/** What the calls of the queue do. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { QueueStanding, QueueView } from '../contract.ts'
import { drawView } from './draw.ts'
import { spendPhonePass } from './phones.ts'
import { checkWork, type JoinedWith, type WorkProof } from './proof-of-work.ts'
import {
  estimateOf,
  isTokenOf,
  lookAgainSeconds,
  phaseOf,
  stateOf,
  type SaleQueue,
  type Token,
} from './rules.ts'
import { countMeasure } from './measures.ts'
import { forgetWaiting, keepWaiting, noteSeen, waitingToken } from './seen.ts'
import { snapshotOf, type QueueSnapshot } from './snapshot.ts'
import { noteStep, suspect } from './suspicion.ts'
import { findQueue, hasBought, insertToken, readToken, writeLeft } from './store.ts'
import { showOf, type DescribeSubject, type QueueSubject } from './subject.ts'

const tokenBytes = 32

/** A token with its state. */
export interface Joined extends QueueView {
  readonly waitingRoomToken: string | null
}

/**
 * Joins the end of the queue for a group or an item. A caller with a waiting or admitted token keeps it. Returns no
 * token when there is no queue now.
 */
export async function joinQueue(
  context: Context,
  describe: DescribeSubject,
  subject: QueueSubject,
  request: {
    readonly waitingRoomToken?: string
    readonly phonePass?: string
    readonly proof?: WorkProof
    readonly website?: string
  },
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
  if (queue.isClosed) return fail('QueueClosed')
  // The field is hidden from people (honeypot).
  if (request.website) await suspect(context, queue.queueId, 'trap-field')
  const work = await checkWork(context, queue.queueId, request.proof)
  if (!work.ok) return work
  const token = Buffer.from(context.random.bytes(tokenBytes)).toString('base64url')
  const joined = await takePlace(context, queue, { ...request, token, with: work.value })
  if (!joined.ok) return joined
  await noteStep(context, queue.queueId, 'join')
  return ok({ ...(await look(context, describe, token, joined.value)), waitingRoomToken: token })
}

/** The pass of a phone is used in the same transaction that creates its place. */
async function takePlace(
  context: Context,
  queue: SaleQueue,
  joining: { readonly token: string; readonly phonePass?: string; readonly with: JoinedWith },
): Promise<Result<Token, ErrorCode>> {
  if (!queue.asksPhone) return insertToken(context, queue, { ...joining, phoneHash: null })
  const taken = await inTransaction<Result<Token, ErrorCode>>(context, async (inside) => {
    const phone = await phoneOf(inside, queue, joining.phonePass)
    return phone.ok ? insertToken(inside, queue, { ...joining, phoneHash: phone.value }) : phone
  })
  // An older token of the phone may have lost its place.
  forgetWaiting(context)
  if (!taken.ok && taken.code === 'PhoneNotConfirmed')
    countMeasure(context, queue.queueId, 'phone-asked')
  if (!taken.ok && taken.code === 'QueueTokenAlreadyUsed')
    countMeasure(context, queue.queueId, 'phone-used')
  return taken
}

/** The state of a token, or of a queue for a caller without one. */
export async function lookAtQueue(
  context: Context,
  describe: DescribeSubject,
  subject: QueueSubject | null,
  waitingRoomToken: string | undefined,
  options: { readonly isTrapped?: boolean } = {},
): Promise<Result<QueueView, ErrorCode>> {
  const about = options.isTrapped && subject ? await findQueue(context, subject) : undefined
  if (about) await suspect(context, about.queueId, 'trap-link')
  const token = waitingRoomToken ? await findToken(context, waitingRoomToken) : undefined
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

/** Leaves the queue; an admitted visitor's place goes to the next. */
export async function leaveQueue(
  context: Context,
  describe: DescribeSubject,
  waitingRoomToken: string,
): Promise<Result<QueueView, ErrorCode>> {
  const token = await readToken(context, waitingRoomToken)
  if (!token) return fail('QueueTokenNotFound')
  await writeLeft(context, token)
  await noteStep(context, token.queueId, 'leave')
  const left = (await readToken(context, waitingRoomToken)) ?? token
  return ok(await viewOf(context, describe, token.about, left))
}

/**
 * A waiting token needs no query: all waiting visitors are read together, and its other data does not change before it
 * is admitted.
 */
async function findToken(context: Context, given: string): Promise<Token | undefined> {
  const kept = waitingToken(context, given)
  if (kept) {
    const queue = await findQueue(context, kept.about)
    if (queue?.queueId === kept.queueId && isWaiting(kept, queue, context.clock.now())) {
      const { positions } = await snapshotOf(context, kept.queueId)
      if (positions.has(kept.id)) return kept
    }
  }
  return readToken(context, given)
}

/** Records the poll, admits the next visitors, and returns the result. */
async function look(
  context: Context,
  describe: DescribeSubject,
  given: string,
  token: Token,
): Promise<QueueView> {
  const queue = await findQueue(context, token.about)
  const now = context.clock.now()
  let seen = token
  if (queue) await noteStep(context, queue.queueId, 'look')
  if (queue && stateOf(token, queue, now) !== 'Gone') seen = await noteSeen(context, queue, token)
  if (queue && isWaiting(seen, queue, now)) {
    keepWaiting(context, given, seen)
    const { positions } = await snapshotOf(context, token.queueId)
    if (positions.has(token.id)) return viewOf(context, describe, token.about, seen)
  }
  return viewOf(context, describe, token.about, (await readToken(context, given)) ?? token)
}

function isWaiting(token: Token, queue: SaleQueue, now: Date): boolean {
  return stateOf(token, queue, now) === 'Waiting'
}

/** The public state of a queue and of one token in it. */
export async function viewOf(
  context: Context,
  describe: DescribeSubject,
  subject: QueueSubject,
  token: Token | null,
): Promise<QueueView> {
  const queue = await findQueue(context, subject)
  const named = await describe(context, queue ?? subject)
  const isOf = token !== null && queue !== undefined && token.queueId === queue.queueId
  const snapshot = queue ? await snapshotOf(context, queue.queueId) : null
  const standing = standingOf(context, queue, isOf ? token : null, snapshot)
  const about = queue ?? subject
  return {
    showId: showOf(about),
    source: about.source,
    groupId: about.groupId,
    itemId: about.itemId,
    name: named?.name[context.locale] ?? null,
    pagePath: named?.pagePath ?? null,
    ...standing,
    serverNow: context.clock.now().toISOString(),
    message: queue?.message?.[context.locale] || null,
    draw: queue ? drawView(queue, context.clock.now()) : null,
    asksPhone: queue?.asksPhone ?? false,
  }
}

export function standingOf(
  context: Pick<Context, 'clock'>,
  queue: SaleQueue | undefined,
  token: Token | null,
  snapshot: QueueSnapshot | null,
): QueueStanding {
  const now = context.clock.now()
  const phase = queue ? phaseOf(queue, now) : 'Open'
  const state = !queue ? 'Open' : token ? stateOf(token, queue, now) : 'None'
  const isWaitingNow = state === 'Waiting' && token !== null
  const place = isWaitingNow ? (snapshot?.positions.get(token.id) ?? null) : null
  // Before the opening there is no position: the lot decides it and stays secret.
  const position = phase === 'Before' ? null : place
  return {
    state,
    phase,
    opensAt: queue?.opensAt?.toISOString() ?? null,
    position,
    waitingCount: Math.max(snapshot?.positions.size ?? 0, position ?? 0),
    estimateSeconds: estimateOf(phase, position, snapshot?.perMinute ?? null),
    admittedUntil: state === 'Admitted' ? (token?.admittedUntil?.toISOString() ?? null) : null,
    lookAgainSeconds: lookAgainSeconds(state, position),
  }
}

/** The phone that joins. */
async function phoneOf(
  context: Context,
  queue: SaleQueue,
  phonePass: string | undefined,
): Promise<Result<Buffer, ErrorCode>> {
  const phoneHash = phonePass ? await spendPhonePass(context, queue.queueId, phonePass) : null
  if (!phoneHash) return fail('PhoneNotConfirmed')
  return (await hasBought(context, queue.queueId, phoneHash))
    ? fail('QueueTokenAlreadyUsed')
    : ok(phoneHash)
}
