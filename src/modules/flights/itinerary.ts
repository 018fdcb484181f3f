/** What a flight offer is made of: plain data, kept as JSON, the same on server and pages. */
import type { Currency } from '#kernel/money.ts'

export const cabins = ['economy', 'premium', 'business', 'first'] as const
export type Cabin = (typeof cabins)[number]

export const travellerKinds = ['adult', 'child', 'infant'] as const
export type TravellerKind = (typeof travellerKinds)[number]

/** One flight. Local times (`2026-12-01T06:10`) are those of the clocks at its airports. */
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

/** One direction of a trip: flights that follow each other. */
export interface FlightSlice {
  readonly legs: readonly FlightLeg[]
  /** From the first departure to the last arrival. */
  readonly minutes: number
}

/** What a fare includes and what giving it back or changing it costs, each fee for one passenger. */
export interface FareTerms {
  readonly code: string
  readonly name: string
  readonly cabin: Cabin
  readonly cabinBagKg: number | null
  readonly checkedBags: number
  readonly checkedBagKg: number | null
  /** `none`: no money back. */
  readonly refund: 'none' | 'fee' | 'free'
  readonly refundFeeMinor: number
  /** A passenger whose fare is less than the fee loses no more than the fare; absent: the fee is kept for each. */
  readonly isFeeWithinFare?: boolean
  readonly change: 'none' | 'fee' | 'free'
  readonly changeFeeMinor: number
}

export interface TravellerPrice {
  readonly kind: TravellerKind
  readonly count: number
  /** Of one traveller, taxes included. */
  readonly unitMinor: number
}

/** A trip with a fare at a price, as a supplier offers it. Money in minor units of `currency`. */
export interface FlightOffer {
  /** The supplier's own name of it. */
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

/** One direction of a search: airports from which and to which, and the day of departure there. */
export interface WantedSlice {
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly date: string
}

export interface SearchCriteria {
  readonly slices: readonly WantedSlice[]
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
