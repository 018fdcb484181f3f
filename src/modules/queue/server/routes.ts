import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { proveQueuePhone, sendQueueCode } from './phones.ts'
import { joinQueue, leaveQueue, readQueueView } from './queue.ts'
import type { QueuePorts } from './ports.ts'
import { createDescriber, showSource, type QueueSubject } from './subject.ts'

/** The calls of the queue. */
export function queueRoutes(ports: QueuePorts): readonly Implementation[] {
  const describe = createDescriber(ports)
  return [
    implement(calls.queueJoin, async (context, { body }) => {
      const subject = subjectOf('body', body)
      return subject.ok ? joinQueue(context, describe, subject.value, body) : subject
    }),
    implement(calls.queueSendOtp, async (context, { body }) => {
      const subject = subjectOf('body', body)
      if (!subject.ok) return subject
      const sent = await sendQueueCode(context, subject.value, body.phone)
      if (!sent.ok) return sent
      return ok({ ...sent.value, expiresAt: sent.value.expiresAt.toISOString() })
    }),
    implement(calls.queueValidateOtp, async (context, { body }) => {
      const subject = subjectOf('body', body)
      if (!subject.ok) return subject
      const proved = await proveQueuePhone(context, subject.value, body)
      if (!proved.ok) return proved
      return ok({ ...proved.value, expiresAt: proved.value.expiresAt.toISOString() })
    }),
    implement(calls.queueLeave, (context, { body }) =>
      leaveQueue(context, describe, body.waitingRoomToken),
    ),
    implement(calls.queueLive, async (context, { query }) => {
      const follow = await ports.live.follow(context, query.waitingRoomToken)
      return follow.ok
        ? ok({ contentType: 'text/event-stream; charset=utf-8', follow: follow.value })
        : follow
    }),
    implement(calls.queueShowsGet, async (context, { query }) => {
      const hasSubject = Object.keys(calls.subjectFields).some((name) => name in query)
      const subject = hasSubject ? subjectOf('query', query) : ok(null)
      return subject.ok
        ? readQueueView(context, describe, subject.value, query.waitingRoomToken, {
            isTrapped: query.first !== undefined,
          })
        : subject
    }),
  ]
}

type SubjectFields = {
  readonly showId?: number
  readonly source?: string
  readonly groupId?: number
  readonly itemId?: number
}

/** Either a show, or a source with a group of its items, one of them, or both. */
function subjectOf(part: 'body' | 'query', given: SubjectFields): Result<QueueSubject, ErrorCode> {
  const { showId, source, groupId = null, itemId = null } = given
  if (showId !== undefined && source === undefined && groupId === null && itemId === null)
    return ok({ source: showSource, groupId: showId, itemId: null })
  if (showId === undefined && source !== undefined && (groupId !== null || itemId !== null))
    return ok({ source, groupId, itemId })
  const message = 'Either a show, or a source with a group or an item, is required'
  return fail('BadRequest', { fields: [{ path: `${part}.showId`, message }] })
}
