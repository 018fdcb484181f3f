import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Prices of the merchant's valid tickets to these items, in minor units: sold minus ended since. */
export async function sumOpenSales(
  context: Context,
  merchantId: number,
  items: readonly { readonly source: string; readonly itemIds: readonly number[] }[],
): Promise<number> {
  const nonEmpty = items.filter(({ itemIds }) => itemIds.length > 0)
  if (nonEmpty.length === 0) return 0
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(s.sold_minor - s.ended_minor), 0)::float8 as sum
    from merchant_sale s
    join jsonb_to_recordset(${JSON.stringify(nonEmpty)}::jsonb) as wanted(source text, "itemIds" integer[])
      on wanted.source = s.source and s.item_id = any(wanted."itemIds")
    where s.merchant_id = ${merchantId}`.execute(context.db)
  return rows[0]?.sum ?? 0
}
