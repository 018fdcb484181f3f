import type { Context } from '#platform/context.ts'
import type { PaymentProvider } from '../provider.ts'
import { compareDay, type Comparison, type OurPayment } from './compare.ts'
import { listOurPayments, spanOf } from './store.ts'

/** How long after capture a payment may be recorded (polling may find it late) and still belong to the day. */
const lateMs = 36 * 3_600_000
/** The clocks of both may differ by this much. */
const earlyMs = 3_600_000

/** Compares one day with one provider's list in their current state; null when the provider does not answer. */
export async function compareProvider(
  context: Context,
  provider: PaymentProvider,
  day: string,
): Promise<Comparison | null> {
  const span = spanOf(day)
  const wide = {
    from: new Date(span.from.getTime() - lateMs),
    to: new Date(span.to.getTime() + earlyMs),
  }
  const answer = await provider.report?.(wide.from, wide.to)
  if (answer?.kind !== 'answered') {
    context.log.warn({ provider: provider.name, day, answer }, 'no list to compare with')
    return null
  }
  const listed = answer.value
  const known = await listOurPayments(context, provider.number, span, {
    externalIds: listed.map((each) => each.externalId),
    paymentIds: listed.flatMap((each) => (each.paymentId === null ? [] : [each.paymentId])),
  })
  const whole = provider.isPush ? mergeLater(known) : known
  return compareDay(span, listed, whole, provider.refund === null)
}

/** Money sent later to the same address is a separate payment here (`id#sum`), and one line at the provider. */
function mergeLater(known: readonly OurPayment[]): OurPayment[] {
  const byAddress = Map.groupBy(known, (each) => each.externalId?.split('#')[0] ?? each.id)
  return [...byAddress.values()].flatMap((parts) => {
    const [first] = parts.toSorted(
      (one, other) => (one.externalId?.length ?? 0) - (other.externalId?.length ?? 0),
    )
    if (!first) return []
    const capturedMinor = parts.reduce((sum, part) => sum + (part.capturedMinor ?? 0), 0)
    const isTaken = parts.some((part) => part.capturedMinor !== null)
    return [{ ...first, capturedMinor: isTaken ? capturedMinor : null }]
  })
}
