/** Checkout calls made by payment providers: their checks and their callbacks. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'

export const tpayCallback = defineCall({
  id: 'own-payments-tpay-callback',
  area: 'own',
  method: 'POST',
  path: '/payments/tpay/callback',
  summary:
    'The bank tells that a payment has changed; only a hint, the bank is asked for the truth',
  credential: 'none',
  isFromOutside: true,
  required: ['body'],
  query: z.object({ key: z.string().max(100).default('') }),
  body: z.object({ PaymentId: z.string().min(1).max(100) }),
  reply: z.object({ accepted: z.literal(true) }),
})

export const epointCallback = defineCall({
  id: 'own-payments-epoint-callback',
  area: 'own',
  method: 'POST',
  path: '/payments/epoint/callback',
  summary:
    'Epoint tells, signed, that a payment has changed; it is asked for the truth all the same',
  credential: 'none',
  isFromOutside: true,
  required: ['body'],
  query: z.object({ key: z.string().max(100).default('') }),
  body: z.object({ data: z.string().min(1).max(20_000), signature: z.string().min(1).max(100) }),
  reply: z.object({ accepted: z.literal(true) }),
  errors: ['SignatureInvalid'],
  takesForm: true,
})

export const citypayCallback = defineCall({
  id: 'own-payments-citypay-callback',
  area: 'own',
  method: 'POST',
  path: '/payments/citypay/callback',
  summary: 'CityPay tells that money has arrived; only a hint, it is asked for the truth',
  credential: 'none',
  isFromOutside: true,
  required: ['body'],
  query: z.object({ key: z.string().max(100).default('') }),
  body: z.object({ order_token: z.string().min(1).max(100) }),
  reply: z.object({ accepted: z.literal(true) }),
})

export const bogCallback = defineCall({
  id: 'own-payments-bog-callback',
  area: 'own',
  method: 'POST',
  path: '/payments/bog/callback',
  summary:
    'The bank tells that a wallet’s payment has changed; only a hint, it is asked for the truth',
  credential: 'none',
  isFromOutside: true,
  required: ['body'],
  query: z.object({ key: z.string().max(100).default('') }),
  body: z.object({ body: z.object({ order_id: z.string().min(1).max(100) }) }),
  reply: z.object({ accepted: z.literal(true) }),
})

/** Any text, not repeated: invalid values are refused in the bank's own format. */
const gcField = z.string().max(1_000).optional()

/** gc's parameters. They are parsed from the signed address itself; declared here for the documentation only. */
const gcQuery = z.object({
  merch_id: gcField,
  trx_id: gcField,
  ts: gcField,
  'o.payment_id': gcField,
  'o.amount': gcField,
  signature: gcField,
})

export const gcAvailability = defineCall({
  id: 'payments-gc-availability',
  area: 'payments',
  method: 'GET',
  path: '/v2/payments/gc/availability',
  summary:
    'The bank asks, before it takes money, whether a payment is still wanted and how much it is',
  credential: 'provider-signature',
  query: gcQuery,
  reply: z.unknown(),
  produces: 'text/xml',
})

export const gcRegistration = defineCall({
  id: 'payments-gc-registration',
  area: 'payments',
  method: 'GET',
  path: '/v2/payments/gc/registration',
  summary: 'The bank tells how a payment has ended; answered once that is written down',
  credential: 'provider-signature',
  query: gcQuery.extend({
    result_code: gcField,
    ext_result_code: gcField,
    amount: gcField,
    currency: gcField,
    account_id: gcField,
    merchant_trx: gcField,
    'p.rrn': gcField,
  }),
  reply: z.unknown(),
  produces: 'text/xml',
})
