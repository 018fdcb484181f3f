import { z } from 'zod'
import { paymentProvider } from '#contract/enumerations.ts'
import type { Currency } from '#kernel/money.ts'
import { minorToDecimal, wireAmount } from '../decimal-amount.ts'
import { askOverHttp } from '../provider-http.ts'
import type {
  Answer,
  CreatedPayment,
  CreateRequest,
  ProviderPayment,
  SavedCard,
  PaymentProvider,
  ReportedTransaction,
} from '../provider.ts'
import { readSigned, sign } from './signature.ts'

export interface EpointOptions {
  /** Base address of the service, without `/api/1`. */
  readonly url: string
  readonly publicKey: string
  /** Signs requests and verifies callbacks; never leaves the server. */
  readonly privateKey: string
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs?: number
}

/** Currency of the merchant's account, assumed when a reply names none. */
const accountCurrency: Currency = 'GEL'

const id = z.string().min(1).max(100)
const created = z.object({
  status: z.literal('success'),
  transaction: id,
  redirect_url: z.url({ protocol: /^https?$/ }),
})
const refused = z.object({
  status: z.enum(['error', 'failed']),
  message: z.string().max(500).nullish(),
})
const missing = z.object({
  status: z.literal('server_error'),
  message: z.string().regex(/not found/i),
})
const details = z.object({
  status: z.enum(['new', 'success', 'returned', 'failed', 'error']),
  transaction: id,
  order_id: id,
  amount: wireAmount,
  currency: z.enum(['GEL', 'USD', 'EUR']).nullish(),
  /** Refunded amount of a reversed payment; absent means all of it. */
  reversed_amount: wireAmount.nullish(),
  code: z.string().max(20).nullish(),
  card_id: z.string().max(100).nullish(),
  card_mask: z.string().max(30).nullish(),
})
const report = z.object({
  status: z.literal('success'),
  transactions: z.array(
    z.object({
      transaction: id,
      order_id: z.string().max(100).nullish(),
      currency: z.string().max(3),
      amount: wireAmount,
      reversed_amount: wireAmount.nullish(),
      created_at: z.iso.datetime({ offset: true }),
      paid_at: z.iso.datetime({ offset: true }).nullish(),
    }),
  ),
})
/** We give every payment our own id, so a message about anything else is not for us. */
const told = z.object({ order_id: z.uuid(), transaction: id })

const stateOf = {
  new: 'pending',
  success: 'captured',
  returned: 'captured',
  failed: 'declined',
  error: 'declined',
} as const

/** Response codes of card networks that a buyer can do something about. */
const failureCodes: Readonly<Record<string, string>> = { '116': 'decline_not_sufficient_funds' }

/**
 * Epoint's payment page (developer.epoint.az, API version 1): every request is a form of `data` and `signature`, and
 * refusals too are answered with 200. When the answer to a creation is lost, the payment is found by our own id.
 * Sessions do not expire there: a payment made after our hold has expired is late.
 */
export function createEpoint(options: EpointOptions): PaymentProvider {
  const limits = { timeoutMs: options.timeoutMs, replyBytesMax: reportBytesMax }
  const ask = (path: string, content: object): Promise<Answer<unknown>> =>
    askOverHttp(
      `${options.url}/api/1/${path}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          ...sign(options.privateKey, { public_key: options.publicKey, ...content }),
        }).toString(),
      },
      path === 'report' ? limits : options,
    )
  const read = async (content: object): Promise<Answer<ProviderPayment>> => {
    const answer = await ask('get-status', content)
    return answer.kind === 'answered' ? readDetails(answer.value) : answer
  }
  return {
    number: paymentProvider.epoint,
    name: 'epoint',
    currencies: [accountCurrency],
    sessionMinutesMax: 12,
    isPush: false,
    opensPage: true,
    async create(request) {
      const path = request.saveCard ? 'card-registration-with-pay' : 'request'
      const answer = await ask(path, contentOf(request))
      return answer.kind === 'answered' ? readCreated(answer.value) : answer
    },
    read: (transaction) => read({ transaction }),
    readOwn: (paymentId) => read({ order_id: paymentId }),
    readSigned(data, signature) {
      const message = told.safeParse(readSigned(options.privateKey, { data, signature }))
      if (!message.success) return null
      return { paymentId: message.data.order_id, externalId: message.data.transaction }
    },
    async refund(transaction, amountMinor, isWhole) {
      const answer = await ask('reverse', {
        language: 'en',
        transaction,
        currency: accountCurrency,
        ...(isWhole ? {} : { amount: Number(minorToDecimal(amountMinor)) }),
      })
      return answer.kind === 'answered' ? readDone(answer.value) : answer
    },
    async charge(request) {
      const answer = await ask('execute-pay', {
        language: 'en',
        card_id: request.token,
        order_id: request.paymentId,
        amount: Number(minorToDecimal(request.amount.amount)),
        currency: request.amount.currency,
        description: request.description,
      })
      return answer.kind === 'answered' ? readCharged(answer.value) : answer
    },
    async find(paymentId) {
      const answer = await read({ order_id: paymentId })
      if (answer.kind === 'answered')
        return { kind: 'answered', value: answer.value.externalId ?? null }
      const isMissing = answer.kind === 'refused' && answer.code === 'http-404'
      return isMissing ? { kind: 'answered', value: null } : answer
    },
    async report(from, to) {
      const span = { from: from.toISOString(), to: to.toISOString() }
      const answer = await ask('report', span)
      return answer.kind === 'answered' ? readReport(answer.value) : answer
    },
    // The API cannot delete a saved card; the token is simply no longer used.
    forgetCard: () => Promise.resolve({ kind: 'answered', value: null }),
  }
}

function contentOf(request: CreateRequest): object {
  return {
    amount: Number(minorToDecimal(request.amount.amount)),
    currency: request.amount.currency,
    language: request.locale,
    order_id: request.paymentId,
    description: request.description,
    success_redirect_url: request.returnUrl,
    error_redirect_url: request.returnUrl,
    result_url: request.callbackUrl,
  }
}

function readCreated(value: unknown): Answer<CreatedPayment> {
  const reply = created.safeParse(value)
  if (reply.success) {
    const { transaction, redirect_url: approvalUrl } = reply.data
    return { kind: 'answered', value: { externalId: transaction, approvalUrl } }
  }
  return readRefusal(value)
}

/** A declined card has a transaction too, which can be read like any other. */
function readCharged(value: unknown): Answer<{ readonly externalId: string }> {
  const reply = z.object({ transaction: id }).safeParse(value)
  if (!reply.success) return readRefusal(value)
  return { kind: 'answered', value: { externalId: reply.data.transaction } }
}

function readDone(value: unknown): Answer<null> {
  const isDone = z.object({ status: z.literal('success') }).safeParse(value).success
  return isDone ? { kind: 'answered', value: null } : readRefusal(value)
}

/** Anything that is neither done nor clearly refused may have happened. */
function readRefusal(value: unknown): Answer<never> {
  const reply = refused.safeParse(value)
  if (!reply.success) return { kind: 'unknown', detail: 'The reply cannot be read' }
  return { kind: 'refused', code: `epoint-${reply.data.status}`, detail: reply.data.message ?? '' }
}

function readDetails(value: unknown): Answer<ProviderPayment> {
  if (missing.safeParse(value).success) {
    return { kind: 'refused', code: 'http-404', detail: 'There is no such payment' }
  }
  const reply = details.safeParse(value)
  if (!reply.success) {
    const detail = `The payment cannot be read: ${z.prettifyError(reply.error)}`
    return { kind: 'unknown', detail }
  }
  const { status, amount, code, reversed_amount: reversed } = reply.data
  const state = stateOf[status]
  const wholeIfReturned = status === 'returned' ? amount : 0
  return {
    kind: 'answered',
    value: {
      externalId: reply.data.transaction,
      paymentId: reply.data.order_id,
      state,
      currency: reply.data.currency ?? accountCurrency,
      capturedMinor: state === 'captured' ? amount : 0,
      returnedMinor: reversed ?? wholeIfReturned,
      isReturning: false,
      failureCode: state === 'declined' ? (failureCodes[code ?? ''] ?? 'decline_general') : null,
      card: state === 'captured' ? cardOf(reply.data) : null,
    },
  }
}

/** Large enough for a day of many thousand payments. */
const reportBytesMax = 50_000_000

function readReport(value: unknown): Answer<readonly ReportedTransaction[]> {
  const reply = report.safeParse(value)
  if (!reply.success) return readRefusal(value)
  return {
    kind: 'answered',
    value: reply.data.transactions.map((each) => ({
      externalId: each.transaction,
      paymentId: each.order_id ?? null,
      currency: each.currency,
      capturedMinor: each.amount,
      returnedMinor: each.reversed_amount ?? 0,
      at: new Date(each.paid_at ?? each.created_at),
    })),
  }
}

function cardOf(reply: z.output<typeof details>): SavedCard | null {
  if (!reply.card_id || !reply.card_mask) return null
  return { token: reply.card_id, mask: reply.card_mask, goodUntil: null }
}
