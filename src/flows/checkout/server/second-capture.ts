import {
  insertPayment,
  listPayments,
  loggedPayment,
  type Payment,
  type ProviderPayment,
} from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/**
 * A separate payment for money captured by another transaction of the same payment: a buyer who starts twice at the
 * bank can be charged twice, and the second charge is refunded. Null when the capturing transaction is the one that
 * counts or is already recorded. The caller holds the lock of the first payment.
 */
export async function openSecondPayment(
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
    context.log.warn(
      { ...loggedPayment(first), second: second.id },
      'one payment was charged twice',
    )
  return second
}

/**
 * Money sent to the address of a payment after its capture, as a separate transaction identified by the resulting
 * total; null when there is none.
 */
export async function sentSince(
  context: Context,
  first: Payment,
  said: ProviderPayment,
): Promise<ProviderPayment | null> {
  const { externalId } = first
  if (externalId === null || first.captured?.currency !== said.currency) return null
  const payments = await listPayments(context, first.orderKey)
  const counted = payments
    .filter((each) => each.id === first.id || each.externalId?.startsWith(`${externalId}#`))
    .reduce((sum, each) => sum + (each.captured?.amount ?? 0), 0)
  if (said.capturedMinor <= counted) return null
  return {
    ...said,
    externalId: `${externalId}#${said.capturedMinor}`,
    capturedMinor: said.capturedMinor - counted,
  }
}
