/** Cabins of the platform's own supplier. Pure and deterministic, except for the seats sold here. */
import type { Cabin, FlightLeg, FlightOffer, TravellerKind } from '../../itinerary.ts'
import { kindsOf, type CabinRow, type CabinSeat, type SeatMap } from '../../seats.ts'
import { aircraft } from '../reference/aircraft.ts'
import { airlines } from '../reference/airlines.ts'
import { chanceOf } from './fares.ts'

/** Seat letters from left to right; groups are separated by aisles. */
interface Layout {
  readonly economy: readonly string[]
  readonly business: readonly string[]
}

const filterAndSort: Layout = { economy: ['ABC', 'DEF'], business: ['AC', 'DF'] }
const wide: Layout = { economy: ['ABC', 'DEG', 'HJK'], business: ['A', 'DG', 'K'] }
const twin: Layout = { economy: ['AC', 'DEFG', 'HK'], business: ['AC', 'DG', 'HK'] }
const layouts: Readonly<Record<string, Layout>> = {
  AT7: { economy: ['AC', 'DF'], business: ['AC', 'DF'] },
  E90: { economy: ['AC', 'DF'], business: ['A', 'DF'] },
  E95: { economy: ['AC', 'DF'], business: ['A', 'DF'] },
  223: { economy: ['AC', 'DEF'], business: ['AC', 'DF'] },
  332: twin,
  333: twin,
  359: wide,
  788: wide,
  789: wide,
  '77W': wide,
  388: { economy: ['ABC', 'DEFG', 'HJK'], business: ['A', 'DG', 'K'] },
}

/** Simulated share of the seats sold by other sellers. */
const soldElsewhere = 0.45
/** Number of rows at the front of the economy cabin with a higher price. */
const frontRows = 3
/** Row number that airlines omit. */
const skippedRow = 13

/** Seat prices in addition to the fare, in tetri. */
const fees = { front: 3_500, exit: 6_000, aisleOrWindow: 2_500, middle: 1_500 } as const

/** Identifies a flight of a day. */
export function flightKeyOf({ flightNumber, departsLocal }: FlightLeg): string {
  return `${flightNumber} ${departsLocal}`
}

/** Seats sold here, as keys of `takenKey`. */
export type TakenSeats = ReadonlySet<string>

export function takenKey(flightKey: string, seat: string): string {
  return `${flightKey} ${seat}`
}

export function seatMapOf(
  leg: FlightLeg,
  index: number,
  { fare, prices }: Pick<FlightOffer, 'fare' | 'prices'>,
  taken: TakenSeats,
): SeatMap {
  const kinds = kindsOf(prices)
  const flightKey = flightKeyOf(leg)
  const rows = rowsOf(leg, fare.cabin).map(({ number, groups, isExit, isFront }): CabinRow => {
    const sections = groups.map((letters, at) =>
      [...letters].map((letter, inGroup): CabinSeat => {
        const seat = `${number}${letter}`
        const isSold =
          taken.has(takenKey(flightKey, seat)) || chanceOf('seat', flightKey, seat) < soldElsewhere
        const isOuter = (at === 0 && inGroup === 0) || isLastOf(groups, at, letters, inGroup)
        const isAisle = isBesideAisle(groups, at, letters, inGroup)
        const standard = isOuter || isAisle ? fees.aisleOrWindow : fees.middle
        const fee = isExit ? fees.exit : isFront ? fees.front : standard
        const priceMinor = feeFor(leg, fare, fee, isExit)
        const offers = isSold
          ? []
          : positionsFor(kinds, isExit).map((position) => ({
              position,
              priceMinor,
              serviceRef: '',
            }))
        return { seat, offers }
      }),
    )
    return { name: String(number), isExit, sections }
  })
  return { leg: index, rows }
}

function isLastOf(groups: readonly string[], at: number, letters: string, inGroup: number) {
  return at === groups.length - 1 && inGroup === letters.length - 1
}

function isBesideAisle(groups: readonly string[], at: number, letters: string, inGroup: number) {
  return (at > 0 && inGroup === 0) || (at < groups.length - 1 && inGroup === letters.length - 1)
}

/** Positions of travellers who may choose a seat; exit rows are for adults without infants only. */
function positionsFor(kinds: readonly TravellerKind[], isExit: boolean): number[] {
  const hasInfant = kinds.includes('infant')
  return kinds.flatMap((kind, index) => {
    const isKept = kind === 'infant' || (isExit && (kind === 'child' || hasInfant))
    return isKept ? [] : [index + 1]
  })
}

/** Seat price: the highest economy fare and business include all seats except exit rows; low-cost airlines charge less. */
function feeFor(
  { carrier }: FlightLeg,
  { code, cabin }: FlightOffer['fare'],
  fee: number,
  isExit: boolean,
): number {
  if (cabin === 'business' || (code === 'flex' && !isExit)) return 0
  const isLowCost = airlines.get(carrier)?.isLowCost ?? false
  return isLowCost ? Math.round((fee * 0.6) / 100) * 100 : fee
}

interface Row {
  readonly number: number
  readonly groups: readonly string[]
  readonly isExit: boolean
  readonly isFront: boolean
}

function rowsOf(leg: FlightLeg, cabin: Cabin): Row[] {
  const type = aircraft.get(leg.aircraft ?? '')
  const { economy, business } = layouts[leg.aircraft ?? ''] ?? filterAndSort
  const businessCount = Math.ceil((type?.businessSeats ?? 0) / business.join('').length)
  if (cabin === 'business')
    return numbers(1, businessCount).map((number) => ({
      number,
      groups: business,
      isExit: false,
      isFront: false,
    }))
  const count = Math.floor(
    ((type?.seats ?? 150) - (type?.businessSeats ?? 0)) / economy.join('').length,
  )
  const exit = Math.floor(count * 0.4)
  return numbers(businessCount + 1, count).map((number, index) => ({
    number,
    groups: economy,
    isExit: index === exit || index === exit + 1,
    isFront: index < frontRows,
  }))
}

/** `count` row numbers from `first` on, without the skipped row. */
function numbers(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index).map((number) =>
    number >= skippedRow ? number + 1 : number,
  )
}
