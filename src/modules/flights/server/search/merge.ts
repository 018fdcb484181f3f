/** Merges the offers of all suppliers into trips with fares; of duplicates the cheapest is kept. Pure. */
import { tripKey, type FlightOffer, type FlightSlice } from '../../itinerary.ts'
import type { SupplierName } from '../supplier.ts'

/** One fare of a trip. */
export interface TripFare {
  readonly itineraryId: string
  readonly supplier: SupplierName
  readonly offer: FlightOffer
  /** Total of all travellers, in tetri. */
  readonly totalMinor: number
}

export interface Trip {
  readonly key: string
  readonly issuedBy: string
  readonly slices: readonly FlightSlice[]
  /** The cheapest first. */
  readonly fares: readonly TripFare[]
  readonly minutes: number
  readonly stops: number
}

export interface SuppliersOffers {
  readonly supplier: SupplierName
  readonly offers: readonly FlightOffer[]
}

/** Converts an amount to tetri; null without a rate. */
export type Convert = (minor: number, currency: FlightOffer['currency']) => number | null

const idPattern =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(house|duffel|iati)\.(\d{1,4})$/

export function itineraryIdOf(searchId: string, supplier: SupplierName, index: number): string {
  return `${searchId}.${supplier}.${index}`
}

export function readItineraryId(
  text: string,
): { readonly searchId: string; readonly supplier: SupplierName; readonly index: number } | null {
  const match = idPattern.exec(text)
  if (!match) return null
  const [, searchId = '', supplier = '', index = ''] = match
  return { searchId, supplier: supplier as SupplierName, index: Number(index) }
}

/** A key that is equal for the same flights and kind of fare of different suppliers. */
function fareKey({ fare, slices }: FlightOffer): string {
  return `${tripKey(slices)} ${fare.cabin} ${fare.checkedBags} ${fare.refund} ${fare.change}`
}

/** Total in tetri, converted per traveller as for charges, so that search and confirmation agree exactly. */
function convertedTotal({ prices, currency }: FlightOffer, convert: Convert): number | null {
  let total = 0
  for (const { count, unitMinor } of prices) {
    const unit = convert(unitMinor, currency)
    if (unit === null) return null
    total += count * unit
  }
  return total
}

export function mergeOffers(
  searchId: string,
  answers: readonly SuppliersOffers[],
  convert: Convert,
): Trip[] {
  const best = new Map<string, TripFare>()
  for (const { supplier, offers } of answers)
    for (const [index, offer] of offers.entries()) {
      const total = convertedTotal(offer, convert)
      if (total === null) continue
      const key = fareKey(offer)
      const known = best.get(key)
      if (known && known.totalMinor <= total) continue
      const itineraryId = itineraryIdOf(searchId, supplier, index)
      best.set(key, { itineraryId, supplier, offer, totalMinor: total })
    }
  const byTrip = Map.groupBy(best.values(), ({ offer }) => tripKey(offer.slices))
  return [...byTrip].map(([key, fares]) => tripOf(key, fares))
}

function tripOf(key: string, fares: readonly TripFare[]): Trip {
  const sorted = fares.toSorted((left, right) => left.totalMinor - right.totalMinor)
  const [first] = sorted
  if (!first) throw new Error('A trip has a fare')
  const { slices, issuedBy } = first.offer
  return {
    key,
    issuedBy,
    slices,
    fares: sorted,
    minutes: slices.reduce((sum, slice) => sum + slice.minutes, 0),
    stops: Math.max(...slices.map(({ legs }) => legs.length - 1)),
  }
}
