/** Calls of a customer's stored balance: its amount, deposits and withdrawals. Amounts are minor units. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, moneyField, uuid, wholeNumber } from '#contract/fields.ts'
import { currencies, shopCurrencies } from '#kernel/currencies.ts'

/** A customer's balance in one currency. `available` plus `held` is what the platform owes. */
export const balanceView = z.object({
  currency: z.enum(currencies),
  available: moneyField,
  /** Reserved for an order at checkout or a pending withdrawal. */
  held: moneyField,
})

export const balancesView = z.object({
  /** In the shop's own currency. */
  available: moneyField,
  held: moneyField,
  balances: z.array(balanceView),
})

export type BalancesView = z.output<typeof balancesView>

/** A posted movement: positive for money in, negative for money out. */
export const movementView = z.object({
  /** Grows by one with each movement of the account. */
  number: z.number().int(),
  at: instant,
  kind: z.enum(['top-up', 'spend', 'withdraw-account', 'withdraw-card', 'refund', 'correction']),
  amount: moneyField,
  /** The balance after the movement. */
  balance: moneyField,
  /** The order, payment or withdrawal it is about. */
  reference: z.string(),
})

export type MovementView = z.output<typeof movementView>

export const balanceLogKinds = [
  'top-up-started',
  'top-up-captured',
  'top-up-failed',
  'applied',
  'unapplied',
  'billed',
  'refunded',
  'withdrawal-started',
  'withdrawal-paid',
  'withdrawal-rejected',
] as const

/** An operation on the balance, successful or not. */
export const balanceLogView = z.object({
  id: z.number().int(),
  at: instant,
  kind: z.enum(balanceLogKinds),
  amount: moneyField,
  reference: z.string(),
})

export const topUpView = z.object({
  paymentId: uuid,
  provider: z.number().int(),
  state: z.enum([
    'created',
    'pending',
    'captured',
    'declined',
    'expired',
    'canceled',
    'unknown',
    'refunding',
    'refunded',
  ]),
  amount: moneyField,
  refunded: moneyField,
  /** The bank's page, while the customer may still go there. */
  redirectUrl: z.string().nullable(),
  expiresAt: instant,
  failureCode: z.string().nullable(),
  isFinal: z.boolean(),
  createdAt: instant,
})

export type TopUpView = z.output<typeof topUpView>

/** How much of an order the balance pays. */
export const appliedView = z.object({
  orderKey: uuid,
  /** Zero when the balance pays nothing of it. */
  applied: moneyField,
  toPay: moneyField,
  available: moneyField,
})

/** The code that a customer shows at a counter. */
export const counterCodeView = z.object({
  /** Eight letters and digits; valid once. */
  code: z.string(),
  expiresAt: instant,
  available: moneyField,
})
export type CounterCodeView = z.output<typeof counterCodeView>

export const authorized = { credential: 'customer', required: ['authorization'] } as const

export const amountMinor = wholeNumber(1, 100_000_000)

export const balanceAdd = defineCall({
  ...authorized,
  id: 'balance-add',
  cost: 'bank',
  area: 'balance',
  method: 'POST',
  path: '/v2/balance',
  summary:
    'Begins a top-up by card: the customer pays at the bank, the money is added to the balance',
  body: z.object({
    /** Tetri; 1 to 5,000 lari. */
    amount: wholeNumber(100, 500_000),
    provider: wholeNumber(1, 4).default(2),
    /** Where the customer returns to: a path on our own origin. */
    continueUrl: z.string().min(1).max(2_000).optional(),
  }),
  reply: topUpView,
  errors: [
    'PaymentProviderNotAvailable',
    'PaymentProviderFailed',
    'ContinueAddressNotAllowed',
    'BalanceLimitReached',
  ],
  idempotent: true,
  limit: 'flood',
})

export const ownTopUp = defineCall({
  id: 'own-balance-top-up',
  area: 'own',
  method: 'GET',
  path: '/v2/balance/top-up/{paymentId}',
  summary: 'State of a top-up of the caller',
  credential: 'customer',
  params: z.object({ paymentId: uuid }),
  reply: topUpView,
  errors: ['PaymentNotFound'],
})

export const balanceRead = defineCall({
  ...authorized,
  id: 'balance-read',
  area: 'balance',
  method: 'GET',
  path: '/v2/balance',
  summary: 'The caller’s balances, by currency',
  reply: balancesView,
})

export const walletBalance = defineCall({
  id: 'wallet-balance',
  area: 'wallet',
  method: 'GET',
  path: '/groot/Wallet/balance',
  summary: 'The caller’s balances, by currency',
  credential: 'customer',
  reply: balancesView,
})

export const balanceList = defineCall({
  ...authorized,
  id: 'balance-list',
  area: 'balance',
  method: 'GET',
  path: '/v2/balance/list',
  summary: 'The newest hundred movements of the caller’s balance',
  reply: z.object({ movements: z.array(movementView) }),
})

export const ownStatement = defineCall({
  id: 'own-balance-statement',
  area: 'own',
  method: 'GET',
  path: '/v2/balance/statement',
  summary: 'Movements of the caller’s balance, newest first, page by page',
  credential: 'customer',
  query: z.object({
    /** `nextCursor` of the previous page. */
    cursor: identifier.optional(),
    pageSize: wholeNumber(1, 100).default(25),
    currency: z.enum(shopCurrencies).default('GEL'),
  }),
  reply: z.object({ movements: z.array(movementView), nextCursor: z.number().int().nullable() }),
  required: [],
})

export const balanceLogs = defineCall({
  ...authorized,
  id: 'balance-logs',
  area: 'balance',
  method: 'GET',
  path: '/v2/balance/logs',
  summary: 'The newest hundred operations on the caller’s balance, with their outcome',
  reply: z.object({ logs: z.array(balanceLogView) }),
})

export const balanceApply = defineCall({
  ...authorized,
  id: 'balance-apply',
  area: 'balance',
  method: 'POST',
  path: '/v2/balance/apply',
  summary: 'Reserves balance for an order of the caller; the rest is paid by card',
  body: z.object({
    orderKey: uuid,
    /** Tetri; when absent, as much as is available and the order needs. */
    amount: amountMinor.optional(),
  }),
  reply: appliedView,
  errors: [
    'OrderNotFound',
    'OrderStatusNotAllowed',
    'OrderExpired',
    'OrderEmpty',
    'BuyerDetailsMissing',
    'BalanceNotEnough',
  ],
  idempotent: true,
})

export const balanceUnapply = defineCall({
  ...authorized,
  id: 'balance-unapply',
  area: 'balance',
  method: 'POST',
  path: '/v2/balance/unapply',
  summary: 'Releases the balance reserved for an order',
  body: z.object({ orderKey: uuid }),
  reply: appliedView,
  errors: ['OrderNotFound', 'OrderStatusNotAllowed', 'OrderExpired'],
  idempotent: true,
})

export const balanceBilling = defineCall({
  id: 'balance-billing',
  area: 'balance',
  method: 'POST',
  path: '/v2/balance/billing',
  summary: 'Pays an order at checkout entirely from the caller’s balance and completes it',
  credential: 'guest-or-customer',
  body: z.object({ orderKey: uuid }),
  reply: z.object({
    orderKey: uuid,
    orderNumber: z.string(),
    status: z.number().int(),
    billed: moneyField,
    available: moneyField,
  }),
  errors: [
    'Unauthenticated',
    'OrderNotFound',
    'OrderStatusNotAllowed',
    'OrderExpired',
    'OrderEmpty',
    'BuyerDetailsMissing',
    'BalanceNotEnough',
    'SeatNotAvailable',
    'QuoteChanged',
    'EventNotActive',
  ],
  required: ['body'],
  idempotent: true,
})

export const counterCode = defineCall({
  id: 'own-balance-counter-code',
  area: 'own',
  method: 'POST',
  path: '/v2/balance/counter-code',
  summary: 'Creates a code for paying at a counter from the balance; valid once, for three minutes',
  credential: 'customer',
  required: [],
  reply: counterCodeView,
  limit: 'flood',
})
