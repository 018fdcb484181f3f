import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

export interface ReturnedSum {
  readonly ticketCount: number
  readonly amountMinor: number
  /** The value of exchanged tickets that paid for new ones. */
  readonly carriedMinor: number
}

/**
 * Refunds for returned tickets in a period, to cards and balances, in tetri; the end is exclusive. Returned goods are in
 * the amount and not in the number of tickets.
 */
export async function sumReturned(
  context: Pick<Context, 'db'>,
  span: { readonly from: Date; readonly to: Date },
): Promise<ReturnedSum> {
  const { rows } = await sql<ReturnedSum>`
    select coalesce(sum(r.amount_minor - r.carried_minor), 0)::float8 as "amountMinor",
      coalesce(sum(r.carried_minor), 0)::float8 as "carriedMinor",
      coalesce(sum((select count(*) from ticket_return_item i
        join ticket_sale s on s.ticket_id = i.ticket_id and not s.is_goods where i.return_id = r.id)), 0)::int as "ticketCount"
    from ticket_return r
    where r.created_at >= ${span.from} and r.created_at < ${span.to} and r.currency = 'GEL'
  `.execute(context.db)
  return rows[0] ?? { ticketCount: 0, amountMinor: 0, carriedMinor: 0 }
}
