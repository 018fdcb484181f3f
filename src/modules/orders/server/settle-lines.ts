import { sql } from 'kysely'
import { releaseClaims } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { orderAllocations } from './allocations.ts'
import { creditLinesOf } from './exchange-credit.ts'
import type { NewOrderLine, Order, OrderLine } from './order.ts'
import { withoutBalance } from './paid-by-balance.ts'
import { computeTotals, type LinePrice } from './discounts.ts'
import { totalsOf } from './rules.ts'
import { insertOrders } from './insert-orders.ts'
import { changeLines, updateAmounts } from './order-writes.ts'

/**
 * Recalculates discounts and options for these lines of a locked order, and removes those that no longer apply,
 * releasing the uses they had taken. Returns the resulting lines; the caller writes the total.
 */
export async function settleLines(
  context: Context,
  lines: readonly OrderLine[],
): Promise<readonly OrderLine[]> {
  if (!needsSettling(lines)) return lines
  const computed = computeTotals(lines)
  await dropLines(context, computed.dropped)
  await reprice(context, computed.repriced)
  return computed.lines
}

/** Whether any of these lines depends on the others; a ticket and its fee never do. */
export function needsSettling(lines: readonly OrderLine[]): boolean {
  return lines.some(
    ({ detail }) => (detail.reduction ?? detail.option ?? detail.credit) !== undefined,
  )
}

/** Adds a discount or an option to an open order that the transaction has locked. Releases its balance. */
export async function addToOrder(
  context: Context,
  locked: Order,
  line: NewOrderLine,
): Promise<Order> {
  const order = await withoutBalance(context, locked)
  const addition = { order: { orderId: order.id }, lines: [line] }
  const inserted = await insertOrders(context.db, [], [addition])
  return withSettled(context, order, [...order.lines, ...(inserted.lines[0] ?? [])])
}

/** Applies the credit of replaced tickets to an open order that the transaction has locked. */
export async function setOffReplaced(context: Context, order: Order): Promise<Order> {
  const lines = creditLinesOf(order)
  if (lines.length === 0) return order
  const addition = { order: { orderId: order.id }, lines }
  const inserted = await insertOrders(context.db, [], [addition])
  return withSettled(context, order, [...order.lines, ...(inserted.lines[0] ?? [])])
}

/** Removes discounts and options from an open order that the transaction has locked. Releases its balance. */
export async function takeFromOrder(
  context: Context,
  locked: Order,
  isLeaving: (line: OrderLine) => boolean,
): Promise<Order> {
  const leaving = locked.lines.filter(
    (line) => (line.detail.reduction ?? line.detail.option) !== undefined && isLeaving(line),
  )
  if (leaving.length === 0) return locked
  const order = await withoutBalance(context, locked)
  await dropLines(context, leaving)
  return withSettled(
    context,
    order,
    order.lines.filter((line) => !leaving.includes(line)),
  )
}

async function withSettled(
  context: Context,
  order: Order,
  lines: readonly OrderLine[],
): Promise<Order> {
  const settled = await settleLines(context, lines)
  const changed = { ...order, lines: settled, totalMinor: totalsOf(settled).totalMinor }
  await updateAmounts(context.db, [changed], context.clock.now())
  return changed
}

async function dropLines(context: Context, lines: readonly OrderLine[]): Promise<void> {
  await releaseClaims(context, orderAllocations(lines))
  await changeLines(context.db, { removedIds: lines.map((line) => line.id), shrunk: [] })
}

async function reprice(context: Context, prices: readonly LinePrice[]): Promise<void> {
  if (prices.length === 0) return
  await sql`
    update order_line l set quantity = n.quantity, unit_price_minor = n.price,
      amount_minor = n.quantity * n.price
    from unnest(
      ${prices.map((price) => price.id)}::bigint[],
      ${prices.map((price) => price.quantity)}::integer[],
      ${prices.map((price) => price.unitPriceMinor)}::integer[]
    ) as n(id, quantity, price)
    where l.id = n.id
  `.execute(context.db)
}
