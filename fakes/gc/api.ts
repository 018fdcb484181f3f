import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import { leaveUnanswered } from '../shared/server.ts'
import type { Misbehaviour } from '../tpay/misbehaviour.ts'
import { isMerchant, type Credentials } from './access.ts'
import type { Bank } from './bank.ts'
import { writeReply } from './protocol.ts'

export type ApiParts = {
  bank: Bank
  faults: FaultRegistry<Misbehaviour>
  credentials: Credentials
  /** Number of received calls by kind, faulty ones included. */
  calls: Record<'session' | 'refund' | 'report', number>
  /** How long an unanswered call is held open, in milliseconds. */
  silenceMs: number
}

type Query = { Querystring: Record<string, string | undefined> }

/** Adds the merchant API under `/merchantapi`: HTTP Basic with the merchant id, XML responses. */
export function addApi(server: FastifyInstance, parts: ApiParts): void {
  const { bank, faults, credentials, calls, silenceMs } = parts
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/merchantapi/')) return
    if (!isMerchant(credentials, request.headers.authorization))
      return xml(reply.code(401), writeReply(2, 'Not authorised'))
  })
  server.get<Query>('/merchantapi/session', async (request, reply) => {
    calls.session += 1
    if (faults.spend('statusTimeoutCalls')) return leaveUnanswered(request, reply, silenceMs)
    if (faults.spend('statusErrorCalls')) return reply.code(500).send('Out of order on request.')
    const { trx_id: trxId, 'o.payment_id': paymentId } = request.query
    if (paymentId !== undefined)
      return xml(reply, writeReply(1, 'OK', bank.byOrderParameter('o.payment_id', paymentId)))
    const transaction = bank.get(trxId ?? '')
    return xml(reply, transaction ? writeReply(1, 'OK', [transaction]) : writeReply(2, 'Unknown'))
  })
  server.get<Query>('/merchantapi/refund', async (request, reply) => {
    calls.refund += 1
    if (faults.spend('cancelErrorCalls')) return reply.code(500).send('Out of order on request.')
    const { trx_id: trxId = '', 'p.rrn': rrn = '', amount } = request.query
    const result = bank.refund(trxId, rrn, Number(amount))
    if (faults.spend('cancelLostCalls')) return leaveUnanswered(request, reply, silenceMs)
    return xml(reply, 'refused' in result ? writeReply(2, result.refused) : writeReply(1, 'OK'))
  })
  server.get<Query>('/merchantapi/report', async (request, reply) => {
    calls.report += 1
    if (faults.spend('reportErrorCalls')) return reply.code(500).send('Out of order on request.')
    const from = Date.parse(request.query.from ?? '')
    const to = Date.parse(request.query.to ?? '')
    if (!(from < to)) return xml(reply, writeReply(2, 'from and to are not a span'))
    const omitted = faults.read('reportOmits')
    const listed = bank.report(from, to).filter(({ trxId }) => trxId !== omitted)
    return xml(reply, writeReply(1, 'OK', listed))
  })
}

function xml(reply: FastifyReply, content: string): FastifyReply {
  return reply.type('text/xml; charset=utf-8').send(content)
}
