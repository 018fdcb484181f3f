/** The calls of checkout that are not a shopper's: a provider tells that something has changed. */
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
  required: ['body'],
  query: z.object({ key: z.string().max(100).default('') }),
  body: z.object({ order_token: z.string().min(1).max(100) }),
  reply: z.object({ accepted: z.literal(true) }),
})
