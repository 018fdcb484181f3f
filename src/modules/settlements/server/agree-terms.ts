import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import type { TermsView } from '../shapes.ts'
import { passOn } from './fee-terms.ts'
import { lockSettlement } from './statements.ts'
import { startOfFutureDay, invalidateTerms, presentTerms, type Terms } from './terms.ts'

export interface NewTerms extends Omit<Terms, 'validFrom'> {
  /** A day in Tbilisi, ISO 8601. */
  readonly validFrom: string
}

/**
 * Adds a version that begins on a future day, so that past sales keep their terms. A later version for the same day
 * replaces it.
 */
export async function addTerms(
  context: Context,
  given: NewTerms,
): Promise<Result<TermsView, ErrorCode>> {
  const begins = startOfFutureDay(context, given.validFrom)
  if (!begins.ok) return begins
  const validFrom = begins.value
  const added = await inTransaction<Result<TermsView, ErrorCode>>(context, async (inside) => {
    const merchant = await inside.db
      .selectFrom('merchant_summary')
      .select('merchant_id')
      .where('merchant_id', '=', given.merchantId)
      .executeTakeFirst()
    if (!merchant) return fail('NotFound')
    await lockSettlement(inside, given.merchantId)
    await inside.db
      .insertInto('merchant_terms')
      .values({
        merchant_id: given.merchantId,
        valid_from: validFrom,
        commission_basis_points: given.commissionBasisPoints,
        commission_minor: given.commissionMinor,
        is_commission_returned: given.isCommissionReturned,
        reserve_basis_points: given.reserveBasisPoints,
        period: given.period,
        payout_minor_min: given.payoutMinorMin,
        created_at: inside.clock.now(),
      })
      .execute()
    await passOn(inside, given.merchantId, validFrom)
    const { merchantId, ...detail } = given
    await logOperatorAction(inside, {
      action: 'settlements.terms',
      subject: `merchant ${merchantId}`,
      detail,
    })
    return ok(presentTerms({ ...given, validFrom }))
  })
  invalidateTerms(context)
  return added
}
