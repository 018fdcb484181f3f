/** Sales figures for operators: by hour, by item. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

/** A span of time, its end exclusive. */
export interface Span {
  readonly from: Date
  readonly to: Date
}

/** Sales of one hour of a span. */
export interface SalesHour {
  /** Hours since the beginning of the span. */
  readonly hour: number
  readonly orderCount: number
  readonly ticketCount: number
  /** Paid for tickets, fees and options after discounts, by card, from balances and with exchanged tickets, in tetri. */
  readonly soldMinor: number
}

/** Goods and baggage are no tickets. */
const ticketCount = sql`coalesce(sum(l.quantity)
  filter (where l.kind = 'Ticket' and not l.detail ?| array['isGoods', 'isBaggage']), 0)::int as "ticketCount"`

/**
 * Orders that were paid in a span, hour by hour; hours without sales are left out. Later refunds are not subtracted.
 * Orders in another currency than lari are not counted.
 */
export async function readSalesByHour(
  context: Pick<Context, 'db'>,
  { from, to }: Span,
): Promise<SalesHour[]> {
  const { rows } = await sql<SalesHour>`
    select floor(extract(epoch from (o.processed_at - ${from}::timestamptz)) / 3600)::int as hour,
      count(distinct o.id)::int as "orderCount", ${ticketCount}, coalesce(sum(l.amount_minor), 0)::float8 as "soldMinor"
    from orders o left join order_line l on l.order_id = o.id and l.kind not in ('Balance', 'Exchange')
    where o.processed_at >= ${from} and o.processed_at < ${to} and o.currency = 'GEL'
    group by 1 order by 1
  `.execute(context.db)
  return rows
}

/** A best-selling item; its number is only unique within its source. */
export interface ItemSales {
  readonly source: string
  readonly itemId: number
  readonly legFrom: number
  readonly legTo: number
  /** The name in an order's line; used when the source no longer describes the item. */
  readonly description: LocalizedText
  readonly ticketCount: number
  readonly soldMinor: number
}

/** Tickets and their fees of orders that were paid in a span, at what was paid for them, by source and item, those with the highest revenue first. */
export async function readSalesByItem(
  context: Pick<Context, 'db'>,
  { from, to }: Span,
  most: number,
): Promise<ItemSales[]> {
  const { rows } = await sql<ItemSales>`
    select l.source, l.item_id as "itemId", min(coalesce(l.leg_from, 0))::int as "legFrom",
      max(coalesce(l.leg_to, 1))::int as "legTo", (array_agg(l.description))[1] as description,
      ${ticketCount}, (sum(l.amount_minor) - coalesce(sum(d.minor), 0))::float8 as "soldMinor"
    from orders o join order_line l on l.order_id = o.id
    left join lateral (select sum(merchant_minor + house_minor + advance_minor) as minor from line_discount
      where order_line_id = l.id) d on true
    where o.processed_at >= ${from} and o.processed_at < ${to} and o.currency = 'GEL'
      and l.kind in ('Ticket', 'Service') and l.item_id is not null
    group by l.source, l.item_id order by "soldMinor" desc, l.source, l.item_id limit ${most}
  `.execute(context.db)
  return rows
}
