import { z } from 'zod'
import { paymentProvider } from '#contract/enumerations.ts'
import { minorToDecimal, wireAmount } from '../decimal-amount.ts'
import { askOverHttp } from '../provider-http.ts'
import type {
  Answer,
  CreatedPayment,
  CreateRequest,
  PaymentProvider,
  ProviderPayment,
  ReportedTransaction,
} from '../provider.ts'

export interface CityPayOptions {
  /** Base address of order creation, without `/api`. */
  readonly url: string
  /** Base address for reading orders; the same when absent. */
  readonly ordersUrl?: string
  readonly customerId: string
  readonly accessToken: string
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs?: number
}

const created = z.object({
  success: z.literal(true),
  data: z.object({
    payment_url: z.url({ protocol: /^https?$/ }),
    token: z.string().min(1).max(100),
  }),
})
const refused = z.object({ success: z.literal(false), message: z.unknown() })
const details = z.object({
  success: z.literal(true),
  data: z.object({
    token: z.string().min(1).max(100),
    client_order_id: z.string().min(1).max(100),
    /** Amount received, in the order's currency. */
    received_amount_in_fiat: wireAmount,
    fiat_currency: z.enum(['GEL', 'USD', 'EUR']),
    status: z.object({
      code: z.enum(['PENDING', 'IN_PROGRESS', 'CONFIRMED', 'CANCELED', 'EXPIRED']),
    }),
  }),
})

const report = z.object({
  success: z.literal(true),
  data: z.array(
    z.object({
      token: z.string().min(1).max(100),
      client_order_id: z.string().max(100).nullish(),
      received_amount_in_fiat: wireAmount,
      fiat_currency: z.string().max(3),
      status: z.object({
        code: z.enum(['PENDING', 'IN_PROGRESS', 'CONFIRMED', 'CANCELED', 'EXPIRED']),
      }),
      created_at: z.iso.datetime({ offset: true }),
      received_at: z.iso.datetime({ offset: true }).nullish(),
    }),
  ),
})

/** Large enough for a day of many thousand orders. */
const reportBytesMax = 50_000_000

/**
 * CityPay (citypay.io): the buyer sends cryptocurrency worth the order's price in lari to an address. We choose the
 * order's token, so the order can be found even if the answer to its creation is lost. The amount received may differ
 * from the amount asked; when an order ends short, what arrived is still taken. Callbacks are unsigned, and none
 * reports the end. The API has no refunds.
 */
export function createCityPay(options: CityPayOptions): PaymentProvider {
  const read = async (token: string): Promise<Answer<ProviderPayment>> => {
    const base = options.ordersUrl ?? options.url
    const url = `${base}/order/${encodeURIComponent(token)}`
    const answer = await askOverHttp(url, { method: 'GET' }, options)
    return answer.kind === 'answered' ? readDetails(answer.value) : answer
  }
  return {
    number: paymentProvider.citypay,
    name: 'citypay',
    currencies: ['GEL'],
    sessionMinutesMax: 12,
    isPush: true,
    opensPage: true,
    async create(request) {
      const answer = await askOverHttp(
        `${options.url}/api/generateOrder`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(contentOf(options, request)),
        },
        options,
      )
      return answer.kind === 'answered' ? readCreated(answer.value) : answer
    },
    read,
    readOwn: read,
    refund: null,
    async report(from, to) {
      const { customerId: customer_id, accessToken: access_token } = options
      const span = { from: from.toISOString(), to: to.toISOString() }
      const answer = await askOverHttp(
        `${options.url}/api/orders`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ customer_id, access_token, ...span }),
        },
        { timeoutMs: options.timeoutMs, replyBytesMax: reportBytesMax },
      )
      return answer.kind === 'answered' ? readReport(answer.value) : answer
    },
    forgetCard: () => Promise.resolve({ kind: 'answered', value: null }),
  }
}

function contentOf(options: CityPayOptions, request: CreateRequest): object {
  return {
    customer_id: options.customerId,
    access_token: options.accessToken,
    order_id: request.paymentId,
    order_token: request.paymentId,
    amount: Number(minorToDecimal(request.amount.amount)),
    lang: request.locale,
    success_url: request.returnUrl,
    cancel_url: request.returnUrl,
    callback_url: request.callbackUrl,
  }
}

function readCreated(value: unknown): Answer<CreatedPayment> {
  const reply = created.safeParse(value)
  if (reply.success) {
    const { token, payment_url: approvalUrl } = reply.data.data
    return { kind: 'answered', value: { externalId: token, approvalUrl } }
  }
  const refusal = refused.safeParse(value)
  if (!refusal.success) return { kind: 'unknown', detail: 'The created order cannot be read' }
  const detail = String(refusal.data.message).slice(0, 300)
  return { kind: 'refused', code: 'citypay-refused', detail }
}

function readDetails(value: unknown): Answer<ProviderPayment> {
  const reply = details.safeParse(value)
  if (!reply.success) {
    const detail = `The order cannot be read: ${z.prettifyError(reply.error)}`
    return { kind: 'unknown', detail }
  }
  const order = reply.data.data
  const received = order.received_amount_in_fiat
  const state = stateOf(order.status.code, received)
  return {
    kind: 'answered',
    value: {
      externalId: order.token,
      paymentId: order.client_order_id,
      state,
      currency: order.fiat_currency,
      capturedMinor: state === 'captured' ? received : 0,
      returnedMinor: 0,
      isReturning: false,
      failureCode: null,
      card: null,
    },
  }
}

/** The report has one line for the total received for an order, however many transfers there were. */
function readReport(value: unknown): Answer<readonly ReportedTransaction[]> {
  const reply = report.safeParse(value)
  if (!reply.success) return { kind: 'unknown', detail: 'The list of orders cannot be read' }
  return {
    kind: 'answered',
    value: reply.data.data.map((each) => {
      const received = each.received_amount_in_fiat
      const isOurs = stateOf(each.status.code, received) === 'captured'
      return {
        externalId: each.token,
        paymentId: each.client_order_id ?? null,
        currency: each.fiat_currency,
        capturedMinor: isOurs ? received : 0,
        returnedMinor: 0,
        at: new Date(each.received_at ?? each.created_at),
      }
    }),
  }
}

type StatusCode = z.output<typeof details>['data']['status']['code']

/** The amount received counts once nothing more is expected, however the order ended there. */
function stateOf(code: StatusCode, received: number): ProviderPayment['state'] {
  switch (code) {
    case 'PENDING':
    case 'IN_PROGRESS':
      return 'pending'
    case 'CONFIRMED':
      return 'captured'
    case 'CANCELED':
      return received > 0 ? 'captured' : 'canceled'
    case 'EXPIRED':
      return received > 0 ? 'captured' : 'expired'
  }
}
