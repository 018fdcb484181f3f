import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { ticketStatuses } from '../statuses.ts'

/** What tickets are for, as they name it. */
export interface TicketItem {
  readonly source: string
  readonly itemId: number
  readonly offeringId: number
}

/** Keys of orders that still have valid tickets for one of these, the oldest first. */
export async function listOrdersWithTickets(
  context: Pick<Context, 'db'>,
  items: readonly TicketItem[],
  most: number,
): Promise<{ orderId: number; orderKey: string }[]> {
  if (items.length === 0) return []
  const { rows } = await sql<{ orderId: number; orderKey: string }>`
    select o.order_id as "orderId", o.order_key as "orderKey" from order_summary o
    where o.order_id in (
      select t.order_id from ticket t
      join unnest(${items.map(({ source }) => source)}::text[],
        ${items.map(({ itemId }) => itemId)}::integer[],
        ${items.map(({ offeringId }) => offeringId)}::bigint[]) as n(source, item_id, offering_id)
        on t.source = n.source and t.item_id = n.item_id and t.offering_id = n.offering_id
      where t.status = ${ticketStatuses.Active})
    order by o.order_id limit ${most}
  `.execute(context.db)
  return rows
}

/** How many valid tickets there are for this. */
export async function countValidTickets(
  context: Pick<Context, 'db'>,
  { source, itemId, offeringId }: TicketItem,
): Promise<number> {
  const row = await context.db
    .selectFrom('ticket')
    .select((select) => select.fn.countAll<string | number>().as('count'))
    .where('source', '=', source)
    .where('item_id', '=', itemId)
    .where('offering_id', '=', offeringId)
    .where('status', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whether an order still has a valid ticket. */
export async function hasValidTickets(
  context: Pick<Context, 'db'>,
  orderId: number,
): Promise<boolean> {
  const row = await context.db
    .selectFrom('ticket')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', ticketStatuses.Active)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
