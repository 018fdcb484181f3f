/**
 * Pending confirmations of outside suppliers for paid orders: one row per item, requested until it is confirmed or
 * refused.
 */
import { sql, type Selectable } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { namedColumns } from '#platform/database/named-columns.ts'
import type { OrderConfirmation } from '#platform/database/types.ts'
import type { FulfilmentSource } from './fulfilment-source.ts'
import { describeBySource, itemKey, soldItemOf, soldItemsOf, type SoldItem } from './item.ts'
import type { Order, OrderLine } from './order.ts'
import { leaseUntil, postpone } from '#platform/supplier-attempts.ts'

export type ConfirmationState = 'pending' | 'confirmed' | 'refused'

const confirmationColumns = [
  'id',
  'order_id',
  'source',
  'item_id',
  'leg_from',
  'leg_to',
  'state',
  'confirm_by',
  'attempt_count',
  'last_detail',
  'refusal_code',
  'overdue_at',
  'created_at',
  'ended_at',
] as const satisfies readonly (keyof OrderConfirmation)[]

type ConfirmationRow = Pick<Selectable<OrderConfirmation>, (typeof confirmationColumns)[number]>

/** An item of a paid order that its supplier has to confirm. */
export interface Confirmation extends SoldItem {
  /** Idempotency key for the supplier. */
  readonly id: string
  readonly orderId: number
  readonly state: ConfirmationState
  readonly confirmBy: Date
  /** Attempts so far, the current one included. */
  readonly attemptCount: number
  /** The supplier's last answer, for operators; empty before the first. */
  readonly lastDetail: string
  readonly refusalCode: string | null
  /** When operators were alerted; null before. */
  readonly overdueAt: Date | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}

/**
 * Stores the confirmations that an order needs whose places were just sold, in the caller's transaction. Returns the
 * ids of those ticket lines; none, and without a query, for an order of our own places.
 */
export async function requestConfirmations(
  context: Context,
  sources: readonly FulfilmentSource[],
  order: Pick<Order, 'id' | 'lines'>,
): Promise<ReadonlySet<number>> {
  invariant(context.db.isTransaction, 'confirmations are requested together with the sale')
  const tickets = order.lines.filter(({ kind }) => kind === 'Ticket')
  const supplied = await describeBySource(sources, soldItemsOf(tickets), (source, items) =>
    source.listSupplied(context, items),
  )
  if (supplied.size === 0) return new Set()
  const now = context.clock.now()
  const items = soldItemsOf(tickets).flatMap((item) => {
    const terms = supplied.get(itemKey(item))
    return terms ? [{ item, terms }] : []
  })
  await context.db
    .insertInto('order_confirmation')
    .values(
      items.map(({ item, terms }) => ({
        id: context.random.uuid(),
        order_id: order.id,
        source: item.source,
        item_id: item.itemId,
        leg_from: item.legFrom,
        leg_to: item.legTo,
        confirm_by: terms.confirmBy,
        next_attempt_at: now,
        created_at: now,
      })),
    )
    .execute()
  const keys = new Set(items.map(({ item }) => itemKey(item)))
  return new Set(tickets.filter((line) => keys.has(itemKey(itemOf(line)))).map((line) => line.id))
}

function itemOf(line: OrderLine): SoldItem {
  const item = soldItemOf(line)
  invariant(item, `ticket line ${line.id} is for an item`)
  return item
}

/** Ticket lines of an order that a confirmation is about. */
export function linesOfConfirmation(
  order: Pick<Order, 'lines'>,
  confirmation: SoldItem,
): OrderLine[] {
  const key = itemKey(confirmation)
  return order.lines.filter((line) => line.kind === 'Ticket' && itemKey(itemOf(line)) === key)
}

/**
 * Claims due confirmations for one attempt each; no other worker claims them meanwhile. The attempt is counted before
 * the supplier is asked, so that the attempt of a crashed process is still counted.
 */
export async function claimDueConfirmations(
  context: Context,
  most: number,
): Promise<Confirmation[]> {
  const now = context.clock.now()
  const lease = leaseUntil(now)
  const { rows } = await sql<ConfirmationRow>`
    update order_confirmation set attempt_count = attempt_count + 1, next_attempt_at = ${lease}
    where id in (
      select id from order_confirmation where next_attempt_at <= ${now}
      order by next_attempt_at limit ${most} for update skip locked)
    returning ${namedColumns(confirmationColumns)}
  `.execute(context.db)
  return rows.map(confirmationOf)
}

/** Locks a confirmation after its order. */
export async function lockConfirmation(context: Context, id: string): Promise<Confirmation> {
  invariant(context.db.isTransaction, 'a confirmation is locked in a transaction')
  const row = await context.db
    .selectFrom('order_confirmation')
    .select(confirmationColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return confirmationOf(row)
}

/** Confirmations of orders, in the order of their requests. */
export async function readConfirmations(
  context: Pick<Context, 'db'>,
  orderIds: readonly number[],
): Promise<Confirmation[]> {
  if (orderIds.length === 0) return []
  const rows = await context.db
    .selectFrom('order_confirmation')
    .select(confirmationColumns)
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(confirmationOf)
}

/** One confirmation by its id, without a lock. */
export async function findConfirmation(
  context: Pick<Context, 'db'>,
  id: string,
): Promise<Confirmation | undefined> {
  const row = await context.db
    .selectFrom('order_confirmation')
    .select(confirmationColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && confirmationOf(row)
}

/** Orders whose supplier has not confirmed in time, the longest waiting first. */
export async function listOverdueConfirmations(
  context: Pick<Context, 'db'>,
  most: number,
): Promise<{ orderNumber: string; overdueAt: Date }[]> {
  const { rows } = await sql<{ orderNumber: string; overdueAt: Date }>`
    select o.order_number as "orderNumber", min(c.overdue_at) as "overdueAt"
    from order_confirmation c join orders o on o.id = c.order_id
    where c.overdue_at is not null and c.ended_at is null
    group by o.order_number order by 2, 1 limit ${most}
  `.execute(context.db)
  return rows
}

/** Ends a confirmation that this transaction has locked. */
export async function endConfirmation(
  context: Context,
  { id }: Pick<Confirmation, 'id'>,
  outcome:
    | { readonly state: 'confirmed' }
    | { readonly state: 'refused'; readonly refusalCode: string },
): Promise<void> {
  await context.db
    .updateTable('order_confirmation')
    .set({
      state: outcome.state,
      refusal_code: outcome.state === 'refused' ? outcome.refusalCode : null,
      next_attempt_at: null,
      ended_at: context.clock.now(),
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/**
 * Postpones the next attempt by a pause that doubles from 5 seconds to 5 minutes. Returns whether the confirmation
 * became overdue just now.
 */
export async function putOffConfirmation(
  context: Context,
  { id, attemptCount, confirmBy, overdueAt }: Confirmation,
  detail: string,
): Promise<boolean> {
  const now = context.clock.now()
  const attempt = { attemptCount, overdueAt }
  const { isOverdueNow, columns } = postpone(now, attempt, confirmBy <= now, detail)
  await context.db
    .updateTable('order_confirmation')
    .set(columns)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    // A later attempt has its own lease.
    .where('attempt_count', '=', attemptCount)
    .execute()
  return isOverdueNow
}

function confirmationOf(row: ConfirmationRow): Confirmation {
  return {
    id: row.id,
    orderId: row.order_id,
    source: row.source,
    itemId: row.item_id,
    legFrom: row.leg_from,
    legTo: row.leg_to,
    state: row.state as ConfirmationState,
    confirmBy: row.confirm_by,
    attemptCount: row.attempt_count,
    lastDetail: row.last_detail,
    refusalCode: row.refusal_code,
    overdueAt: row.overdue_at,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}
