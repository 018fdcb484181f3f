/** Seats that travellers chose, and what of them a price is made of: plain data and pure. */
import {
  travellerKinds,
  type FlightSlice,
  type TravellerKind,
  type TravellerPrice,
} from './itinerary.ts'

export interface ChosenSeat {
  /** Of the traveller, from 1, in the order in which prices name kinds. */
  readonly position: number
  /** Flight of the trip, from 0, counted through all directions. */
  readonly leg: number
  /** `12A`. */
  readonly seat: string
  /** In minor units of the offer's currency. */
  readonly priceMinor: number
  /** What the supplier calls this seat for this traveller; empty where it has no name for it. */
  readonly serviceRef: string
}

/** What a seat would cost one of the travellers. */
export interface SeatOffer {
  readonly position: number
  readonly priceMinor: number
  readonly serviceRef: string
}

export interface CabinSeat {
  readonly seat: string
  /** For each traveller who may sit there; none: it is taken. */
  readonly offers: readonly SeatOffer[]
}

export interface CabinRow {
  readonly name: string
  readonly isExit: boolean
  /** From left to right, with an aisle between; null: no seat there. */
  readonly sections: readonly (readonly (CabinSeat | null)[])[]
}

/** The cabin of one flight. */
export interface SeatMap {
  readonly leg: number
  readonly rows: readonly CabinRow[]
}

/** Who travels, by position less one. */
export function kindsOf(prices: readonly TravellerPrice[]): TravellerKind[] {
  return travellerKinds.flatMap((kind) =>
    prices
      .filter((price) => price.kind === kind)
      .flatMap(({ count }) => Array.from({ length: count }, () => kind)),
  )
}

/** Positions of those who have a seat: infants sit on a lap. */
export function seatedPositions(prices: readonly TravellerPrice[]): number[] {
  return kindsOf(prices).flatMap((kind, index) => (kind === 'infant' ? [] : [index + 1]))
}

/** All flights of a trip, one after the other. */
export function legsOf(slices: readonly FlightSlice[]) {
  return slices.flatMap(({ legs }) => legs)
}

/** In minor units of the offer's currency. */
export function seatsMinor(seats: readonly Pick<ChosenSeat, 'priceMinor'>[]): number {
  return seats.reduce((sum, { priceMinor }) => sum + priceMinor, 0)
}

/** `TK 379: 12A, TK 380: 14C`; empty without seats. */
export function seatWords(slices: readonly FlightSlice[], seats: readonly ChosenSeat[]): string {
  const legs = legsOf(slices)
  return seats
    .toSorted((one, other) => one.leg - other.leg)
    .map(({ leg, seat }) => `${legs[leg]?.flightNumber ?? ''}: ${seat}`)
    .join(', ')
}

/** Seats on flights that are flown by another plane now, or not at all. */
export function seatsLostBy(
  before: readonly FlightSlice[],
  after: readonly FlightSlice[],
  seats: readonly ChosenSeat[],
): ChosenSeat[] {
  const [old, now] = [legsOf(before), legsOf(after)]
  return seats.filter(({ leg }) => {
    const [was, is] = [old[leg], now[leg]]
    const isSameWay = was?.from === is?.from && was?.to === is?.to && old.length === now.length
    return !isSameWay || was?.aircraft !== is?.aircraft
  })
}

/** The same seats for the same travellers, in whatever order they are named. */
export function isSameChoice(
  one: readonly Pick<ChosenSeat, 'position' | 'leg' | 'seat'>[],
  other: readonly Pick<ChosenSeat, 'position' | 'leg' | 'seat'>[],
): boolean {
  const key = (seats: typeof one) =>
    seats
      .map(({ position, leg, seat }) => `${position} ${leg} ${seat}`)
      .toSorted()
      .join()
  return key(one) === key(other)
}
