import { fail, ok } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { requireOperator } from '#platform/http/guards.ts'
import * as calls from '../operator-contract.ts'
import { giveBypass, readFigures, readOperatorQueues, turnDial } from './dial.ts'
import { readGuards, readWay } from './guards.ts'
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
    implement(calls.turnQueueDial, requireOperator, async (context, { params, body }) => {
      if (Object.keys(body).length === 0)
        return fail('BadRequest', { fields: [{ path: 'body', message: 'Name what is to change' }] })
      const { opensAt, ...rest } = body
      const change = {
        ...rest,
        ...(opensAt !== undefined && { opensAt: opensAt === null ? null : new Date(opensAt) }),
      }
      const turned = await turnDial(context, params.queueId, change)
      if (!turned.ok) return turned
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
      readWay(context, params.queueId, params.suspectId),
    ),
    implement(calls.giveQueueBypass, requireOperator, async (context, { params, body }) => {
      const given = await giveBypass(context, params.queueId, body)
      if (!given.ok) return given
      const { waitingRoomTokens, validUntil } = given.value
      return ok({ waitingRoomTokens, validUntil: validUntil.toISOString() })
    }),
  ]
}
