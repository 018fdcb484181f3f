/** Updates sales statistics and the list of orders: the hours and orders of each changed ticket are counted again. */
import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { ticketStatus } from '#contract/enumerations.ts'
import { spanOfTicketChanges } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'

/** Maximum number of changes per round: several short transactions are preferable to a long one. */
const changesMax = 20_000
/** Concurrent refreshes would insert the same rows. */
const refreshLock = 5_118_803_250

/** Processes all changes, round by round. */
export async function refreshAllSales(context: Context): Promise<void> {
  while (await refreshSales(context));
}

/**
 * Processes changes since the last refresh and returns whether there were any. Changes are read up to the oldest open
 * transaction, so none that commits late is missed. Rows are recounted and not incremented, so a repeated refresh
 * changes nothing.
 */
export async function refreshSales(context: Context): Promise<boolean> {
  if (!(await hasPendingChanges(context))) return false
  const done = await inTransaction(context, async (inside) => {
    const { rows: locks } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${refreshLock}) as "isOurs"`.execute(inside.db)
    // Another process is refreshing; readers do not wait for it.
    if (!locks[0]?.isOurs) return ok(false)
    // A separate statement after the lock sees what the previous refresh has committed.
    const { rows: cursors } = await sql<{ from: string }>`
      select next_transaction::text as from from merchant_sale_cursor`.execute(inside.db)
    if (!cursors[0]) return ok(false)
    const span = await spanOfTicketChanges(inside, cursors[0].from, changesMax)
    const { rows: changed } = await sql<{ source: string; item: number; hour: Date }>`
      select distinct source, item_id as item, hour from ticket_sale
      where changed_transaction >= ${span.from}::xid8 and changed_transaction < ${span.until}::xid8`.execute(
      inside.db,
    )
    // Goods are sold with tickets but admit nobody: their amounts count, they themselves do not. A pass has admitted
    // as many people as it was used at its entrance.
    const counts = sql`count(*) filter (where not t.is_goods),
        count(*) filter (where not t.is_goods and t.status <> ${ticketStatus.Active}),
        coalesce(sum(t.admission_count) filter (where not t.is_goods), 0)`
    const hours = sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(source text, item integer, hour timestamptz)`
    await sql`
      delete from merchant_sale s using ${hours}
      where s.source = c.source and s.item_id = c.item and s.hour = c.hour`.execute(inside.db)
    await sql`
      insert into merchant_sale (merchant_id, source, item_id, hour, channel, ticket_type_id, zone,
        ticket_count, ended_count, used_count, sold_minor, ended_minor)
      select t.merchant_id, t.source, t.item_id, t.hour, t.channel, t.ticket_type_id, t.zone, ${counts},
        sum(t.unit_price_minor), coalesce(sum(t.unit_price_minor) filter (where t.status <> ${ticketStatus.Active}), 0)
      from ${hours}
      join ticket_sale t on t.source = c.source and t.item_id = c.item
        and t.issued_at >= c.hour and t.issued_at < c.hour + interval '1 hour'
      where t.merchant_id is not null and t.currency = 'GEL'
      group by 1, 2, 3, 4, 5, 6, 7`.execute(inside.db)
    await sql`
      delete from merchant_sale_visit s using ${hours}
      where s.source = c.source and s.item_id = c.item and s.hour = c.hour`.execute(inside.db)
    await sql`
      insert into merchant_sale_visit (merchant_id, source, item_id, hour, visit,
        ticket_count, ended_count, used_count, sold_minor, ended_minor)
      select t.merchant_id, t.source, t.item_id, t.hour, v.visit, ${counts},
        sum(t.unit_price_minor), coalesce(sum(t.unit_price_minor) filter (where t.status <> ${ticketStatus.Active}), 0)
      from ${hours}
      join ticket_sale t on t.source = c.source and t.item_id = c.item
        and t.issued_at >= c.hour and t.issued_at < c.hour + interval '1 hour'
      join order_visit v on v.order_id = t.order_id
      where t.merchant_id is not null and t.currency = 'GEL'
      group by 1, 2, 3, 4, 5`.execute(inside.db)
    await sql`
      insert into merchant_order (merchant_id, order_id, sold_minor)
      select t.merchant_id, t.order_id, sum(t.unit_price_minor)
      from (select distinct order_id from ticket_sale
        where changed_transaction >= ${span.from}::xid8 and changed_transaction < ${span.until}::xid8) as c
      join ticket_sale t on t.order_id = c.order_id
      where t.merchant_id is not null group by 1, 2
      on conflict (merchant_id, order_id) do update set sold_minor = excluded.sold_minor
      where merchant_order.sold_minor <> excluded.sold_minor`.execute(inside.db)
    await sql`update merchant_sale_cursor set next_transaction = ${span.until}::xid8`.execute(
      inside.db,
    )
    return ok(true)
  })
  return done.value
}

/** Whether there are unprocessed changes: one index lookup, so that reads never wait. */
async function hasPendingChanges(context: Context): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select exists (select from ticket_change
      where changed_transaction >= (select next_transaction from merchant_sale_cursor)
        and changed_transaction < pg_snapshot_xmin(pg_current_snapshot())) as "isNew"`.execute(
    context.db,
  )
  return rows[0]?.isNew ?? false
}
