import { paymentProvider } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import * as calls from '#modules/orders/contract.ts'
import type { PaymentView } from '#modules/orders/contract.ts'
import { findOwnOrder, presentOrder, type Order } from '#modules/orders/server/door.ts'
import { findPayment, hintPayment, type Payment } from '#modules/payments/server/door.ts'
import type { Context } from '#platform/context.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import { tpayCallback } from '../contract.ts'
import { balanceRoutes } from './balance-routes.ts'
import { completeOrder, outcomeOf, settleOrder } from './complete-order.ts'
import type { CheckoutPorts } from './ports.ts'
import { presentOutcome, presentPayment } from './present.ts'
import { retryOrder } from './retry-order.ts'
import { settlePayment } from './settle-payment.ts'
import { startPayment } from './start-payment.ts'

/** The calls of an order that talk to a bank, and the bank's own. */
export function checkoutRoutes(ports: CheckoutPorts): readonly Implementation[] {
  const complete = async (context: CallContext, orderKey: string) => {
    const outcome = await completeOrder(context, ports, orderKey)
    return outcome.ok ? ok(presentOutcome(context, outcome.value)) : outcome
  }
  return [
    ...balanceRoutes(ports),
    implement(calls.createPayment, async (context, { body }) => {
      const payment = await startPayment(context, ports, body)
      if (!payment.ok) return payment
      return showPayment(context, { paymentId: payment.value.id })
    }),
    implement(calls.paymentStatus, (context, { params }) => showPayment(context, params)),
    implement(calls.paymentsStatus, (context, { query }) =>
      showPayment(context, { paymentId: query.transactionId, orderKey: query.orderKey }),
    ),
    implement(calls.completeOrder, (context, { body }) => complete(context, body.orderKey)),
    implement(calls.grootCompleteOrder, (context, { body }) => complete(context, body.orderKey)),
    implement(calls.retryOrder, async (context, { body }) => {
      const order = await retryOrder(context, body.orderKey)
      return order.ok ? ok(await presentOrder(context, ports.orders, order.value)) : order
    }),
    implement(calls.tpayFinish, async (context, { body }) => {
      const known = await findOwnPayment(context, body)
      if (!known.ok) return known
      await settlePayment(context, ports, known.value.payment.id)
      await settleOrder(context, ports, known.value.order.orderKey)
      return showPayment(context, { paymentId: known.value.payment.id })
    }),
    implement(tpayCallback, async (context, { query, body }) => {
      const provider = paymentProvider.tpay
      await hintPayment(context, { provider, externalId: body.PaymentId, callbackKey: query.key })
      return ok({ accepted: true as const })
    }),
  ]
}

interface PaymentHandle {
  readonly paymentId?: string
  readonly orderKey?: string
}

async function showPayment(
  context: Context,
  handle: PaymentHandle,
): Promise<Result<PaymentView, ErrorCode>> {
  const found = await findOwnPayment(context, handle)
  if (!found.ok) return found
  return ok(presentPayment(context, found.value.order, found.value.payment))
}

/** A payment of the caller's own order, by its id, its order's key, or both; another's does not exist. */
async function findOwnPayment(
  context: Context,
  { paymentId, orderKey }: PaymentHandle,
): Promise<Result<{ order: Order; payment: Payment }, ErrorCode>> {
  if (paymentId === undefined) {
    if (orderKey === undefined) {
      const message = 'Either a payment or an order is needed'
      return fail('BadRequest', { fields: [{ path: 'orderKey', message }] })
    }
    const outcome = await outcomeOf(context, orderKey)
    if (!outcome.ok) return outcome
    const { order, payment } = outcome.value
    return payment ? ok({ order, payment }) : fail('PaymentNotFound')
  }
  const payment = await findPayment(context, paymentId)
  const key = orderKey ?? payment?.orderKey
  if (key === undefined) return fail('PaymentNotFound')
  const order = await findOwnOrder(context, { orderKey: key })
  if (!order.ok) return orderKey === undefined ? fail('PaymentNotFound') : order
  if (payment?.orderKey !== order.value.orderKey) return fail('PaymentNotFound')
  return ok({ order: order.value, payment })
}
