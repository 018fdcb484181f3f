/** The one call of checkout that is not a shopper's: the bank tells that something has changed. */
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
