import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { PaymentView } from '#modules/orders/contract.ts'
import { findOwnOrder, type Order } from '#modules/orders/server/public-api.ts'
import { findPayment, listPayments, type Payment } from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { outcomeOf } from './complete-order.ts'
import { presentPayment } from './present.ts'

export interface PaymentHandle {
  readonly paymentId?: string
  readonly orderKey?: string
  /** Selects only payments of this provider. */
  readonly provider?: number
}

export async function showPayment(
  context: Context,
  handle: PaymentHandle,
): Promise<Result<PaymentView, ErrorCode>> {
  const found = await findOwnPayment(context, handle)
  if (!found.ok) return found
  return ok(await presentPayment(context, found.value.order, found.value.payment))
}

/**
 * A payment of the caller's own order, by its id, its order's key, or both; other payments are reported as not found.
 */
export async function findOwnPayment(
  context: Context,
  { paymentId, orderKey, provider }: PaymentHandle,
): Promise<Result<{ order: Order; payment: Payment }, ErrorCode>> {
  if (paymentId === undefined) {
    if (orderKey === undefined) {
      const message = 'Either a payment or an order is needed'
      return fail('BadRequest', { fields: [{ path: 'orderKey', message }] })
    }
    return findByOrder(context, orderKey, provider)
  }
  const payment = await findPayment(context, paymentId)
  const key = orderKey ?? payment?.orderKey
  if (key === undefined) return fail('PaymentNotFound')
  const order = await findOwnOrder(context, { orderKey: key })
  if (!order.ok) return orderKey === undefined ? fail('PaymentNotFound') : order
  if (payment?.orderKey !== order.value.orderKey) return fail('PaymentNotFound')
  if (provider !== undefined && payment.provider !== provider) return fail('PaymentNotFound')
  return ok({ order: order.value, payment })
}

/** The most relevant payment of an order; with a provider, the newest of that provider. */
async function findByOrder(
  context: Context,
  orderKey: string,
  provider: number | undefined,
): Promise<Result<{ order: Order; payment: Payment }, ErrorCode>> {
  const outcome = await outcomeOf(context, orderKey)
  if (!outcome.ok) return outcome
  const { order, payment } = outcome.value
  if (payment !== null && (provider === undefined || payment.provider === provider))
    return ok({ order, payment })
  const payments = await listPayments(context, orderKey)
  const own = payments.find((each) => each.provider === provider)
  return own ? ok({ order, payment: own }) : fail('PaymentNotFound')
}
