import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import { languageOf, pageHeaders } from '../shared/pages.ts'
import { leaveUnanswered } from '../shared/server.ts'
import type { PayOutcome } from '../tpay/bank.ts'
import type { Misbehaviour } from '../tpay/misbehaviour.ts'
import { findTestCard, maskCardNumber } from '../tpay/test-cards.ts'
import type { Bank } from './bank.ts'
import { challengePage, payPage, plainPage, refusedPage } from './pages.ts'
import { extendedCodes, type Transaction } from './protocol.ts'

export type PageParts = {
  bank: Bank
  faults: FaultRegistry<Misbehaviour>
  merchantId: string
  /** Number of started transactions. */
  calls: { start: number }
  silenceMs: number
}

type PageShape = { Params: { trxId: string }; Querystring: { lang?: string; wrong?: string } }

const address = z.url({ protocol: /^https?$/ })
const startQuery = z.looseObject({
  lang: z.string().optional(),
  merch_id: z.string(),
  back_url_s: address,
  back_url_f: address,
})

/** How long a buyer waits for the report to the shop, in milliseconds. */
const reportTimeoutMs = 5_000

/** Adds the payment page, to which the shop redirects buyers. */
export function addPages(server: FastifyInstance, parts: PageParts): void {
  const { bank } = parts
  server.get<{ Querystring: { lang?: string } }>('/', async (request, reply) =>
    show(reply, plainPage(languageOf(request.query.lang, 'KA'), 'bankName', 'homeText', '/')),
  )
  addStart(server, parts)
  server.get<PageShape>('/pay/:trxId', async (request, reply) => {
    const transaction = bank.get(request.params.trxId)
    if (!transaction) return showNotFound(request, reply)
    const language = languageOf(request.query.lang, transaction.language)
    if (isRefused(transaction)) return show(reply, refusedPage(transaction, language))
    if (transaction.resultCode !== null) return goBack(reply, transaction)
    if (transaction.challenge) return reply.redirect(challengeUrl(transaction), 303)
    return show(reply, payPage(transaction, language))
  })
  server.post<PageShape>('/pay/:trxId', async (request, reply) => {
    const transaction = bank.get(request.params.trxId)
    if (!transaction) return showNotFound(request, reply)
    takeCard(parts, transaction, readForm(request))
    await bank.reported(transaction, reportTimeoutMs)
    return transaction.challenge
      ? reply.redirect(challengeUrl(transaction), 303)
      : goBack(reply, transaction)
  })
  server.post<PageShape>('/pay/:trxId/leave', async (request, reply) => {
    const transaction = bank.get(request.params.trxId)
    if (!transaction) return showNotFound(request, reply)
    bank.leave(transaction)
    await bank.reported(transaction, reportTimeoutMs)
    return goBack(reply, transaction)
  })
  addChallenge(server, bank)
}

function addStart(
  server: FastifyInstance,
  { bank, faults, merchantId, calls, silenceMs }: PageParts,
): void {
  server.get('/payment/start.wsm', async (request, reply) => {
    calls.start += 1
    if (faults.spend('executionErrorCalls')) return reply.code(500).send('Out of order on request.')
    const query = startQuery.safeParse(request.query)
    if (!query.success || query.data.merch_id !== merchantId)
      return reply.code(400).send('The merchant or an address is missing.')
    const { lang, back_url_s: backUrlSuccess, back_url_f: backUrlFailure } = query.data
    const orderParameters = Object.fromEntries(
      Object.entries(query.data).flatMap(([name, value]) =>
        name.startsWith('o.') && typeof value === 'string' ? [[name, value.slice(0, 200)]] : [],
      ),
    )
    const language = lang?.toUpperCase() === 'EN' ? 'EN' : 'KA'
    const begun = await bank.begin({ orderParameters, backUrlSuccess, backUrlFailure, language })
    if (faults.spend('executionLostCalls')) return leaveUnanswered(request, reply, silenceMs)
    return reply.redirect(`/pay/${begun.trxId}?lang=${language.toLowerCase()}`, 303)
  })
}

function addChallenge(server: FastifyInstance, bank: Bank): void {
  server.get<PageShape>('/pay/:trxId/challenge', async (request, reply) => {
    const transaction = bank.get(request.params.trxId)
    if (!transaction) return showNotFound(request, reply)
    if (!transaction.challenge) return goBack(reply, transaction)
    const language = languageOf(request.query.lang, transaction.language)
    return show(reply, challengePage(transaction, language, request.query.wrong !== undefined))
  })
  server.post<PageShape>('/pay/:trxId/challenge', async (request, reply) => {
    const transaction = bank.get(request.params.trxId)
    if (!transaction) return showNotFound(request, reply)
    bank.answerChallenge(transaction, readForm(request).code ?? '')
    if (transaction.challenge) return reply.redirect(`${challengeUrl(transaction)}&wrong=1`, 303)
    await bank.reported(transaction, reportTimeoutMs)
    return goBack(reply, transaction)
  })
}

function takeCard(
  { bank, faults }: PageParts,
  transaction: Transaction,
  form: Record<string, string>,
): void {
  const typed = (form.number ?? '').replace(/\D/g, '')
  const card = findTestCard(typed)
  const { outcome } = card ?? {}
  if (outcome?.kind === 'approve' && outcome.misbehaviour)
    faults.add(outcome.misbehaviour, transaction.trxId)
  const unheard: PayOutcome = { kind: 'decline', resultCode: 'decline_invalid_card_number' }
  bank.pay(transaction, outcome ?? unheard, maskCardNumber(card ? typed : '0000000000000000'))
}

function isRefused({ extendedCode }: Transaction): boolean {
  return (
    extendedCode === extendedCodes.shopRefused || extendedCode === extendedCodes.shopUnreachable
  )
}

function goBack(reply: FastifyReply, transaction: Transaction): FastifyReply {
  const { resultCode, backUrlSuccess, backUrlFailure } = transaction
  return reply.redirect(resultCode === '2' ? backUrlFailure : backUrlSuccess, 303)
}

function challengeUrl({ trxId, language }: Transaction): string {
  return `/pay/${trxId}/challenge?lang=${language.toLowerCase()}`
}

function readForm(request: FastifyRequest): Record<string, string> {
  return (request.body ?? {}) as Record<string, string>
}

function show(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).headers(pageHeaders).send(page)
}

function showNotFound(request: FastifyRequest<PageShape>, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.query.lang, 'KA')
  const path = `/pay/${encodeURIComponent(request.params.trxId)}`
  return show(reply, plainPage(language, 'notFound', 'notFoundText', path), 404)
}
