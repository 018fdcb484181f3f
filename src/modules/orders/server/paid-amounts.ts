import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { paidStatuses } from './statuses.ts'

/** Revenue of an active order, in minor units. */
export interface PaidOrder {
  readonly at: Date
  readonly amountMinor: number
}

/**
 * Amount a customer has paid since then for active orders, by card and balance, less refunds for returned tickets; in
 * minor units.
 */
export async function sumPaid(db: Database, customerId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ sum: string | number }>`
    select coalesce(sum(o.returned_minor * -1 + (
      select coalesce(sum(l.amount_minor), 0) from order_line l
      where l.order_id = o.id and l.kind not in ('Balance', 'Exchange'))), 0) as sum
    from orders o
    where o.customer_id = ${customerId} and o.status in ${paidStatuses} and o.processed_at > ${since}
      and o.currency = 'GEL'
  `.execute(db)
  return Number(rows[0]?.sum ?? 0)
}

/** Amounts paid for each of these orders, the oldest first. */
export async function readPaid(db: Database, customerId: string): Promise<PaidOrder[]> {
  const { rows } = await sql<{ at: Date; sum: string | number }>`
    select o.processed_at as at, sum(l.amount_minor) as sum
    from orders o join order_line l on l.order_id = o.id and l.kind not in ('Balance', 'Exchange')
    where o.customer_id = ${customerId} and o.status in ${paidStatuses} and o.processed_at is not null
      and o.currency = 'GEL'
    group by o.id order by o.processed_at, o.id
  `.execute(db)
  return rows.map(({ at, sum }) => ({ at, amountMinor: Number(sum) }))
}
