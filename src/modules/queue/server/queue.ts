/** Handlers of the queue's calls. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { QueueStanding, QueueView } from '../contract.ts'
import { drawView } from './draw.ts'
import { consumePhonePass } from './phones.ts'
import { checkWork, type CheckedWork, type WorkProof } from './proof-of-work.ts'
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
import { clearWaiting, cacheWaiting, recordSeen, waitingToken } from './seen.ts'
import { snapshotOf, type QueueSnapshot } from './snapshot.ts'
import { recordStep, markSuspect } from './suspicion.ts'
import { findQueue, hasBought, insertToken, readToken, writeLeft } from './store.ts'
import { showOf, type DescribeSubject, type QueueSubject } from './subject.ts'

const tokenBytes = 32

/** A token with its state. */
export interface JoinedQueueView extends QueueView {
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
): Promise<Result<JoinedQueueView, ErrorCode>> {
  const { waitingRoomToken: existing } = request
  const queue = await findQueue(context, subject)
  if (!queue)
    return ok({ ...(await viewOf(context, describe, subject, null)), waitingRoomToken: null })
  const known = existing ? await readToken(context, existing) : undefined
  if (existing && known?.queueId === queue.queueId) {
    const state = stateOf(known, queue, context.clock.now())
    if (state === 'Waiting' || state === 'Admitted')
      return ok({
        ...(await pollView(context, describe, existing, known)),
        waitingRoomToken: existing,
      })
  }
  if (queue.isClosed) return fail('QueueClosed')
  // The field is hidden from people (honeypot).
  if (request.website) await markSuspect(context, queue.queueId, 'trap-field')
  const work = await checkWork(context, queue.queueId, request.proof)
  if (!work.ok) return work
  const token = Buffer.from(context.random.bytes(tokenBytes)).toString('base64url')
  const joined = await insertPlace(context, queue, { ...request, token, with: work.value })
  if (!joined.ok) return joined
  await recordStep(context, queue.queueId, 'join')
  return ok({
    ...(await pollView(context, describe, token, joined.value)),
    waitingRoomToken: token,
  })
}

/** Inserts the token; a phone pass is consumed in the same transaction. */
async function insertPlace(
  context: Context,
  queue: SaleQueue,
  request: { readonly token: string; readonly phonePass?: string; readonly with: CheckedWork },
): Promise<Result<Token, ErrorCode>> {
  if (!queue.asksPhone) return insertToken(context, queue, { ...request, phoneHash: null })
  const inserted = await inTransaction<Result<Token, ErrorCode>>(context, async (inside) => {
    const phone = await phoneOf(inside, queue, request.phonePass)
    return phone.ok ? insertToken(inside, queue, { ...request, phoneHash: phone.value }) : phone
  })
  // An older token of the same phone may have been replaced.
  clearWaiting(context)
  if (!inserted.ok && inserted.code === 'PhoneNotConfirmed')
    countMeasure(context, queue.queueId, 'phone-asked')
  if (!inserted.ok && inserted.code === 'QueueTokenAlreadyUsed')
    countMeasure(context, queue.queueId, 'phone-used')
  return inserted
}

/** The state of a token, or of a queue for a caller without one. */
export async function readQueueView(
  context: Context,
  describe: DescribeSubject,
  subject: QueueSubject | null,
  waitingRoomToken: string | undefined,
  options: { readonly isTrapped?: boolean } = {},
): Promise<Result<QueueView, ErrorCode>> {
  const about = options.isTrapped && subject ? await findQueue(context, subject) : undefined
  if (about) await markSuspect(context, about.queueId, 'trap-link')
  const token = waitingRoomToken ? await findToken(context, waitingRoomToken) : undefined
  if (subject) {
    const queue = await findQueue(context, subject)
    if (!token || !isTokenOf(token, queue, subject))
      return ok(await viewOf(context, describe, subject, null))
  }
  if (token && waitingRoomToken)
    return ok(await pollView(context, describe, waitingRoomToken, token))
  if (waitingRoomToken) return fail('QueueTokenNotFound')
  const message = 'Either a show or a token is needed'
  return fail('BadRequest', { fields: [{ path: 'query.showId', message }] })
}

/** Leaves the queue; the admission of an admitted visitor goes to the next. */
export async function leaveQueue(
  context: Context,
  describe: DescribeSubject,
  waitingRoomToken: string,
): Promise<Result<QueueView, ErrorCode>> {
  const token = await readToken(context, waitingRoomToken)
  if (!token) return fail('QueueTokenNotFound')
  await writeLeft(context, token)
  await recordStep(context, token.queueId, 'leave')
  const left = (await readToken(context, waitingRoomToken)) ?? token
  return ok(await viewOf(context, describe, token.about, left))
}

/**
 * Finds a token, without a query while it is cached as waiting: positions come from the shared snapshot, and its other
 * data does not change before it is admitted.
 */
async function findToken(context: Context, given: string): Promise<Token | undefined> {
  const cached = waitingToken(context, given)
  if (cached) {
    const queue = await findQueue(context, cached.about)
    if (queue?.queueId === cached.queueId && isWaiting(cached, queue, context.clock.now())) {
      const { positions } = await snapshotOf(context, cached.queueId)
      if (positions.has(cached.id)) return cached
    }
  }
  return readToken(context, given)
}

/** Records a poll of the token and returns its state. */
async function pollView(
  context: Context,
  describe: DescribeSubject,
  given: string,
  token: Token,
): Promise<QueueView> {
  const queue = await findQueue(context, token.about)
  const now = context.clock.now()
  let seen = token
  if (queue) await recordStep(context, queue.queueId, 'look')
  if (queue && stateOf(token, queue, now) !== 'Gone') seen = await recordSeen(context, queue, token)
  if (queue && isWaiting(seen, queue, now)) {
    cacheWaiting(context, given, seen)
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
  const subjectName = await describe(context, queue ?? subject)
  const isOf = token !== null && queue !== undefined && token.queueId === queue.queueId
  const snapshot = queue ? await snapshotOf(context, queue.queueId) : null
  const standing = standingOf(context, queue, isOf ? token : null, snapshot)
  const about = queue ?? subject
  return {
    showId: showOf(about),
    source: about.source,
    groupId: about.groupId,
    itemId: about.itemId,
    name: subjectName?.name[context.locale] ?? null,
    pagePath: subjectName?.pagePath ?? null,
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
  // There is no position before the opening: it depends on the lots, which are secret until then.
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

/** Consumes the phone pass and returns the hash of its phone. */
async function phoneOf(
  context: Context,
  queue: SaleQueue,
  phonePass: string | undefined,
): Promise<Result<Buffer, ErrorCode>> {
  const phoneHash = phonePass ? await consumePhonePass(context, queue.queueId, phonePass) : null
  if (!phoneHash) return fail('PhoneNotConfirmed')
  return (await hasBought(context, queue.queueId, phoneHash))
    ? fail('QueueTokenAlreadyUsed')
    : ok(phoneHash)
}
