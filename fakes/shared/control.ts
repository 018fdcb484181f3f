import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { addLocalGuard } from '../local-guard.ts'
import type { Delivery } from './callbacks.ts'
import type { FaultRegistry } from './fault-registry.ts'

/** The parts of a payment service that its control calls use. */
export interface ControlParts<Payment, Misbehaviour extends object> {
  readonly find: (id: string) => Payment | undefined
  readonly all: () => Payment[]
  readonly clear: () => void
  /** Ends or changes a payment without a browser. Returns the reason if it is not possible, or null. */
  readonly act: (payment: Payment, outcome: string, options: { force: boolean }) => string | null
  readonly outcomes: readonly string[]
  readonly faults: FaultRegistry<Misbehaviour>
  readonly misbehaviour: z.ZodObject
  readonly notify: (payment: Payment) => Promise<number | null>
  /** Posts a forged callback to any URL. */
  readonly forge: (url: string, id: string) => Promise<number | null>
  readonly totals: () => object
  readonly deliveries: () => readonly Delivery[]
  readonly calls: Readonly<Record<string, number>>
}

const idBody = z.strictObject({ id: z.string() })
const forgeBody = z.strictObject({ url: z.url(), id: z.string() })
const resetBody = z
  .strictObject({ payments: z.boolean().default(false) })
  .default({ payments: false })

/** Adds the control calls under `/__control`, for local callers only. */
export function addControl<Payment, Misbehaviour extends object>(
  server: FastifyInstance,
  parts: ControlParts<Payment, Misbehaviour>,
): void {
  addLocalGuard(server)
  const { faults } = parts
  const misbehaveBody = parts.misbehaviour.extend({ id: z.string().optional() })
  server.post('/__control/misbehave', async (request, reply) => {
    const body = misbehaveBody.safeParse(request.body)
    if (!body.success) return reject(reply, body.error)
    const { id, ...wanted } = body.data
    faults.add(wanted as Partial<Misbehaviour>, typeof id === 'string' ? id : undefined)
    return faults.list()
  })
  server.post('/__control/reset', async (request, reply) => {
    const body = resetBody.safeParse(request.body ?? undefined)
    if (!body.success) return reject(reply, body.error)
    faults.clear()
    if (body.data.payments) parts.clear()
    return faults.list()
  })
  addActs(server, parts)
  server.get('/__control/payments', async () => ({
    totals: parts.totals(),
    payments: parts.all(),
  }))
  server.get('/__control/state', async () => ({
    misbehaviour: faults.list(),
    calls: parts.calls,
    deliveries: parts.deliveries(),
  }))
}

function addActs<Payment, Misbehaviour extends object>(
  server: FastifyInstance,
  parts: ControlParts<Payment, Misbehaviour>,
): void {
  const actBody = z.strictObject({
    id: z.string(),
    outcome: z.enum(parts.outcomes as [string, ...string[]]),
    force: z.boolean().default(false),
  })
  server.post('/__control/pay', async (request, reply) => {
    const body = actBody.safeParse(request.body)
    if (!body.success) return reject(reply, body.error)
    const payment = parts.find(body.data.id)
    if (!payment) return reply.code(404).send({ error: 'There is no such payment.' })
    const refused = parts.act(payment, body.data.outcome, { force: body.data.force })
    return refused === null ? payment : reply.code(409).send({ error: refused })
  })
  server.post('/__control/notify', async (request, reply) => {
    const body = idBody.safeParse(request.body)
    if (!body.success) return reject(reply, body.error)
    const payment = parts.find(body.data.id)
    if (!payment) return reply.code(404).send({ error: 'There is no such payment.' })
    return { status: await parts.notify(payment) }
  })
  server.post('/__control/forge', async (request, reply) => {
    const body = forgeBody.safeParse(request.body)
    if (!body.success) return reject(reply, body.error)
    return { status: await parts.forge(body.data.url, body.data.id) }
  })
}

function reject(reply: FastifyReply, error: z.ZodError) {
  return reply.code(400).send({ error: z.prettifyError(error) })
}
