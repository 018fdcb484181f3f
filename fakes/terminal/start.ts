import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { z } from 'zod'
import { addLocalGuard } from '../local-guard.ts'
import { leaveUnanswered } from '../shared/server.ts'

const header = z.strictObject({
  ProtocolVersion: z.literal('3.0'),
  MessageClass: z.literal('Service'),
  MessageCategory: z.enum(['Payment', 'Reversal', 'TransactionStatus']),
  MessageType: z.literal('Request'),
  SaleID: z.string().min(1),
  ServiceID: z.string().regex(/^[0-9A-Z]{1,10}$/),
  POIID: z.string().min(1),
})
const transaction = z.strictObject({ TransactionID: z.string(), TimeStamp: z.iso.datetime() })

const paymentRequest = z.strictObject({
  SaleData: z.strictObject({ SaleTransactionID: transaction }),
  PaymentTransaction: z.strictObject({
    AmountsReq: z.strictObject({
      Currency: z.literal('GEL'),
      RequestedAmount: z.number().min(0.01),
    }),
  }),
})
const reversalRequest = z.strictObject({
  OriginalPOITransaction: z.strictObject({ POIID: z.string(), POITransactionID: transaction }),
  ReversalReason: z.literal('MerchantCancel'),
  ReversedAmount: z.number().min(0.01),
})
const statusRequest = z.strictObject({
  ReceiptReprintFlag: z.boolean(),
  MessageReference: z.strictObject({
    MessageCategory: z.enum(['Payment', 'Reversal']),
    SaleID: z.string(),
    ServiceID: z.string(),
  }),
})
const message = z.strictObject({
  SaleToPOIRequest: z.strictObject({
    MessageHeader: header,
    PaymentRequest: paymentRequest.optional(),
    ReversalRequest: reversalRequest.optional(),
    TransactionStatusRequest: statusRequest.optional(),
  }),
})

const faultsShape = z.strictObject({
  /** Outcomes of the next payments; the last one is kept. `approve` charges the card. */
  outcomes: z.array(z.enum(['approve', 'Refusal', 'Cancel', 'Busy', 'DeviceOut'])),
  /** Number of payments and reversals that take effect but are not answered. */
  loseAnswers: z.int().min(0),
  /** The terminal is disconnected after the next unanswered call. */
  unplugAfter: z.boolean(),
  /** The terminal is disconnected: requests do not reach it and the service answers with an error. */
  isUnplugged: z.boolean(),
  /** How long a buyer takes to present the card, in milliseconds. */
  thinkMs: z.int().min(0),
})
type TerminalFaults = z.output<typeof faultsShape>

/** A payment or reversal as stored by the terminal under the request's service id. */
interface TerminalRecord {
  readonly category: 'Payment' | 'Reversal'
  readonly serviceId: string
  readonly saleTransactionId: string
  readonly transactionId: string
  readonly timeStamp: string
  /** Minor units; zero if nothing was charged or refunded. */
  amountMinor: number
  state: 'in-progress' | 'done'
  condition: string | null
}

export interface TerminalFake {
  readonly url: string
  records(): readonly TerminalRecord[]
  misbehave(faults: Partial<TerminalFaults>): void
  stop(): Promise<void>
}

/**
 * Fake card terminals behind the Terminal API (nexo Sale to POI as JSON, synchronous): payments, reversals
 * and transaction status. One request at a time; like real terminals, it refuses a repeated service id.
 */
export async function startTerminal(options: {
  port: number
  host?: string
  apiKey?: string
}): Promise<TerminalFake> {
  const apiKey = options.apiKey ?? 'demo-terminal-key'
  const records = new Map<string, TerminalRecord>()
  const faults: TerminalFaults = {
    outcomes: ['approve'],
    loseAnswers: 0,
    unplugAfter: false,
    isUnplugged: false,
    thinkMs: 0,
  }
  const server = fastify({ forceCloseConnections: true })
  addLocalGuard(server)
  server.post('/sync', async (request, reply) => {
    if (request.headers['x-api-key'] !== apiKey)
      return reply.code(401).send({ error: 'The key does not fit.' })
    const parsed = message.safeParse(request.body)
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) })
    const { MessageHeader, ...body } = parsed.data.SaleToPOIRequest
    const { POIID, ServiceID, SaleID, MessageCategory } = MessageHeader
    const answer = (more: object) => ({
      SaleToPOIResponse: { MessageHeader: { ...MessageHeader, MessageType: 'Response' }, ...more },
    })
    if (faults.isUnplugged) return reply.code(504).send({ error: 'The terminal does not answer.' })
    if (body.TransactionStatusRequest) {
      const { MessageReference: asked } = body.TransactionStatusRequest
      const found = records.get(keyOf(POIID, asked.MessageCategory, asked.ServiceID))
      return answer({ TransactionStatusResponse: statusOf(found, { ...asked, POIID, SaleID }) })
    }
    const key = keyOf(POIID, MessageCategory, ServiceID)
    const isBusy = [...records.values()].some(({ state }) => state === 'in-progress')
    if (isBusy || records.has(key)) {
      const Response = { Result: 'Failure', ErrorCondition: isBusy ? 'Busy' : 'MessageFormat' }
      return answer({ [`${MessageCategory}Response`]: { Response } })
    }
    const record: TerminalRecord = {
      category: MessageCategory === 'Reversal' ? 'Reversal' : 'Payment',
      serviceId: ServiceID,
      saleTransactionId:
        body.PaymentRequest?.SaleData.SaleTransactionID.TransactionID ??
        body.ReversalRequest?.OriginalPOITransaction.POITransactionID.TransactionID ??
        '',
      transactionId: `T${String(records.size + 1).padStart(8, '0')}`,
      timeStamp: new Date().toISOString(),
      amountMinor: 0,
      state: 'in-progress',
      condition: null,
    }
    records.set(key, record)
    const isLost = faults.loseAnswers > 0
    if (isLost) faults.loseAnswers -= 1
    if (faults.thinkMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.thinkMs))
    if (body.PaymentRequest) pay(record, faults, body.PaymentRequest)
    else if (body.ReversalRequest) reverse(record, [...records.values()], body.ReversalRequest)
    record.state = 'done'
    if (isLost && faults.unplugAfter)
      Object.assign(faults, { isUnplugged: true, unplugAfter: false })
    if (isLost) return leaveUnanswered(request, reply, 0)
    return answer(bodyOf(record))
  })

  server.post('/__control/misbehave', async (request, reply) => {
    const parsed = faultsShape.partial().safeParse(request.body)
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) })
    return Object.assign(faults, parsed.data)
  })
  server.get('/__control/records', async () => [...records.values()])
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    records: () => [...records.values()],
    misbehave: (given) => void Object.assign(faults, given),
    stop: () => server.close(),
  }
}

const keyOf = (poiId: string, category: string, serviceId: string): string =>
  `${poiId}/${category}/${serviceId}`

function bodyOf(record: TerminalRecord): object {
  const { category, condition, transactionId, timeStamp, saleTransactionId, amountMinor } = record
  const Response =
    condition === null ? { Result: 'Success' } : { Result: 'Failure', ErrorCondition: condition }
  if (category === 'Reversal')
    return {
      ReversalResponse: {
        Response,
        ...(condition === null && { ReversedAmount: amountMinor / 100 }),
      },
    }
  return {
    PaymentResponse: {
      Response,
      SaleData: { SaleTransactionID: { TransactionID: saleTransactionId, TimeStamp: timeStamp } },
      POIData: { POITransactionID: { TransactionID: transactionId, TimeStamp: timeStamp } },
      ...(condition === null && {
        PaymentResult: { AmountsResp: { Currency: 'GEL', AuthorizedAmount: amountMinor / 100 } },
      }),
    },
  }
}

function statusOf(found: TerminalRecord | undefined, asked: object): object {
  if (!found) return { Response: { Result: 'Failure', ErrorCondition: 'NotFound' } }
  if (found.state === 'in-progress')
    return { Response: { Result: 'Failure', ErrorCondition: 'InProgress' } }
  return {
    Response: { Result: 'Success' },
    RepeatedMessageResponse: {
      MessageHeader: asked,
      RepeatedResponseMessageBody: bodyOf(found),
    },
  }
}

/** Simulates the buyer and the bank. */
function pay(
  record: TerminalRecord,
  { outcomes }: TerminalFaults,
  request: z.output<typeof paymentRequest>,
): void {
  const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0]
  if (outcome === 'approve' || outcome === undefined)
    record.amountMinor = Math.round(request.PaymentTransaction.AmountsReq.RequestedAmount * 100)
  else record.condition = outcome
}

/** Refunds to the card, at most the amount paid. */
function reverse(
  record: TerminalRecord,
  all: readonly TerminalRecord[],
  request: z.output<typeof reversalRequest>,
): void {
  const { TransactionID } = request.OriginalPOITransaction.POITransactionID
  const original = all.find(
    ({ category, transactionId }) => category === 'Payment' && transactionId === TransactionID,
  )
  const returned = all
    .filter((one) => one.category === 'Reversal' && one.saleTransactionId === TransactionID)
    .reduce((sum, one) => sum + one.amountMinor, 0)
  const amountMinor = Math.round(request.ReversedAmount * 100)
  if (!original || returned + amountMinor > original.amountMinor) record.condition = 'NotAllowed'
  else record.amountMinor = amountMinor
}
