import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import { toMinor } from '../shared/money.ts'
import { leaveUnanswered } from '../shared/server.ts'
import type { PaymentService, NewPayment } from './payment-service.ts'
import { openForm, presentPayment, presentReported, type Misbehaviour } from './protocol.ts'

export type ApiParts = {
  service: PaymentService
  faults: FaultRegistry<Misbehaviour>
  publicKey: string
  privateKey: string
  ownUrl: () => string
  /** Number of received calls by kind, faulty ones included. */
  calls: Record<'request' | 'status' | 'reverse' | 'execute' | 'report', number>
  /** How long an unanswered call is held open, in milliseconds. */
  silenceMs: number
}

const address = z.url({ protocol: /^https?$/ })
const money = z.number().transform((amount, check) => {
  const minor = toMinor(amount)
  if (!minor) check.addIssue('amount is not a positive sum of money')
  return minor ?? 0
})
const createBody = z.object({
  amount: money,
  currency: z.enum(['GEL', 'USD', 'EUR']),
  // The documented languages are az, en and ru; this fake has pages in Georgian and English.
  language: z.string().max(2),
  order_id: z.string().min(1).max(100),
  description: z.string().max(1_000).default(''),
  success_redirect_url: address,
  error_redirect_url: address,
  result_url: address.optional(),
})
const statusBody = z.object({ transaction: z.string().optional(), order_id: z.string().optional() })
const reverseBody = z.object({
  transaction: z.string(),
  currency: z.string(),
  amount: money.optional(),
})
const executeBody = createBody
  .pick({ amount: true, currency: true, order_id: true, description: true })
  .extend({ card_id: z.string() })

/** Adds the merchant API under `/api/1`. Like the real service, it answers refusals with 200 and a status. */
export function addApi(server: FastifyInstance, parts: ApiParts): void {
  addCreate(server, parts, 'request', false)
  addCreate(server, parts, 'card-registration-with-pay', true)
  addStatus(server, parts)
  addReverse(server, parts)
  addExecute(server, parts)
  addReport(server, parts)
}

/** The signed content of a form; null if the public key or the signature is wrong. */
function contentOf({ publicKey, privateKey }: ApiParts, request: FastifyRequest) {
  const content = openForm(privateKey, request.body)
  return content?.['public_key'] === publicKey ? content : null
}

const unsigned = { status: 'error', message: 'Signature did not match' }
const error = (message: string) => ({ status: 'error', message })

function addCreate(server: FastifyInstance, parts: ApiParts, path: string, savesCard: boolean) {
  const { service, faults, calls } = parts
  server.post(`/api/1/${path}`, async (request, reply) => {
    calls.request += 1
    if (faults.spend('createErrorCalls')) return breakDown(reply)
    const content = contentOf(parts, request)
    if (!content) return unsigned
    const body = createBody.safeParse(content)
    if (!body.success) return error(z.prettifyError(body.error))
    const payment = service.create(orderOf(body.data, savesCard))
    if (faults.spend('createLostCalls')) return leaveUnanswered(request, reply, parts.silenceMs)
    return {
      status: 'success',
      transaction: payment.transaction,
      redirect_url: `${parts.ownUrl()}/pay/${payment.transaction}`,
    }
  })
}

function orderOf(body: z.infer<typeof createBody>, savesCard: boolean): NewPayment {
  return {
    orderId: body.order_id,
    currency: body.currency,
    requestedMinor: body.amount,
    savesCard,
    description: body.description,
    language: body.language === 'ka' ? 'KA' : 'EN',
    successUrl: body.success_redirect_url,
    errorUrl: body.error_redirect_url,
    callbackUrl: body.result_url ?? null,
  }
}

function addStatus(server: FastifyInstance, parts: ApiParts): void {
  const { service, faults, calls } = parts
  server.post('/api/1/get-status', async (request, reply) => {
    calls.status += 1
    const content = contentOf(parts, request)
    if (!content) return unsigned
    const { transaction, order_id: orderId } = statusBody.parse(content)
    const payment =
      transaction === undefined ? service.ofOrder(orderId ?? '') : service.get(transaction)
    if (faults.spend('statusTimeoutCalls', payment?.transaction))
      return leaveUnanswered(request, reply, parts.silenceMs)
    if (faults.spend('statusErrorCalls', payment?.transaction)) return breakDown(reply)
    if (!payment) return { status: 'server_error', message: 'record not found' }
    const lies = faults.spend('reportFailureCalls', payment.transaction)
    return presentPayment(payment, lies ? 'failed' : payment.status)
  })
}

function addReverse(server: FastifyInstance, parts: ApiParts): void {
  const { service, faults, calls } = parts
  server.post('/api/1/reverse', async (request, reply) => {
    calls.reverse += 1
    if (faults.spend('reverseErrorCalls')) return breakDown(reply)
    const content = contentOf(parts, request)
    if (!content) return unsigned
    const body = reverseBody.safeParse(content)
    if (!body.success) return error(z.prettifyError(body.error))
    const payment = service.get(body.data.transaction)
    if (!payment) return { status: 'server_error', message: 'record not found' }
    const refused = service.reverse(payment, body.data.amount ?? null)
    if (refused !== null) return error(refused)
    if (faults.spend('reverseLostCalls')) return leaveUnanswered(request, reply, parts.silenceMs)
    return { status: 'success', message: 'Reversed' }
  })
}

function addExecute(server: FastifyInstance, parts: ApiParts): void {
  const { service, faults, calls } = parts
  server.post('/api/1/execute-pay', async (request, reply) => {
    calls.execute += 1
    const content = contentOf(parts, request)
    if (!content) return unsigned
    const body = executeBody.safeParse(content)
    if (!body.success) return error(z.prettifyError(body.error))
    const kept = service.ofCard(body.data.card_id)
    if (!kept) return error('There is no such card.')
    const { language, successUrl, errorUrl, callbackUrl } = kept
    const payment = service.create({
      orderId: body.data.order_id,
      currency: body.data.currency,
      requestedMinor: body.data.amount,
      description: body.data.description,
      savesCard: false,
      language,
      successUrl,
      errorUrl,
      callbackUrl,
    })
    service.pay(payment, 'approve')
    if (faults.spend('executeLostCalls')) return leaveUnanswered(request, reply, parts.silenceMs)
    return presentPayment(payment, payment.status)
  })
}

const reportBody = z.object({ from: z.iso.datetime(), to: z.iso.datetime() })

/** The reconciliation report. Specific to this fake, as the public documentation has none. */
function addReport(server: FastifyInstance, parts: ApiParts): void {
  const { service, faults, calls } = parts
  server.post('/api/1/report', async (request, reply) => {
    calls.report += 1
    if (faults.spend('reportErrorCalls')) return breakDown(reply)
    const body = reportBody.safeParse(contentOf(parts, request))
    if (!body.success) return unsigned
    const [from, to] = [Date.parse(body.data.from), Date.parse(body.data.to)]
    const omitted = faults.read('reportOmits')
    const listed = service.all().filter(({ createdAt, paidAt, transaction }) => {
      const at = paidAt ?? createdAt
      return at >= from && at < to && transaction !== omitted
    })
    return { status: 'success', transactions: listed.map(presentReported) }
  })
}

function breakDown(reply: FastifyReply) {
  return reply.code(500).send({ status: 'server_error', message: 'Out of order on request.' })
}
