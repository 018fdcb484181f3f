/** Updates sales statistics and the list of orders: the hours and orders of each changed ticket are counted again. */
import { sql, type RawBuilder } from 'kysely'
import { ok } from '#kernel/result.ts'
import { ticketStatus } from '#contract/enumerations.ts'
import { fillLineDiscounts } from '#modules/orders/server/public-api.ts'
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
    const { rows: changed } = await sql<SaleHour>`
      select distinct source, item_id as item, hour from ticket_sale
      where changed_transaction >= ${span.from}::xid8 and changed_transaction < ${span.until}::xid8`.execute(
      inside.db,
    )
    await recountHours(inside, changed)
    await recountOrders(
      inside,
      sql`select distinct order_id from ticket_sale
        where changed_transaction >= ${span.from}::xid8 and changed_transaction < ${span.until}::xid8`,
    )
    await sql`update merchant_sale_cursor set next_transaction = ${span.until}::xid8`.execute(
      inside.db,
    )
    return ok(true)
  })
  return done.value
}

/** An hour in which tickets of an item were issued. */
interface SaleHour {
  readonly source: string
  readonly item: number
  readonly hour: Date
}

// Goods are sold with tickets but admit nobody: their amounts count, they themselves do not. A pass has admitted as many
// people as it was used at its entrance.
const figureColumns = sql.raw(`ticket_count, ended_count, used_count, sold_minor, ended_minor,
  merchant_discount_minor, house_discount_minor, advance_minor, ended_reduction_minor, unearned_minor,
  elsewhere_count, elsewhere_minor`)
const isEnded = sql`t.status <> ${ticketStatus.Active}`
const figureValues = sql`count(*) filter (where not t.is_goods),
  count(*) filter (where not t.is_goods and ${isEnded}),
  coalesce(sum(t.admission_count) filter (where not t.is_goods), 0),
  sum(t.unit_price_minor), coalesce(sum(t.unit_price_minor) filter (where ${isEnded}), 0),
  sum(t.merchant_discount_minor), sum(t.house_discount_minor), sum(t.advance_minor),
  coalesce(sum(t.unit_price_minor - t.paid_minor) filter (where ${isEnded}), 0),
  coalesce(sum(t.unit_price_minor - t.earned_minor) filter (where not (${isEnded})), 0),
  count(*) filter (where t.is_elsewhere and not (${isEnded})),
  coalesce(sum(t.elsewhere_minor) filter (where not (${isEnded})), 0)`

/** Counts hours again from their tickets. */
async function recountHours(inside: Context, changed: readonly SaleHour[]): Promise<void> {
  const hours = sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(source text, item integer, hour timestamptz)`
  await sql`
    delete from merchant_sale s using ${hours}
    where s.source = c.source and s.item_id = c.item and s.hour = c.hour`.execute(inside.db)
  await sql`
    insert into merchant_sale (merchant_id, source, item_id, hour, channel, ticket_type_id, zone, ${figureColumns})
    select t.merchant_id, t.source, t.item_id, t.hour, t.channel, t.ticket_type_id, t.zone, ${figureValues}
    from ${hours}
    join ticket_sale t on t.source = c.source and t.item_id = c.item
      and t.issued_at >= c.hour and t.issued_at < c.hour + interval '1 hour'
    where t.merchant_id is not null and t.currency = 'GEL'
    group by 1, 2, 3, 4, 5, 6, 7`.execute(inside.db)
  await sql`
    delete from merchant_sale_visit s using ${hours}
    where s.source = c.source and s.item_id = c.item and s.hour = c.hour`.execute(inside.db)
  await sql`
    insert into merchant_sale_visit (merchant_id, source, item_id, hour, visit, ${figureColumns})
    select t.merchant_id, t.source, t.item_id, t.hour, v.visit, ${figureValues}
    from ${hours}
    join ticket_sale t on t.source = c.source and t.item_id = c.item
      and t.issued_at >= c.hour and t.issued_at < c.hour + interval '1 hour'
    join order_visit v on v.order_id = t.order_id
    where t.merchant_id is not null and t.currency = 'GEL'
    group by 1, 2, 3, 4, 5`.execute(inside.db)
}

/** Counts orders again for the lists of their organisers. */
async function recountOrders(inside: Context, orderIds: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into merchant_order (merchant_id, order_id, sold_minor)
    select t.merchant_id, t.order_id, sum(t.paid_minor)
    from (${orderIds}) as c join ticket_sale t on t.order_id = c.order_id
    where t.merchant_id is not null group by 1, 2
    on conflict (merchant_id, order_id) do update set sold_minor = excluded.sold_minor
    where merchant_order.sold_minor <> excluded.sold_minor`.execute(inside.db)
}

/** Lines of orders that were paid before their discounts were stored, for each round. */
const formerLinesMax = 5_000

/**
 * Counts sales again whose discounts were not stored yet, round by round, so that no transaction is long. Returns how
 * many orders were counted.
 */
export async function countFormerDiscounts(context: Context): Promise<number> {
  let count = 0
  for (;;) {
    const done = await inTransaction(context, async (inside) => {
      await sql`select pg_advisory_xact_lock(${refreshLock})`.execute(inside.db)
      const orderIds = await fillLineDiscounts(inside, formerLinesMax)
      if (orderIds === null || orderIds.length === 0) return ok(orderIds?.length ?? null)
      const { rows: hours } = await sql<SaleHour>`
        select distinct source, item_id as item, hour from ticket_sale
        where order_id = any(${[...orderIds]}::bigint[])`.execute(inside.db)
      await recountHours(inside, hours)
      await recountOrders(inside, sql`select unnest(${[...orderIds]}::bigint[]) as order_id`)
      return ok(orderIds.length)
    })
    if (done.value === null) return count
    count += done.value
  }
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
