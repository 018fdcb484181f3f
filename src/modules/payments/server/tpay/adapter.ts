import { z } from 'zod'
import { paymentProvider } from '#contract/enumerations.ts'
import { decimalToMinor, minorToDecimal } from '../decimal-amount.ts'
import type {
  Answer,
  CreatedPayment,
  CreateRequest,
  KeptCard,
  PaymentProvider,
  ProviderPayment,
} from '../provider.ts'
import { TpayClient, type TpayOptions } from './client.ts'

/** A decimal number of a reply; the shortest text of a number read from at most 15 digits is what was written. */
const amount = z.number().transform((value, check) => {
  const minor = decimalToMinor(String(value))
  if (minor === null) check.addIssue('Not an exact amount of money')
  return minor ?? 0
})

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
  amount,
  returnedAmount: amount.nullish(),
  resultCode: z.string().max(100).nullish(),
  recurringCard: z
    .object({
      recId: z.string().min(1).max(100),
      cardMask: z.string().max(30),
      expiryDate: z.string().max(10).nullish(),
    })
    .nullish(),
})

type TpayStatus = z.output<typeof details>['status']

const stateOf: Readonly<Record<TpayStatus, ProviderPayment['state']>> = {
  Created: 'pending',
  Processing: 'pending',
  // We never pre-authorise; money that only waits for confirmation is not ours yet.
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
 * TBC's tpay e-commerce API (developers.tbcbank.ge, "E-Commerce"). It knows no idempotency key and no look-up
 * by our own id: a create without an answer is never repeated, and its payment is found again only by the
 * secret in the callback address.
 */
export function createTpay(options: TpayOptions): PaymentProvider {
  const client = new TpayClient(options)
  return {
    number: paymentProvider.tpay,
    name: 'tpay',
    currencies: ['GEL', 'USD', 'EUR'],
    sessionMinutesMax: 12,
    create: (request) => create(client, request),
    async read(externalId) {
      const answer = await client.call({ method: 'GET', path: pathOf(externalId) })
      return answer.kind === 'answered' ? readDetails(answer.value) : answer
    },
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
  }
}

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
      // `confirmedAmount` is only of pre-authorised payments, which we never make.
      capturedMinor: state === 'captured' ? reply.data.amount : 0,
      returnedMinor: reply.data.returnedAmount ?? 0,
      isReturning: status === 'CancelPaymentProcessing',
      failureCode: state === 'declined' ? (resultCode ?? 'decline_general') : null,
      card: state === 'captured' ? cardOf(reply.data.recurringCard) : null,
    },
  }
}

/** `expiryDate` is written month first, two digits each: `1230`. */
function cardOf(card: z.output<typeof details>['recurringCard']): KeptCard | null {
  if (!card) return null
  const [, month, year] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(card.expiryDate ?? '') ?? []
  const goodUntil = month && year ? `20${year}-${month}` : null
  return { token: card.recId, mask: card.cardMask, goodUntil }
}
