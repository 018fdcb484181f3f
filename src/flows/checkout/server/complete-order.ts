import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { sellPlaces } from '#modules/inventory/server/public-api.ts'
import {
  missingDetails,
  findOwnOrder,
  isOpen,
  missingCheck,
  orderAllocations,
  ownsOrder,
  withOpenOrder,
  type Order,
} from '#modules/orders/server/public-api.ts'
import {
  claimQueries,
  isOpenState,
  listPayments,
  type Payment,
} from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { finishOrder } from './apply-answer.ts'
import { checkUnchanged, noteRefusal } from './check-unchanged.ts'
import { expirePayingOrder } from './expire-paying-orders.ts'
import { lockReplaced, type CheckoutPorts } from './ports.ts'
import { settleForCaller, settleNow, settlingOnce } from './settle-payment.ts'

/** An order and its most relevant payment. */
export interface OrderOutcome {
  readonly order: Order
  readonly payment: Payment | null
  /** Set when the payment was captured just now, so that none of it has been refunded. */
  readonly isJustPaid?: boolean
}

/**
 * Completes the caller's own order as far as possible now: queries the provider about an open payment, completes a
 * free order, closes an expired one.
 */
export async function completeOrder(
  context: Context,
  ports: CheckoutPorts,
  orderKey: string,
): Promise<Result<OrderOutcome, ErrorCode>> {
  const found = await findOwnOrder(context, { orderKey })
  if (!found.ok) return found
  if (isOpen(found.value.status)) {
    const finished = await withOpenOrder(context, orderKey, (inside, order) =>
      finishFreeOrder(inside, ports, order),
    )
    if (!finished.ok) {
      await noteRefusal(context, orderKey, finished.code)
      return finished
    }
  } else {
    const claimed = await claimQueries(context, orderKey)
    const settled = await settleOrder(context, ports, found.value, {
      settle: settleForCaller,
      claimed,
    })
    if (settled && ownsOrder(context.actor, settled.order)) return ok(settled)
  }
  return outcomeOf(context, orderKey)
}

/**
 * Queries the provider about every open payment of the order, then closes the order if it has expired. Returns the outcome
 * when it is known without reading it, because the last payment has finished the order.
 * | @param settle at once, or a few seconds after the last query
 * | @param claimed the open payments whose providers may be asked now, if they were claimed; otherwise they are read
 */
export async function settleOrder(
  context: Context,
  ports: CheckoutPorts,
  { orderKey, deadlineAt }: Pick<Order, 'orderKey' | 'deadlineAt'>,
  {
    settle = settleNow,
    claimed,
  }: { readonly settle?: typeof settleForCaller; readonly claimed?: readonly Payment[] } = {},
): Promise<OrderOutcome | null> {
  let outcome: OrderOutcome | null = null
  const settleOnce = settlingOnce(settle)
  for (const open of claimed ?? (await listPayments(context, orderKey))) {
    if (!isOpenState(open.state)) continue
    const applied = await settleOnce(context, ports, open.id, claimed && open)
    const finished = applied?.finished
    outcome = finished ? { order: finished, payment: applied.payment, isJustPaid: true } : null
  }
  // Deadlines are only ever extended, so one in the future is still valid.
  if (deadlineAt > context.clock.now()) return outcome
  await expirePayingOrder(context, ports, orderKey, settleOnce)
  return null
}

/**
 * Nothing to pay: places are sold and tickets issued in one transaction.
 * | @param isPrinted the buyer is given the tickets on paper, and needs no email
 */
export async function finishFreeOrder(
  context: Context,
  ports: CheckoutPorts,
  order: Order,
  { isPrinted = false }: { readonly isPrinted?: boolean } = {},
): Promise<Result<OrderStatus, ErrorCode>> {
  if (order.lines.length === 0) return fail('OrderEmpty')
  const isReachable = isPrinted || order.buyer.email !== ''
  if (order.status !== orderStatus.Checkout || !isReachable) return fail('BuyerDetailsMissing')
  if (order.totalMinor > 0) return fail('OrderStatusNotAllowed')
  const missing = await missingDetails(context, ports.orders.sources, order)
  if (missing) return fail(missing)
  const unproved = await missingCheck(context, ports.orders.sources, order)
  if (unproved) return fail(unproved)
  const unchanged = await checkUnchanged(context, order)
  if (!unchanged.ok) return unchanged
  const replaced = await lockReplaced(context, ports, order)
  if (!replaced) return fail('QuoteChanged')
  const sold = await sellPlaces(context, orderAllocations(order.lines))
  if (!sold.ok) return sold
  await replaced()
  const finished = await finishOrder(context, ports, order, 'nothing-to-pay')
  return ok(finished.status)
}

/** The caller's own order with its payment: the one that took money, else the newest. */
export async function outcomeOf(
  context: Context,
  orderKey: string,
): Promise<Result<OrderOutcome, ErrorCode>> {
  const found = await findOwnOrder(context, { orderKey })
  if (!found.ok) return found
  const payments = await listPayments(context, orderKey)
  const payment = payments.find((each) => each.state === 'captured') ?? payments[0] ?? null
  return ok({ order: found.value, payment })
}
