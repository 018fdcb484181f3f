/** Payments and refunds that an operator should check. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { openStates } from './rules.ts'

/** Literals, so that the planner can use the partial index of open payments. */
const open = sql.raw(openStates.map((state) => `'${state}'`).join(', '))

export interface PaymentTroubles {
  /** Payments whose session is over without a final state from the provider. */
  readonly stuckCount: number
  readonly stuckSince: Date | null
  /** Refunds that the providers have not confirmed. */
  readonly refundCount: number
  /** In minor units of their currencies: lari, unless a card was charged in another. */
  readonly refundMinor: number
  readonly refundSince: Date | null
}

/** Counts them by the indexes of open payments and of pending refunds. */
export async function readPaymentTroubles(
  context: Pick<Context, 'db' | 'clock'>,
): Promise<PaymentTroubles> {
  const { rows } = await sql<PaymentTroubles>`
    select "stuckCount", "stuckSince", "refundCount", "refundMinor", "refundSince" from
      (select count(*)::int as "stuckCount", min(expires_at) as "stuckSince" from payment
        where state in (${open})
          and expires_at < ${context.clock.now()}) stuck,
      (select count(*)::int as "refundCount", coalesce(sum(amount_minor), 0)::float8 as "refundMinor",
        min(created_at) as "refundSince" from refund
        where next_attempt_at is not null) waiting
  `.execute(context.db)
  return rows[0] as PaymentTroubles
}
