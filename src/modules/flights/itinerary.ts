/** Data types of flight offers, stored as JSON and shared by server and pages. */
import type { Currency } from '#kernel/money.ts'

export const cabins = ['economy', 'premium', 'business', 'first'] as const
export type Cabin = (typeof cabins)[number]

export const travellerKinds = ['adult', 'child', 'infant'] as const
export type TravellerKind = (typeof travellerKinds)[number]

/** One flight. Local times (`2026-12-01T06:10`) are in the time zones of its airports. */
export interface FlightLeg {
  /** IATA code of the airline that sells it. */
  readonly carrier: string
  /** IATA code of the airline that flies it. */
  readonly operatedBy: string
  /** `A9 775`. */
  readonly flightNumber: string
  /** IATA codes of airports. */
  readonly from: string
  readonly to: string
  readonly departsAt: string
  readonly departsLocal: string
  readonly arrivesAt: string
  readonly arrivesLocal: string
  readonly minutes: number
  /** IATA type code. */
  readonly aircraft: string | null
}

/** One direction of a trip: consecutive flights. */
export interface FlightSlice {
  readonly legs: readonly FlightLeg[]
  /** From the first departure to the last arrival. */
  readonly minutes: number
}

/** Inclusions of a fare, and its fees for refund and change, each per passenger. */
export interface FareTerms {
  readonly code: string
  readonly name: string
  readonly cabin: Cabin
  readonly cabinBagKg: number | null
  readonly checkedBags: number
  readonly checkedBagKg: number | null
  /** `none`: not refundable. */
  readonly refund: 'none' | 'fee' | 'free'
  readonly refundFeeMinor: number
  /** Whether the fee is limited to the passenger's fare; absent: the full fee applies to each passenger. */
  readonly isFeeWithinFare?: boolean
  readonly change: 'none' | 'fee' | 'free'
  readonly changeFeeMinor: number
}

export interface TravellerPrice {
  readonly kind: TravellerKind
  readonly count: number
  /** Price per traveller, taxes included. */
  readonly unitMinor: number
}

/** A trip with a fare at a price, as a supplier offers it. Money in minor units of `currency`. */
export interface FlightOffer {
  /** The supplier's reference of the offer. */
  readonly offerRef: string
  /** IATA code of the airline that issues the tickets. */
  readonly issuedBy: string
  readonly slices: readonly FlightSlice[]
  readonly fare: FareTerms
  readonly prices: readonly TravellerPrice[]
  readonly currency: Currency
  readonly expiresAt: string
  readonly seatsLeft: number | null
}

/** One direction of a search: airports of departure and arrival, and the local day of departure. */
export interface SliceCriteria {
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly date: string
}

export interface SearchCriteria {
  readonly slices: readonly SliceCriteria[]
  readonly adults: number
  readonly children: number
  readonly infants: number
  readonly cabin: Cabin
}

export function totalMinor(prices: readonly TravellerPrice[]): number {
  return prices.reduce((sum, { count, unitMinor }) => sum + count * unitMinor, 0)
}

export function travellersOf({
  adults,
  children,
  infants,
}: Pick<SearchCriteria, 'adults' | 'children' | 'infants'>): {
  readonly kind: TravellerKind
  readonly count: number
}[] {
  return [
    { kind: 'adult' as const, count: adults },
    { kind: 'child' as const, count: children },
    { kind: 'infant' as const, count: infants },
  ].filter(({ count }) => count > 0)
}

/** Identifies the same flights of different suppliers, to find duplicates. */
export function tripKey(slices: readonly FlightSlice[]): string {
  return slices
    .map(({ legs }) => legs.map((leg) => `${leg.flightNumber}@${leg.departsLocal}`).join('+'))
    .join('|')
}
