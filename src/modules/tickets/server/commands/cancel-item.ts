import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import { endSale, withdrawSaleEnd } from '#modules/inventory/server/public-api.ts'
import type { SoldItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { ticketStatuses } from '../statuses.ts'
import type { TicketItem } from '../queries/valid-tickets.ts'
import { compareSoon } from '../wallet/store.ts'

/** How long after the last start late payments are still refunded automatically. */
const watchedDays = 30

export interface ItemCancellation extends TicketItem {
  /** Only tickets that use one of these legs, the second exclusive: a stop that is left out. Absent: all tickets. */
  readonly legs?: { readonly from: number; readonly to: number }
  /** The reason shown to holders. */
  readonly reason: LocalizedText
  /** The last start of the item. */
  readonly lastStart: Date
  /** Holders may choose something else until then; no automatic refund before. Absent: at once. */
  readonly refundFrom?: Date
}

/**
 * Cancels a sold item in the caller's transaction: its tickets show that from now on, and the worker refunds
 * everything paid for them by their return policy, including orders that are paid later. Ends the sale of the whole
 * item; to cancel single legs, a vertical stops offering them. Returns whether it was active before.
 */
export async function cancelItem(
  context: Context,
  { source, itemId, offeringId, legs, reason, lastStart, refundFrom }: ItemCancellation,
): Promise<boolean> {
  invariant(context.db.isTransaction, 'an item is cancelled together with its record')
  const now = context.clock.now()
  const watchedFrom = Math.max(now.getTime(), lastStart.getTime())
  const written = await context.db
    .insertInto('cancelled_item')
    .values({
      source,
      item_id: itemId,
      offering_id: offeringId,
      leg_from: legs?.from ?? null,
      leg_to: legs?.to ?? null,
      reason: JSON.stringify(reason),
      cancelled_at: now,
      watched_until: new Date(watchedFrom + watchedDays * 86_400_000),
      refund_from: refundFrom ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['source', 'item_id', 'leg_from', 'leg_to']).doNothing(),
    )
    .executeTakeFirst()
  if (written.numInsertedOrUpdatedRows === 0n) return false
  if (!legs) await endSale(context, offeringId)
  return true
}

/**
 * Withdraws the cancellation of a whole item that takes place after all, in the caller's transaction: tickets that were not
 * refunded yet stay sold, and wallet passes are valid again. The caller then opens its sale. Returns whether it was cancelled.
 */
export async function reinstateItem(context: Context, item: TicketItem): Promise<boolean> {
  invariant(context.db.isTransaction, 'an item is reinstated together with its record')
  const deleted = await context.db
    .deleteFrom('cancelled_item')
    .where('source', '=', item.source)
    .where('item_id', '=', item.itemId)
    .where('leg_from', 'is', null)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) return false
  await withdrawSaleEnd(context, item.offeringId)
  await compareSoon(context, item)
  return true
}

/** When and why an item was cancelled. */
export interface Cancellation {
  readonly cancelledAt: Date
  readonly cancelReason: LocalizedText
}

/** Which of these sold items were cancelled; undefined for active ones. */
export async function readCancellations(
  context: Pick<Context, 'db'>,
  items: readonly SoldItem[],
): Promise<(item: SoldItem) => Cancellation | undefined> {
  const { rows } = await sql<SoldItem & Cancellation>`
    select source, item_id as "itemId", coalesce(leg_from, 0) as "legFrom",
      coalesce(leg_to, 32767) as "legTo", cancelled_at as "cancelledAt", reason as "cancelReason"
    from cancelled_item
    where (source, item_id) in (select * from unnest(
      ${items.map(({ source }) => source)}::text[], ${items.map(({ itemId }) => itemId)}::integer[]))
    order by cancelled_at, id
  `.execute(context.db)
  return ({ source, itemId, legFrom, legTo }) =>
    rows.find(
      (row) =>
        row.source === source &&
        row.itemId === itemId &&
        row.legFrom < legTo &&
        row.legTo > legFrom,
    )
}

/** Valid tickets whose refund is due: `t` with their orders. */
const dueTickets = (now: Date) => sql`
  select t.id, t.order_id from cancelled_item c
  join ticket t on t.item_id = c.item_id and t.source = c.source
    and t.offering_id = c.offering_id
    and (c.leg_from is null or (t.leg_from < c.leg_to and t.leg_to > c.leg_from))
  where c.watched_until > ${now}
    and (c.refund_from is null or c.refund_from <= ${now}) and t.status = ${ticketStatuses.Active}
  union
  select t.id, t.order_id from ticket_without_place w join ticket t on t.id = w.ticket_id
  where w.refund_from <= ${now} and t.status = ${ticketStatuses.Active} and t.used_at is null`

/** Keys of orders with valid tickets that are due for a refund, the oldest first; recently failed ones are left out. */
export async function listCancelledOrders(
  context: Pick<Context, 'db' | 'clock'>,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ orderKey: string }>`
    select o.order_key as "orderKey" from order_summary o
    where not exists (select from cancelled_refund_attempt a
        where a.order_id = o.order_id and a.next_attempt_at > ${context.clock.now()})
      and o.order_id in (select due.order_id from (${dueTickets(context.clock.now())}) as due)
    order by o.order_id limit ${most}
  `.execute(context.db)
  return rows.map(({ orderKey }) => orderKey)
}

/** The valid tickets of an order whose refund is due; others of the order may still be rebooked. */
export async function readCancelledTickets(
  context: Pick<Context, 'db' | 'clock'>,
  orderId: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: string }>`
    select due.id from (${dueTickets(context.clock.now())}) as due where due.order_id = ${orderId}
  `.execute(context.db)
  return new Set(rows.map(({ id }) => Number(id)))
}

const firstPauseSeconds = 5
const longestPauseSeconds = 3_600

/**
 * Postpones the failed refund of an order by a pause that doubles from 5 seconds to an hour. Returns the attempts so
 * far.
 */
export async function putOffCancelled(
  context: Pick<Context, 'db' | 'clock'>,
  orderKey: string,
): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    insert into cancelled_refund_attempt as a (order_id, attempt_count, next_attempt_at)
    select order_id, 1, ${context.clock.now()}::timestamptz + ${firstPauseSeconds} * interval '1 second'
    from order_summary where order_key = ${orderKey}
    on conflict (order_id) do update set attempt_count = a.attempt_count + 1,
      next_attempt_at = ${context.clock.now()}::timestamptz
        + least(${firstPauseSeconds} * 2 ^ least(a.attempt_count, 20), ${longestPauseSeconds}) * interval '1 second'
    returning attempt_count as attempts
  `.execute(context.db)
  return rows[0]?.attempts ?? 0
}
