import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { addLocalGuard } from '../local-guard.ts'
import { FaultInjector, addSupplierControl } from '../shared/fault-injector.ts'
import { BookingService, type DuffelOrder } from './booking-service.ts'
import { Events, type Webhook } from './events.ts'
import {
  noFaults,
  cancellationBody,
  faultsShape,
  offerRequestBody,
  orderBody,
  paymentBody,
  type DuffelFaults,
} from './shapes.ts'

export interface DuffelFake {
  readonly url: string
  orders(): readonly DuffelOrder[]
  misbehave(faults: Partial<DuffelFaults>): void
  /**
   * Moves the flights of an order by minutes, or cancels them (null). With an IATA code, another aircraft
   * flies.
   */
  change(orderId: string, minutes: number | null, aircraft?: string): void
  /** Sends events to this URL from now on, signed with its secret. */
  subscribe(webhook: Webhook): void
  /** Resolves when all events have been sent. */
  eventsSettled(): Promise<void>
  reset(): void
  stop(): Promise<void>
}

/**
 * A fake of Duffel's flights API, version v2. Faults: price changes, sold-out offers, lost responses, late
 * or missing tickets.
 */
export async function startDuffel(options: {
  readonly port: number
  readonly host?: string | undefined
  readonly accessToken?: string | undefined
  /** The clock of a test; defaults to the system clock. */
  readonly now?: () => Date
}): Promise<DuffelFake> {
  const accessToken = options.accessToken ?? 'demo-duffel-token'
  const faults: DuffelFaults = { ...noFaults }
  const now = options.now ?? (() => new Date())
  const bookings = new BookingService(faults, now)
  const events = new Events(faults, now)
  const change = (order: DuffelOrder, minutes: number | null, aircraft?: string): void =>
    events.sendChangeEvent(order.id, bookings.change(order, minutes, aircraft))
  const server = fastify({ forceCloseConnections: true })
  addLocalGuard(server)
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/air/')) return
    if (request.headers.authorization !== `Bearer ${accessToken}`)
      return refuse(reply, 401, 'access_token_not_found')
    if (request.headers['duffel-version'] !== 'v2') return refuse(reply, 400, 'unsupported_version')
  })
  const injector = new FaultInjector(faults)
  addSearch(server, bookings, injector)
  addOrders(server, bookings, injector)
  addCancellations(server, bookings, injector)
  addChanges(server, bookings, injector)
  addSupplierControl(server, {
    faultsShape,
    faults,
    noFaults,
    find: (orderId) => bookings.find(orderId),
    change(order, minutes, aircraft) {
      change(order, minutes, aircraft)
      return bookings.changesOf(order)
    },
    orders: () => bookings.newest(10_000),
  })
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    orders: () => bookings.newest(1_000_000),
    misbehave: (wanted) => void Object.assign(faults, wanted),
    change: (orderId, minutes, aircraft) => {
      const order = bookings.find(orderId)
      if (order) change(order, minutes, aircraft)
    },
    subscribe: (webhook) => events.subscribe(webhook),
    eventsSettled: () => events.settled(),
    reset: () => void Object.assign(faults, noFaults),
    stop: () => server.close(),
  }
}

type Injector = FaultInjector<DuffelFaults>

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  const errors = [{ code, title: code.replaceAll('_', ' '), type: 'airline_error', message: code }]
  return reply.code(status).send({ errors, meta: { status, request_id: randomUUID() } })
}

const broken = 'internal_server_error'

function addSearch(server: FastifyInstance, bookings: BookingService, injector: Injector): void {
  server.post('/air/offer_requests', async (request, reply) => {
    if (injector.spend('searchErrorCalls')) return refuse(reply, 500, broken)
    if (injector.spend('searchSilentCalls')) return injector.leaveUnanswered(request, reply)
    const body = offerRequestBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 422, 'validation_format')
    const offers = bookings.search(body.data.data)
    return reply.code(201).send({ data: { id: `orq_${randomUUID()}`, offers } })
  })
  server.get<{ Params: { id: string } }>('/air/offers/:id', async ({ params }, reply) => {
    const offer = bookings.offer(params.id)
    if (!offer || injector.spend('priceGoneCalls'))
      return refuse(reply, 422, 'offer_no_longer_available')
    return { data: bookings.offerView(offer) }
  })
  server.get<{ Querystring: { offer_id?: string } }>('/air/seat_maps', async ({ query }, reply) => {
    const offer = bookings.offer(query.offer_id ?? '')
    return offer ? { data: bookings.seatMaps(offer) } : refuse(reply, 404, 'not_found')
  })
}

const ordersPerPage = 200

function addOrders(server: FastifyInstance, bookings: BookingService, injector: Injector): void {
  server.post('/air/orders', async (request, reply) => {
    if (injector.spend('orderErrorCalls')) return refuse(reply, 500, broken)
    const body = orderBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 422, 'validation_format')
    if (injector.spend('orderSoldOutCalls')) return refuse(reply, 422, 'sold_out')
    if (body.data.data.services?.length && injector.spend('seatTakenCalls'))
      return refuse(reply, 422, 'service_unavailable')
    const made = bookings.order(body.data.data)
    if (typeof made === 'string') return refuse(reply, 422, made)
    if (injector.spend('orderLostCalls')) return injector.leaveUnanswered(request, reply)
    return reply.code(201).send({ data: bookings.orderView(made) })
  })
  server.get('/air/orders', async (_request, reply) => {
    if (injector.spend('readErrorCalls')) return refuse(reply, 500, broken)
    const data = bookings.newest(ordersPerPage).map((order) => bookings.orderView(order))
    return { data, meta: { limit: ordersPerPage, after: null, before: null } }
  })
  server.get<{ Params: { id: string } }>('/air/orders/:id', async ({ params }, reply) => {
    if (injector.spend('readErrorCalls')) return refuse(reply, 500, broken)
    const order = bookings.find(params.id)
    return order ? { data: bookings.orderView(order, true) } : refuse(reply, 404, 'not_found')
  })
  server.post('/air/payments', async (request, reply) => {
    if (injector.spend('paymentErrorCalls')) return refuse(reply, 500, broken)
    const body = paymentBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 422, 'validation_format')
    const refusal = bookings.pay(body.data.data)
    if (refusal !== null) return refuse(reply, 422, refusal)
    if (injector.spend('paymentLostCalls')) return injector.leaveUnanswered(request, reply)
    return reply.code(201).send({ data: { id: `pay_${randomUUID()}`, status: 'succeeded' } })
  })
}

function addCancellations(
  server: FastifyInstance,
  bookings: BookingService,
  injector: Injector,
): void {
  server.post('/air/order_cancellations', async (request, reply) => {
    const body = cancellationBody.safeParse(request.body)
    const order = body.success ? bookings.find(body.data.data.order_id) : undefined
    if (!order) return refuse(reply, 404, 'not_found')
    if (order.isCancelled) return refuse(reply, 422, 'already_cancelled')
    return reply.code(201).send({ data: bookings.quoteCancel(order) })
  })
  server.post<{ Params: { id: string } }>(
    '/air/order_cancellations/:id/actions/confirm',
    async (request, reply) => {
      const data = bookings.confirmCancel(request.params.id)
      if (!data) return refuse(reply, 404, 'not_found')
      if (injector.spend('cancelLostCalls')) return injector.leaveUnanswered(request, reply)
      return { data }
    },
  )
}

function addChanges(server: FastifyInstance, bookings: BookingService, injector: Injector): void {
  server.get<{ Querystring: { order_id?: string } }>(
    '/air/airline_initiated_changes',
    async ({ query }, reply) => {
      if (injector.spend('readErrorCalls')) return refuse(reply, 500, broken)
      const order = bookings.find(query.order_id ?? '')
      return { data: order ? bookings.changesOf(order) : [] }
    },
  )
  server.post<{ Params: { id: string } }>(
    '/air/airline_initiated_changes/:id/actions/accept',
    async ({ params }, reply) =>
      bookings.accept(params.id) ? { data: { id: params.id } } : refuse(reply, 404, 'not_found'),
  )
}
