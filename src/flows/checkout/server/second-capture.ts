import { insertPayment, type Payment, type ProviderPayment } from '#modules/payments/server/door.ts'
import type { Context } from '#platform/context.ts'

/**
 * A payment of its own for money that another transaction of the same payment has taken: a buyer who begins twice
 * at the bank can be charged twice, and the second money goes back. Null when what took money is the transaction
 * that counts, or is known. Whoever calls holds the lock of the first payment.
 */
export async function openSecond(
  context: Context,
  first: Payment,
  said: ProviderPayment,
): Promise<Payment | null> {
  const { externalId } = said
  if (externalId === undefined || externalId === first.externalId) return null
  const { orderKey, purpose, customerId, provider, amount } = first
  const second = await insertPayment(context, {
    ...(purpose === 'order' ? { orderKey } : {}),
    purpose,
    customerId,
    provider,
    amount,
    expiresAt: context.clock.now(),
    takenAs: externalId,
  })
  if (second)
    context.log.warn({ paymentId: first.id, second: second.id }, 'one payment was charged twice')
  return second
}
