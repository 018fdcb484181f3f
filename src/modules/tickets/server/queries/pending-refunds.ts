import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { ticketStatuses } from '../statuses.ts'

/** Items of one source. */
interface ItemsOfSource {
  readonly source: string
  readonly itemIds: readonly number[]
}

/**
 * What a merchant earns, in minor units, of its valid tickets that lose their item or place and are refunded automatically,
 * at once or once their holders have not chosen anything else: those to the given items, and all others.
 */
export async function sumPendingRefunds(
  context: Pick<Context, 'db' | 'clock'>,
  merchantId: number,
  items: readonly ItemsOfSource[],
): Promise<{ readonly ofItemsMinor: number; readonly elsewhereMinor: number }> {
  const { rows } = await sql<{ ofItemsMinor: number; elsewhereMinor: number }>`
    with given as (
      select source, "itemIds" from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as g(source text, "itemIds" integer[])
    ), due as (
      select t.id from cancelled_item c
      join ticket t on t.item_id = c.item_id and t.source = c.source and t.offering_id = c.offering_id
        and (c.leg_from is null or (t.leg_from < c.leg_to and t.leg_to > c.leg_from))
      where c.watched_until > ${context.clock.now()} and t.status = ${ticketStatuses.Active}
      union
      select t.id from ticket_without_place w join ticket t on t.id = w.ticket_id
      where t.status = ${ticketStatuses.Active} and t.used_at is null
    ), priced as (
      select s.earned_minor as minor, exists (
        select from given g where g.source = s.source and s.item_id = any(g."itemIds")) as is_given
      from due join ticket_sale s on s.ticket_id = due.id
      where s.merchant_id = ${merchantId} and s.currency = 'GEL'
    )
    select coalesce(sum(minor) filter (where is_given), 0)::float8 as "ofItemsMinor",
      coalesce(sum(minor) filter (where not is_given), 0)::float8 as "elsewhereMinor"
    from priced`.execute(context.db)
  return rows[0] ?? { ofItemsMinor: 0, elsewhereMinor: 0 }
}
