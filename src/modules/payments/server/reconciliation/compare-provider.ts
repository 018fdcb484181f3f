import type { Context } from '#platform/context.ts'
import type { PaymentProvider, ReportedTransaction } from '../provider.ts'
import { compareDay, type Comparison, type OurPayment } from './compare.ts'
import { listOurPayments, spanOf } from './store.ts'

/** How long after capture a payment may be recorded (polling may find it late) and still belong to the day. */
const lateMs = 36 * 3_600_000
/** The clocks of both may differ by this much. */
const earlyMs = 3_600_000

/**
 * Compares one day with one provider's list in their current state, or without a list with what it says about each of our
 * payments; null when the provider does not answer.
 */
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
  if (!provider.report) return compareKnown(context, provider, day)
  const answer = await provider.report(wide.from, wide.to)
  if (answer.kind !== 'answered') {
    context.log.warn({ provider: provider.name, day, answer }, 'no list to compare with')
    return null
  }
  const listed = answer.value
  const known = await listOurPayments(context, provider.number, span, {
    externalIds: listed.map((each) => each.externalId),
    paymentIds: listed.flatMap((each) => (each.paymentId === null ? [] : [each.paymentId])),
  })
  const whole = provider.isPush ? mergeLater(known) : known
  return compareDay(span, listed, whole, { goesBackElsewhere: provider.refund === null })
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

/** For a provider without a list: it is asked about each of our payments of the day. The first silence ends it. */
async function compareKnown(
  context: Context,
  provider: PaymentProvider,
  day: string,
): Promise<Comparison | null> {
  const span = spanOf(day)
  const known = await listOurPayments(context, provider.number, span, {
    externalIds: [],
    paymentIds: [],
  })
  const listed: ReportedTransaction[] = []
  for (const { id, externalId, capturedMinor, settledAt } of known) {
    if (externalId === null || capturedMinor === null || settledAt === null) continue
    const answer = await provider.read(externalId)
    if (answer.kind === 'refused') continue
    if (answer.kind !== 'answered') {
      context.log.warn({ provider: provider.name, day, paymentId: id }, 'no answer to compare with')
      return null
    }
    const { currency, capturedMinor: theirs, returnedMinor } = answer.value
    listed.push({
      externalId,
      paymentId: id,
      currency,
      capturedMinor: theirs,
      returnedMinor,
      at: settledAt,
    })
  }
  return compareDay(span, listed, known, {
    goesBackElsewhere: provider.refund === null,
    hasStatement: false,
  })
}
