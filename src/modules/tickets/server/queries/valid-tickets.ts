import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { ticketStatuses } from '../statuses.ts'
import { ticketStatus } from '#contract/enumerations.ts'

/** The item of tickets. */
export interface TicketItem {
  readonly source: string
  readonly itemId: number
  readonly offeringId: number
}

/** Tickets for an item, or only those that use some of its legs. */
export interface TicketPart extends TicketItem {
  /** The second is exclusive; absent: all. */
  readonly legs?: { readonly from: number; readonly to: number }
  /** Only tickets that begin on the first of these legs. */
  readonly startsThere?: boolean
}

/** A condition on `ticket t`: valid, and for this part of an item. */
function isOfPart({ source, itemId, offeringId, legs, startsThere }: TicketPart) {
  const ofLegs = legs ? sql`and t.leg_from < ${legs.to} and t.leg_to > ${legs.from}` : sql``
  const starting = legs && startsThere ? sql`and t.leg_from = ${legs.from}` : sql``
  return sql`t.source = ${source} and t.item_id = ${itemId} and t.offering_id = ${offeringId}
    and t.status = ${ticketStatuses.Active} ${ofLegs} ${starting}`
}

/** Leg ranges of valid tickets for this, by order. */
export async function listOrderParts(
  context: Pick<Context, 'db'>,
  part: TicketPart,
): Promise<{ orderId: number; legFrom: number; legTo: number }[]> {
  const { rows } = await sql<{ orderId: number; legFrom: number; legTo: number }>`
    select distinct t.order_id as "orderId", t.leg_from as "legFrom", t.leg_to as "legTo"
    from ticket t where ${isOfPart(part)} order by 1, 2, 3`.execute(context.db)
  return rows
}

/** Ranges of legs of valid tickets for this, with the customers who hold them. */
export async function listHolderParts(
  context: Pick<Context, 'db'>,
  part: TicketPart,
): Promise<{ customerIds: string[]; legFrom: number; legTo: number }[]> {
  const { rows } = await sql<{ customerIds: string[]; legFrom: number; legTo: number }>`
    select t.leg_from as "legFrom", t.leg_to as "legTo",
      array_agg(distinct coalesce(t.holder_customer_id, o.customer_id)) as "customerIds"
    from ticket t join order_summary o on o.order_id = t.order_id
    where ${isOfPart(part)} and coalesce(t.holder_customer_id, o.customer_id) is not null
      and (t.holder_session_id is null or t.holder_customer_id is not null)
    group by t.leg_from, t.leg_to order by 1, 2`.execute(context.db)
  return rows
}

/** Number of valid tickets for this. */
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
    .where('status', '=', ticketStatus.Active)
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
