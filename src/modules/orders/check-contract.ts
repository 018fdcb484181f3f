/** What a buyer verifies before paying, where rules require it: a phone, a personal number. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, smsCode, text, uuid } from '#contract/fields.ts'

/** Required verifications of an order, and which are done. */
export const buyerChecksView = z.object({
  phone: z.object({ isNeeded: z.boolean(), isDone: z.boolean() }),
  privateNumber: z.object({
    isNeeded: z.boolean(),
    isDone: z.boolean(),
    /** The last digits of the number that was given (`•••••••4567`), or null. */
    hint: z.string().nullable(),
    /** Maximum number of tickets one person may buy, or null. */
    ticketsMax: z.number().int().nullable(),
  }),
})
export type BuyerChecksView = z.output<typeof buyerChecksView>

/** Reasons why an order may not be paid yet; answered by every call that would pay it. */
export const buyerCheckErrors = [
  'PhoneNotConfirmed',
  'PrivateNumberMissing',
  'PrivateNumberUsedUp',
] as const

const openOrderErrors = ['OrderNotFound', 'OrderStatusNotAllowed', 'OrderExpired'] as const

export const validateSend = defineCall({
  id: 'orders-validate-send',
  cost: 'message',
  area: 'orders',
  method: 'GET',
  path: '/v2/orders/validate',
  summary: 'Sends a code to the phone of the order’s buyer',
  credential: 'guest-or-customer',
  required: ['authorization'],
  query: z.object({ orderKey: uuid }),
  reply: z.object({
    codeId: uuid,
    /** The phone with its middle hidden. */
    phoneHint: z.string(),
    expiresAt: instant,
    /** Seconds until another code may be requested. */
    againAfterSeconds: z.number().int(),
  }),
  errors: [
    'Unauthenticated',
    ...openOrderErrors,
    'BuyerDetailsMissing',
    'PhoneWrong',
    'TooManyRequests',
    'SmsBudgetSpent',
  ],
  actsOnGet: true,
  limit: 'guess',
})

export const validateCheck = defineCall({
  id: 'orders-validate-check',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/validate',
  summary: 'Proves the buyer’s phone with the code that came to it',
  credential: 'guest-or-customer',
  required: ['body', 'authorization'],
  body: z.object({ orderKey: uuid, codeId: uuid, code: smsCode }),
  reply: buyerChecksView,
  errors: ['Unauthenticated', ...openOrderErrors, 'BuyerDetailsMissing', 'CodeWrong'],
  limit: 'guess',
})

export const validatePrivateNumber = defineCall({
  id: 'orders-checkout-validate-private-number',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/checkout/validate-private-number',
  summary: 'Takes the buyer’s personal number and counts what it has bought; only its hash is kept',
  credential: 'guest-or-customer',
  required: ['body'],
  /** The eleven digits of a Georgian identity document; spaces and hyphens are ignored. */
  body: z.object({ orderKey: uuid, privateNumber: text(40, 1) }),
  reply: buyerChecksView,
  errors: [...openOrderErrors, 'OrderEmpty', 'PrivateNumberWrong', 'PrivateNumberUsedUp'],
  limit: 'guess',
})
