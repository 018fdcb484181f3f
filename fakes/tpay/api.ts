import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access } from './access.ts'
import type { Bank, CreateOrder, Refusal } from './bank.ts'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import { toMinor } from '../shared/money.ts'
import { leaveUnanswered } from '../shared/server.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import type { Currency, Payment } from './protocol.ts'
import {
  presentCancelled,
  presentCompleted,
  presentCreated,
  presentDetails,
  presentReported,
  problem,
} from './protocol.ts'

export type ApiParts = {
  bank: Bank
  faults: FaultRegistry<Misbehaviour>
  access: Access
  bankUrl: () => string
  /** Number of received calls by kind, faulty ones included. */
  calls: Record<
    'token' | 'create' | 'status' | 'cancel' | 'completion' | 'execution' | 'report',
    number
  >
  /** How long an unanswered call is held open, in milliseconds. */
  silenceMs: number
}

const address = z.url({ protocol: /^https?$/ })
const ascii = z.string().regex(/^[\x20-\x7e]*$/)

const createBody = z.object({
  amount: z.object({
    currency: z.enum(['GEL', 'USD', 'EUR']),
    total: z.number(),
    subTotal: z.number().optional(),
    subtotal: z.number().optional(),
    tax: z.number().optional(),
    shipping: z.number().optional(),
  }),
  returnurl: address,
  callbackUrl: address.nullish(),
  extra: ascii.max(25).nullish(),
  extra2: ascii.max(52).nullish(),
  userIpAddress: z.string().nullish(),
  expirationMinutes: z.number().int().min(1).max(60).nullish(),
  methods: z.array(z.number().int()).nullish(),
  preAuth: z.boolean().nullish(),
  language: z.string().nullish(),
  merchantPaymentId: z.string().max(64).nullish(),
  saveCard: z.boolean().nullish(),
  saveCardToDate: z.string().nullish(),
  description: z.string().max(30).nullish(),
  skipInfoMessage: z.boolean().nullish(),
})

const amountBody = z.object({ amount: z.number().nullish() }).nullish()

const executionBody = z.object({
  recId: z.string(),
  money: z.object({ amount: z.number(), currency: z.enum(['GEL', 'USD', 'EUR']) }),
  preAuth: z.boolean().nullish(),
  merchantPaymentId: z.string().max(64).nullish(),
  extra: ascii.max(25).nullish(),
})

const expirationMinutesDefault = 12

/** Adds the merchant API under `/v1/tpay`. */
export function addApi(server: FastifyInstance, parts: ApiParts): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/v1/tpay/')) return
    if (!parts.access.apiKeyFits(request.headers.apikey)) {
      return refuse(reply, 401, 'Invalid Api Key', 'The apikey header is missing or wrong.')
    }
    if (request.url.startsWith('/v1/tpay/access-token')) return
    if (!parts.access.tokenFits(request.headers.authorization)) {
      return refuse(reply, 401, 'Invalid Token', 'The access token is missing, wrong or too old.')
    }
  })
  addToken(server, parts)
  addCreate(server, parts)
  addDetails(server, parts)
  addReturns(server, parts)
  addSavedCards(server, parts)
  addReport(server, parts)
}

function addToken(server: FastifyInstance, { access, faults, calls }: ApiParts): void {
  server.post('/v1/tpay/access-token', async (request, reply) => {
    calls.token += 1
    if (faults.spend('tokenErrorCalls')) return breakDown(reply)
    const form = (request.body ?? {}) as Record<string, unknown>
    const field = (name: string) => String(form[name] ?? form[name.toLowerCase()] ?? '')
    if (!access.clientFits(field('client_Id'), field('client_secret'))) {
      return refuse(reply, 400, 'invalid_client', 'client_Id and client_secret do not fit.')
    }
    return access.issue()
  })
}

function addCreate(server: FastifyInstance, parts: ApiParts): void {
  const { bank, faults, bankUrl, calls } = parts
  server.post('/v1/tpay/payments', async (request, reply) => {
    calls.create += 1
    if (faults.spend('createErrorCalls')) return breakDown(reply)
    const body = createBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'Bad Request', z.prettifyError(body.error))
    const amountMinor = toMinor(body.data.amount.total)
    if (amountMinor === null || (amountMinor === 0 && !body.data.saveCard)) {
      return refuse(reply, 400, 'Bad Request', 'amount.total is not a positive sum of money.')
    }
    const payment = bank.create(readOrder(body.data, amountMinor))
    if (faults.spend('createLostCalls')) return leaveUnanswered(request, reply, parts.silenceMs)
    return presentCreated(payment, bankUrl())
  })
}

function readOrder(body: z.infer<typeof createBody>, amountMinor: number): CreateOrder {
  return {
    amountMinor,
    currency: body.amount.currency,
    returnUrl: body.returnurl,
    callbackUrl: body.callbackUrl ?? null,
    merchantPaymentId: body.merchantPaymentId ?? null,
    expirationMinutes: body.expirationMinutes ?? expirationMinutesDefault,
    preAuth: body.preAuth ?? false,
    saveCard: body.saveCard ?? false,
    language: body.language?.toUpperCase() === 'EN' ? 'EN' : 'KA',
    skipInfoMessage: body.skipInfoMessage ?? false,
    description: body.description ?? null,
    extra: body.extra ?? null,
  }
}

type ByPayId = { Params: { payId: string } }

function addDetails(server: FastifyInstance, parts: ApiParts): void {
  const { bank, faults, calls } = parts
  server.get<ByPayId>('/v1/tpay/payments/:payId', async (request, reply) => {
    calls.status += 1
    const { payId } = request.params
    if (faults.spend('statusTimeoutCalls', payId)) {
      return leaveUnanswered(request, reply, parts.silenceMs)
    }
    if (faults.spend('statusErrorCalls', payId)) return breakDown(reply)
    const payment = bank.get(payId)
    if (!payment) return refuse(reply, 404, 'Not Found', 'There is no such payment.')
    const reported = faults.read('reportStatus', payId)
    const lies = reported !== undefined && faults.spend('reportStatusCalls', payId)
    return presentDetails(payment, lies ? reported : payment.status)
  })
}

function addReturns(server: FastifyInstance, parts: ApiParts): void {
  const { bank, faults, calls } = parts
  server.post<ByPayId>('/v1/tpay/payments/:payId/cancel', async (request, reply) => {
    calls.cancel += 1
    const { payId } = request.params
    if (faults.spend('cancelErrorCalls', payId)) return breakDown(reply)
    const result = withAmount(bank, request, (payment, amount) => bank.cancel(payment, amount))
    if ('refused' in result) return refuse(reply, 400, 'Bad Request', result.refused)
    if (faults.spend('cancelLostCalls', payId))
      return leaveUnanswered(request, reply, parts.silenceMs)
    return presentCancelled()
  })
  server.post<ByPayId>('/v1/tpay/payments/:payId/completion', async (request, reply) => {
    calls.completion += 1
    const result = withAmount(bank, request, (payment, amount) => bank.complete(payment, amount))
    if ('refused' in result) return refuse(reply, 400, 'Bad Request', result.refused)
    return presentCompleted(result)
  })
}

function withAmount(
  bank: Bank,
  request: FastifyRequest<ByPayId>,
  act: (payment: Payment, amountMinor: number | null) => Payment | Refusal,
): Payment | Refusal {
  const payment = bank.get(request.params.payId)
  if (!payment) return { refused: 'There is no such payment.' }
  const body = amountBody.safeParse(request.body)
  if (!body.success) return { refused: z.prettifyError(body.error) }
  const amount = body.data?.amount
  if (amount === undefined || amount === null) return act(payment, null)
  const amountMinor = toMinor(amount)
  if (amountMinor === null || amountMinor === 0) return { refused: 'amount is not a sum of money.' }
  return act(payment, amountMinor)
}

/** The reconciliation report. Specific to this fake, as the public documentation has none. */
function addReport(server: FastifyInstance, { bank, faults, calls }: ApiParts): void {
  server.get<{ Querystring: { from?: string; to?: string } }>(
    '/v1/tpay/report',
    async (request, reply) => {
      calls.report += 1
      if (faults.spend('reportErrorCalls')) return breakDown(reply)
      const from = Date.parse(request.query.from ?? '')
      const to = Date.parse(request.query.to ?? '')
      if (!(from < to)) return refuse(reply, 400, 'Bad Request', 'from and to are not a span.')
      const omitted = faults.read('reportOmits')
      const lines = bank.report(from, to).filter(({ payId }) => payId !== omitted)
      return { transactions: lines.map(presentReported) }
    },
  )
}

function addSavedCards(server: FastifyInstance, parts: ApiParts): void {
  const { bank, calls, bankUrl, faults } = parts
  server.post('/v1/tpay/payments/execution', async (request, reply) => {
    calls.execution += 1
    if (faults.spend('executionErrorCalls')) return breakDown(reply)
    const body = executionBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'Bad Request', z.prettifyError(body.error))
    const saved = bank.findSavedCard(body.data.recId)
    const amountMinor = toMinor(body.data.money.amount)
    if (!saved || !amountMinor) {
      return refuse(reply, 400, 'Bad Request', 'There is no such saved card, or no sum of money.')
    }
    const payment = bank.create({
      ...readExecution(body.data, amountMinor),
      returnUrl: saved.returnUrl,
      callbackUrl: saved.callbackUrl,
    })
    const declines = faults.spend('executionDeclinedCalls')
    bank.pay(
      payment,
      declines
        ? { kind: 'decline', resultCode: 'decline_not_sufficient_funds' }
        : { kind: 'approve' },
      saved.cardMask ?? undefined,
    )
    if (faults.spend('executionLostCalls')) return leaveUnanswered(request, reply, parts.silenceMs)
    return presentCreated(payment, bankUrl())
  })
  server.post<ByPayId>('/v1/tpay/payments/:payId/delete', async (request, reply) => {
    const saved = bank.findSavedCard(request.params.payId)
    if (!saved) return refuse(reply, 400, 'Bad Request', 'There is no such saved card.')
    bank.deleteSavedCard(saved)
    return presentCancelled()
  })
}

function readExecution(body: z.infer<typeof executionBody>, amountMinor: number) {
  return {
    amountMinor,
    currency: body.money.currency as Currency,
    merchantPaymentId: body.merchantPaymentId ?? null,
    expirationMinutes: expirationMinutesDefault,
    preAuth: body.preAuth ?? false,
    saveCard: false,
    language: 'KA' as const,
    skipInfoMessage: true,
    description: null,
    extra: body.extra ?? null,
  }
}

function refuse(reply: FastifyReply, status: number, title: string, detail: string) {
  const code = title.toLowerCase().replaceAll(' ', '_')
  return reply
    .code(status)
    .type('application/problem+json')
    .send(problem(status, title, detail, code))
}

function breakDown(reply: FastifyReply) {
  return refuse(reply, 500, 'Internal Server Error', 'The bank is out of order on request.')
}
