/** Converts the refund rules of a fare to return terms of its tickets. */
import { noReturns, writePolicy } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { FlightOffer } from '../../itinerary.ts'
import { flightSourceName } from '../offer-source.ts'
import { returnHoursBefore } from './changes-store.ts'
import type { Booking } from './store.ts'

const wholeShare = 10_000

/** Retained share in hundredths of a percent, derived from the fee of the cheapest ticket, so that no ticket is charged more than it cost. */
export function retainedShare({
  fare,
  prices,
}: Pick<FlightOffer, 'fare' | 'prices'>): number | null {
  if (fare.refund === 'none') return null
  if (fare.refund === 'free') return 0
  const adult = prices.find(({ kind }) => kind === 'adult')
  if (!adult) return null
  return Math.min(wholeShare, Math.ceil((fare.refundFeeMinor * wholeShare) / adult.unitMinor))
}

export async function writeFareTerms(
  context: Context,
  { id, offer }: Pick<Booking, 'id' | 'offer'>,
): Promise<void> {
  const share = retainedShare(offer)
  await writePolicy(context, {
    ...noReturns,
    source: flightSourceName,
    itemId: id,
    tiers: share === null ? [] : [{ hoursBefore: returnHoursBefore, deductionBasisPoints: share }],
  })
}
