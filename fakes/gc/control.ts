import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { addLocalGuard } from '../local-guard.ts'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import { misbehaviourShape, type Misbehaviour } from '../tpay/misbehaviour.ts'
import { addUp, type Bank } from './bank.ts'
import type { ShopClient } from './shop-client.ts'

export type ControlParts = { bank: Bank; faults: FaultRegistry<Misbehaviour>; shop: ShopClient }

const misbehaveBody = misbehaviourShape.extend({ trxId: z.string().optional() })
const payBody = z.strictObject({
  trxId: z.string(),
  outcome: z.enum(['approve', 'decline', 'insufficient-funds', 'expire']),
  /** Allows an approval after the transaction has ended without a charge. */
  force: z.boolean().default(false),
})
const forgeBody = z.strictObject({
  trxId: z.string(),
  signature: z.enum(['none', 'other-key', 'of-another']).optional(),
  basic: z.enum(['none', 'wrong']).optional(),
  changed: z.record(z.string(), z.string()).optional(),
})

/** Adds the control calls under `/__control`. */
export function addControl(server: FastifyInstance, { bank, faults, shop }: ControlParts): void {
  addLocalGuard(server)
  server.post('/__control/misbehave', async (request, reply) => {
    const body = misbehaveBody.safeParse(request.body)
    if (!body.success) return reject(reply, body.error)
    const { trxId, ...wanted } = body.data
    faults.add(wanted, trxId)
    return faults.list()
  })
  server.post('/__control/reset', async () => {
    faults.clear()
    return faults.list()
  })
  server.post('/__control/pay', async (request, reply) => {
    const body = payBody.safeParse(request.body)
    if (!body.success) return reject(reply, body.error)
    const { trxId, outcome, force } = body.data
    const transaction = bank.get(trxId)
    if (!transaction) return notFound(reply)
    const result = bank.pay(
      transaction,
      outcome === 'approve' || outcome === 'expire'
        ? { kind: outcome }
        : {
            kind: 'decline',
            resultCode: outcome === 'decline' ? 'decline_general' : 'decline_not_sufficient_funds',
          },
      undefined,
      force,
    )
    return 'refused' in result ? reply.code(409).send({ error: result.refused }) : result
  })
  server.post('/__control/forge', async (request, reply) => {
    const body = forgeBody.safeParse(request.body)
    if (!body.success) return reject(reply, body.error)
    const { trxId, ...forgery } = body.data
    const transaction = bank.get(trxId)
    if (!transaction) return notFound(reply)
    return { isWritten: await shop.register(transaction, forgery) }
  })
  server.get('/__control/transactions', async () => ({
    totals: addUp(bank.all()),
    transactions: bank.all(),
  }))
  server.get('/__control/state', async () => ({ misbehaviour: faults.list(), calls: shop.calls }))
}

function notFound(reply: FastifyReply) {
  return reply.code(404).send({ error: 'There is no such transaction.' })
}

function reject(reply: FastifyReply, error: z.ZodError) {
  return reply.code(400).send({ error: z.prettifyError(error) })
}
