import { ok } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { proveQueuePhone, sendQueueCode } from './phones.ts'
import { joinQueue, leaveQueue, lookAtQueue } from './queue.ts'

/** The calls of the queue. */
export const queueRoutes: readonly Implementation[] = [
  implement(calls.queueJoin, (context, { body }) => joinQueue(context, body)),
  implement(calls.queueSendOtp, async (context, { body }) => {
    const sent = await sendQueueCode(context, body)
    if (!sent.ok) return sent
    return ok({ ...sent.value, expiresAt: sent.value.expiresAt.toISOString() })
  }),
  implement(calls.queueValidateOtp, async (context, { body }) => {
    const proved = await proveQueuePhone(context, body)
    if (!proved.ok) return proved
    return ok({ ...proved.value, expiresAt: proved.value.expiresAt.toISOString() })
  }),
  implement(calls.queueLeave, (context, { body }) => leaveQueue(context, body.waitingRoomToken)),
  implement(calls.queueShowsGet, (context, { query }) => lookAtQueue(context, query)),
]
