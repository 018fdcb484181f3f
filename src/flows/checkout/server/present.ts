import { currencyNumbers, orderStatus, orderStatusName } from '#contract/enumerations.ts'
import { money, type ShopCurrency } from '#kernel/money.ts'
import type { OrderOutcomeView, PaymentView } from '#modules/orders/contract.ts'
import {
  canRetryOrder,
  isOpen,
  shownStatus,
  type Order,
} from '#modules/orders/server/public-api.ts'
import {
  findLastRefund,
  destinationOf,
  isOpenState,
  methodOf,
  type Payment,
} from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { OrderOutcome } from './complete-order.ts'

/** A payment as its buyer may see it. */
export async function presentPayment(
  context: Context,
  order: Order,
  payment: Payment,
  isJustPaid = false,
): Promise<PaymentView> {
  const isUsable = isOpenState(payment.state) && payment.expiresAt > context.clock.now()
  return {
    paymentId: payment.id,
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    provider: payment.provider,
    method: methodOf(payment.provider),
    state: payment.state,
    amount: money(payment.amount.amount, payment.amount.currency),
    currency: currencyNumbers[payment.amount.currency as ShopCurrency],
    refunded: money(payment.refundedMinor, (payment.captured ?? payment.amount).currency),
    redirectUrl: isUsable ? payment.approvalUrl : null,
    expiresAt: payment.expiresAt.toISOString(),
    failureCode: payment.failureCode,
    captured: payment.captured,
    moneyBack: isJustPaid ? null : await presentMoneyBack(context, order, payment),
    ...(await presentStatus(context, order)),
  }
}

/** Where a provider supports no refund, the amount is credited to the customer, or stored as guest credit. */
async function presentMoneyBack(
  context: Context,
  order: Order,
  payment: Payment,
): Promise<PaymentView['moneyBack']> {
  const refund = payment.captured && (await findLastRefund(context, payment.id))
  if (!refund || !payment.captured) return null
  return {
    amount: money(refund.amountMinor, payment.captured.currency),
    reason: refund.reason,
    to: destinationOf(payment, order),
    isDone: refund.state === 'done',
  }
}

export async function presentOutcome(
  context: Context,
  { order, payment, isJustPaid }: OrderOutcome,
): Promise<OrderOutcomeView> {
  const {
    orderStatus: status,
    orderStatusName: statusName,
    ...rest
  } = await presentStatus(context, order)
  return {
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    status,
    statusName,
    ...rest,
    payment: payment && (await presentPayment(context, order, payment, isJustPaid)),
  }
}

async function presentStatus(context: Context, order: Order) {
  const status = shownStatus(order, context.clock.now())
  const isWaiting =
    isOpen(status) ||
    status === orderStatus.PaymentPending ||
    status === orderStatus.WaitingForTicket
  return {
    orderStatus: status,
    orderStatusName: orderStatusName(status),
    isFinal: !isWaiting,
    canRetry: await canRetryOrder(context, order),
  }
}
