import { paymentProvider } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  applyBalance,
  applyToOrder,
  unapplyBalance,
  withOpenOrder,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { ownCardAdd } from '#modules/payments/contract.ts'
import { findPayment, isOpenState, type Payment } from '#modules/payments/server/public-api.ts'
import * as calls from '#modules/wallet/contract.ts'
import type { TopUpView } from '#modules/wallet/contract.ts'
import { readAvailable } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { finishFreeOrder } from './complete-order.ts'
import type { CheckoutPorts } from './ports.ts'
import { noteRefusal } from './check-unchanged.ts'
import { startCardSaving, startTopUp } from './start-own-payment.ts'

/** The calls that top up a balance and spend it on an order. */
export function balanceRoutes(ports: CheckoutPorts): readonly Implementation[] {
  return [
    implement(calls.balanceAdd, requireCustomer, async (context, { body }) => {
      const { amount, provider, continueUrl } = body
      const started = await startTopUp(context, ports, {
        amountMinor: amount,
        provider,
        continueUrl,
      })
      return started.ok ? ok(presentTopUp(context, started.value)) : started
    }),
    implement(calls.ownTopUp, requireCustomer, async (context, { params }) => {
      const payment = await findPayment(context, params.paymentId)
      const { actor } = context
      const isOwn = actor.kind === 'customer' && payment?.customerId === actor.customerId
      if (!payment || !isOwn || payment.purpose !== 'top-up') return fail('PaymentNotFound')
      return ok(presentTopUp(context, payment))
    }),
    implement(calls.balanceApply, requireCustomer, async (context, { body }) => {
      const request = { orderKey: body.orderKey, amountMinor: body.amount }
      return answerApplied(context, await applyBalance(context, request))
    }),
    implement(calls.balanceUnapply, requireCustomer, async (context, { body }) =>
      answerApplied(context, await unapplyBalance(context, body.orderKey)),
    ),
    implement(calls.balanceBilling, (context, { body }) => bill(context, ports, body.orderKey)),
    implement(ownCardAdd, requireCustomer, async (context, { body }) => {
      const { continueUrl } = body
      const provider = paymentProvider.tpay
      const started = await startCardSaving(context, ports, { provider, continueUrl })
      if (!started.ok) return started
      const { id, approvalUrl } = started.value
      return approvalUrl === null
        ? fail('PaymentProviderFailed')
        : ok({ paymentId: id, redirectUrl: approvalUrl })
    }),
  ]
}

/** Pays the whole order from the balance and finishes it, or changes nothing. */
async function bill(context: Context, ports: CheckoutPorts, orderKey: string) {
  if (context.actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = context.actor
  const billed = await withOpenOrder(context, orderKey, async (inside, order) => {
    const applied = await applyToOrder(inside, order, undefined)
    if (!applied.ok) return applied
    if (applied.value.totalMinor > 0) return fail('BalanceNotEnough')
    const finished = await finishFreeOrder(inside, ports, applied.value)
    return finished.ok ? ok({ order: applied.value, status: finished.value }) : finished
  })
  if (!billed.ok) {
    await noteRefusal(context, orderKey, billed.code)
    return billed
  }
  const { order, status } = billed.value
  return ok({
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    status,
    billed: money(paidByBalance(order), order.currency),
    available: money(await readAvailable(context, customerId, order.currency), order.currency),
  })
}

async function answerApplied(context: Context, result: Result<Order, ErrorCode>) {
  if (!result.ok) return result
  if (context.actor.kind !== 'customer') return fail('Unauthenticated')
  const { orderKey, currency, totalMinor } = result.value
  const available = await readAvailable(context, context.actor.customerId, currency)
  return ok({
    orderKey,
    applied: money(paidByBalance(result.value), currency),
    toPay: money(totalMinor, currency),
    available: money(available, currency),
  })
}

function paidByBalance(order: Order): number {
  return order.lines.reduce(
    (sum, line) => sum - (line.kind === 'Balance' ? line.amountMinor : 0),
    0,
  )
}

function presentTopUp(context: Context, payment: Payment): TopUpView {
  const isOpen = isOpenState(payment.state)
  const isUsable = isOpen && payment.expiresAt > context.clock.now()
  return {
    paymentId: payment.id,
    provider: payment.provider,
    state: payment.state,
    amount: payment.amount,
    refunded: money(payment.refundedMinor, (payment.captured ?? payment.amount).currency),
    redirectUrl: isUsable ? payment.approvalUrl : null,
    expiresAt: payment.expiresAt.toISOString(),
    failureCode: payment.failureCode,
    isFinal: !isOpen && payment.state !== 'refunding',
    createdAt: payment.createdAt.toISOString(),
  }
}
