/** The refund of a fare, as return terms of its tickets. */
import { noReturns, writePolicy } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { FlightOffer } from '../../itinerary.ts'
import { flightSourceName } from '../offer-source.ts'
import type { Booking } from './store.ts'

/** Airlines take nothing back later. */
const returnHoursBefore = 24
const wholeShare = 10_000

/** Hundredths of a percent that are kept: the fare's fee of the cheapest ticket that pays one, so never more than it. */
export function keptShare({ fare, prices }: Pick<FlightOffer, 'fare' | 'prices'>): number | null {
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
  const share = keptShare(offer)
  await writePolicy(context, {
    ...noReturns,
    source: flightSourceName,
    itemId: id,
    tiers: share === null ? [] : [{ hoursBefore: returnHoursBefore, deductionBasisPoints: share }],
  })
}
