import { ok } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { joinQueue, leaveQueue, lookAtQueue } from './queue.ts'

/** The calls of the line. */
export const waitingRoomRoutes: readonly Implementation[] = [
  implement(calls.queueJoin, async (context, { body }) => ok(await joinQueue(context, body))),
  implement(calls.queueLeave, (context, { body }) => leaveQueue(context, body.waitingRoomToken)),
  implement(calls.queueShowsGet, (context, { query }) => lookAtQueue(context, query)),
]
