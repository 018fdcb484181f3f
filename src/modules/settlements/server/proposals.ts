import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Proposes a payout in minor units; an operator decides. */
export async function proposePayout(
  context: Context,
  statement: { readonly id: string; readonly merchantId: number },
  amountMinor: number,
): Promise<void> {
  await sql`
    insert into merchant_payout (id, merchant_id, statement_id, state, amount_minor, currency, created_at)
    values (${context.random.uuid()}, ${statement.merchantId}, ${statement.id}, 'proposed', ${amountMinor}, 'GEL',
      ${context.clock.now()})`.execute(context.db)
}

/** A newer statement replaces the undecided proposal of the previous one. */
export async function supersedeProposal(context: Context, merchantId: number): Promise<void> {
  await sql`
    update merchant_payout set state = 'superseded', ended_at = ${context.clock.now()}
    where merchant_id = ${merchantId} and state = 'proposed'`.execute(context.db)
}
