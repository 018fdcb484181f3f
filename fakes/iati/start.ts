import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { addLocalGuard } from '../local-guard.ts'
import { Fate as SupplierFate, addSupplierControl } from '../shared/fate.ts'
import { Desk, type IatiOrder } from './desk.ts'
import {
  bookBody,
  calm,
  cancelBody,
  fareBody,
  habitsShape,
  searchBody,
  ticketBody,
  type IatiHabits,
} from './shapes.ts'

export interface IatiFake {
  readonly url: string
  orders(): readonly IatiOrder[]
  misbehave(habits: Partial<IatiHabits>): void
  /** Moves the flights of an order by minutes, or cancels them (null). */
  change(orderId: string, minutes: number | null): void
  reset(): void
  stop(): Promise<void>
}

/**
 * A fake of IATI. Faults: price changes, sold-out fares, lost responses, duplicate bookings, late or
 * missing tickets. The protocol is this project's own, because IATI publishes none.
 */
export async function startIati(options: {
  readonly port: number
  readonly host?: string | undefined
  readonly apiKey?: string | undefined
  /** The clock of a test; defaults to the system clock. */
  readonly now?: () => Date
}): Promise<IatiFake> {
  const apiKey = options.apiKey ?? 'demo-iati-key'
  const habits: IatiHabits = { ...calm }
  const desk = new Desk(habits, options.now ?? (() => new Date()))
  const server = fastify({ forceCloseConnections: true })
  addLocalGuard(server)
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/flight/')) return
    if (request.headers['x-api-key'] !== apiKey) return refuse(reply, 401, 'UNAUTHORIZED')
  })
  const fate = new SupplierFate(habits)
  addSearch(server, desk, fate)
  addOrders(server, desk, fate)
  addAfterSale(server, desk, fate)
  addSupplierControl(server, {
    habitsShape,
    habits,
    calm,
    find: (orderId) => desk.find(orderId),
    change(order, minutes) {
      desk.change(order, minutes)
      return desk.orderView(order)
    },
    orders: () => desk.all().map((order) => desk.orderView(order)),
  })
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    orders: () => desk.all(),
    misbehave: (wanted) => void Object.assign(habits, wanted),
    change: (orderId, minutes) => {
      const order = desk.find(orderId)
      if (order) desk.change(order, minutes)
    },
    reset: () => void Object.assign(habits, calm),
    stop: () => server.close(),
  }
}

type Fate = SupplierFate<IatiHabits>

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ error: { code, message: code.replaceAll('_', ' ') } })
}

const broken = 'INTERNAL_ERROR'

function addSearch(server: FastifyInstance, desk: Desk, fate: Fate): void {
  server.post('/flight/v2/search', async (request, reply) => {
    if (fate.spend('searchErrorCalls')) return refuse(reply, 500, broken)
    if (fate.spend('searchSilentCalls')) return fate.silence(request, reply)
    const body = searchBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'VALIDATION')
    const { searchMs } = fate.habits
    if (searchMs > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, searchMs)
      })
    return { flights: desk.search(body.data) }
  })
  server.post('/flight/v2/fare', async (request, reply) => {
    const body = fareBody.safeParse(request.body)
    const flight = body.success ? desk.fare(body.data.fareId) : null
    if (!flight || fate.spend('fareGoneCalls')) return refuse(reply, 404, 'FARE_NOT_FOUND')
    return { flight }
  })
}

function addOrders(server: FastifyInstance, desk: Desk, fate: Fate): void {
  server.post('/flight/v2/orders', async (request, reply) => {
    if (fate.spend('optionErrorCalls')) return refuse(reply, 500, broken)
    const body = bookBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'VALIDATION')
    if (fate.spend('soldOutCalls')) return refuse(reply, 409, 'SOLD_OUT')
    if (fate.spend('twiceCalls')) desk.book(body.data)
    const made = desk.book(body.data)
    if (typeof made === 'string') return refuse(reply, 409, made)
    if (fate.spend('optionLostCalls')) return fate.silence(request, reply)
    return { order: desk.orderView(made) }
  })
  server.get<{ Querystring: { reference?: string } }>(
    '/flight/v2/orders',
    async ({ query }, reply) => {
      if (fate.spend('readErrorCalls')) return refuse(reply, 500, broken)
      const orders = desk.ofReference(query.reference ?? '')
      return { orders: orders.map((order) => desk.orderView(order, true)) }
    },
  )
  server.post<{ Params: { id: string } }>(
    '/flight/v2/orders/:id/ticket',
    async (request, reply) => {
      if (fate.spend('ticketErrorCalls')) return refuse(reply, 500, broken)
      const order = desk.find(request.params.id)
      const body = ticketBody.safeParse(request.body)
      if (!order || !body.success) return refuse(reply, 404, 'ORDER_NOT_FOUND')
      const refusal = desk.ticket(order, body.data.amount)
      if (refusal !== null) return refuse(reply, 409, refusal)
      if (fate.spend('ticketLostCalls')) return fate.silence(request, reply)
      return { order: desk.orderView(order) }
    },
  )
}

type OrderParams = { Params: { id: string } }

function addAfterSale(server: FastifyInstance, desk: Desk, fate: Fate): void {
  server.get<OrderParams>('/flight/v2/orders/:id', async ({ params }, reply) => {
    if (fate.spend('readErrorCalls')) return refuse(reply, 500, broken)
    const order = desk.find(params.id)
    return order ? { order: desk.orderView(order) } : refuse(reply, 404, 'ORDER_NOT_FOUND')
  })
  server.get<OrderParams>('/flight/v2/orders/:id/refund', async ({ params }, reply) => {
    const order = desk.find(params.id)
    if (!order) return refuse(reply, 404, 'ORDER_NOT_FOUND')
    return { refund: { amount: desk.refundOf(order), currency: 'USD' } }
  })
  server.post<OrderParams>('/flight/v2/orders/:id/cancel', async (request, reply) => {
    const order = desk.find(request.params.id)
    if (!order || !cancelBody.safeParse(request.body).success)
      return refuse(reply, 404, 'ORDER_NOT_FOUND')
    const refund = { amount: desk.refundOf(order), currency: 'USD' }
    order.status = 'CANCELLED'
    if (fate.spend('cancelLostCalls')) return fate.silence(request, reply)
    return { refund }
  })
  server.post<{ Params: { id: string; change: string } }>(
    '/flight/v2/orders/:id/changes/:change/accept',
    async ({ params }, reply) => {
      const change = desk.find(params.id)?.changes.find(({ id }) => id === params.change)
      if (!change) return refuse(reply, 404, 'ORDER_NOT_FOUND')
      change.isAccepted = true
      return { accepted: true }
    },
  )
}
