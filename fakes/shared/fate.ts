import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fallSilent } from './server.ts'

type Counted<Habits> = {
  [K in keyof Habits]: K extends `${string}Calls` ? K : never
}[keyof Habits] &
  string

/** The present bad habits of a supplier: those that end in `Calls` count down, and `silenceMs` says how long it is silent. */
export class Fate<Habits extends { silenceMs: number }> {
  readonly habits: Habits

  constructor(habits: Habits) {
    this.habits = habits
  }

  /** Spends one call of a habit; true when this call goes wrong. */
  spend(name: Counted<Habits>): boolean {
    const left = Number(this.habits[name])
    if (left <= 0) return false
    Object.assign(this.habits, { [name]: left - 1 })
    return true
  }

  silence(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return fallSilent(request, reply, this.habits.silenceMs)
  }
}

const changeBody = z.strictObject({
  orderId: z.string(),
  minutes: z.int().min(-1_440).max(1_440).nullable(),
  /** Another plane flies from now on. */
  aircraft: z.string().length(3).optional(),
})

interface SupplierControl<Order> {
  /** All habits, each optional. */
  readonly habitsShape: z.ZodObject
  readonly habits: object
  readonly calm: object
  readonly find: (orderId: string) => Order | undefined
  /** Moves the flights of an order by so many minutes; null: cancels them. */
  readonly change: (order: Order, minutes: number | null, aircraft?: string) => unknown
  readonly orders: () => readonly unknown[]
}

/** Control calls of a supplier of flights under `/__control`: its habits, its orders, and changes of the airline. */
export function addSupplierControl<Order>(
  server: FastifyInstance,
  { habitsShape, habits, calm, find, change, orders }: SupplierControl<Order>,
): void {
  server.post('/__control/misbehave', async (request, reply) => {
    const wanted = habitsShape.partial().safeParse(request.body)
    if (!wanted.success) return reply.code(400).send({ error: z.prettifyError(wanted.error) })
    return Object.assign(habits, wanted.data)
  })
  server.post('/__control/change', async (request, reply) => {
    const wanted = changeBody.safeParse(request.body)
    const order = wanted.success ? find(wanted.data.orderId) : undefined
    if (!wanted.success || !order) return reply.code(400).send({ error: 'no such order' })
    return change(order, wanted.data.minutes, wanted.data.aircraft)
  })
  server.post('/__control/reset', async () => Object.assign(habits, calm))
  server.get('/__control/orders', async () => orders())
}
