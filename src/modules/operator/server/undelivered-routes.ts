import { ok } from '#kernel/result.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { UndeliveredMessage } from '#platform/jobs/queue.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import {
  listUndelivered,
  resendUndelivered,
  type UndeliveredView,
} from '../undelivered-contract.ts'

const shownMax = 100

/** Calls for listing and resending abandoned messages. */
export const undeliveredRoutes: readonly Implementation[] = [
  implement(listUndelivered, requireOperator, async (context) => {
    const { messages, total } = await context.jobs.listUndelivered(shownMax)
    return ok({ messages: messages.map(present), total })
  }),
  implement(resendUndelivered, requireOperator, async (context, { body }) => {
    const resent = await context.jobs.resend(body.ids)
    if (resent > 0)
      await logOperatorAction(context, {
        action: 'operator.resend-messages',
        subject: `${resent} messages`,
        detail: { ids: body.ids },
      })
    return ok({ resent })
  }),
]

/** Presents a message without its payload, which has more personal data than an operator needs for resending. */
function present(message: UndeliveredMessage): UndeliveredView {
  const { payload } = message
  const about = Object.entries(payload)
    .filter(([key]) => key.endsWith('Id'))
    .map(([key, value]) => `${key} ${String(value)}`)
  const email = payload['email']
  return {
    id: message.id,
    kind: message.job,
    about,
    recipient: typeof email === 'string' ? email.replace(/^(.?)[^@]*/, '$1…') : null,
    error: message.error,
    attempts: message.attempts,
    failedAt: message.failedAt.toISOString(),
  }
}
