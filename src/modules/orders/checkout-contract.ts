/** Calls of checkout: the buyer’s details, the fields still required, and payment methods. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { paymentMethods } from '#contract/enumerations.ts'
import { email, flag, optionalPhone, personName, text, uuid } from '#contract/fields.ts'
import { buyerChecksView } from './check-contract.ts'
import { extraAnswers, extraQuestionView } from './extra-contract.ts'
import { givenPassengers, passengerQuestionView } from './passenger-contract.ts'
import { openOrderErrors, orderView } from './contract.ts'

/** An enabled payment method. */
export const paymentMethodView = z.object({
  /** Sent to `create-payment`; null for the caller's balance, which is applied with `POST /v2/balance/apply`. */
  provider: z.number().int().nullable(),
  name: z.string(),
  /** A bank's page for cards is `VirtualPos`, an online payment service `EPayment`. */
  method: z.enum(paymentMethods),
})

/** All data of a checkout page. */
export const checkoutView = z.object({
  order: orderView,
  /** Nothing to pay: `complete` finishes the order immediately. */
  isFree: z.boolean(),
  paymentWays: z.array(paymentMethodView),
  externalReference: z.string().nullable(),
  extras: z.array(extraQuestionView),
  /** Named tickets; empty when there are none. */
  passengers: z.array(passengerQuestionView),
  checks: buyerChecksView,
})

export type CheckoutView = z.output<typeof checkoutView>

/**
 * The buyer: tickets are sent to this e-mail. A phone is required only when a rule demands its verification
 * (`checks.phone`).
 */
export const buyerFields = z.object({
  name: personName(120).default(''),
  email,
  phone: optionalPhone,
})

const orderKeyParams = z.object({ orderKey: uuid })

const checkoutBody = z.object({
  orderKey: uuid,
  buyer: buyerFields,
  acceptTerms: flag,
  /** Answers by the ids of `CheckoutView.extras`; errors are reported as `body.extras.<id>`. */
  extras: extraAnswers,
  passengers: givenPassengers,
})

export const checkout = defineCall({
  id: 'orders-checkout',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/checkout',
  summary: 'Takes the buyer’s details and moves the order to checkout',
  credential: 'guest-or-customer',
  required: ['body'],
  body: checkoutBody,
  reply: checkoutView,
  errors: [
    ...openOrderErrors,
    'OrderEmpty',
    'TermsNotAccepted',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'PassengerTwice',
    'PassengerAgeWrong',
    'TooMuchHeld',
  ],
  idempotent: true,
})

export const grootCheckout = defineCall({
  id: 'orders-groot-checkout',
  area: 'orders-groot',
  method: 'POST',
  path: '/groot/Orders/checkout',
  summary: 'Takes the buyer’s details and moves the order to checkout',
  credential: 'guest-or-customer',
  required: ['body'],
  body: checkoutBody,
  reply: checkoutView,
  errors: [
    ...openOrderErrors,
    'OrderEmpty',
    'TermsNotAccepted',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'PassengerTwice',
    'PassengerAgeWrong',
    'TooMuchHeld',
  ],
  idempotent: true,
})

export const grootCheckoutGet = defineCall({
  id: 'orders-groot-checkout-get',
  area: 'orders-groot',
  method: 'GET',
  path: '/groot/Orders/checkout/{orderKey}',
  summary: 'What a checkout page needs of an order',
  credential: 'guest-or-customer',
  params: orderKeyParams,
  reply: checkoutView,
  errors: ['OrderNotFound'],
})

export const grootCheckoutDetails = defineCall({
  id: 'orders-groot-checkout-details',
  area: 'orders-groot',
  method: 'GET',
  path: '/groot/Orders/checkout-details/{orderKey}',
  summary: 'What a checkout page needs of an order',
  credential: 'guest-or-customer',
  params: orderKeyParams,
  reply: checkoutView,
  errors: ['OrderNotFound'],
})

export const checkoutDetails = defineCall({
  id: 'orders-checkout-details',
  area: 'orders',
  method: 'GET',
  path: '/v2/orders/checkout/details',
  summary: 'What a checkout page needs of an order',
  credential: 'guest-or-customer',
  required: [],
  /** Our key, the partner's own booking id (`externalReference`), or both of one order. */
  query: z.object({ orderKey: uuid.optional(), eventHubBookingId: text(100, 1).optional() }),
  reply: checkoutView,
  errors: ['BadRequest', 'OrderNotFound'],
})
