import { fail, ok } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { requireOperator } from '#platform/http/guards.ts'
import * as calls from '../operator-contract.ts'
import { createBypass, readFigures, readOperatorQueues, changeControls } from './controls.ts'
import { readGuards, readSuspectSteps } from './guards.ts'
import type { QueuePorts } from './ports.ts'
import { createDescriber } from './subject.ts'

/** The operator's calls of queues. */
export function operatorQueueRoutes(ports: Pick<QueuePorts, 'sources'>): readonly Implementation[] {
  const describe = createDescriber(ports)
  return [
    implement(calls.listOperatorQueues, requireOperator, async (context) =>
      ok({
        queues: await readOperatorQueues(context, describe),
        serverNow: context.clock.now().toISOString(),
      }),
    ),
    implement(calls.changeQueueControls, requireOperator, async (context, { params, body }) => {
      if (Object.keys(body).length === 0)
        return fail('BadRequest', {
          fields: [{ path: 'body', message: 'At least one setting is required' }],
        })
      const { opensAt, ...rest } = body
      const change = {
        ...rest,
        ...(opensAt !== undefined && { opensAt: opensAt === null ? null : new Date(opensAt) }),
      }
      const changed = await changeControls(context, params.queueId, change)
      if (!changed.ok) return changed
      const [queue] = await readOperatorQueues(context, describe, params.queueId)
      return queue ? ok(queue) : fail('NotFound')
    }),
    implement(calls.readQueueFigures, requireOperator, (context, { params }) =>
      readFigures(context, params.queueId),
    ),
    implement(calls.readQueueGuards, requireOperator, (context, { params }) =>
      readGuards(context, params.queueId),
    ),
    implement(calls.readQueueSuspect, requireOperator, (context, { params }) =>
      readSuspectSteps(context, params.queueId, params.suspectId),
    ),
    implement(calls.createQueueBypass, requireOperator, async (context, { params, body }) => {
      const bypass = await createBypass(context, params.queueId, body)
      if (!bypass.ok) return bypass
      const { waitingRoomTokens, validUntil } = bypass.value
      return ok({ waitingRoomTokens, validUntil: validUntil.toISOString() })
    }),
  ]
}
