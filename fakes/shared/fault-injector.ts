import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { leaveUnanswered } from './server.ts'

type Counted<Faults> = {
  [K in keyof Faults]: K extends `${string}Calls` ? K : never
}[keyof Faults] &
  string

/**
 * Current faults of a supplier: fields that end in `Calls` count down, `silenceMs` is how long an
 * unanswered call is held open.
 */
export class FaultInjector<Faults extends { silenceMs: number }> {
  readonly faults: Faults

  constructor(faults: Faults) {
    this.faults = faults
  }

  /** Uses up one call of a fault; true if this call fails. */
  spend(name: Counted<Faults>): boolean {
    const left = Number(this.faults[name])
    if (left <= 0) return false
    Object.assign(this.faults, { [name]: left - 1 })
    return true
  }

  leaveUnanswered(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return leaveUnanswered(request, reply, this.faults.silenceMs)
  }
}

const changeBody = z.strictObject({
  orderId: z.string(),
  minutes: z.int().min(-1_440).max(1_440).nullable(),
  /** IATA code of another aircraft. */
  aircraft: z.string().length(3).optional(),
})

interface SupplierControl<Order> {
  /** Schema of all faults, each optional. */
  readonly faultsShape: z.ZodObject
  readonly faults: object
  readonly noFaults: object
  readonly find: (orderId: string) => Order | undefined
  /** Moves the flights of an order by minutes, or cancels them (null). */
  readonly change: (order: Order, minutes: number | null, aircraft?: string) => unknown
  readonly orders: () => readonly unknown[]
}

/** Adds the control calls of a flight supplier under `/__control`: faults, orders, and airline changes. */
export function addSupplierControl<Order>(
  server: FastifyInstance,
  { faultsShape, faults, noFaults, find, change, orders }: SupplierControl<Order>,
): void {
  server.post('/__control/misbehave', async (request, reply) => {
    const wanted = faultsShape.partial().safeParse(request.body)
    if (!wanted.success) return reply.code(400).send({ error: z.prettifyError(wanted.error) })
    return Object.assign(faults, wanted.data)
  })
  server.post('/__control/change', async (request, reply) => {
    const wanted = changeBody.safeParse(request.body)
    const order = wanted.success ? find(wanted.data.orderId) : undefined
    if (!wanted.success || !order) return reply.code(400).send({ error: 'no such order' })
    return change(order, wanted.data.minutes, wanted.data.aircraft)
  })
  server.post('/__control/reset', async () => Object.assign(faults, noFaults))
  server.get('/__control/orders', async () => orders())
}
