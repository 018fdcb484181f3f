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
  /** Only tickets that begin on one of these legs. */
  readonly boardingLegs?: readonly number[]
  /** Together with `boardingLegs`: tickets that end at these stops as well. */
  readonly alightingLegs?: readonly number[]
}

/** A condition on `ticket t`: valid, and for this part of an item. */
export function isOfPart({
  source,
  itemId,
  offeringId,
  legs,
  boardingLegs,
  alightingLegs = [],
}: TicketPart) {
  const ofLegs = legs ? sql`and t.leg_from < ${legs.to} and t.leg_to > ${legs.from}` : sql``
  const starting = boardingLegs
    ? sql`and (t.leg_from = any(${[...boardingLegs]}::smallint[])
        or t.leg_to = any(${[...alightingLegs]}::smallint[]))`
    : sql``
  return sql`t.source = ${source} and t.item_id = ${itemId} and t.offering_id = ${offeringId}
    and t.status = ${ticketStatuses.Active} ${ofLegs} ${starting}`
}

/** The customers who hold tickets for a range of legs. */
interface HolderPart {
  readonly buyerIds: string[]
  readonly receiverIds: string[]
  readonly legFrom: number
  readonly legTo: number
}

/** Ranges of legs of valid tickets for this, with the customers who bought and hold them, and those who received them. */
export async function listHolderParts(
  context: Pick<Context, 'db'>,
  part: TicketPart,
): Promise<HolderPart[]> {
  const { rows } = await sql<HolderPart>`
    select t.leg_from as "legFrom", t.leg_to as "legTo",
      coalesce(array_agg(distinct o.customer_id) filter (where t.holder_customer_id is null), '{}') as "buyerIds",
      coalesce(array_agg(distinct t.holder_customer_id) filter (where t.holder_customer_id is not null), '{}')
        as "receiverIds"
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
