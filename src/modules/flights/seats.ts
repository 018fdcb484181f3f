/** Seats chosen by travellers, and their prices. Plain data and pure functions. */
import type { SeatOn } from '#kernel/place-naming.ts'
import {
  travellerKinds,
  type FlightSlice,
  type TravellerKind,
  type TravellerPrice,
} from './itinerary.ts'

export interface ChosenSeat {
  /** Position of the traveller, from 1, in the order of the kinds in prices. */
  readonly position: number
  /** Index of the flight in the trip, from 0, across all directions. */
  readonly leg: number
  /** `12A`. */
  readonly seat: string
  /** In minor units of the offer's currency. */
  readonly priceMinor: number
  /** The supplier's reference of this seat for this traveller; empty if it has none. */
  readonly serviceRef: string
}

/** Price of a seat for one of the travellers. */
export interface SeatOffer {
  readonly position: number
  readonly priceMinor: number
  readonly serviceRef: string
}

export interface CabinSeat {
  readonly seat: string
  /** One per traveller who may choose the seat; empty if it is taken. */
  readonly offers: readonly SeatOffer[]
}

export interface CabinRow {
  readonly name: string
  readonly isExit: boolean
  /** From left to right, separated by aisles; null: no seat. */
  readonly sections: readonly (readonly (CabinSeat | null)[])[]
}

/** The cabin of one flight. */
export interface SeatMap {
  readonly leg: number
  readonly rows: readonly CabinRow[]
}

/** Kinds of the travellers; the index is the position minus one. */
export function kindsOf(prices: readonly TravellerPrice[]): TravellerKind[] {
  return travellerKinds.flatMap((kind) =>
    prices
      .filter((price) => price.kind === kind)
      .flatMap(({ count }) => Array.from({ length: count }, () => kind)),
  )
}

/** Positions of the travellers with a seat; infants have none. */
export function seatedPositions(prices: readonly TravellerPrice[]): number[] {
  return kindsOf(prices).flatMap((kind, index) => (kind === 'infant' ? [] : [index + 1]))
}

/** All flights of a trip in order. */
export function legsOf(slices: readonly FlightSlice[]) {
  return slices.flatMap(({ legs }) => legs)
}

/** Total price of seats, in minor units of the offer's currency. */
export function seatsMinor(seats: readonly Pick<ChosenSeat, 'priceMinor'>[]): number {
  return seats.reduce((sum, { priceMinor }) => sum + priceMinor, 0)
}

/** A traveller's seats on all flights, in their order; null where none was chosen. */
export function seatsByFlight(
  slices: readonly FlightSlice[],
  seats: readonly ChosenSeat[],
): SeatOn[] {
  return legsOf(slices).map(({ flightNumber }, index) => ({
    vehicle: flightNumber,
    seat: seats.find(({ leg }) => leg === index)?.seat ?? null,
  }))
}

/** Seats on flights whose aircraft changed or that were cancelled. */
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

/** Whether both contain the same seats for the same travellers, in any order. */
export function isSameChoice(
  left: readonly Pick<ChosenSeat, 'position' | 'leg' | 'seat'>[],
  right: readonly Pick<ChosenSeat, 'position' | 'leg' | 'seat'>[],
): boolean {
  const key = (seats: typeof left) =>
    seats
      .map(({ position, leg, seat }) => `${position} ${leg} ${seat}`)
      .toSorted()
      .join()
  return key(left) === key(right)
}
