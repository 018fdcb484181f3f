/** State of a payment, and the calls of its return page. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { uuid } from '#contract/fields.ts'
import { orderView, paymentView } from './contract.ts'

const finish = {
  area: 'payments',
  method: 'POST',
  summary: 'The return page reports back; the server asks the provider for the truth',
  credential: 'guest-or-customer',
  required: [],
  /** One of the two. A payment of another online service does not exist here. */
  body: z.object({ paymentId: uuid.optional(), orderKey: uuid.optional() }).default({}),
  reply: paymentView,
  errors: ['BadRequest', 'OrderNotFound', 'PaymentNotFound'],
} as const

export const tpayFinish = defineCall({
  ...finish,
  id: 'payments-tpay-finish',
  cost: 'bank',
  path: '/v2/payments/tpay/finish',
})

export const epointFinish = defineCall({
  ...finish,
  id: 'payments-epoint-finish',
  cost: 'bank',
  path: '/v2/payments/epoint/finish',
})

export const citypayFinish = defineCall({
  ...finish,
  id: 'payments-citypay-finish',
  cost: 'bank',
  path: '/v2/payments/citypay/finish',
})

export const leavePayment = defineCall({
  id: 'own-payment-leave',
  cost: 'bank',
  area: 'own',
  method: 'POST',
  path: '/v2/payments/leave',
  summary:
    'The buyer has left the bank’s page: a new order at checkout with the same places, to be paid otherwise or changed',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ orderKey: uuid }),
  reply: orderView,
  errors: [
    'OrderNotFound',
    'OrderStatusNotAllowed',
    'PaymentInProgress',
    'SeatNotAvailable',
    'HoldTimeOver',
  ],
  idempotent: true,
  limit: 'flood',
})

export const paymentsStatus = defineCall({
  id: 'payments-status',
  area: 'payments',
  method: 'GET',
  path: '/v2/payments/status',
  summary: 'Where a payment stands, by its id or by its order',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ transactionId: uuid.optional(), orderKey: uuid.optional() }),
  reply: paymentView,
  errors: ['BadRequest', 'OrderNotFound', 'PaymentNotFound'],
})
