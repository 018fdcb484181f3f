/** Fare families and prices of the platform's own supplier. Pure and deterministic. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type {
  Cabin,
  FareTerms,
  FlightLeg,
  FlightSlice,
  TravellerKind,
  TravellerPrice,
} from '../../itinerary.ts'
import { aircraft } from '../reference/aircraft.ts'
import { airlines } from '../reference/airlines.ts'
import { airports, distanceKm } from '../reference/airports.ts'

type Family = FareTerms & {
  /** Price in per cent of the cheapest family's price. */
  readonly factor: number
}

const economy = { cabin: 'economy' as Cabin, cabinBagKg: 8, isFeeWithinFare: true }
const business = { cabin: 'business' as Cabin, cabinBagKg: 16, isFeeWithinFare: true }

/** Fees in tetri, each for one passenger. */
const lowCost: readonly Family[] = [
  {
    ...economy,
    code: 'basic',
    name: 'Basic',
    factor: 100,
    checkedBags: 0,
    checkedBagKg: null,
    refund: 'none',
    refundFeeMinor: 0,
    change: 'fee',
    changeFeeMinor: 15_000,
  },
  {
    ...economy,
    code: 'plus',
    name: 'Plus',
    factor: 148,
    checkedBags: 1,
    checkedBagKg: 20,
    refund: 'fee',
    refundFeeMinor: 18_000,
    change: 'free',
    changeFeeMinor: 0,
  },
]

const network: readonly Family[] = [
  {
    ...economy,
    code: 'light',
    name: 'Light',
    factor: 100,
    checkedBags: 0,
    checkedBagKg: null,
    refund: 'none',
    refundFeeMinor: 0,
    change: 'fee',
    changeFeeMinor: 18_000,
  },
  {
    ...economy,
    code: 'classic',
    name: 'Classic',
    factor: 126,
    checkedBags: 1,
    checkedBagKg: 23,
    refund: 'fee',
    refundFeeMinor: 21_000,
    change: 'fee',
    changeFeeMinor: 12_000,
  },
  {
    ...economy,
    code: 'flex',
    name: 'Flex',
    factor: 172,
    checkedBags: 1,
    checkedBagKg: 30,
    refund: 'free',
    refundFeeMinor: 0,
    change: 'free',
    changeFeeMinor: 0,
  },
  {
    ...business,
    code: 'business',
    name: 'Business',
    factor: 390,
    checkedBags: 2,
    checkedBagKg: 32,
    refund: 'free',
    refundFeeMinor: 0,
    change: 'free',
    changeFeeMinor: 0,
  },
]

/** The fare families of an airline in a cabin. */
export function familiesOf(carrier: string, cabin: Cabin): readonly Family[] {
  const all = airlines.get(carrier)?.isLowCost ? lowCost : network
  return all.filter((family) => family.cabin === cabin)
}

/** Calendars and searches ask for the same flights thousands of times. */
const chances = new LRUCache<string, number>({ max: 20_000 })

/** A deterministic pseudo-random number from 0 to 1, derived from the words. */
export function chanceOf(...words: readonly string[]): number {
  const text = words.join(' ')
  let chance = chances.get(text)
  if (chance === undefined) {
    chance = createHash('sha256').update(text).digest().readUInt32BE(0) / 4_294_967_296
    chances.set(text, chance)
  }
  return chance
}

/** Price of one flight for an adult in the cheapest family, in tetri, by distance, airline, day and lead time. */
function legMinor(leg: FlightLeg, daysAhead: number): number {
  const [from, to] = [airports.get(leg.from), airports.get(leg.to)]
  const kilometres = from && to ? distanceKm(from, to) : 1_000
  const isLowCost = airlines.get(leg.carrier)?.isLowCost ?? false
  const base = isLowCost ? 4_200 + kilometres * 7.2 : 9_800 + kilometres * 12.5
  const weekday = new Date(leg.departsLocal.slice(0, 10)).getUTCDay()
  const week = weekday === 5 || weekday === 0 ? 1.18 : weekday === 2 || weekday === 3 ? 0.93 : 1
  const lead = daysAhead < 4 ? 1.65 : daysAhead < 11 ? 1.32 : daysAhead < 25 ? 1.12 : 1
  const month = Number(leg.departsLocal.slice(5, 7))
  const season = month === 7 || month === 8 || month === 12 ? 1.22 : 1
  const own = 0.86 + chanceOf(leg.flightNumber, leg.departsLocal) * 0.34
  return base * week * lead * season * own
}

const shareOf: Readonly<Record<TravellerKind, number>> = { adult: 1, child: 0.8, infant: 0.1 }

/** Prices by traveller of a trip in a family, rounded to whole lari. */
export function pricesOf(
  slices: readonly FlightSlice[],
  family: Family,
  travellers: readonly { readonly kind: TravellerKind; readonly count: number }[],
  now: Date,
): TravellerPrice[] {
  const isThroughFare = slices.some(({ legs }) => legs.length > 1)
  let adult = 0
  for (const { legs } of slices)
    for (const leg of legs) {
      const daysAhead = Math.floor((Date.parse(leg.departsAt) - now.getTime()) / 86_400_000)
      adult += legMinor(leg, daysAhead)
    }
  // Return trips and connections are cheaper than the sum of their parts.
  const discount = (slices.length > 1 ? 0.92 : 1) * (isThroughFare ? 0.82 : 1)
  const minor = adult * discount * (family.factor / 100)
  return travellers.map(({ kind, count }) => ({
    kind,
    count,
    unitMinor: Math.max(100, Math.round((minor * shareOf[kind]) / 100) * 100),
  }))
}

/** Number of seats of a flight that the platform sells in a family, including sold ones. */
export function allotmentOf(leg: FlightLeg, family: Pick<FareTerms, 'code' | 'cabin'>): number {
  const type = aircraft.get(leg.aircraft ?? '')
  const seats = family.cabin === 'business' ? (type?.businessSeats ?? 0) : (type?.seats ?? 150) / 3
  // Most seats are sold by other sellers.
  return Math.floor(seats * (0.08 + chanceOf('seats', leg.flightNumber, leg.departsLocal) * 0.7))
}
