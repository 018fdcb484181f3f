import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  customerAccount,
  logBalance,
  postHold,
  readAvailable,
  takeHold,
  voidHold,
} from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import {
  withoutPlace,
  type NewOrderLine,
  type Order,
  type OrderLine,
  type PaidByBalance,
} from './order.ts'
import { totalsOf } from './rules.ts'
import { insertOrders } from './insert-orders.ts'
import { changeLines, updateAmounts } from './order-writes.ts'

const description = { ka: 'ბალანსიდან', en: 'From your balance' }

/** Reserves balance of the calling customer for their order at checkout, which the open transaction has locked. */
export async function applyToOrder(
  context: Context,
  locked: Order,
  requestedMinor: number | undefined,
): Promise<Result<Order, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  if (locked.lines.length === 0) return fail('OrderEmpty')
  if (locked.status !== orderStatus.Checkout || locked.buyer.email === '')
    return fail('BuyerDetailsMissing')
  const order = await withoutBalance(context, locked)
  const { currency } = order
  const available = await readAvailable(context, customerId, currency)
  const amountMinor = Math.min(requestedMinor ?? available, order.totalMinor)
  if (order.totalMinor === 0) return fail('OrderStatusNotAllowed')
  if (amountMinor <= 0) return fail('BalanceNotEnough')
  const held = await takeHold(context, {
    account: customerAccount(customerId),
    currency,
    amountMinor,
    reference: order.orderNumber,
  })
  if (!held.ok) return held
  const line: NewOrderLine = {
    source: 'balance',
    kind: 'Balance',
    ...withoutPlace,
    quantity: 1,
    unitPriceMinor: -amountMinor,
    description,
    detail: { balance: { customerId, holdId: held.value.id } },
  }
  const inserted = await insertOrders(
    context.db,
    [],
    [{ order: { orderId: order.id }, lines: [line] }],
  )
  await logBalance(context, customerId, {
    kind: 'applied',
    amount: money(amountMinor, currency),
    reference: order.orderNumber,
  })
  return ok(await withLines(context, order, [...order.lines, ...(inserted.lines[0] ?? [])]))
}

/** Removes the balance line of a locked order and releases the reserved money. */
export async function withoutBalance(context: Context, order: Order): Promise<Order> {
  const paid = balanceLines(order)
  if (paid.length === 0) return order
  await releaseBalances(context, [order])
  await changeLines(context.db, { removedIds: paid.map(({ line }) => line.id), shrunk: [] })
  return withLines(
    context,
    order,
    order.lines.filter((line) => line.detail.balance === undefined),
  )
}

async function withLines(
  context: Context,
  order: Order,
  lines: readonly OrderLine[],
): Promise<Order> {
  const changed = { ...order, lines, totalMinor: totalsOf(lines).totalMinor }
  await updateAmounts(context.db, [changed], context.clock.now())
  return changed
}

interface BalanceLine {
  readonly line: OrderLine
  readonly balance: PaidByBalance
}

function balanceLines(order: Pick<Order, 'lines'>): BalanceLine[] {
  return order.lines.flatMap((line) =>
    line.detail.balance ? [{ line, balance: line.detail.balance }] : [],
  )
}

/** Releases the balance reserved for orders that ended unpaid; spent balance stays spent. */
export async function releaseBalances(context: Context, orders: readonly Order[]): Promise<void> {
  for (const order of orders) {
    for (const { line, balance } of balanceLines(order)) {
      if (!(await voidHold(context, balance.holdId))) continue
      await logBalance(context, balance.customerId, {
        kind: 'unapplied',
        amount: money(-line.amountMinor, order.currency),
        reference: order.orderNumber,
      })
    }
  }
}

/**
 * Reserves the balance again for an order whose card payment came after it had ended, if still available. Returns the
 * order, or null when it is not.
 */
export async function retakeBalances(context: Context, order: Order): Promise<Order | null> {
  const lines: OrderLine[] = [...order.lines]
  for (const { line, balance } of balanceLines(order)) {
    const held = await takeHold(context, {
      account: customerAccount(balance.customerId),
      currency: order.currency,
      amountMinor: -line.amountMinor,
      reference: order.orderNumber,
    })
    if (!held.ok) return null
    const detail = { ...line.detail, balance: { ...balance, holdId: held.value.id } }
    await sql`update order_line set detail = ${JSON.stringify(detail)}::jsonb where id = ${line.id}`.execute(
      context.db,
    )
    lines[lines.indexOf(line)] = { ...line, detail }
  }
  return { ...order, lines }
}

/** The order is paid: the reserved balance is spent. */
export async function spendBalances(context: Context, order: Order): Promise<void> {
  for (const { line, balance } of balanceLines(order)) {
    const isSpent = await postHold(context, balance.holdId, {
      account: `order:${order.orderKey}`,
      kind: 'spend',
      reference: order.orderNumber,
    })
    invariant(isSpent, `the balance set aside for order ${order.orderKey} is there`)
    await logBalance(context, balance.customerId, {
      kind: 'billed',
      amount: money(-line.amountMinor, order.currency),
      reference: order.orderNumber,
    })
  }
}
