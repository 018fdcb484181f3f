import { claimDuePayments } from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CheckoutPorts } from './ports.ts'
import { settlePayment } from './settle-payment.ts'

/** Payments asked for in one round; each may take as long as the provider's time-out. */
const paymentsPerRound = 20

/**
 * Asks for every payment that is due: those a callback has told of, those whose answer was lost, those still
 * open. One that fails does not keep the others back and comes up again. Answers how many were asked for.
 */
export async function pollPayments(context: Context, ports: CheckoutPorts): Promise<number> {
  const paymentIds = await claimDuePayments(context, paymentsPerRound)
  await Promise.all(
    paymentIds.map((paymentId) =>
      settlePayment(context, ports, paymentId).catch((error: unknown) => {
        context.log.error({ err: error, paymentId }, 'settling a payment failed')
      }),
    ),
  )
  return paymentIds.length
}
