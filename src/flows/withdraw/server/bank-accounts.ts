import type { ErrorCode } from '#contract/errors.ts'
import type { Result } from '#kernel/result.ts'
import { recordSecurityChange, notifyCustomer } from '#modules/accounts/server/public-api.ts'
import { removeBankAccount, saveBankAccount } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'

/** Saves a bank account for withdrawals. The customer is notified and withdrawals pause, in the same transaction. */
export function addAccount(
  context: Context,
  given: Parameters<typeof saveBankAccount>[1],
): ReturnType<typeof saveBankAccount> {
  return changing(context, 'bank-account-added', (inner) => saveBankAccount(inner, given))
}

/** Deletes one; with the same notification and pause. */
export function removeAccount(context: Context, id: number): ReturnType<typeof removeBankAccount> {
  return changing(context, 'bank-account-removed', (inner) => removeBankAccount(inner, id))
}

function changing<Value>(
  context: Context,
  news: 'bank-account-added' | 'bank-account-removed',
  change: (context: Context) => Promise<Result<Value, ErrorCode>>,
): Promise<Result<Value, ErrorCode>> {
  return inTransaction(context, async (inner) => {
    const changed = await change(inner)
    if (!changed.ok || inner.actor.kind !== 'customer') return changed
    const { customerId } = inner.actor
    await recordSecurityChange(inner, customerId)
    await notifyCustomer(inner, { customerId, news })
    return changed
  })
}
