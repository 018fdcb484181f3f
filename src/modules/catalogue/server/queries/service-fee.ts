import type { FeeShare } from '#kernel/ticket-fees.ts'
import type { Context } from '#platform/context.ts'
import { readCatalogue } from '../snapshot.ts'

/** The shop's service fee of shows that have no rule of their own; null: none. */
export async function readServiceFee(context: Pick<Context, 'db'>): Promise<FeeShare | null> {
  const { feeRules } = await readCatalogue(context.db)
  const [rule] = feeRules
  return rule ? { basisPoints: rule.basisPoints, fixedMinor: rule.fixedMinor } : null
}
