import { terminalNumber } from '../../capability-shapes.ts'
import { isCurrency } from '#kernel/currencies.ts'
import { type Currency } from '#kernel/money.ts'
import type { Answer, PaymentProvider, ProviderPayment } from '../provider.ts'
import { askOverHttp } from '../provider-http.ts'
import {
  majorOf,
  minorOf,
  protocolVersion,
  reply,
  serviceIdOf,
  type PaymentResponse,
  type ReversalResponse,
} from './messages.ts'

interface TerminalConfig {
  readonly url: string
  readonly apiKey: string
  /** Identifier of the shop at terminals. */
  readonly saleId: string
  readonly random: () => string
}

/** A terminal answers only when the buyer has presented a card, so the timeout is long. */
const chargeMilliseconds = 90_000
const statusMilliseconds = 10_000
/** Maximum number of partial refunds of one payment. */
const reversalsMax = 50

/**
 * Key of a payment: the terminal and the number of the request there. It is known before the request is sent, so a
 * payment whose answer was lost is always asked about at the right place.
 */
export function terminalReference(poiId: string, paymentId: string): string {
  return `${poiId}/${serviceIdOf(paymentId)}/${paymentId}`
}

interface Reference {
  readonly poiId: string
  readonly serviceId: string
  readonly paymentId: string
}

function readReference(externalId: string): Reference {
  const [poiId = '', serviceId = '', paymentId = ''] = externalId.split('/')
  return { poiId, serviceId, paymentId }
}

type Ask = (
  poiId: string,
  category: string,
  body: object,
  options?: { readonly serviceId?: string; readonly timeoutMs?: number },
) => Promise<Answer<Replied>>

type Replied = ReturnType<typeof reply.parse>['SaleToPOIResponse']

/**
 * Card terminals at counters, by the Terminal API: one synchronous request takes the money; when its answer is lost,
 * the outcome is read by its number (`TransactionStatus`). Refunds are reversals, each with a number of its own.
 */
export function createTerminal(config: TerminalConfig): PaymentProvider {
  const ask = asking(config)
  const status = (poiId: string, category: string, serviceId: string) =>
    readStatus(ask, config, { poiId, category, serviceId })
  const refused = async (): Promise<Answer<never>> => ({
    kind: 'refused',
    code: 'terminal',
    detail: 'A terminal has no page and keeps no cards',
  })

  async function read(externalId: string): Promise<Answer<ProviderPayment>> {
    const { poiId, serviceId, paymentId } = readReference(externalId)
    const found = await status(poiId, 'Payment', serviceId)
    if (found.kind !== 'answered') return found
    const payment = stateOf(found.value, paymentId)
    if (payment.state !== 'captured') return { kind: 'answered', value: payment }
    const back = await readReversals(status, poiId, paymentId)
    if (back.kind !== 'answered') return back
    const { returnedMinor, isReturning } = back.value
    return { kind: 'answered', value: { ...payment, returnedMinor, isReturning } }
  }

  async function refund(externalId: string, amountMinor: number): Promise<Answer<null>> {
    const { poiId, serviceId, paymentId } = readReference(externalId)
    const found = await status(poiId, 'Payment', serviceId)
    if (found.kind !== 'answered') return found
    const original = found.value?.payment?.POIData?.POITransactionID
    if (!original) return { kind: 'unknown', detail: 'The terminal does not know the payment' }
    const back = await readReversals(status, poiId, paymentId)
    if (back.kind !== 'answered') return back
    const body = {
      ReversalRequest: {
        OriginalPOITransaction: { POIID: poiId, POITransactionID: original },
        ReversalReason: 'MerchantCancel',
        ReversedAmount: majorOf(amountMinor),
      },
    }
    // The next unused reversal number: an attempt whose answer was lost is found under it.
    const number = serviceIdOf(paymentId, `reversal-${back.value.count}`)
    const answer = await ask(poiId, 'Reversal', body, { serviceId: number })
    if (answer.kind !== 'answered') return answer
    const result = answer.value.ReversalResponse?.Response
    if (result?.Result === 'Success') return { kind: 'answered', value: null }
    const detail = result?.ErrorCondition ?? 'no result'
    return { kind: 'refused', code: detail, detail }
  }

  return {
    number: terminalNumber,
    name: 'terminal',
    currencies: ['GEL'],
    sessionMinutesMax: 5,
    isPush: false,
    create: refused,
    forgetCard: refused,
    read,
    refund,
    async charge({ paymentId, amount, token: poiId }) {
      const body = {
        PaymentRequest: {
          SaleData: {
            SaleTransactionID: { TransactionID: paymentId, TimeStamp: new Date().toISOString() },
          },
          PaymentTransaction: {
            AmountsReq: { Currency: amount.currency, RequestedAmount: majorOf(amount.amount) },
          },
        },
      }
      const serviceId = serviceIdOf(paymentId)
      const answer = await ask(poiId, 'Payment', body, {
        serviceId,
        timeoutMs: chargeMilliseconds,
      })
      // The answer itself is not used: the state is read separately, as after a lost answer.
      if (answer.kind !== 'answered') return answer
      return { kind: 'answered', value: { externalId: terminalReference(poiId, paymentId) } }
    },
  }
}

function asking({ url, apiKey, saleId, random }: TerminalConfig): Ask {
  return async (poiId, category, body, { serviceId, timeoutMs = statusMilliseconds } = {}) => {
    const number = serviceId ?? serviceIdOf(random(), 'status')
    const header = {
      ProtocolVersion: protocolVersion,
      MessageClass: 'Service',
      MessageCategory: category,
      MessageType: 'Request',
      SaleID: saleId,
      ServiceID: number,
      POIID: poiId,
    }
    const answer = await askOverHttp(
      `${url}/sync`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
        body: JSON.stringify({ SaleToPOIRequest: { MessageHeader: header, ...body } }),
      },
      { timeoutMs },
    )
    if (answer.kind !== 'answered') return answer
    const parsed = reply.safeParse(answer.value)
    if (!parsed.success) return { kind: 'unknown', detail: 'The reply is of another form' }
    const replied = parsed.data.SaleToPOIResponse
    return replied.MessageHeader.ServiceID === number && replied.MessageHeader.POIID === poiId
      ? { kind: 'answered', value: replied }
      : { kind: 'unknown', detail: 'The reply is to another request' }
  }
}

interface Found {
  readonly payment: PaymentResponse | undefined
  readonly reversal: ReversalResponse | undefined
  readonly isInProgress: boolean
}

/** The outcome of a request, by its number; null when the terminal never received it. */
async function readStatus(
  ask: Ask,
  { saleId }: TerminalConfig,
  asked: { readonly poiId: string; readonly category: string; readonly serviceId: string },
): Promise<Answer<Found | null>> {
  const { poiId, category, serviceId } = asked
  const answer = await ask(poiId, 'TransactionStatus', {
    TransactionStatusRequest: {
      ReceiptReprintFlag: false,
      MessageReference: { MessageCategory: category, SaleID: saleId, ServiceID: serviceId },
    },
  })
  // An unreachable terminal does not show what happened to the payment.
  if (answer.kind !== 'answered') return { kind: 'unknown', detail: answer.detail }
  const status = answer.value.TransactionStatusResponse
  const condition = status?.Response.ErrorCondition
  if (condition === 'NotFound') return { kind: 'answered', value: null }
  if (condition === 'InProgress')
    return {
      kind: 'answered',
      value: { payment: undefined, reversal: undefined, isInProgress: true },
    }
  const body = status?.RepeatedMessageResponse?.RepeatedResponseMessageBody
  if (status?.Response.Result !== 'Success' || !body)
    return { kind: 'unknown', detail: condition ?? 'The terminal does not say' }
  return {
    kind: 'answered',
    value: {
      payment: body.PaymentResponse,
      reversal: body.ReversalResponse,
      isInProgress: false,
    },
  }
}

function stateOf(found: Found | null, paymentId: string): ProviderPayment {
  const result = found?.payment?.PaymentResult?.AmountsResp
  const { Result, ErrorCondition } = found?.payment?.Response ?? {}
  const currency: Currency = isCurrency(result?.Currency ?? '')
    ? (result?.Currency as Currency)
    : 'GEL'
  const head = {
    currency,
    returnedMinor: 0,
    isReturning: false,
    card: null,
    paymentId: found?.payment?.SaleData?.SaleTransactionID.TransactionID ?? paymentId,
  }
  if (found?.isInProgress) return { ...head, state: 'pending', capturedMinor: 0, failureCode: null }
  if (Result === 'Success' || Result === 'Partial')
    return {
      ...head,
      state: 'captured',
      capturedMinor: minorOf(result?.AuthorizedAmount ?? 0),
      failureCode: null,
    }
  // No money was taken when the request was never received, or was refused by the bank or the buyer.
  const failureCode = found ? (ErrorCondition ?? 'Failure') : 'NotFound'
  return { ...head, state: 'canceled', capturedMinor: 0, failureCode }
}

interface Reversed {
  readonly returnedMinor: number
  readonly isReturning: boolean
  /** Reversal numbers that are already used. */
  readonly count: number
}

/** Amount refunded so far: reads reversal after reversal, up to a number that the terminal never received. */
async function readReversals(
  status: (poiId: string, category: string, serviceId: string) => Promise<Answer<Found | null>>,
  poiId: string,
  paymentId: string,
): Promise<Answer<Reversed>> {
  let returnedMinor = 0
  for (let count = 0; count < reversalsMax; count += 1) {
    const number = serviceIdOf(paymentId, `reversal-${count}`)
    const answer = await status(poiId, 'Reversal', number)
    if (answer.kind !== 'answered') return answer
    const found = answer.value
    if (!found) return { kind: 'answered', value: { returnedMinor, isReturning: false, count } }
    if (found.isInProgress)
      return { kind: 'answered', value: { returnedMinor, isReturning: true, count } }
    if (found.reversal?.Response.Result === 'Success')
      returnedMinor += minorOf(found.reversal.ReversedAmount ?? 0)
  }
  return { kind: 'unknown', detail: 'There are too many reversals' }
}
