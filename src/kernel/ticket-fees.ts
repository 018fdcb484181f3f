/** What a buyer pays beside the price of a ticket, and what its organiser gets: pure, the same for sales and for previews. */
import { basisPoints } from './money-arithmetic.ts'
import { money } from './money.ts'

/** A share of a price and a fixed sum for each ticket. */
export interface FeeShare {
  readonly basisPoints: number
  readonly fixedMinor: number
}

/** What an organiser adds to each ticket for itself. */
export interface OwnFee extends FeeShare {
  /** The fee of a ticket that is not free is never below it. */
  readonly minorMin: number
  /** Nor above it; null: no limit. */
  readonly minorMax: number | null
}

/** The fees that an organiser passes on to its buyers. */
export interface PassedOnFees {
  /** The shop's commission, when it is added to the price; null when the price includes it. */
  readonly commission: FeeShare | null
  /** Null: none. */
  readonly own: OwnFee | null
}

/** The fees of one ticket in minor units, by who earns them. */
export interface TicketFees {
  /** The shop's service fee. */
  readonly serviceMinor: number
  /** The commission that the buyer pays in place of the organiser. */
  readonly commissionMinor: number
  /** The organiser's own. */
  readonly ownMinor: number
}

/** Proportional, rounded half away from zero for each ticket, and the fixed sum. Free tickets have no fee. */
export function feeOf(share: FeeShare | null, priceMinor: number): number {
  if (share === null || priceMinor <= 0) return 0
  return basisPoints(money(priceMinor), share.basisPoints).amount + share.fixedMinor
}

/** Of what one ticket earned: never more than that. */
export function commissionOf(share: FeeShare, earnedMinor: number): number {
  return earnedMinor <= 0 ? 0 : Math.min(earnedMinor, feeOf(share, earnedMinor))
}

/** Between the smallest and the largest fee; free tickets have none. */
export function ownFeeOf(fee: OwnFee | null, priceMinor: number): number {
  if (fee === null || priceMinor <= 0) return 0
  return Math.min(Math.max(feeOf(fee, priceMinor), fee.minorMin), fee.minorMax ?? Infinity)
}

/** The fees of a ticket at this price. */
export function ticketFees(
  priceMinor: number,
  service: FeeShare | null,
  passedOn: PassedOnFees | null,
): TicketFees {
  return {
    serviceMinor: feeOf(service, priceMinor),
    commissionMinor: passedOn?.commission ? commissionOf(passedOn.commission, priceMinor) : 0,
    ownMinor: ownFeeOf(passedOn?.own ?? null, priceMinor),
  }
}

export function sumOfFees({ serviceMinor, commissionMinor, ownMinor }: TicketFees): number {
  return serviceMinor + commissionMinor + ownMinor
}

/** Who gets what of one ticket that is sold without a discount, in minor units. */
export interface TicketPreview extends TicketFees {
  readonly buyerPaysMinor: number
  /** The price and its own fee, less the commission when the price includes it. */
  readonly organiserGetsMinor: number
}

export function previewTicket(options: {
  readonly priceMinor: number
  readonly service: FeeShare | null
  /** What the shop earns, whether the buyer or the organiser bears it. */
  readonly commission: FeeShare
  readonly isCommissionAdded: boolean
  readonly own: OwnFee | null
}): TicketPreview {
  const { priceMinor, service, commission, isCommissionAdded, own } = options
  const fees = ticketFees(priceMinor, service, {
    commission: isCommissionAdded ? commission : null,
    own,
  })
  const keptMinor = isCommissionAdded ? 0 : commissionOf(commission, priceMinor)
  return {
    ...fees,
    buyerPaysMinor: priceMinor + sumOfFees(fees),
    organiserGetsMinor: priceMinor - keptMinor + fees.ownMinor,
  }
}
