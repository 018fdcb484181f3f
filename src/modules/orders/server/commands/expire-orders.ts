import { orderStatus } from '#contract/enumerations.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { releaseOrderPlaces } from '../allocations.ts'
import type { Order } from '../order.ts'
import { isOverdue } from '../rules.ts'
import { releaseBalances } from '../paid-by-balance.ts'
import { writeMoves } from '../order-writes.ts'
import { lockOrders, lockOverdueOrders } from '../store.ts'

/** Closes one order past its deadline; other orders are not changed. */
export async function expireOrder(context: Context, orderKey: string): Promise<void> {
  await inTransaction(context, async (inside) => {
    const orders = await lockOrders(inside.db, [orderKey])
    await timeOut(
      inside,
      orders.filter((order) => isOverdue(order, inside.clock.now())),
    )
    return ok(undefined)
  })
}

/**
 * Closes drafts and checkouts past their deadline and releases their places, `most` at a time. Orders with an open
 * payment are excluded: the checkout flow asks the bank first. Returns how many.
 */
export async function sweepOverdueOrders(context: Context, most: number): Promise<number> {
  const result = await inTransaction(context, async (inside) => {
    const orders = await lockOverdueOrders(inside.db, { now: inside.clock.now(), most })
    await timeOut(inside, orders)
    return ok(orders.length)
  })
  return result.value
}

async function timeOut(context: Context, orders: readonly Order[]): Promise<void> {
  await releaseOrderPlaces(context, orders)
  await releaseBalances(context, orders)
  await writeMoves(context.db, orders, {
    to: orderStatus.Timeout,
    reason: 'deadline-passed',
    now: context.clock.now(),
    isProcessed: false,
  })
}
