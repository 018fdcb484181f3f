import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { addLocalGuard } from '../local-guard.ts'
import { Fate as SupplierFate, addSupplierControl } from '../shared/fate.ts'
import { Desk, type DuffelOrder } from './desk.ts'
import { Events, type Webhook } from './events.ts'
import {
  calm,
  cancellationBody,
  habitsShape,
  offerRequestBody,
  orderBody,
  paymentBody,
  type DuffelHabits,
} from './shapes.ts'

export interface DuffelFake {
  readonly url: string
  orders(): readonly DuffelOrder[]
  misbehave(habits: Partial<DuffelHabits>): void
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
  const habits: DuffelHabits = { ...calm }
  const now = options.now ?? (() => new Date())
  const desk = new Desk(habits, now)
  const events = new Events(habits, now)
  const change = (order: DuffelOrder, minutes: number | null, aircraft?: string): void =>
    events.tellChange(order.id, desk.change(order, minutes, aircraft))
  const server = fastify({ forceCloseConnections: true })
  addLocalGuard(server)
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/air/')) return
    if (request.headers.authorization !== `Bearer ${accessToken}`)
      return refuse(reply, 401, 'access_token_not_found')
    if (request.headers['duffel-version'] !== 'v2') return refuse(reply, 400, 'unsupported_version')
  })
  const fate = new SupplierFate(habits)
  addSearch(server, desk, fate)
  addOrders(server, desk, fate)
  addCancellations(server, desk, fate)
  addChanges(server, desk, fate)
  addSupplierControl(server, {
    habitsShape,
    habits,
    calm,
    find: (orderId) => desk.find(orderId),
    change(order, minutes, aircraft) {
      change(order, minutes, aircraft)
      return desk.changesOf(order)
    },
    orders: () => desk.newest(10_000),
  })
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    orders: () => desk.newest(1_000_000),
    misbehave: (wanted) => void Object.assign(habits, wanted),
    change: (orderId, minutes, aircraft) => {
      const order = desk.find(orderId)
      if (order) change(order, minutes, aircraft)
    },
    subscribe: (webhook) => events.subscribe(webhook),
    eventsSettled: () => events.settled(),
    reset: () => void Object.assign(habits, calm),
    stop: () => server.close(),
  }
}

type Fate = SupplierFate<DuffelHabits>

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  const errors = [{ code, title: code.replaceAll('_', ' '), type: 'airline_error', message: code }]
  return reply.code(status).send({ errors, meta: { status, request_id: randomUUID() } })
}

const broken = 'internal_server_error'

function addSearch(server: FastifyInstance, desk: Desk, fate: Fate): void {
  server.post('/air/offer_requests', async (request, reply) => {
    if (fate.spend('searchErrorCalls')) return refuse(reply, 500, broken)
    if (fate.spend('searchSilentCalls')) return fate.silence(request, reply)
    const body = offerRequestBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 422, 'validation_format')
    const offers = desk.search(body.data.data)
    return reply.code(201).send({ data: { id: `orq_${randomUUID()}`, offers } })
  })
  server.get<{ Params: { id: string } }>('/air/offers/:id', async ({ params }, reply) => {
    const offer = desk.offer(params.id)
    if (!offer || fate.spend('priceGoneCalls'))
      return refuse(reply, 422, 'offer_no_longer_available')
    return { data: desk.offerView(offer) }
  })
  server.get<{ Querystring: { offer_id?: string } }>('/air/seat_maps', async ({ query }, reply) => {
    const offer = desk.offer(query.offer_id ?? '')
    return offer ? { data: desk.seatMaps(offer) } : refuse(reply, 404, 'not_found')
  })
}

const ordersPerPage = 200

function addOrders(server: FastifyInstance, desk: Desk, fate: Fate): void {
  server.post('/air/orders', async (request, reply) => {
    if (fate.spend('orderErrorCalls')) return refuse(reply, 500, broken)
    const body = orderBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 422, 'validation_format')
    if (fate.spend('orderSoldOutCalls')) return refuse(reply, 422, 'sold_out')
    if (body.data.data.services?.length && fate.spend('seatTakenCalls'))
      return refuse(reply, 422, 'service_unavailable')
    const made = desk.order(body.data.data)
    if (typeof made === 'string') return refuse(reply, 422, made)
    if (fate.spend('orderLostCalls')) return fate.silence(request, reply)
    return reply.code(201).send({ data: desk.orderView(made) })
  })
  server.get('/air/orders', async (_request, reply) => {
    if (fate.spend('readErrorCalls')) return refuse(reply, 500, broken)
    const data = desk.newest(ordersPerPage).map((order) => desk.orderView(order))
    return { data, meta: { limit: ordersPerPage, after: null, before: null } }
  })
  server.get<{ Params: { id: string } }>('/air/orders/:id', async ({ params }, reply) => {
    if (fate.spend('readErrorCalls')) return refuse(reply, 500, broken)
    const order = desk.find(params.id)
    return order ? { data: desk.orderView(order, true) } : refuse(reply, 404, 'not_found')
  })
  server.post('/air/payments', async (request, reply) => {
    if (fate.spend('paymentErrorCalls')) return refuse(reply, 500, broken)
    const body = paymentBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 422, 'validation_format')
    const refusal = desk.pay(body.data.data)
    if (refusal !== null) return refuse(reply, 422, refusal)
    if (fate.spend('paymentLostCalls')) return fate.silence(request, reply)
    return reply.code(201).send({ data: { id: `pay_${randomUUID()}`, status: 'succeeded' } })
  })
}

function addCancellations(server: FastifyInstance, desk: Desk, fate: Fate): void {
  server.post('/air/order_cancellations', async (request, reply) => {
    const body = cancellationBody.safeParse(request.body)
    const order = body.success ? desk.find(body.data.data.order_id) : undefined
    if (!order) return refuse(reply, 404, 'not_found')
    if (order.isCancelled) return refuse(reply, 422, 'already_cancelled')
    return reply.code(201).send({ data: desk.quoteCancel(order) })
  })
  server.post<{ Params: { id: string } }>(
    '/air/order_cancellations/:id/actions/confirm',
    async (request, reply) => {
      const data = desk.confirmCancel(request.params.id)
      if (!data) return refuse(reply, 404, 'not_found')
      if (fate.spend('cancelLostCalls')) return fate.silence(request, reply)
      return { data }
    },
  )
}

function addChanges(server: FastifyInstance, desk: Desk, fate: Fate): void {
  server.get<{ Querystring: { order_id?: string } }>(
    '/air/airline_initiated_changes',
    async ({ query }, reply) => {
      if (fate.spend('readErrorCalls')) return refuse(reply, 500, broken)
      const order = desk.find(query.order_id ?? '')
      return { data: order ? desk.changesOf(order) : [] }
    },
  )
  server.post<{ Params: { id: string } }>(
    '/air/airline_initiated_changes/:id/actions/accept',
    async ({ params }, reply) =>
      desk.accept(params.id) ? { data: { id: params.id } } : refuse(reply, 404, 'not_found'),
  )
}
