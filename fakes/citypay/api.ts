import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import { toMinor } from '../shared/money.ts'
import { leaveUnanswered } from '../shared/server.ts'
import type { PaymentService } from './payment-service.ts'
import { presentOrder, presentReported, type Misbehaviour } from './protocol.ts'

export type ApiParts = {
  service: PaymentService
  faults: FaultRegistry<Misbehaviour>
  customerId: string
  accessToken: string
  ownUrl: () => string
  /** Number of received calls by kind, faulty ones included. */
  calls: Record<'create' | 'status' | 'report', number>
  /** How long an unanswered call is held open, in milliseconds. */
  silenceMs: number
}

const address = z.url({ protocol: /^https?$/ })
const createBody = z.object({
  customer_id: z.string(),
  access_token: z.string(),
  order_id: z.string().min(1).max(100),
  order_token: z.string().min(1).max(100),
  amount: z.number().transform((amount, check) => {
    const minor = toMinor(amount)
    if (!minor) check.addIssue('amount is not a positive sum of money')
    return minor ?? 0
  }),
  lang: z.string().max(2).default('en'),
  // The real service has these in the merchant's settings; this fake takes them with each order.
  success_url: address,
  cancel_url: address,
  callback_url: address.optional(),
})

/** Adds the merchant API. */
export function addApi(server: FastifyInstance, parts: ApiParts): void {
  addReport(server, parts)
  const { service, faults, calls } = parts
  server.post('/api/generateOrder', async (request, reply) => {
    calls.create += 1
    if (faults.spend('createErrorCalls')) return breakDown(reply)
    const body = createBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, z.prettifyError(body.error))
    const { data } = body
    if (data.customer_id !== parts.customerId || data.access_token !== parts.accessToken)
      return refuse(reply, 401, 'Unauthenticated')
    const order = service.create({
      token: data.order_token,
      clientOrderId: data.order_id,
      amountMinor: data.amount,
      language: data.lang === 'ka' ? 'KA' : 'EN',
      successUrl: data.success_url,
      cancelUrl: data.cancel_url,
      callbackUrl: data.callback_url ?? null,
    })
    if (!order) return refuse(reply, 400, 'The order token is taken')
    if (faults.spend('createLostCalls')) return leaveUnanswered(request, reply, parts.silenceMs)
    const { token } = order
    return { success: true, data: { token, payment_url: `${parts.ownUrl()}/pay/${token}` } }
  })
  server.get<{ Params: { token: string } }>('/order/:token', async (request, reply) => {
    calls.status += 1
    const { token } = request.params
    if (faults.spend('statusTimeoutCalls', token))
      return leaveUnanswered(request, reply, parts.silenceMs)
    if (faults.spend('statusErrorCalls', token)) return breakDown(reply)
    const order = service.get(token)
    if (!order) return refuse(reply, 404, 'Order not found')
    const status = faults.spend('reportPendingCalls', token) ? 'PENDING' : order.status
    return presentOrder(order, status, faults.read('reportCurrency', token) ?? order.currency)
  })
}

const reportBody = z.object({
  customer_id: z.string(),
  access_token: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
})

/** The reconciliation report. Specific to this fake, as public integrations show none. */
function addReport(server: FastifyInstance, parts: ApiParts): void {
  const { service, faults, calls } = parts
  server.post('/api/orders', async (request, reply) => {
    calls.report += 1
    if (faults.spend('reportErrorCalls')) return breakDown(reply)
    const body = reportBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, z.prettifyError(body.error))
    const { customer_id: id, access_token: key } = body.data
    if (id !== parts.customerId || key !== parts.accessToken)
      return refuse(reply, 401, 'Unauthenticated')
    const [from, to] = [Date.parse(body.data.from), Date.parse(body.data.to)]
    const omitted = faults.read('reportOmits')
    const listed = service.all().filter(({ createdAt, receivedAt, token }) => {
      const at = receivedAt ?? createdAt
      return at >= from && at < to && token !== omitted
    })
    return { success: true, data: listed.map(presentReported) }
  })
}

function refuse(reply: FastifyReply, status: number, message: string) {
  return reply.code(status).send({ success: false, message })
}

function breakDown(reply: FastifyReply) {
  return refuse(reply, 500, 'Out of order on request.')
}
