import { ok } from '#kernel/result.ts'
import * as paying from '#modules/orders/pay-contract.ts'
import {
  leavePayment as leavePaymentCall,
  paymentsStatus,
} from '#modules/orders/payment-contract.ts'
import { presentOrder } from '#modules/orders/server/public-api.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import { balanceRoutes } from './balance-routes.ts'
import { completeOrder } from './complete-order.ts'
import { leavePayment } from './leave-payment.ts'
import type { CheckoutPorts } from './ports.ts'
import { showPayment } from './own-payment.ts'
import { presentOutcome, presentPayment } from './present.ts'
import { providerRoutes } from './provider-routes.ts'
import { reconciliationRoutes } from './reconciliation-routes.ts'
import { retryOrder } from './retry-order.ts'
import { walletPayRoutes } from './wallet-routes.ts'
import { startOrderPayment } from './start-payment.ts'

/** The calls of an order that contact a bank, and the bank's own calls. */
export function checkoutRoutes(ports: CheckoutPorts): readonly Implementation[] {
  const complete = async (context: CallContext, orderKey: string) => {
    const outcome = await completeOrder(context, ports, orderKey)
    return outcome.ok ? ok(await presentOutcome(context, outcome.value)) : outcome
  }
  return [
    ...balanceRoutes(ports),
    implement(paying.createPayment, async (context, { body }) => {
      const started = await startOrderPayment(context, ports, body)
      if (!started.ok) return started
      const { order, payment } = started.value
      // If a callback arrived before the answer, the order is read again.
      return order && payment.state === 'pending'
        ? ok(await presentPayment(context, order, payment))
        : showPayment(context, { paymentId: payment.id })
    }),
    implement(paying.paymentStatus, (context, { params }) => showPayment(context, params)),
    implement(paymentsStatus, (context, { query }) =>
      showPayment(context, { paymentId: query.transactionId, orderKey: query.orderKey }),
    ),
    implement(paying.completeOrder, (context, { body }) => complete(context, body.orderKey)),
    implement(paying.grootCompleteOrder, (context, { body }) => complete(context, body.orderKey)),
    implement(paying.retryOrder, async (context, { body }) => {
      const order = await retryOrder(context, body.orderKey)
      return order.ok ? ok(await presentOrder(context, ports.orders, order.value)) : order
    }),
    implement(leavePaymentCall, async (context, { body }) => {
      const order = await leavePayment(context, ports, body.orderKey)
      return order.ok ? ok(await presentOrder(context, ports.orders, order.value)) : order
    }),
    ...providerRoutes(ports),
    ...walletPayRoutes(ports),
    ...reconciliationRoutes(ports),
  ]
}
