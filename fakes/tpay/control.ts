import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import { addLocalGuard } from '../local-guard.ts'
import type { Access } from './access.ts'
import type { ApiParts } from './api.ts'
import type { Bank, PayOutcome } from './bank.ts'
import { addUp } from './bank.ts'
import { messageOf, type Callbacks } from './callbacks.ts'
import { misbehaviourShape, type Misbehaviour } from './misbehaviour.ts'
import type { Payment } from './protocol.ts'

export type ControlParts = {
  bank: Bank
  faults: FaultRegistry<Misbehaviour>
  access: Access
  callbacks: Callbacks
  calls: ApiParts['calls']
}

const misbehaveBody = misbehaviourShape.extend({ payId: z.string().optional() })

const payBody = z.strictObject({
  payId: z.string(),
  outcome: z.enum([
    'approve',
    'decline',
    'insufficient-funds',
    'challenge',
    'challenge-fails',
    'slow',
    'expire',
  ]),
  /** For `slow`: milliseconds until the payment succeeds. */
  settlesAfterMs: z.number().int().min(0).default(20_000),
  /** Allows an approval after Expired or Failed. */
  force: z.boolean().default(false),
})

const forgeBody = z.strictObject({ url: z.url(), paymentId: z.string() })
const notifyBody = z.strictObject({ payId: z.string(), times: z.number().int().min(1).default(1) })
const resetBody = z
  .strictObject({ payments: z.boolean().default(false) })
  .default({ payments: false })

/** Adds the control calls under `/__control`. */
export function addControl(server: FastifyInstance, parts: ControlParts): void {
  addLocalGuard(server)
  addWrites(server, parts)
  addPay(server, parts)
  addLists(server, parts)
}

function addWrites(server: FastifyInstance, parts: ControlParts): void {
  const { bank, faults, access, callbacks } = parts
  server.post('/__control/misbehave', async (request, reply) => {
    const body = misbehaveBody.safeParse(request.body)
    if (!body.success) return reject(reply, body.error)
    const { payId, ...wanted } = body.data
    faults.add(wanted, payId)
    return faults.list()
  })
  server.post('/__control/reset', async (request, reply) => {
    const body = resetBody.safeParse(request.body ?? undefined)
    if (!body.success) return reject(reply, body.error)
    faults.clear()
    if (body.data.payments) bank.clear()
    return faults.list()
  })
  server.post('/__control/revoke-tokens', async () => {
    access.revokeAll()
    return { revoked: true }
  })
  server.post('/__control/forge', async (request, reply) => {
    const body = forgeBody.safeParse(request.body)
    if (!body.success) return reject(reply, body.error)
    const { url, paymentId } = body.data
    return { status: await callbacks.post(url, paymentId, messageOf(paymentId)) }
  })
  server.post('/__control/notify', async (request, reply) => {
    const body = notifyBody.safeParse(request.body)
    if (!body.success) return reject(reply, body.error)
    const { payId } = body.data
    const url = bank.get(payId)?.callbackUrl
    if (!url) return reply.code(404).send({ error: 'No such payment, or it has no callbackUrl.' })
    const copies = Array.from({ length: body.data.times }, () =>
      callbacks.post(url, payId, messageOf(payId)),
    )
    return { statuses: await Promise.all(copies) }
  })
}

function addPay(server: FastifyInstance, { bank }: ControlParts): void {
  server.post('/__control/pay', async (request, reply) => {
    const body = payBody.safeParse(request.body)
    if (!body.success) return reject(reply, body.error)
    const payment = bank.get(body.data.payId)
    if (!payment) return reply.code(404).send({ error: 'There is no such payment.' })
    const result = bank.pay(payment, readOutcome(body.data), undefined, body.data.force)
    if ('refused' in result) return reply.code(409).send({ error: result.refused })
    return presentHeld(result)
  })
}

function addLists(server: FastifyInstance, { bank, faults, callbacks, calls }: ControlParts): void {
  server.get<{ Querystring: { merchantPaymentId?: string } }>(
    '/__control/payments',
    async (request) => {
      const wanted = request.query.merchantPaymentId
      const payments = bank
        .all()
        .filter((payment) => wanted === undefined || payment.merchantPaymentId === wanted)
      return {
        count: payments.length,
        totals: addUp(payments),
        payments: payments.map(presentHeld),
      }
    },
  )
  server.get('/__control/state', async () => ({
    misbehaviour: faults.list(),
    calls,
    deliveries: callbacks.deliveries,
  }))
}

function readOutcome(body: z.infer<typeof payBody>): PayOutcome {
  switch (body.outcome) {
    case 'approve':
      return { kind: 'approve' }
    case 'decline':
      return { kind: 'decline', resultCode: 'decline_general' }
    case 'insufficient-funds':
      return { kind: 'decline', resultCode: 'decline_not_sufficient_funds' }
    case 'challenge':
      return { kind: 'challenge', alwaysFails: false }
    case 'challenge-fails':
      return { kind: 'challenge', alwaysFails: true }
    case 'slow':
      return { kind: 'slow', settlesAfterMs: body.settlesAfterMs }
    case 'expire':
      return { kind: 'expire' }
  }
}

/** A payment as shown by the control calls; amounts in minor units, times ISO 8601. */
export type HeldPayment = ReturnType<typeof presentHeld>

export function presentHeld(payment: Payment) {
  return {
    payId: payment.payId,
    merchantPaymentId: payment.merchantPaymentId,
    status: payment.status,
    resultCode: payment.resultCode,
    requestedMinor: payment.requestedMinor,
    requestedCurrency: payment.requestedCurrency,
    currency: payment.currency,
    amountMinor: payment.amountMinor,
    capturedMinor: payment.capturedMinor,
    returnedMinor: payment.returnedMinor,
    returnUrl: payment.returnUrl,
    callbackUrl: payment.callbackUrl,
    callback: payment.callback,
    callbackAttempts: payment.callbackAttempts,
    createdAt: new Date(payment.createdAt).toISOString(),
    expiresAt: new Date(payment.expiresAt).toISOString(),
    paidAt: payment.paidAt === null ? null : new Date(payment.paidAt).toISOString(),
  }
}

function reject(reply: FastifyReply, error: z.ZodError) {
  return reply.code(400).send({ error: z.prettifyError(error) })
}
