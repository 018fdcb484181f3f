import { money } from '#kernel/money.ts'
import { readServiceFee } from '#modules/catalogue/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { MerchantFeesView } from '../fees-contract.ts'
import type { ServiceFeeView } from '../shapes.ts'
import { currentAndComing, presentFeeTerms, readFeeTerms } from './fee-terms.ts'
import { nextTerms, presentTerms, termsAt } from './terms.ts'

/** Everything that owners need to decide on fees. */
export async function readMerchantFees(
  context: Context,
  { merchantId }: Pick<StaffActor, 'merchantId'>,
): Promise<MerchantFeesView> {
  const at = context.clock.now()
  const [versions, terms, coming, serviceFee] = await Promise.all([
    readFeeTerms(context, [merchantId]),
    termsAt(context, [merchantId], at),
    nextTerms(context, [merchantId]),
    presentServiceFee(context),
  ])
  const agreed = terms.get(merchantId)
  const next = coming.get(merchantId)
  const chosen = currentAndComing(versions, at)
  return {
    now: chosen.now && presentFeeTerms(chosen.now),
    coming: chosen.coming.map(presentFeeTerms),
    terms: agreed ? presentTerms(agreed) : null,
    nextTerms: next ? presentTerms(next) : null,
    serviceFee,
  }
}

export async function presentServiceFee(context: Context): Promise<ServiceFeeView | null> {
  const fee = await readServiceFee(context)
  return fee && { basisPoints: fee.basisPoints, fixed: money(fee.fixedMinor) }
}
