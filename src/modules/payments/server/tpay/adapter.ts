import { z } from 'zod'
import { paymentProvider } from '#contract/enumerations.ts'
import { minorToDecimal, wireAmount } from '../decimal-amount.ts'
import type {
  Answer,
  CreatedPayment,
  CreateRequest,
  SavedCard,
  PaymentProvider,
  ProviderPayment,
  ChargeRequest,
  ReportedTransaction,
} from '../provider.ts'
import { TpayClient, type TpayOptions } from './client.ts'

const created = z.object({
  payId: z.string().min(1).max(100),
  links: z.array(z.object({ uri: z.url({ protocol: /^https?$/ }), rel: z.string() })),
})

const details = z.object({
  status: z.enum([
    'Created',
    'Processing',
    'Succeeded',
    'Failed',
    'Expired',
    'WaitingConfirm',
    'CancelPaymentProcessing',
    'PaymentCompletionProcessing',
    'Returned',
    'PartialReturned',
  ]),
  currency: z.enum(['GEL', 'USD', 'EUR']),
  amount: wireAmount,
  returnedAmount: wireAmount.nullish(),
  resultCode: z.string().max(100).nullish(),
  recurringCard: z
    .object({
      recId: z.string().min(1).max(100),
      cardMask: z.string().max(30),
      expiryDate: z.string().max(10).nullish(),
    })
    .nullish(),
})

const report = z.object({
  transactions: z.array(
    z.object({
      payId: z.string().min(1).max(100),
      merchantPaymentId: z.string().max(100).nullish(),
      currency: z.string().max(3),
      amount: wireAmount,
      returnedAmount: wireAmount.nullish(),
      createdAt: z.iso.datetime({ offset: true }),
      paidAt: z.iso.datetime({ offset: true }).nullish(),
    }),
  ),
})

type TpayStatus = z.output<typeof details>['status']

const stateOf: Readonly<Record<TpayStatus, ProviderPayment['state']>> = {
  Created: 'pending',
  Processing: 'pending',
  // We never pre-authorise; an amount that only awaits confirmation is not captured.
  WaitingConfirm: 'pending',
  PaymentCompletionProcessing: 'pending',
  Succeeded: 'captured',
  CancelPaymentProcessing: 'captured',
  Returned: 'captured',
  PartialReturned: 'captured',
  Failed: 'declined',
  Expired: 'expired',
}

/**
 * TBC's tpay e-commerce API (developers.tbcbank.ge, "E-Commerce"). It has no idempotency keys and no look-up by our
 * own id: a creation without an answer is never repeated, and its payment is found again only by the secret in the
 * callback address.
 */
export function createTpay(options: TpayOptions): PaymentProvider {
  const client = new TpayClient(options)
  return {
    number: paymentProvider.tpay,
    name: 'tpay',
    currencies: ['GEL', 'USD', 'EUR'],
    sessionMinutesMax: 12,
    isPush: false,
    opensPage: true,
    create: (request) => create(client, request),
    async read(externalId) {
      const answer = await client.call({ method: 'GET', path: pathOf(externalId) })
      return answer.kind === 'answered' ? readDetails(answer.value) : answer
    },
    isOneRefundOnDay: true,
    async refund(externalId, amountMinor, isWhole) {
      const answer = await client.call({
        method: 'POST',
        path: `${pathOf(externalId)}/cancel`,
        body: isWhole ? {} : { amount: Number(minorToDecimal(amountMinor)) },
      })
      return answer.kind === 'answered' ? { kind: 'answered', value: null } : answer
    },
    async forgetCard(token) {
      const answer = await client.call({
        method: 'POST',
        path: `${pathOf(token)}/delete`,
        body: {},
      })
      return answer.kind === 'answered' ? { kind: 'answered', value: null } : answer
    },
    charge: (request) => charge(client, request),
    find: (paymentId, chargedAt) => find(client, paymentId, chargedAt),
    report: (from, to) => readReport(client, from, to),
  }
}

/**
 * Charges a saved card: its `recId` is executed for an amount. The callback goes to the address given when the card
 * was saved.
 */
async function charge(
  client: TpayClient,
  request: ChargeRequest,
): Promise<Answer<{ readonly externalId: string }>> {
  const answer = await client.call({
    method: 'POST',
    path: '/v1/tpay/payments/execution',
    body: {
      recId: request.token,
      money: {
        amount: Number(minorToDecimal(request.amount.amount)),
        currency: request.amount.currency,
      },
      preAuth: false,
      merchantPaymentId: request.paymentId,
    },
  })
  if (answer.kind !== 'answered') return answer
  const reply = created.pick({ payId: true }).safeParse(answer.value)
  if (!reply.success) return { kind: 'unknown', detail: 'The charged payment cannot be read' }
  return { kind: 'answered', value: { externalId: reply.data.payId } }
}

/** Tolerated clock difference between the bank and us. */
const clockSpareMs = 60 * 60_000
/** How long after a charge was sent it may still appear. */
const findSpanMs = 24 * 3_600_000

/** There is no look-up by our id, so the report of the hours in question is read. */
async function find(
  client: TpayClient,
  paymentId: string,
  chargedAt: Date,
): Promise<Answer<string | null>> {
  const at = chargedAt.getTime()
  const listed = await readReport(client, new Date(at - clockSpareMs), new Date(at + findSpanMs))
  if (listed.kind !== 'answered') return listed
  const found = listed.value.filter((each) => each.paymentId === paymentId)
  const paid = found.find((each) => each.capturedMinor > 0)
  return { kind: 'answered', value: (paid ?? found[0])?.externalId ?? null }
}

async function readReport(
  client: TpayClient,
  from: Date,
  to: Date,
): Promise<Answer<readonly ReportedTransaction[]>> {
  const span = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
  const answer = await client.call({
    method: 'GET',
    path: `/v1/tpay/report?${span}`,
    replyBytesMax: reportBytesMax,
  })
  if (answer.kind !== 'answered') return answer
  const reply = report.safeParse(answer.value)
  if (!reply.success) return { kind: 'unknown', detail: 'The report cannot be read' }
  return {
    kind: 'answered',
    value: reply.data.transactions.map((each) => ({
      externalId: each.payId,
      paymentId: each.merchantPaymentId ?? null,
      currency: each.currency,
      capturedMinor: each.amount,
      returnedMinor: each.returnedAmount ?? 0,
      at: new Date(each.paidAt ?? each.createdAt),
    })),
  }
}

/** Large enough for a day of many thousand payments. */
const reportBytesMax = 50_000_000

function pathOf(externalId: string): string {
  return `/v1/tpay/payments/${encodeURIComponent(externalId)}`
}

async function create(client: TpayClient, request: CreateRequest): Promise<Answer<CreatedPayment>> {
  const total = Number(minorToDecimal(request.amount.amount))
  const answer = await client.call({
    method: 'POST',
    path: '/v1/tpay/payments',
    body: {
      amount: { currency: request.amount.currency, total, subTotal: total, tax: 0, shipping: 0 },
      returnurl: request.returnUrl,
      callbackUrl: request.callbackUrl,
      expirationMinutes: request.sessionMinutes,
      preAuth: false,
      language: request.locale === 'ka' ? 'KA' : 'EN',
      merchantPaymentId: request.paymentId,
      saveCard: request.saveCard,
      skipInfoMessage: true,
      description: request.description.slice(0, 30),
    },
  })
  if (answer.kind !== 'answered') return answer
  const reply = created.safeParse(answer.value)
  const approvalUrl = reply.data?.links.find((link) => link.rel === 'approval_url')?.uri
  if (!reply.data || !approvalUrl) {
    return { kind: 'unknown', detail: 'The created payment cannot be read' }
  }
  return { kind: 'answered', value: { externalId: reply.data.payId, approvalUrl } }
}

function readDetails(value: unknown): Answer<ProviderPayment> {
  const reply = details.safeParse(value)
  if (!reply.success) {
    return {
      kind: 'unknown',
      detail: `The payment cannot be read: ${z.prettifyError(reply.error)}`,
    }
  }
  const { status, currency, resultCode } = reply.data
  const state = stateOf[status]
  return {
    kind: 'answered',
    value: {
      state,
      currency,
      // `confirmedAmount` applies to pre-authorised payments only, which we never make.
      capturedMinor: state === 'captured' ? reply.data.amount : 0,
      returnedMinor: reply.data.returnedAmount ?? 0,
      isReturning: status === 'CancelPaymentProcessing',
      failureCode: state === 'declined' ? (resultCode ?? 'decline_general') : null,
      card: state === 'captured' ? cardOf(reply.data.recurringCard) : null,
      paymentId: null,
    },
  }
}

/** `expiryDate` is written month first, two digits each: `1230`. */
function cardOf(card: z.output<typeof details>['recurringCard']): SavedCard | null {
  if (!card) return null
  const [, month, year] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(card.expiryDate ?? '') ?? []
  const goodUntil = month && year ? `20${year}-${month}` : null
  return { token: card.recId, mask: card.cardMask, goodUntil }
}
