/** Calls about a customer's saved cards. Only the provider's token, the brand and the last four digits are stored. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, text, uuid } from '#contract/fields.ts'

export const savedCardView = z.object({
  cardId: uuid,
  provider: z.number().int(),
  brand: z.enum(['visa', 'mastercard', 'amex', 'other']),
  lastFour: z.string(),
  /** Last month of validity (`2030-12`), or null when the provider does not give it. */
  goodUntil: z.string().nullable(),
  createdAt: instant,
})
export type SavedCardView = z.output<typeof savedCardView>

const cards = z.object({ cards: z.array(savedCardView) })
const removed = z.object({ done: z.literal(true) })

export const authPaymentCards = defineCall({
  id: 'auth-paymentcards',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/paymentcards',
  summary: 'Cards the caller has saved',
  credential: 'customer',
  reply: cards,
})

export const walletCards = defineCall({
  id: 'wallet-cards',
  area: 'wallet',
  method: 'GET',
  path: '/groot/Wallet/cards',
  summary: 'Cards the caller has saved',
  credential: 'customer',
  reply: cards,
})

export const walletSearch = defineCall({
  id: 'wallet-search',
  area: 'wallet',
  method: 'GET',
  path: '/groot/Wallet/search',
  summary: 'Cards the caller has saved whose brand or last digits begin with a text',
  credential: 'customer',
  required: [],
  query: z.object({ name: text(40).default('') }),
  reply: cards,
})

export const authPaymentCardDelete = defineCall({
  id: 'auth-paymentcard-delete',
  area: 'auth',
  method: 'DELETE',
  path: '/v2/auth/paymentcard/{paymentcardid}',
  summary: 'Forgets a saved card, here at once and at the provider',
  credential: 'customer',
  params: z.object({ paymentcardid: uuid }),
  reply: removed,
  errors: ['NotFound'],
})

export const walletCardDelete = defineCall({
  id: 'wallet-card-delete',
  area: 'wallet',
  method: 'DELETE',
  path: '/groot/Wallet/cards/{id}',
  summary: 'Forgets a saved card, here at once and at the provider',
  credential: 'customer',
  required: [],
  params: z.object({ id: uuid }),
  reply: removed,
  errors: ['NotFound'],
})

export const ownCardAdd = defineCall({
  id: 'own-payment-card-add',
  cost: 'bank',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/paymentcards/add',
  summary: 'Begins saving a card: the bank asks for it on its page and takes nothing',
  credential: 'customer',
  body: z.object({ continueUrl: z.string().min(1).max(2_000).optional() }).default({}),
  reply: z.object({ paymentId: uuid, redirectUrl: z.string() }),
  errors: ['PaymentProviderNotAvailable', 'PaymentProviderFailed', 'ContinueAddressNotAllowed'],
  idempotent: true,
  limit: 'flood',
})
