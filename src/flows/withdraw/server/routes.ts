import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import {
  readAccount,
  requestCode,
  useCode,
  withdrawalsPausedUntil,
} from '#modules/accounts/server/public-api.ts'
import {
  findPayment,
  supportsRefund,
  lockPayment,
  paymentAccount,
  refundableMinor,
  requestRefund,
} from '#modules/payments/server/public-api.ts'
import * as withdrawals from '#modules/wallet/withdrawal-contract.ts'
import type { WithdrawalView, withdrawalCodeView } from '#modules/wallet/withdrawal-contract.ts'
import {
  hasBankAccount,
  readAvailable,
  recordCardWithdrawal,
  reserveWithdrawal,
  withdrawToAccount,
} from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { addAccount, removeAccount } from './bank-accounts.ts'

/** Calls of withdrawals. `canPayOut` reports whether a bank for payouts is configured. */
export function withdrawRoutes(canPayOut: boolean): readonly Implementation[] {
  const toAccount = (context: Context, request: RequestedAccount) =>
    canPayOut ? withdraw(context, request) : fail('PaymentProviderNotAvailable')
  return [
    implement(withdrawals.balanceBankAccount, requireCustomer, (context, { body }) =>
      addAccount(context, body),
    ),
    implement(withdrawals.ownBankAccountDelete, requireCustomer, (context, { params }) =>
      removeAccount(context, params.bankAccountId),
    ),
    implement(withdrawals.balanceWithdrawAccount, requireCustomer, async (context, { body }) =>
      toAccount(context, body),
    ),
    implement(withdrawals.walletWithdraw, requireCustomer, async (context, { body }) =>
      toAccount(context, body),
    ),
    implement(withdrawals.balanceWithdrawTransaction, requireCustomer, (context, { body }) =>
      withdrawToCard(context, body),
    ),
  ]
}

interface RequestedAccount {
  readonly amount: number
  readonly bankAccountId: number
  readonly codeId?: string
  readonly code?: string
}

type CodeSent = z.output<typeof withdrawalCodeView>

/** Minimum seconds between two codes. */
const againAfterSeconds = 60

/** First a code by SMS, then, with it, the withdrawal. */
async function withdraw(
  context: Context,
  request: RequestedAccount,
): Promise<Result<WithdrawalView | CodeSent, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  const { amount, bankAccountId, codeId, code } = request
  const paused = await refuseWhilePaused(context, customerId)
  if (paused) return paused
  if (!(await hasBankAccount(context, customerId, bankAccountId)))
    return fail('BankAccountNotFound')
  const subject = `${amount} to ${bankAccountId}`
  if (codeId === undefined || code === undefined) {
    if ((await readAvailable(context, customerId, 'GEL')) < amount) return fail('BalanceNotEnough')
    return sendCode(context, customerId, subject)
  }
  const used = await useCode(context, { codeId, code, purpose: 'withdraw', subject })
  if (!used.ok) return used
  return inTransaction(context, async (inside) => {
    // Checked again under the lock: the account may have changed while the code was typed.
    const pausedNow = await refuseWhilePaused(inside, customerId)
    return (
      pausedNow ?? withdrawToAccount(inside, { customerId, amountMinor: amount, bankAccountId })
    )
  })
}

/** After a change of sign-in data withdrawals pause, so that the owner can notice it before money leaves. */
async function refuseWhilePaused(
  context: Context,
  customerId: string,
): Promise<Failure<'WithdrawalsPaused'> | null> {
  const until = await withdrawalsPausedUntil(context, customerId)
  return until && fail('WithdrawalsPaused', { possibleAt: until.toISOString() })
}

/** Only a previously confirmed phone: somebody who stole a session could enter any other. */
async function sendCode(
  context: Context,
  customerId: string,
  subject: string,
): Promise<Result<CodeSent, ErrorCode>> {
  const account = await readAccount(context, customerId)
  if (!account?.phone || !account.isPhoneVerified) return fail('PhoneMissing')
  const sent = await requestCode(context, { purpose: 'withdraw', phone: account.phone, subject })
  if (!sent.ok) return sent
  const { codeId, phoneHint, expiresAt } = sent.value
  return ok({ codeId, phoneHint, expiresAt: expiresAt.toISOString(), againAfterSeconds })
}

/** Refunds to the card of one of the caller's own top-ups. */
async function withdrawToCard(
  context: Context,
  request: { readonly paymentId: string; readonly amount: number },
): Promise<Result<WithdrawalView, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  const found = await findPayment(context, request.paymentId)
  if (found?.purpose !== 'top-up' || found.customerId !== customerId) return fail('PaymentNotFound')
  return inTransaction(context, async (inside): Promise<Result<WithdrawalView, ErrorCode>> => {
    const paused = await refuseWhilePaused(inside, customerId)
    if (paused) return paused
    const payment = await lockPayment(inside, request.paymentId)
    const amountMinor = request.amount
    if (payment.captured?.currency !== 'GEL') return fail('RefundTooLarge')
    if (!supportsRefund(payment.provider)) return fail('PaymentProviderNotAvailable')
    if (amountMinor > (await refundableMinor(inside, payment))) return fail('RefundTooLarge')
    const reserved = await reserveWithdrawal(inside, { customerId, amountMinor })
    if (!reserved.ok) return reserved
    const { withdrawalId, holdId } = reserved.value
    const refund = await requestRefund(inside, payment, {
      amountMinor,
      reason: 'withdrawal',
      idempotencyKey: `withdrawal:${withdrawalId}`,
    })
    if (!refund) return fail('RefundTooLarge')
    const account = paymentAccount(payment.id)
    const ids = { withdrawalId, holdId, paymentId: payment.id, refundId: refund.id }
    return recordCardWithdrawal(inside, { customerId, amountMinor, account, ...ids })
  })
}
