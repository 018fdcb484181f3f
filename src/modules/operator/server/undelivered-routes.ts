import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { correctAddressOf, orderOfMessage } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { UndeliveredMessage } from '#platform/jobs/queue.ts'
import { correctAddress, countOnTheWay, readUndelivered } from '#platform/jobs/undelivered.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import {
  listUndelivered,
  resendUndelivered,
  type UndeliveredView,
} from '../undelivered-contract.ts'

const shownMax = 100
const byShop = { ka: 'Bileti', en: 'Bileti' }

/** Calls for listing and resending abandoned messages. */
export const undeliveredRoutes: readonly Implementation[] = [
  implement(listUndelivered, requireOperator, async (context) => {
    const { messages, total } = await context.jobs.listUndelivered(shownMax)
    const shown = await Promise.all(messages.map((message) => present(context, message)))
    return ok({ messages: shown, total, onTheWay: await countOnTheWay(context) })
  }),
  implement(resendUndelivered, requireOperator, async (context, { body }) => {
    const { ids, email } = body
    if (email !== undefined) {
      const corrected = await correct(context, ids, email)
      if (!corrected.ok) return corrected
    }
    const resent = await context.jobs.resend(ids)
    if (resent > 0)
      await logOperatorAction(context, {
        action: 'operator.resend-messages',
        subject: `${resent} messages`,
        detail: { ids },
      })
    const { total } = await context.jobs.listUndelivered(1)
    return ok({ resent, undelivered: total })
  }),
]

/** Corrects the address of one message: its own, or that of its order's buyer. */
async function correct(
  context: Context,
  ids: readonly string[],
  email: string,
): Promise<Result<null, ErrorCode>> {
  const [id] = ids
  if (id === undefined || ids.length > 1)
    return fail('BadRequest', {
      fields: [{ path: 'body.ids', message: 'An address is corrected for one message' }],
    })
  return inTransaction<Result<null, ErrorCode>>(context, async (inside) => {
    const about = await readUndelivered(inside, id)
    if (!about) return fail('NotFound')
    const order = await orderOfMessage(inside, about)
    if (order) {
      const corrected = await correctAddressOf(inside, order, { email, by: byShop })
      if (!corrected.ok) return corrected
    }
    if (!(await correctAddress(inside, id, email)) && !order)
      return fail('BadRequest', {
        fields: [{ path: 'body.email', message: 'The message has no address of its own' }],
      })
    // The address itself is not logged: more people may read the log.
    await logOperatorAction(inside, {
      action: 'operator.correct-address',
      subject: order === null ? `message ${id}` : `order ${order.orderNumber}`,
    })
    return ok(null)
  })
}

/** Presents a message without its payload, which has more personal data than an operator needs for resending. */
async function present(context: Context, message: UndeliveredMessage): Promise<UndeliveredView> {
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
    isCorrectable: await isCorrectable(context, payload),
    error: message.error,
    attempts: message.attempts,
    failedAt: message.failedAt.toISOString(),
  }
}

/** It has an address of its own, or it was for the buyer of an order; orders are read only where that is in doubt. */
async function isCorrectable(
  context: Context,
  payload: UndeliveredMessage['payload'],
): Promise<boolean> {
  if ('email' in payload) return true
  if ('ticketIds' in payload || 'customerId' in payload)
    return (await orderOfMessage(context, payload)) !== null
  return ['orderId', 'orderKey', 'returnId'].some((key) => key in payload)
}
