import { z } from 'zod'
import { joinedProvider } from '#contract/enumerations.ts'
import { minorToDecimal, wireAmount } from '../decimal-amount.ts'
import type { Answer, PaymentProvider, ProviderPayment } from '../provider.ts'
import type { WalletMethod, WalletPayment, WalletProvider, WalletRequest } from '../wallets.ts'
import { openAppleSessions, type AppleMerchant } from './apple-sessions.ts'
import { BogClient, type BogOptions } from './client.ts'

/** Google's identifier of this shop, and the gateway that Google encrypts for. */
export interface GoogleMerchant {
  readonly merchantId: string
  readonly merchantName: string
  readonly gateway: string
  readonly gatewayMerchantId: string
  readonly environment: 'TEST' | 'PRODUCTION'
}

const id = z.string().min(1).max(100)
const link = z.object({ href: z.url({ protocol: /^https?$/ }) })
/** `_links` holds the addresses of the next steps. */
const ordered = z
  .object({ id, _links: z.object({ redirect: link.optional() }).optional() })
  .transform(({ id: externalId, _links: links }) => ({
    externalId,
    approvalUrl: links?.redirect?.href ?? null,
  }))
const receipt = z.object({
  order_id: id,
  external_order_id: z.string().max(100).nullish(),
  order_status: z.object({
    key: z.enum([
      'created',
      'processing',
      'completed',
      'rejected',
      'refund_requested',
      'refunded',
      'refunded_partially',
      'auth_requested',
      'blocked',
      'partial_completed',
    ]),
  }),
  purchase_units: z.object({
    transfer_amount: wireAmount.nullish(),
    refund_amount: wireAmount.nullish(),
    currency_code: z.enum(['GEL', 'USD', 'EUR']),
  }),
  payment_detail: z.object({ code: z.string().max(20).nullish() }).nullish(),
})

type Status = z.output<typeof receipt>['order_status']['key']

const stateOf: Readonly<Record<Status, ProviderPayment['state']>> = {
  created: 'pending',
  processing: 'pending',
  // We never pre-authorise; an amount that only awaits confirmation is not captured.
  auth_requested: 'pending',
  blocked: 'pending',
  partial_completed: 'pending',
  completed: 'captured',
  refund_requested: 'captured',
  refunded: 'captured',
  refunded_partially: 'captured',
  rejected: 'declined',
}

/** Codes of the bank that a buyer can do something about. */
const failureCodes: Readonly<Record<string, string>> = { '107': 'decline_not_sufficient_funds' }

const refused = async (): Promise<Answer<never>> => ({
  kind: 'refused',
  code: 'wallets-only',
  detail: 'Cards are taken by others',
})

/**
 * Bank of Georgia's payments API (api.bog.ge, "Online Payment API"), for Apple Pay and Google Pay on our own page. The
 * wallet's encrypted data is passed on without being decrypted. Typed cards are handled by other acquirers.
 */
export function createBog(
  options: BogOptions & {
    /** Null where Google Pay is not set up. */
    readonly google: GoogleMerchant | null
    /** Null where Apple Pay is not set up. */
    readonly apple: AppleMerchant | null
  },
): PaymentProvider & WalletProvider {
  const client = new BogClient(options)
  const { apple, google } = options
  return {
    number: joinedProvider.bog,
    name: 'bog',
    currencies: ['GEL', 'USD', 'EUR'],
    sessionMinutesMax: 12,
    isPush: false,
    walletMethods: [
      ...(apple ? [appleMethod(apple)] : []),
      ...(google ? [googleMethod(google)] : []),
    ],
    openAppleSession: apple && openAppleSessions(apple),
    payByWallet: (request) =>
      request.kind === 'apple-pay' ? payByApple(client, request) : payByGoogle(client, request),
    askAgain: (request) => askAgain(client, request),
    create: refused,
    async read(externalId) {
      const path = `/payments/v1/receipt/${encodeURIComponent(externalId)}`
      const answer = await client.call({ method: 'GET', path })
      return answer.kind === 'answered' ? readReceipt(answer.value) : answer
    },
    async refund(externalId, amountMinor, isWhole) {
      const answer = await client.call({
        method: 'POST',
        path: `/payments/v1/payment/refund/${encodeURIComponent(externalId)}`,
        body: isWhole ? {} : { amount: Number(minorToDecimal(amountMinor)) },
      })
      return answer.kind === 'answered' ? { kind: 'answered', value: null } : answer
    },
    forgetCard: refused,
  }
}

/** Apple Pay on the web, version 3. */
function appleMethod({ merchantId }: AppleMerchant): WalletMethod {
  return {
    kind: 'apple-pay',
    supportedMethods: 'https://apple.com/apple-pay',
    data: {
      version: 3,
      merchantIdentifier: merchantId,
      merchantCapabilities: ['supports3DS'],
      supportedNetworks: ['visa', 'masterCard', 'amex'],
      countryCode: 'GE',
    },
  }
}

/** Google Pay API, version 2. */
function googleMethod(google: GoogleMerchant): WalletMethod {
  const { merchantId, merchantName, gateway, gatewayMerchantId, environment } = google
  return {
    kind: 'google-pay',
    supportedMethods: 'https://google.com/pay',
    data: {
      environment,
      apiVersion: 2,
      apiVersionMinor: 0,
      merchantInfo: { merchantId, merchantName },
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: {
            allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
            allowedCardNetworks: ['VISA', 'MASTERCARD', 'AMEX'],
          },
          tokenizationSpecification: {
            type: 'PAYMENT_GATEWAY',
            parameters: { gateway, gatewayMerchantId },
          },
        },
      ],
    },
  }
}

/** The order at the bank, with its payment method. */
function orderOf(
  request: Omit<WalletRequest, 'kind' | 'token'>,
  method: string,
  config: object,
): object {
  const total = Number(minorToDecimal(request.amount.amount))
  return {
    application_type: 'web',
    callback_url: request.callbackUrl,
    external_order_id: request.paymentId,
    purchase_units: {
      currency: request.amount.currency,
      total_amount: total,
      basket: [
        {
          product_id: request.paymentId,
          description: request.description,
          quantity: 1,
          unit_price: total,
        },
      ],
    },
    redirect_urls: { success: request.returnUrl, fail: request.returnUrl },
    payment_method: [method],
    config: { [method]: { external: true, ...config } },
  }
}

/** One call creates and pays the order; a card without the device's cryptogram continues with 3-D Secure. */
async function payByGoogle(
  client: BogClient,
  request: WalletRequest,
): Promise<Answer<WalletPayment>> {
  const answer = await client.call({
    method: 'POST',
    path: '/payments/v1/ecommerce/orders',
    idempotencyKey: request.paymentId,
    body: orderOf(request, 'google_pay', { google_pay_token: request.token }),
  })
  if (answer.kind !== 'answered') return answer
  const reply = ordered.safeParse(answer.value)
  if (!reply.success) return { kind: 'unknown', detail: 'The payment cannot be read' }
  return { kind: 'answered', value: reply.data }
}

/**
 * The bank answers a repeated creation as it answered the first one with that key. An order for Apple Pay is paid by a
 * second call only, so where the bank knows none it makes one that stays unpaid.
 */
async function askAgain(
  client: BogClient,
  request: Omit<WalletRequest, 'kind' | 'token'>,
): Promise<Answer<WalletPayment>> {
  const answer = await client.call({
    method: 'POST',
    path: '/payments/v1/ecommerce/orders',
    idempotencyKey: request.paymentId,
    body: orderOf(request, 'apple_pay', {}),
  })
  const reply = answer.kind === 'answered' ? ordered.safeParse(answer.value).data : undefined
  if (reply) return { kind: 'answered', value: reply }
  const detail = answer.kind === 'answered' ? 'The payment cannot be read' : answer.detail
  return { kind: 'unknown', detail }
}

/** The first call creates the order without charging, the second one pays it. */
async function payByApple(
  client: BogClient,
  request: WalletRequest,
): Promise<Answer<WalletPayment>> {
  const opened = await client.call({
    method: 'POST',
    path: '/payments/v1/ecommerce/orders',
    idempotencyKey: request.paymentId,
    body: orderOf(request, 'apple_pay', {}),
  })
  const order = opened.kind === 'answered' ? ordered.safeParse(opened.value).data : undefined
  // No money is taken for an unpaid order, whether or not it exists at the bank.
  if (!order) {
    const detail = opened.kind === 'answered' ? 'The order cannot be read' : opened.detail
    return { kind: 'refused', code: 'no-order', detail }
  }
  const paid = await client.call({
    method: 'POST',
    path: `/payments/v1/ecommerce/orders/${encodeURIComponent(order.externalId)}/payment`,
    body: { apple_pay_token: request.token },
  })
  if (paid.kind === 'refused') return paid
  return { kind: 'answered', value: { externalId: order.externalId, approvalUrl: null } }
}

function readReceipt(value: unknown): Answer<ProviderPayment> {
  const reply = receipt.safeParse(value)
  if (!reply.success) {
    const detail = `The payment cannot be read: ${z.prettifyError(reply.error)}`
    return { kind: 'unknown', detail }
  }
  const { order_status: status, purchase_units: units, payment_detail: detail } = reply.data
  const state = stateOf[status.key]
  return {
    kind: 'answered',
    value: {
      paymentId: reply.data.external_order_id ?? null,
      state,
      currency: units.currency_code,
      capturedMinor: state === 'captured' ? (units.transfer_amount ?? 0) : 0,
      returnedMinor: units.refund_amount ?? 0,
      isReturning: status.key === 'refund_requested',
      failureCode:
        state === 'declined' ? (failureCodes[detail?.code ?? ''] ?? 'decline_general') : null,
      card: null,
      ...(status.key === 'created' && { isUntouched: true as const }),
    },
  }
}
