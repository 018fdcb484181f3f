import { ok } from '#kernel/result.ts'
import {
  claimDuePayments,
  isHopeless,
  isOpenState,
  lockPayment,
  logPayment,
  movePayment,
  paymentForLog,
} from '#modules/payments/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { CheckoutPorts } from './ports.ts'
import { settlePayment } from './settle-payment.ts'

/** Payments queried per round; each may take as long as the provider's time-out. */
const paymentsPerRound = 20

/**
 * Queries the provider about every due payment: those with a callback, those whose answer was lost, and open ones. A
 * failure does not delay the others and is retried. Returns how many were queried.
 */
export async function pollPayments(context: Context, ports: CheckoutPorts): Promise<number> {
  const paymentIds = await claimDuePayments(context, paymentsPerRound)
  await Promise.all(
    paymentIds.map((paymentId) =>
      settlePayment(context, ports, paymentId).catch(async (error: unknown) => {
        const about = await paymentForLog(context, paymentId)
        context.log.error({ err: error, ...about }, 'settling a payment failed')
        await closeHopeless(context, paymentId).catch((again: unknown) => {
          context.log.error({ err: again, ...about }, 'closing a payment failed')
        })
      }),
    ),
  )
  return paymentIds.length
}

/**
 * A payment that cannot be settled for this long is abandoned (its provider was removed, or its answers keep breaking
 * a rule): it is ended as expired and logged. Reconciliation shows an operator any money it may have taken.
 */
async function closeHopeless(context: Context, paymentId: string): Promise<void> {
  await inTransaction(context, async (inside) => {
    const payment = await lockPayment(inside, paymentId)
    if (!isHopeless(payment, inside.clock.now())) return ok(null)
    await logPayment(inside, payment, 'given-up', { was: payment.state })
    const isOpen = isOpenState(payment.state)
    await movePayment(inside, payment, isOpen ? 'expired' : payment.state, {
      askAgainAt: null,
      ...(isOpen ? { failureCode: 'given-up' } : {}),
    })
    return ok(null)
  })
}
