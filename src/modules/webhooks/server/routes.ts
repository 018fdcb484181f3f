import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { logStaffChange, recordStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import type { DeliveryPorts } from './deliver.ts'
import { isAllowedAddress } from './post.ts'
import { formatSecret } from './sign.ts'
import {
  insertEndpoint,
  readEndpoints,
  readMessages,
  replayMessage,
  switchEndpoint,
  type Endpoint,
} from './store.ts'

/** Maximum number of endpoints per merchant. */
const endpointsMax = 10
const secretBytes = 32

/** Calls for a merchant's webhooks. Scanners are refused; other merchants' endpoints are reported as not found. */
export function webhookRoutes(ports: DeliveryPorts): readonly Implementation[] {
  return [
    implement(calls.listWebhooks, requireStaff, async (context) => {
      const { actor } = context
      return ok({ items: (await readEndpoints(context, actor)).map(present) })
    }),
    implement(calls.addWebhook, requireStaff, async (context, { body }) => {
      const { actor } = context
      if (!isAllowedAddress(body.url, ports.allowsLoopback)) return fail('WebhookAddressNotAllowed')
      const secret = Buffer.from(context.random.bytes(secretBytes))
      const max = endpointsMax
      return inTransaction(context, async (inside) => {
        const endpointId = await insertEndpoint(inside, actor, { url: body.url, secret, max })
        if (endpointId === null) return fail('TooManyWebhooks')
        await logStaffChange(inside, {
          action: 'webhooks.add',
          subject: `webhook ${endpointId}`,
          after: { url: body.url },
        })
        await recordStaffChange(inside, {
          merchantId: actor.merchantId,
          kind: 'webhook-added',
          changedBy: actor.staffId,
          detail: { host: new URL(body.url).host },
        })
        const view = await show(inside, actor, endpointId)
        return view.ok ? ok({ ...view.value, secret: formatSecret(secret) }) : view
      })
    }),
    implement(calls.switchWebhook, requireStaff, async (context, { body }) => {
      const { actor } = context
      const { endpointId, isActive } = body
      return inTransaction(context, async (inside) => {
        if (!(await switchEndpoint(inside, actor, body))) return fail('NotFound')
        await logStaffChange(inside, {
          action: 'webhooks.switch',
          subject: `webhook ${endpointId}`,
          after: { isActive },
        })
        return show(inside, actor, endpointId)
      })
    }),
    implement(calls.listWebhookMessages, requireStaff, async (context, { query }) => {
      const { actor } = context
      const known = await show(context, actor, query.endpointId)
      return known.ok ? ok(await readMessages(context, actor, query)) : known
    }),
    implement(calls.replayWebhook, requireStaff, async (context, { body }) => {
      const { actor } = context
      return inTransaction(context, async (inside) => {
        await replayMessage(inside, actor, body.messageId)
        const [message] = (await readMessages(inside, actor, body)).items
        if (!message) return fail('NotFound')
        await logStaffChange(inside, {
          action: 'webhooks.replay',
          subject: `webhook-message ${body.messageId}`,
        })
        return ok(message)
      })
    }),
  ]
}

async function show(
  context: Context,
  actor: StaffActor,
  endpointId: number,
): Promise<Result<ReturnType<typeof present>, ErrorCode>> {
  const [endpoint] = await readEndpoints(context, actor, endpointId)
  return endpoint ? ok(present(endpoint)) : fail('NotFound')
}

function present({ createdAt, ...endpoint }: Endpoint) {
  return { ...endpoint, createdAt: createdAt.toISOString() }
}
