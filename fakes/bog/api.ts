import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import { toMinor } from '../shared/money.ts'
import { leaveUnanswered } from '../shared/server.ts'
import { receiptOf, type BogOrder, type PaymentService, type NewOrder } from './payment-service.ts'

export interface BogFaults {
  /** Number of create calls that take effect but are not answered. */
  createLostCalls?: number
  /** Number of order payments that take effect but are not answered. */
  paymentLostCalls?: number
  createErrorCalls?: number
  /** Number of order payments that take effect at once but are answered after `lateMs`. */
  paymentLateCalls?: number
  /** Default: two seconds. */
  lateMs?: number
  callbackLost?: boolean
}

export const demoClient = { clientId: 'demo-merchant', clientSecret: 'demo-merchant-secret' }

export interface ApiParts {
  readonly service: PaymentService
  readonly faults: FaultRegistry<BogFaults>
  readonly calls: {
    token: number
    create: number
    payment: number
    receipt: number
    refund: number
  }
  readonly silenceMs: number
  readonly ownUrl: () => string
}

const lateMsDefault = 2_000

const text = z.string().min(1).max(2_000)
const walletToken = z.string().min(1).max(20_000)
const createBody = z.object({
  callback_url: z.url(),
  external_order_id: text.nullish(),
  purchase_units: z.object({
    currency: z.enum(['GEL', 'USD', 'EUR']),
    total_amount: z.number().positive(),
    basket: z.array(z.object({ product_id: text, quantity: z.number(), unit_price: z.number() })),
  }),
  redirect_urls: z.object({ success: z.url(), fail: z.url() }),
  payment_method: z.tuple([z.enum(['apple_pay', 'google_pay'])]),
  config: z.object({
    google_pay: z.object({ external: z.literal(true), google_pay_token: walletToken }).optional(),
    apple_pay: z.object({ external: z.literal(true) }).optional(),
  }),
})

type ById = { Params: { id: string } }

/** Adds the API that api.bog.ge documents for wallet payments on a shop's own page. */
export function addApi(server: FastifyInstance, parts: ApiParts): void {
  addTokens(server, parts)
  addOrders(server, parts)
  addMoneyBack(server, parts)
}

function addTokens(server: FastifyInstance, { calls }: ApiParts): void {
  const tokens = new Set<string>()
  server.post('/token', async (request, reply) => {
    calls.token += 1
    const { clientId, clientSecret } = demoClient
    const wanted = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    if (request.headers.authorization !== wanted) return refuse(reply, 401, 'invalid_client')
    const token = randomUUID()
    tokens.add(token)
    return { access_token: token, token_type: 'Bearer', expires_in: 3_600 }
  })
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/payments/')) return
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return refuse(reply, 401, 'The access token is missing, wrong or too old.')
  })
}

function addOrders(server: FastifyInstance, parts: ApiParts): void {
  const { service, faults, calls, silenceMs, ownUrl } = parts
  const repeats = new Map<string, object>()
  server.post('/payments/v1/ecommerce/orders', async (request, reply) => {
    calls.create += 1
    const key = String(request.headers['idempotency-key'] ?? '')
    const known = repeats.get(key)
    if (known) return known
    if (faults.spend('createErrorCalls')) return refuse(reply, 500, 'Out of order on request.')
    const body = createBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, z.prettifyError(body.error))
    const asked = readOrder(body.data)
    const token = body.data.config.google_pay?.google_pay_token
    if (!asked || (asked.method === 'google_pay') !== (token !== undefined))
      return refuse(reply, 400, 'The amount or the configuration of the method does not fit.')
    const order = service.open(asked)
    if (token !== undefined) service.pay(order, token)
    const answer = presented(order, ownUrl())
    if (key !== '') repeats.set(key, answer)
    if (faults.spend('createLostCalls')) return leaveUnanswered(request, reply, silenceMs)
    return answer
  })
  server.post<ById>('/payments/v1/ecommerce/orders/:id/payment', async (request, reply) => {
    calls.payment += 1
    const order = service.get(request.params.id)
    const body = z.object({ apple_pay_token: walletToken }).safeParse(request.body)
    if (!order || !body.success || order.method !== 'apple_pay' || order.status !== 'created')
      return refuse(reply, 400, 'There is no such order to be paid.')
    service.pay(order, body.data.apple_pay_token)
    if (faults.spend('paymentLostCalls')) return leaveUnanswered(request, reply, silenceMs)
    if (faults.spend('paymentLateCalls')) await pause(faults.read('lateMs') ?? lateMsDefault)
    return presented(order, ownUrl())
  })
  // The 3-D Secure page; the buyer only has to continue.
  server.get<ById>('/3ds/:id', async (request, reply) => {
    const order = service.get(request.params.id)
    if (!order) return refuse(reply, 404, 'There is no such order.')
    service.confirm(order)
    return reply.redirect(order.successUrl)
  })
}

function addMoneyBack(server: FastifyInstance, { service, calls }: ApiParts): void {
  server.get<ById>('/payments/v1/receipt/:id', async (request, reply) => {
    calls.receipt += 1
    const order = service.get(request.params.id)
    return order ? receiptOf(order) : refuse(reply, 404, 'There is no such order.')
  })
  server.post<ById & { Body: { amount?: number } | null }>(
    '/payments/v1/payment/refund/:id',
    async (request, reply) => {
      calls.refund += 1
      const order = service.get(request.params.id)
      const amount = request.body?.amount
      if (!order || !service.refund(order, amount === undefined ? null : (toMinor(amount) ?? 0)))
        return refuse(reply, 400, 'The amount exceeds what is left.')
      const message = 'Refund request received'
      return { key: 'request_received', message, action_id: randomUUID() }
    },
  )
}

function readOrder(body: z.output<typeof createBody>): NewOrder | null {
  const amountMinor = toMinor(body.purchase_units.total_amount)
  if (amountMinor === null) return null
  return {
    externalOrderId: body.external_order_id ?? null,
    method: body.payment_method[0],
    currency: body.purchase_units.currency,
    amountMinor,
    callbackUrl: body.callback_url,
    successUrl: body.redirect_urls.success,
  }
}

function presented(order: BogOrder, ownUrl: string): object {
  const details = { href: `${ownUrl}/payments/v1/receipt/${order.orderId}` }
  const redirect = { href: `${ownUrl}/3ds/${order.orderId}` }
  return {
    id: order.orderId,
    status: order.status,
    _links: { details, ...(order.status === 'processing' ? { redirect } : {}) },
  }
}

function refuse(reply: FastifyReply, status: number, message: string) {
  return reply.code(status).send({ message })
}
