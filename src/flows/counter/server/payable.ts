import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { checkUnchanged } from '#flows/checkout/server/check-unchanged.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { isOpen, lockOrder, type Order } from '#modules/orders/server/public-api.ts'
import { isOpenState, listPayments } from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** A payable order: open, or declined by a terminal. Locked until the transaction ends. */
export async function lockPayable(
  context: Context,
  orderKey: string,
): Promise<Result<Order, ErrorCode>> {
  const locked = await lockOrder(context, { orderKey })
  if (!locked.ok) return fail('NotFound')
  const order = locked.value
  if (order.status === orderStatus.Timeout) return fail('OrderExpired')
  if (isOpen(order.status) || order.status === orderStatus.PaymentPending)
    if (order.deadlineAt <= context.clock.now()) return fail('OrderExpired')
  const unchanged = await checkUnchanged(context, order)
  if (!unchanged.ok) return unchanged
  if (isOpen(order.status)) return ok(order)
  if (order.status !== orderStatus.PaymentPending) return fail('OrderStatusNotAllowed')
  const payments = await listPayments(context, orderKey)
  if (payments.some(({ state }) => isOpenState(state))) return fail('CardUnderWay')
  return payments.some(({ captured }) => captured !== null)
    ? fail('OrderStatusNotAllowed')
    : ok(order)
}
