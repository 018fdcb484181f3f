import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { ticketStatuses } from '../statuses.ts'

/** Sales of an item on one day, for one ticket type. */
export interface ItemSalesDay {
  /** `2026-11-21`, in the requested time zone. */
  readonly day: string
  readonly ticketTypeId: number
  readonly ticketCount: number
  /** Of these, no longer valid: returned, resold, or cancelled. */
  readonly endedCount: number
  /** Taken off by discounts, and paid in advance with passes, in tetri. */
  readonly reducedMinor: number
  /** Paid for the tickets, without fees, in tetri. */
  readonly soldMinor: number
}

/** Every ticket of an item of a source, by the day it was issued in a zone (IANA) and by its type. */
export async function readItemSales(
  context: Pick<Context, 'db'>,
  item: { readonly source: string; readonly itemId: number },
  timeZone: string,
): Promise<ItemSalesDay[]> {
  const { rows } = await sql<ItemSalesDay>`
    select to_char(t.issued_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      t.ticket_type_id as "ticketTypeId", count(*)::int as "ticketCount",
      (count(*) filter (where t.status <> ${ticketStatuses.Active}))::int as "endedCount",
      sum(t.unit_price_minor - t.paid_minor)::float8 as "reducedMinor", sum(t.paid_minor)::float8 as "soldMinor"
    from ticket_sale t
    where t.source = ${item.source} and t.item_id = ${item.itemId}
    group by 1, 2 order by 1, 2
  `.execute(context.db)
  return rows
}

/** Revenue of the valid tickets of an item, by type. */
export interface ItemTakings {
  readonly itemId: number
  readonly ticketTypeId: number
  readonly ticketCount: number
  /** Taken off by discounts, and paid in advance with passes, in tetri. */
  readonly reducedMinor: number
  /** Paid for the tickets, without fees, in tetri. */
  readonly soldMinor: number
}

/** Valid tickets of many items of a source, item by item and type by type; items without any are left out. */
export async function readTakings(
  context: Pick<Context, 'db'>,
  source: string,
  itemIds: readonly number[],
): Promise<ItemTakings[]> {
  if (itemIds.length === 0) return []
  const { rows } = await sql<ItemTakings>`
    select t.item_id as "itemId", t.ticket_type_id as "ticketTypeId", count(*)::int as "ticketCount",
      sum(t.unit_price_minor - t.paid_minor)::float8 as "reducedMinor", sum(t.paid_minor)::float8 as "soldMinor"
    from ticket_sale t
    where t.source = ${source} and t.item_id = any(${[...itemIds]}::int[])
      and t.status = ${ticketStatuses.Active}
    group by 1, 2 order by 1, 2
  `.execute(context.db)
  return rows
}

/** A cancelled item with valid tickets, which are still to be refunded. */
export interface OpenCancellation {
  readonly source: string
  readonly itemId: number
  readonly legFrom: number
  readonly legTo: number
  readonly reason: LocalizedText
  readonly cancelledAt: Date
  readonly validTickets: number
}

/** Cancelled items, or legs of them, whose tickets have not all been refunded; the oldest first. */
export async function listOpenCancellations(
  context: Pick<Context, 'db' | 'clock'>,
): Promise<OpenCancellation[]> {
  const { rows } = await sql<OpenCancellation>`
    select c.source, c.item_id as "itemId", coalesce(c.leg_from, 0) as "legFrom",
      coalesce(c.leg_to, 1) as "legTo", c.reason, c.cancelled_at as "cancelledAt",
      count(*)::int as "validTickets"
    from cancelled_item c join ticket t on t.item_id = c.item_id and t.source = c.source
      and t.offering_id = c.offering_id
      and (c.leg_from is null or (t.leg_from < c.leg_to and t.leg_to > c.leg_from))
    where c.watched_until > ${context.clock.now()} and t.status = ${ticketStatuses.Active}
    group by c.id order by c.cancelled_at, c.id limit 20
  `.execute(context.db)
  return rows
}
