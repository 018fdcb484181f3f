/** Calls that pay and settle an order. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, uuid, wholeNumber } from '#contract/fields.ts'
import { buyerCheckErrors } from './check-contract.ts'
import {
  openOrderErrors,
  orderKeyBody,
  orderOutcomeView,
  orderView,
  paymentView,
} from './contract.ts'

export const createPayment = defineCall({
  id: 'orders-groot-create-payment',
  cost: 'bank',
  area: 'orders-groot',
  method: 'POST',
  path: '/groot/Orders/create-payment',
  summary: 'Starts the payment of an order, or answers the one already open',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    orderKey: uuid,
    /** Absent: a new card, charged by the acquirer that `acquirers.ts` chooses. */
    provider: wholeNumber(1, 4).optional(),
    /** Where the buyer returns to: a path on our own origin. */
    continueUrl: z.string().min(1).max(2_000).optional(),
    /** Saves the card for next time; signed-in customers only. */
    saveCard: flag.optional(),
    /**
     * A saved card of the caller: it is charged directly by the provider that stores it, without a payment page.
     * Cards of others are not found.
     */
    cardId: uuid.optional(),
  }),
  reply: paymentView,
  errors: [
    ...openOrderErrors,
    'NotFound',
    'OrderEmpty',
    'BuyerDetailsMissing',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    ...buyerCheckErrors,
    'QuoteChanged',
    'EventNotActive',
    'PaymentInProgress',
    'PaymentProviderNotAvailable',
    'PaymentProviderFailed',
    'ContinueAddressNotAllowed',
  ],
  idempotent: true,
  limit: 'flood',
})

export const paymentStatus = defineCall({
  id: 'orders-groot-payment-status',
  area: 'orders-groot',
  method: 'GET',
  path: '/groot/Orders/payment-status/{orderKey}/{paymentId}',
  summary: 'Where a payment of an order stands',
  credential: 'guest-or-customer',
  params: z.object({ orderKey: uuid, paymentId: uuid }),
  reply: paymentView,
  errors: ['OrderNotFound', 'PaymentNotFound'],
})

const completeErrors = [
  ...openOrderErrors,
  'OrderEmpty',
  'BuyerDetailsMissing',
  'ExtraFieldsMissing',
  'CompanionNeeded',
  'PassengerNotAllowed',
  ...buyerCheckErrors,
  'SeatNotAvailable',
  'QuoteChanged',
  'EventNotActive',
] as const

export const completeOrder = defineCall({
  id: 'orders-complete',
  cost: 'bank',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/complete',
  summary: 'Asks the provider now and settles the order; a free order completes without payment',
  credential: 'guest-or-customer',
  required: ['body'],
  body: orderKeyBody,
  reply: orderOutcomeView,
  errors: completeErrors,
  idempotent: true,
})

export const grootCompleteOrder = defineCall({
  id: 'orders-groot-order-complete',
  cost: 'bank',
  area: 'orders-groot',
  method: 'POST',
  path: '/groot/Orders/order/complete',
  summary: 'Asks the provider now and settles the order; a free order completes without payment',
  credential: 'guest-or-customer',
  required: ['body'],
  body: orderKeyBody,
  reply: orderOutcomeView,
  errors: completeErrors,
  idempotent: true,
})

export const retryOrder = defineCall({
  id: 'orders-retry',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/retry',
  summary: 'After a failed payment: a new order in checkout with the same places and buyer',
  credential: 'guest-or-customer',
  required: ['body'],
  body: orderKeyBody,
  reply: orderView,
  errors: ['OrderNotFound', 'OrderStatusNotAllowed', 'SeatNotAvailable', 'HoldTimeOver'],
  idempotent: true,
  limit: 'flood',
})
