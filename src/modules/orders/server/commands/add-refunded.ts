import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { Order } from '../order.ts'

/** Refunded amount of an order for returned tickets, in minor units. The caller has locked the order. */
export async function readReturned(context: Context, orderId: number): Promise<number> {
  const row = await context.db
    .selectFrom('orders')
    .select('returned_minor')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return row.returned_minor
}

/** Paid for an order by card, from a balance and by replaced tickets together, in minor units. */
export function paidMinorOf({ lines }: Pick<Order, 'lines'>): number {
  return lines.reduce(
    (sum, line) => sum + ((line.detail.balance ?? line.detail.credit) ? 0 : line.amountMinor),
    0,
  )
}

/**
 * Adds to the refunded amount of an order that this transaction has locked. Throws when it would exceed what was paid
 * by card, from a balance and by replaced tickets together, which would be a defect.
 */
export async function addRefunded(
  context: Context,
  order: Pick<Order, 'id' | 'orderKey' | 'lines'>,
  amountMinor: number,
): Promise<void> {
  const paidMinor = paidMinorOf(order)
  const counted = await sql`
    update orders set returned_minor = returned_minor + ${amountMinor}
    where id = ${order.id} and returned_minor + ${amountMinor} <= ${paidMinor}
  `.execute(context.db)
  invariant(
    counted.numAffectedRows === 1n,
    `no more goes back of order ${order.orderKey} than was paid`,
  )
}
