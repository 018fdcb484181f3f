import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import { languageOf, pageHeaders } from '../shared/pages.ts'
import type { PaymentService } from './payment-service.ts'
import { challengePage, payPage, plainPage, testCards } from './pages.ts'
import type { Misbehaviour, Payment } from './protocol.ts'

type Shape = { Params: { transaction: string }; Querystring: { lang?: string } }

/** Adds the hosted payment page, to which the shop redirects buyers. */
export function addPages(
  server: FastifyInstance,
  service: PaymentService,
  faults: FaultRegistry<Misbehaviour>,
): void {
  server.get<{ Querystring: { lang?: string } }>('/', async (request, reply) =>
    show(reply, plainPage(languageOf(request.query.lang, 'KA'), 'bankName', 'homeText', '/')),
  )
  server.get<Shape>('/pay/:transaction', async (request, reply) =>
    withPayment(request, reply, service, (payment) => showPayment(request, reply, payment)),
  )
  server.post<Shape>('/pay/:transaction', async (request, reply) =>
    withPayment(request, reply, service, (payment) => {
      const digits = (readForm(request)['number'] ?? '').replace(/\D/g, '')
      const card = testCards.find(({ number }) => number === digits)
      if (card?.misbehaviour) faults.add(card.misbehaviour, payment.transaction)
      service.pay(payment, card?.outcome ?? 'decline')
      return goOn(request, reply, payment)
    }),
  )
  server.post<Shape>('/pay/:transaction/challenge', async (request, reply) =>
    withPayment(request, reply, service, (payment) => {
      service.answerChallenge(payment, readForm(request)['code'] ?? '')
      return goOn(request, reply, payment)
    }),
  )
  server.post<Shape>('/pay/:transaction/abandon', async (request, reply) =>
    withPayment(request, reply, service, (payment) => reply.redirect(payment.errorUrl, 303)),
  )
}

type PageRequest = FastifyRequest<Shape>

function withPayment(
  request: PageRequest,
  reply: FastifyReply,
  service: PaymentService,
  work: (payment: Payment) => FastifyReply,
): FastifyReply {
  const payment = service.get(request.params.transaction)
  if (payment) return work(payment)
  const language = languageOf(request.query.lang, 'KA')
  return show(reply, plainPage(language, 'notFound', 'notFoundText', '/'), 404)
}

/** Shows the page, or redirects back to the shop if the payment is finished or expired. */
function showPayment(request: PageRequest, reply: FastifyReply, payment: Payment): FastifyReply {
  const language = languageOf(request.query.lang, payment.language)
  if (payment.challenge) return show(reply, challengePage(payment, language))
  const isOpen = payment.status === 'new' && payment.settlesAt === null
  if (isOpen && payment.expiresAt > Date.now()) return show(reply, payPage(payment, language))
  return reply.redirect(backUrl(payment), 303)
}

function goOn(request: PageRequest, reply: FastifyReply, payment: Payment): FastifyReply {
  if (payment.challenge === null) return reply.redirect(backUrl(payment), 303)
  const language = languageOf(request.query.lang, payment.language)
  return reply.redirect(`/pay/${payment.transaction}?lang=${language.toLowerCase()}`, 303)
}

function backUrl(payment: Payment): string {
  return payment.status === 'failed' ? payment.errorUrl : payment.successUrl
}

function readForm(request: FastifyRequest): Record<string, string> {
  return (request.body ?? {}) as Record<string, string>
}

function show(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).headers(pageHeaders).send(page)
}
