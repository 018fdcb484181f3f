import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { staffOf } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import type { DeliveryPorts } from './deliver.ts'
import { isAllowedAddress } from './post.ts'
import { writtenSecret } from './sign.ts'
import {
  insertEndpoint,
  readEndpoints,
  readMessages,
  replayMessage,
  switchEndpoint,
  type Endpoint,
} from './store.ts'

/** Addresses of one merchant. */
const endpointsMost = 10
const secretBytes = 32

/** Where a merchant's own systems are told. A scanner is refused; another merchant's addresses do not exist. */
export function webhookRoutes(ports: DeliveryPorts): readonly Implementation[] {
  return [
    implement(calls.listWebhooks, requireStaff, async (context) => {
      const actor = managerOf(context)
      if (!actor) return fail('Forbidden')
      return ok({ items: (await readEndpoints(context, actor)).map(present) })
    }),
    implement(calls.addWebhook, requireStaff, async (context, { body }) => {
      const actor = managerOf(context)
      if (!actor) return fail('Forbidden')
      if (!isAllowedAddress(body.url, ports.allowsPrivate)) return fail('WebhookAddressNotAllowed')
      const secret = Buffer.from(context.random.bytes(secretBytes))
      const most = endpointsMost
      const endpointId = await insertEndpoint(context, actor, { url: body.url, secret, most })
      if (endpointId === null) return fail('TooManyWebhooks')
      const view = await show(context, actor, endpointId)
      return view.ok ? ok({ ...view.value, secret: writtenSecret(secret) }) : view
    }),
    implement(calls.switchWebhook, requireStaff, async (context, { body }) => {
      const actor = managerOf(context)
      if (!actor) return fail('Forbidden')
      if (!(await switchEndpoint(context, actor, body))) return fail('NotFound')
      return show(context, actor, body.endpointId)
    }),
    implement(calls.listWebhookMessages, requireStaff, async (context, { query }) => {
      const actor = managerOf(context)
      if (!actor) return fail('Forbidden')
      const known = await show(context, actor, query.endpointId)
      return known.ok ? ok(await readMessages(context, actor, query)) : known
    }),
    implement(calls.replayWebhook, requireStaff, async (context, { body }) => {
      const actor = managerOf(context)
      if (!actor) return fail('Forbidden')
      await replayMessage(context, actor, body.messageId)
      const [message] = (await readMessages(context, actor, body)).items
      return message ? ok(message) : fail('NotFound')
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

function managerOf(context: Context): StaffActor | null {
  const actor = staffOf(context)
  return actor.role === 'scanner' ? null : actor
}
