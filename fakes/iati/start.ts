import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { addLocalGuard } from '../local-guard.ts'
import { FaultInjector, addSupplierControl } from '../shared/fault-injector.ts'
import { BookingService, type IatiOrder } from './booking-service.ts'
import {
  bookBody,
  noFaults,
  cancelBody,
  fareBody,
  faultsShape,
  searchBody,
  ticketBody,
  type IatiFaults,
} from './shapes.ts'

export interface IatiFake {
  readonly url: string
  orders(): readonly IatiOrder[]
  misbehave(faults: Partial<IatiFaults>): void
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
  const faults: IatiFaults = { ...noFaults }
  const bookings = new BookingService(faults, options.now ?? (() => new Date()))
  const server = fastify({ forceCloseConnections: true })
  addLocalGuard(server)
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/flight/')) return
    if (request.headers['x-api-key'] !== apiKey) return refuse(reply, 401, 'UNAUTHORIZED')
  })
  const injector = new FaultInjector(faults)
  addSearch(server, bookings, injector)
  addOrders(server, bookings, injector)
  addAfterSale(server, bookings, injector)
  addSupplierControl(server, {
    faultsShape,
    faults,
    noFaults,
    find: (orderId) => bookings.find(orderId),
    change(order, minutes) {
      bookings.change(order, minutes)
      return bookings.orderView(order)
    },
    orders: () => bookings.all().map((order) => bookings.orderView(order)),
  })
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    orders: () => bookings.all(),
    misbehave: (wanted) => void Object.assign(faults, wanted),
    change: (orderId, minutes) => {
      const order = bookings.find(orderId)
      if (order) bookings.change(order, minutes)
    },
    reset: () => void Object.assign(faults, noFaults),
    stop: () => server.close(),
  }
}

type Injector = FaultInjector<IatiFaults>

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ error: { code, message: code.replaceAll('_', ' ') } })
}

const broken = 'INTERNAL_ERROR'

function addSearch(server: FastifyInstance, bookings: BookingService, injector: Injector): void {
  server.post('/flight/v2/search', async (request, reply) => {
    if (injector.spend('searchErrorCalls')) return refuse(reply, 500, broken)
    if (injector.spend('searchSilentCalls')) return injector.leaveUnanswered(request, reply)
    const body = searchBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'VALIDATION')
    const { searchMs } = injector.faults
    if (searchMs > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, searchMs)
      })
    return { flights: bookings.search(body.data) }
  })
  server.post('/flight/v2/fare', async (request, reply) => {
    const body = fareBody.safeParse(request.body)
    const flight = body.success ? bookings.fare(body.data.fareId) : null
    if (!flight || injector.spend('fareGoneCalls')) return refuse(reply, 404, 'FARE_NOT_FOUND')
    return { flight }
  })
}

function addOrders(server: FastifyInstance, bookings: BookingService, injector: Injector): void {
  server.post('/flight/v2/orders', async (request, reply) => {
    if (injector.spend('optionErrorCalls')) return refuse(reply, 500, broken)
    const body = bookBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'VALIDATION')
    if (injector.spend('soldOutCalls')) return refuse(reply, 409, 'SOLD_OUT')
    if (injector.spend('twiceCalls')) bookings.book(body.data)
    const made = bookings.book(body.data)
    if (typeof made === 'string') return refuse(reply, 409, made)
    if (injector.spend('optionLostCalls')) return injector.leaveUnanswered(request, reply)
    return { order: bookings.orderView(made) }
  })
  server.get<{ Querystring: { reference?: string } }>(
    '/flight/v2/orders',
    async ({ query }, reply) => {
      if (injector.spend('readErrorCalls')) return refuse(reply, 500, broken)
      const orders = bookings.ofReference(query.reference ?? '')
      return { orders: orders.map((order) => bookings.orderView(order, true)) }
    },
  )
  server.post<{ Params: { id: string } }>(
    '/flight/v2/orders/:id/ticket',
    async (request, reply) => {
      if (injector.spend('ticketErrorCalls')) return refuse(reply, 500, broken)
      const order = bookings.find(request.params.id)
      const body = ticketBody.safeParse(request.body)
      if (!order || !body.success) return refuse(reply, 404, 'ORDER_NOT_FOUND')
      const refusal = bookings.ticket(order, body.data.amount)
      if (refusal !== null) return refuse(reply, 409, refusal)
      if (injector.spend('ticketLostCalls')) return injector.leaveUnanswered(request, reply)
      return { order: bookings.orderView(order) }
    },
  )
}

type OrderParams = { Params: { id: string } }

function addAfterSale(server: FastifyInstance, bookings: BookingService, injector: Injector): void {
  server.get<OrderParams>('/flight/v2/orders/:id', async ({ params }, reply) => {
    if (injector.spend('readErrorCalls')) return refuse(reply, 500, broken)
    const order = bookings.find(params.id)
    return order ? { order: bookings.orderView(order) } : refuse(reply, 404, 'ORDER_NOT_FOUND')
  })
  server.get<OrderParams>('/flight/v2/orders/:id/refund', async ({ params }, reply) => {
    const order = bookings.find(params.id)
    if (!order) return refuse(reply, 404, 'ORDER_NOT_FOUND')
    return { refund: { amount: bookings.refundOf(order), currency: 'USD' } }
  })
  server.post<OrderParams>('/flight/v2/orders/:id/cancel', async (request, reply) => {
    const order = bookings.find(request.params.id)
    if (!order || !cancelBody.safeParse(request.body).success)
      return refuse(reply, 404, 'ORDER_NOT_FOUND')
    const refund = { amount: bookings.refundOf(order), currency: 'USD' }
    order.status = 'CANCELLED'
    if (injector.spend('cancelLostCalls')) return injector.leaveUnanswered(request, reply)
    return { refund }
  })
  server.post<{ Params: { id: string; change: string } }>(
    '/flight/v2/orders/:id/changes/:change/accept',
    async ({ params }, reply) => {
      const change = bookings.find(params.id)?.changes.find(({ id }) => id === params.change)
      if (!change) return refuse(reply, 404, 'ORDER_NOT_FOUND')
      change.isAccepted = true
      return { accepted: true }
    },
  )
}
