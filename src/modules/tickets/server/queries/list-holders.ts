import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { TicketItem } from './valid-tickets.ts'
import { ticketStatuses } from '../statuses.ts'

/** Customers who hold valid tickets for this: buyers, or receivers of transfers. */
export async function listHolders(
  context: Pick<Context, 'db'>,
  { source, itemId, offeringId }: TicketItem,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(t.holder_customer_id, o.customer_id) as id
    from ticket t join order_summary o on o.order_id = t.order_id
    where t.source = ${source} and t.item_id = ${itemId} and t.offering_id = ${offeringId} and t.status = ${ticketStatuses.Active}
      and coalesce(t.holder_customer_id, o.customer_id) is not null
      and (t.holder_session_id is null or t.holder_customer_id is not null)
  `.execute(context.db)
  return rows.map(({ id }) => id)
}
