import type { Context } from '#platform/context.ts'
import type { PaymentProvider } from '../provider.ts'
import { compareDay, type Comparison } from './compare.ts'
import { listOurPayments, spanOf } from './store.ts'

/** Money taken this long before it was known may still be money of the day: polling may have found it late. */
const lateMs = 36 * 3_600_000
/** The clocks of both may differ by this much. */
const earlyMs = 3_600_000

/** Compares one day with one provider's list as both stand now; null when the provider does not answer. */
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
  return compareDay(span, listed, known, provider.refund === null)
}
