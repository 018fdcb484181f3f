/** Codes of tickets that were printed elsewhere. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Gives the first ticket of each line its code. Returns the lines whose code another ticket of the item has. */
export async function writeOutsideCodes(
  { db }: Context,
  codes: readonly { readonly lineId: number; readonly code: string }[],
): Promise<number[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ lineId: number }>`
    with wanted as materialized (
      select t.id, t.order_line_id, t.source, t.item_id, n.code
      from unnest(${codes.map(({ lineId }) => lineId)}::bigint[], ${codes.map(({ code }) => code)}::text[])
        as n (line_id, code)
      join ticket t on t.order_line_id = n.line_id and t.line_unit = 0
    ), written as (
      insert into outside_code (ticket_id, source, item_id, code)
      select id, source, item_id, code from wanted order by source, item_id, code
      on conflict do nothing returning ticket_id
    )
    select order_line_id::float8 as "lineId" from wanted
    where id not in (select ticket_id from written)`.execute(db)
  return rows.map(({ lineId }) => lineId)
}
