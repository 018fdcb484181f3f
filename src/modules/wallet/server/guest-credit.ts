import { sql } from 'kysely'
import type { Currency } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { customerAccount } from './balances.ts'
import { postTransfer } from './post-transfer.ts'

/** Guest credit of an order: negative, or zero once it was moved to a customer's balance. */
export function guestCreditAccount(orderKey: string): string {
  return `owed:${orderKey}`
}

/**
 * Transfers the guest credit of orders to the balance of their new owner. Runs in the transaction that sets the owner
 * and holds the orders' locks, so that a concurrent refund is posted to exactly one of the two accounts.
 */
export async function transferGuestCredit(
  context: Context,
  orderKeys: readonly string[],
  customerId: string,
): Promise<void> {
  invariant(
    context.db.isTransaction,
    'guest credit is transferred in the transaction that sets the owner',
  )
  if (orderKeys.length === 0) return
  const { rows } = await sql<{ code: string; currency: Currency; sum: string | number }>`
    select a.code, a.currency, sum(p.amount_minor) as sum
    from ledger_account a join ledger_posting p on p.account_id = a.id
    where a.code = any(${orderKeys.map(guestCreditAccount)})
    group by a.code, a.currency having sum(p.amount_minor) < 0
    order by a.code, a.currency
  `.execute(context.db)
  for (const { code, currency, sum } of rows) {
    await postTransfer(context, {
      idempotencyKey: `claim:${code}:${currency}:${customerId}`,
      kind: 'refund',
      reference: code.slice(guestCreditAccount('').length),
      postings: [
        { account: code, currency, amountMinor: -Number(sum) },
        { account: customerAccount(customerId), currency, amountMinor: Number(sum) },
      ],
    })
  }
}
