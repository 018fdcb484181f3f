import { cashNumber } from '#modules/payments/capability-shapes.ts'
import {
  pollSoon,
  compareProvider,
  dayAgo,
  findPayment,
  isCompared,
  saveComparison,
  type Difference,
  type PaymentProvider,
} from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CheckoutPorts } from './ports.ts'
import { applyReport, settlePayment } from './settle-payment.ts'

/** Every provider that takes cards, with a statement or without one; cash has nobody to compare with. */
export function cardProviders({ providers }: CheckoutPorts): readonly PaymentProvider[] {
  return providers.filter(({ number }) => number !== cashNumber)
}

/**
 * Compares a day with every provider that takes cards. Money taken for one of our payments without our knowledge is
 * applied first: it leads to tickets or a refund like any other. Remaining differences are stored for the operator.
 */
export async function reconcileDay(
  context: Context,
  ports: CheckoutPorts,
  day: string,
): Promise<void> {
  for (const provider of cardProviders(ports)) {
    const first = await compareProvider(context, provider, day)
    let isReconciled = false
    for (const difference of first?.differences ?? [])
      isReconciled = (await reconcileMissing(context, ports, provider, difference)) || isReconciled
    const last = isReconciled ? await compareProvider(context, provider, day) : first
    await saveComparison(context, day, provider.number, last)
  }
}

/**
 * Queries the provider again about differences and applies its answer. Returns whether that may have changed anything.
 */
async function reconcileMissing(
  context: Context,
  ports: CheckoutPorts,
  provider: PaymentProvider,
  { kind, externalId, paymentId }: Difference,
): Promise<boolean> {
  const payment = paymentId === null ? null : await findPayment(context, paymentId)
  if (!payment || externalId === null) return false
  if (kind === 'state' && payment.externalId === externalId) {
    await settlePayment(context, ports, payment.id)
    return true
  }
  if (kind !== 'missing-here' && kind !== 'state') return false
  const answer = await provider.read(externalId)
  if (answer.kind !== 'answered' || answer.value.state !== 'captured') {
    await pollSoon(context, payment.id)
    return false
  }
  const { paymentId: named } = answer.value
  // A transaction that the provider assigns to another payment is not applied to this one.
  if (named !== null && named !== payment.id) return false
  await applyReport(context, ports, payment, { ...answer.value, externalId })
  return true
}

/** Compares yesterday, until every provider has answered. Returns how many days were compared. */
export async function reconcileYesterday(context: Context, ports: CheckoutPorts): Promise<number> {
  const day = dayAgo(context.clock.now(), 1)
  if (await isCompared(context, day, cardProviders(ports))) return 0
  await reconcileDay(context, ports, day)
  return 1
}
