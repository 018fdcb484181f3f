import type { Money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import type { balanceLogKinds } from '../contract.ts'

export type BalanceLogKind = (typeof balanceLogKinds)[number]

/** Logs an operation on a balance in the transaction that performed it. */
export async function logBalance(
  context: Context,
  customerId: string,
  entry: { readonly kind: BalanceLogKind; readonly amount: Money; readonly reference: string },
): Promise<void> {
  await context.db
    .insertInto('balance_log')
    .values({
      customer_id: customerId,
      at: context.clock.now(),
      kind: entry.kind,
      amount_minor: entry.amount.amount,
      currency: entry.amount.currency,
      reference: entry.reference,
    })
    .execute()
}
