import { orderStatus } from '#contract/enumerations.ts'
import { ok } from '#kernel/result.ts'
import {
  listOverdueOrders,
  lockOrder,
  moveOrder,
  releaseOrderPlaces,
} from '#modules/orders/server/public-api.ts'
import { isOpenState, listPayments } from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { CheckoutPorts } from './ports.ts'
import { settleNow, type settleForCaller } from './settle-payment.ts'
import { tellUnpaid } from './tell-unpaid.ts'

const ordersPerRound = 20

/**
 * Closes expired orders with an open payment. The provider is queried first; the places of unpaid orders are released.
 * Money that arrives afterwards is handled as late. Returns how many were checked.
 */
export async function expirePayingOrders(context: Context, ports: CheckoutPorts): Promise<number> {
  const orderKeys = await listOverdueOrders(context, {
    statuses: [orderStatus.PaymentPending],
    most: ordersPerRound,
  })
  await Promise.all(
    orderKeys.map((orderKey) =>
      expirePayingOrder(context, ports, orderKey).catch((error: unknown) => {
        context.log.error({ err: error, orderKey }, 'closing an unpaid order failed')
      }),
    ),
  )
  return orderKeys.length
}

/**
 * The same for one order; an order that has not expired, or has been settled meanwhile, is not changed. Where a provider
 * was asked a moment ago for another caller (`settleForCaller`), that caller or the worker closes the order with its answer.
 */
export async function expirePayingOrder(
  context: Context,
  ports: CheckoutPorts,
  orderKey: string,
  settle: typeof settleForCaller = settleNow,
): Promise<void> {
  for (const payment of await listPayments(context, orderKey)) {
    if (isOpenState(payment.state) && (await settle(context, ports, payment.id)) === null) return
  }
  await inTransaction(context, async (inside) => {
    const locked = await lockOrder(inside, { orderKey })
    if (!locked.ok) return locked
    const order = locked.value
    if (order.status !== orderStatus.PaymentPending) return ok(null)
    if (order.deadlineAt > inside.clock.now()) return ok(null)
    await releaseOrderPlaces(inside, [order])
    await tellUnpaid(inside, order)
    return moveOrder(inside, order, orderStatus.Timeout, 'deadline-passed')
  })
}
