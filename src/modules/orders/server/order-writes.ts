import { sql } from 'kysely'
import type { OrderStatus } from '#contract/enumerations.ts'
import { invariant } from '#kernel/result.ts'
import type { Database } from '#platform/database/database.ts'
import { insertOrders, type OrderAmount } from './insert-orders.ts'
import type { Order } from './order.ts'
import type { LineChanges, MoveReason } from './rules.ts'

/** Removes and shrinks lines; an empty change runs no statement. */
export async function changeLines(db: Database, changes: LineChanges): Promise<void> {
  if (changes.removedIds.length > 0) {
    await sql`delete from order_line where id = any(${changes.removedIds}::bigint[])`.execute(db)
  }
  if (changes.shrunk.length > 0) {
    const ids = changes.shrunk.map((line) => line.id)
    const quantities = changes.shrunk.map((line) => line.quantity)
    await sql`
      update order_line l
      set quantity = n.quantity, amount_minor = l.unit_price_minor * n.quantity
      from unnest(${ids}::bigint[], ${quantities}::integer[]) as n(id, quantity)
      where l.id = n.id
    `.execute(db)
  }
}

/** Records what an order was for that has lost its last lines, for the lists of its owner. */
export async function writeFormerItem(
  db: Database,
  orderId: number,
  lines: readonly Pick<Order['lines'][number], 'source' | 'itemId'>[],
): Promise<void> {
  const line = lines.find(({ itemId }) => itemId !== null)
  if (!line) return
  await sql`
    update orders set former_source = ${line.source}, former_item_id = ${line.itemId}
    where id = ${orderId}`.execute(db)
}

/** Sets totals and deadlines of orders that are already locked. */
export async function updateAmounts(
  db: Database,
  amounts: readonly OrderAmount[],
  now: Date,
): Promise<void> {
  await insertOrders(db, [], [], { amounts, now })
}

/** Writes the buyer's details into a locked order and moves it to its next state, with its log, in one statement. */
export async function writeCheckout(
  db: Database,
  order: Pick<Order, 'id' | 'status' | 'buyer' | 'locale' | 'externalReference'>,
  move: { to: OrderStatus; reason: MoveReason; now: Date },
): Promise<void> {
  const { buyer } = order
  const result = await sql`
    with moved as (
      update orders
      set buyer_name = ${buyer.name}, buyer_email = ${buyer.email}, buyer_phone = ${buyer.phone},
        locale = ${order.locale}, terms_accepted_at = ${move.now}, updated_at = ${move.now},
        external_reference = ${order.externalReference}, status = ${move.to}
      where id = ${order.id} and status = ${order.status}
      returning id
    ), logged as (
      insert into order_log (order_id, at, from_status, to_status, reason)
      select id, ${move.now}::timestamptz, ${order.status}::smallint, ${move.to}::smallint,
        ${move.reason}
      from moved where ${order.status}::smallint <> ${move.to}::smallint
    )
    select id from moved
  `.execute(db)
  invariant(result.rows.length === 1, 'an order moved without being locked')
}

/** Moves orders that are already locked and writes their log, in one statement. */
export async function writeMoves(
  db: Database,
  orders: readonly Pick<Order, 'id' | 'status'>[],
  move: { to: OrderStatus; reason: MoveReason; now: Date; isProcessed: boolean },
): Promise<void> {
  if (orders.length === 0) return
  const result = await sql`
    with moved as (
      update orders o
      set status = ${move.to}, updated_at = ${move.now},
        processed_at = case when ${move.isProcessed} then ${move.now} else o.processed_at end
      from unnest(
        ${orders.map((order) => order.id)}::bigint[],
        ${orders.map((order) => order.status)}::smallint[]
      ) as n(id, status)
      where o.id = n.id and o.status = n.status
      returning o.id, n.status as from_status
    )
    insert into order_log (order_id, at, from_status, to_status, reason)
    select id, ${move.now}, from_status, ${move.to}, ${move.reason} from moved
  `.execute(db)
  invariant(Number(result.numAffectedRows) === orders.length, 'an order moved without being locked')
}
