import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Bank, PayOutcome } from './bank.ts'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import { languageOf, pageHeaders, type PageLanguage } from '../shared/pages.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import { plainPage } from './page-frame.ts'
import { challengePage, payPage, resultPage } from './pages.ts'
import type { Payment } from './protocol.ts'
import { findTestCard, maskCardNumber } from './test-cards.ts'

type PageRequest = FastifyRequest<{
  Params: { payId: string }
  Querystring: { lang?: string; wrong?: string }
}>

type PageShape = { Params: { payId: string }; Querystring: { lang?: string; wrong?: string } }

/** Adds the hosted payment page, to which the shop redirects buyers. */
export function addPages(
  server: FastifyInstance,
  bank: Bank,
  faults: FaultRegistry<Misbehaviour>,
): void {
  server.get<{ Querystring: { lang?: string } }>('/', async (request, reply) =>
    show(reply, plainPage(languageOf(request.query.lang, 'KA'), 'bankName', 'homeText', '/')),
  )
  server.get<PageShape>('/pay/:payId', async (request, reply) => {
    const payment = bank.get(request.params.payId)
    if (!payment) return showNotFound(request, reply)
    const language = languageOf(request.query.lang, payment.language)
    if (payment.status === 'Created') return show(reply, payPage(payment, language))
    if (payment.challenge) return reply.redirect(challengeUrl(payment, language), 303)
    return show(reply, resultPage(payment, language))
  })
  server.post<PageShape>('/pay/:payId', async (request, reply) => {
    const payment = bank.get(request.params.payId)
    if (!payment) return showNotFound(request, reply)
    if (payment.status === 'Created') takeCard(bank, faults, payment, readForm(request))
    return goOn(request, reply, payment)
  })
  server.post<PageShape>('/pay/:payId/abandon', async (request, reply) => {
    const payment = bank.get(request.params.payId)
    return payment ? reply.redirect(payment.returnUrl, 303) : showNotFound(request, reply)
  })
  addChallenge(server, bank)
}

function addChallenge(server: FastifyInstance, bank: Bank): void {
  server.get<PageShape>('/pay/:payId/challenge', async (request, reply) => {
    const payment = bank.get(request.params.payId)
    if (!payment) return showNotFound(request, reply)
    const language = languageOf(request.query.lang, payment.language)
    if (!payment.challenge) return reply.redirect(pageUrl(payment, language), 303)
    return show(reply, challengePage(payment, language, request.query.wrong !== undefined))
  })
  server.post<PageShape>('/pay/:payId/challenge', async (request, reply) => {
    const payment = bank.get(request.params.payId)
    if (!payment) return showNotFound(request, reply)
    const form = readForm(request)
    if (form.giveUp !== undefined && payment.challenge !== null) {
      bank.pay(payment, { kind: 'decline', resultCode: 'decline_general' }, payment.cardMask ?? '')
    } else {
      bank.answerChallenge(payment, form.code ?? '')
    }
    return goOn(request, reply, payment, payment.challenge !== null)
  })
}

function takeCard(
  bank: Bank,
  faults: FaultRegistry<Misbehaviour>,
  payment: Payment,
  form: Record<string, string>,
): void {
  const typed = (form.number ?? '').replace(/\D/g, '')
  const card = findTestCard(typed)
  bank.pay(payment, outcomeOf(), maskCardNumber(card ? typed : '0000000000000000'))

  function outcomeOf(): PayOutcome {
    if (!card) return { kind: 'decline', resultCode: 'decline_invalid_card_number' }
    if (isPast(form.expiry)) return { kind: 'decline', resultCode: 'decline_expired_card' }
    if (card.outcome.kind === 'approve' && card.outcome.misbehaviour) {
      faults.add(card.outcome.misbehaviour, payment.payId)
    }
    return card.outcome
  }
}

/** Whether an expiry date is in the past; test card buttons send none. */
function isPast(expiry: string | undefined): boolean {
  const match = /^(\d\d)\D*(\d\d)$/.exec(expiry?.trim() ?? '')
  if (!match) return false
  const endsBefore = Date.UTC(2000 + Number(match[2]), Number(match[1]), 1)
  return endsBefore <= Date.now()
}

function goOn(
  request: PageRequest,
  reply: FastifyReply,
  payment: Payment,
  wrong = false,
): FastifyReply {
  const language = languageOf(request.query.lang, payment.language)
  if (payment.challenge) {
    return reply.redirect(`${challengeUrl(payment, language)}${wrong ? '&wrong=1' : ''}`, 303)
  }
  if (payment.skipInfoMessage) return reply.redirect(payment.returnUrl, 303)
  return reply.redirect(pageUrl(payment, language), 303)
}

function pageUrl(payment: Payment, language: PageLanguage): string {
  return `/pay/${payment.payId}?lang=${language.toLowerCase()}`
}

function challengeUrl(payment: Payment, language: PageLanguage): string {
  return `/pay/${payment.payId}/challenge?lang=${language.toLowerCase()}`
}

function readForm(request: FastifyRequest): Record<string, string> {
  return (request.body ?? {}) as Record<string, string>
}

function show(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).headers(pageHeaders).send(page)
}

function showNotFound(request: PageRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.query.lang, 'KA')
  const path = `/pay/${encodeURIComponent(request.params.payId)}`
  return show(reply, plainPage(language, 'notFound', 'notFoundText', path), 404)
}
