import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addLocalGuard } from '../local-guard.ts'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import type { BogFaults } from './api.ts'
import type { BogOrder } from './payment-service.ts'

const count = z.number().int().min(0)
const faultsBody = z.strictObject({
  createLostCalls: count.optional(),
  paymentLostCalls: count.optional(),
  createErrorCalls: count.optional(),
  paymentLateCalls: count.optional(),
  lateMs: count.max(60_000).optional(),
  callbackLost: z.boolean().optional(),
})

/** Adds the control calls under `/__control`, for local callers only. */
export function addControl(
  server: FastifyInstance,
  {
    faults,
    all,
  }: { readonly faults: FaultRegistry<BogFaults>; readonly all: () => readonly BogOrder[] },
): void {
  addLocalGuard(server)
  server.post('/__control/misbehave', async (request, reply) => {
    const body = faultsBody.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ error: z.prettifyError(body.error) })
    faults.add(body.data as BogFaults)
    return faults.list()
  })
  server.post('/__control/reset', async () => {
    faults.clear()
    return faults.list()
  })
  server.get('/__control/payments', async () => ({ payments: all() }))
}
