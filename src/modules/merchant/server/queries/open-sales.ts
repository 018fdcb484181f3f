import { sql } from 'kysely'
import { ticketStatus } from '#contract/enumerations.ts'
import type { Context } from '#platform/context.ts'

/**
 * What the merchant earns of its valid tickets to these items, in minor units, before commission. Exact at the moment of
 * the query: hours with changes that the statistics do not contain yet are counted from the tickets.
 */
export async function sumOpenSales(
  context: Context,
  merchantId: number,
  items: readonly { readonly source: string; readonly itemIds: readonly number[] }[],
): Promise<number> {
  const nonEmpty = items.filter(({ itemIds }) => itemIds.length > 0)
  if (nonEmpty.length === 0) return 0
  // Read first, because the index of changes is only used with a known value. A refresh in between does no harm: hours
  // that it has counted are counted again.
  const { rows: cursors } = await sql<{ from: string }>`
    select next_transaction::text as from from merchant_sale_cursor`.execute(context.db)
  const { rows } = await sql<{ sum: number }>`
    with wanted as (
      select source, "itemIds" from jsonb_to_recordset(${JSON.stringify(nonEmpty)}::jsonb)
        as w(source text, "itemIds" integer[])
    ), pending as materialized (
      select distinct t.source, t.item_id, t.hour from ticket_sale t
      where t.changed_transaction >= ${cursors[0]?.from ?? '0'}::xid8 and t.merchant_id = ${merchantId}
    ), counted as (
      select s.sold_minor - s.ended_minor - s.unearned_minor as minor
      from merchant_sale s join wanted on wanted.source = s.source and s.item_id = any(wanted."itemIds")
      where s.merchant_id = ${merchantId} and not exists (
        select from pending p where p.source = s.source and p.item_id = s.item_id and p.hour = s.hour)
      union all
      select t.earned_minor
      from pending p join wanted on wanted.source = p.source and p.item_id = any(wanted."itemIds")
      join ticket_sale t on t.source = p.source and t.item_id = p.item_id
        and t.issued_at >= p.hour and t.issued_at < p.hour + interval '1 hour'
      where t.merchant_id = ${merchantId} and t.currency = 'GEL' and t.status = ${ticketStatus.Active}
    )
    select coalesce(sum(minor), 0)::float8 as sum from counted`.execute(context.db)
  return rows[0]?.sum ?? 0
}
