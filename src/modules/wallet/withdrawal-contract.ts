/** Calls that pay a balance out: bank accounts and withdrawals. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, moneyField, personName, smsCode, uuid } from '#contract/fields.ts'
import { amountMinor, authorized } from './contract.ts'

export const bankAccountView = z.object({
  bankAccountId: z.number().int(),
  /** `GE29 •••• 1901`. */
  ibanHint: z.string(),
  bankCode: z.string(),
  holderName: z.string(),
  createdAt: instant,
})

export const withdrawalView = z.object({
  withdrawalId: uuid,
  kind: z.enum(['account', 'card']),
  /** `held`: reserved; `sent`: submitted to the bank; `paid`, `rejected`: final. Withdrawals to a card are never `held`. */
  state: z.enum(['held', 'sent', 'paid', 'rejected']),
  amount: moneyField,
  /** Destination: the masked number of an account, or a payment. */
  target: z.string(),
  createdAt: instant,
  endedAt: instant.nullable(),
  failureCode: z.string().nullable(),
})

export type WithdrawalView = z.output<typeof withdrawalView>

/** The reply of a request for an SMS code. */
export const withdrawalCodeView = z.object({
  codeId: uuid,
  phoneHint: z.string(),
  expiresAt: instant,
  againAfterSeconds: z.number().int(),
})

export const balanceBankAccount = defineCall({
  id: 'balance-bank-account',
  area: 'balance',
  method: 'POST',
  path: '/v2/balance/bank-account',
  summary: 'Saves a Georgian bank account of the caller for withdrawals',
  credential: 'customer',
  isForm: true,
  body: z.object({ iban: z.string().min(5).max(50), holderName: personName(120, 1) }),
  reply: bankAccountView,
  errors: ['IbanInvalid', 'TooManyBankAccounts'],
  required: ['body'],
  stepUp: { purpose: 'bank-accounts' },
})

export const ownBankAccounts = defineCall({
  id: 'own-balance-bank-accounts',
  area: 'own',
  method: 'GET',
  path: '/v2/balance/bank-accounts',
  summary: 'The caller’s saved bank accounts',
  credential: 'customer',
  reply: z.object({ accounts: z.array(bankAccountView) }),
})

export const ownBankAccountDelete = defineCall({
  id: 'own-balance-bank-account-delete',
  area: 'own',
  method: 'DELETE',
  path: '/v2/balance/bank-accounts/{bankAccountId}',
  summary: 'Removes a bank account of the caller',
  credential: 'customer',
  params: z.object({ bankAccountId: identifier }),
  reply: z.object({ done: z.literal(true) }),
  errors: ['NotFound'],
  stepUp: { purpose: 'bank-accounts' },
})

/** Without `codeId` and `code` an SMS code is sent; with them the money is reserved and sent. */
const withdrawBody = z.object({
  amount: amountMinor,
  bankAccountId: identifier,
  codeId: uuid.optional(),
  code: smsCode.optional(),
})

const withdrawErrors = [
  'BankAccountNotFound',
  'BalanceNotEnough',
  'WithdrawalLimitReached',
  'WithdrawalsPaused',
  'PhoneMissing',
  'CodeWrong',
  'PaymentProviderNotAvailable',
] as const

const withdrawReply = z.union([withdrawalView, withdrawalCodeView])

export const balanceWithdrawAccount = defineCall({
  ...authorized,
  id: 'balance-withdraw-account',
  area: 'balance',
  method: 'POST',
  path: '/v2/balance/withdraw/account',
  summary: 'Withdraws to a saved bank account, confirmed by an SMS code',
  body: withdrawBody,
  reply: withdrawReply,
  errors: withdrawErrors,
  idempotent: true,
  limit: 'guess',
})

export const walletWithdraw = defineCall({
  id: 'wallet-withdraw',
  area: 'wallet',
  method: 'POST',
  path: '/groot/Wallet/withdraw',
  summary: 'Withdraws to a saved bank account, confirmed by an SMS code',
  credential: 'customer',
  body: withdrawBody,
  reply: withdrawReply,
  errors: withdrawErrors,
  idempotent: true,
  limit: 'guess',
})

export const balanceWithdrawTransaction = defineCall({
  ...authorized,
  id: 'balance-withdraw-transaction',
  area: 'balance',
  method: 'POST',
  path: '/v2/balance/withdraw/transaction',
  summary:
    'Withdraws to the card of one of the caller’s top-ups, at most the amount of that top-up',
  body: z.object({ paymentId: uuid, amount: amountMinor }),
  reply: withdrawalView,
  errors: [
    'PaymentNotFound',
    'BalanceNotEnough',
    'WithdrawalLimitReached',
    'WithdrawalsPaused',
    'RefundTooLarge',
    'PaymentProviderNotAvailable',
  ],
  idempotent: true,
  limit: 'flood',
})

export const ownWithdrawals = defineCall({
  id: 'own-balance-withdrawals',
  area: 'own',
  method: 'GET',
  path: '/v2/balance/withdrawals',
  summary: 'The newest hundred withdrawals of the caller',
  credential: 'customer',
  reply: z.object({ withdrawals: z.array(withdrawalView) }),
})
