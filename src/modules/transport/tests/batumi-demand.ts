/**
 * The demand between Tbilisi and Batumi as stated in decision 087. Seeded and pure: a day is always the same.
 */
import type { Seat } from '../server/allocate.ts'
import type { SeatPreference } from '../shapes.ts'
import {
  addOutcome,
  bestFit,
  fewestChanges,
  firstFit,
  legCapacityBoundOf,
  noOutcome,
  optimalBoundOf,
  randomChanges,
  randomFit,
  sell,
  withChanges,
  type Assign,
  type Outcome,
  type SimulatedRequest,
} from './seat-simulation.ts'
import { seededRandom } from './seeded-random.ts'

interface Stop {
  /** Distance from Tbilisi along the line. */
  readonly km: number
  /** Inhabitants of the town or municipality, in thousands. */
  readonly people: number
}

/** The stops of trains 801 to 804: Tbilisi, Kutaisi Airport, Ureki, Kobuleti, Batumi. */
export const expressStops: readonly Stop[] = [
  { km: 0, people: 1_108.7 },
  { km: 231, people: 147.6 },
  { km: 304, people: 62.9 },
  { km: 328, people: 74.8 },
  { km: 350, people: 152.8 },
]

/** A train that also stops in Mtskheta, Kaspi, Gori, Khashuri, Zestafoni, Samtredia and Lanchkhuti. */
export const stoppingStops: readonly Stop[] = [
  { km: 0, people: 1_108.7 },
  { km: 18, people: 7.9 },
  { km: 46, people: 13.4 },
  { km: 77, people: 48.1 },
  { km: 125, people: 26.1 },
  { km: 180, people: 20.8 },
  { km: 233, people: 147.6 },
  { km: 247, people: 25.3 },
  { km: 277, people: 6.4 },
  { km: 304, people: 62.9 },
  { km: 328, people: 74.8 },
  { km: 350, people: 152.8 },
]

export interface BatumiDemand {
  readonly stops: readonly Stop[]
  readonly seatCount: number
  /** Mean demand on the busiest leg over a year, as a multiple of the seats. */
  readonly load: number
  /** Mean length of a trip that the power of the gravity model is solved for, or the power itself. */
  readonly trips: { readonly meanKm: number } | { readonly power: number }
  readonly booking: 'far trips earlier' | 'mixed' | 'far trips later'
}

export const batumiDemand: BatumiDemand = {
  stops: expressStops,
  seatCount: 240,
  load: 0.75,
  trips: { meanKm: 229 },
  booking: 'far trips earlier',
}

interface Pair {
  readonly from: number
  readonly to: number
  readonly km: number
  readonly weight: number
}

function pairsOf(stops: readonly Stop[], power: number): Pair[] {
  return stops.flatMap((one, from) =>
    stops.flatMap((other, to) => {
      if (to <= from) return []
      const km = other.km - one.km
      return [{ from, to, km, weight: (one.people * other.people) / km ** power }]
    }),
  )
}

function meanKmOf(pairs: readonly Pair[]): number {
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0)
  return pairs.reduce((sum, { weight, km }) => sum + weight * km, 0) / total
}

/** The power of the distance with the requested mean trip; a higher power makes trips shorter. */
export function powerFor(stops: readonly Stop[], meanKm: number): number {
  let [low, high] = [-3, 6]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (meanKmOf(pairsOf(stops, middle)) > meanKm) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const partyShares = [0.55, 0.27, 0.09, 0.06, 0.02, 0.01] as const
/** From Monday. */
const weekdayFactors = [1, 0.85, 0.85, 0.85, 1.2, 1.05, 1.2] as const
const dayDeviation = 0.15
const saleDays = 40

/** Quarters of the year from January; a year has 365 days. */
const quarterFactors = [0.9, 0.87, 1.37, 0.87] as const

function factorOf(day: number): number {
  const quarter = Math.min(3, Math.floor((day % 365) / 91.25))
  return (quarterFactors[quarter] ?? 1) * (weekdayFactors[day % 7] ?? 1)
}

/** Mean number of days between booking and departure. */
const leadDaysOf = (km: number): number => 2 + (12 * km) / 350

function normalOf(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function pick<Item>(items: readonly Item[], weights: readonly number[], at: number): Item {
  let left = at * weights.reduce((sum, weight) => sum + weight, 0)
  const index = weights.findIndex((weight) => (left -= weight) < 0)
  const item = items[index === -1 ? items.length - 1 : index]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}

function preferencesOf(at: number): readonly SeatPreference[] {
  if (at < 0.4) return ['window']
  return at < 0.55 ? ['aisle'] : []
}

export interface SimulatedDay {
  /** In the order of booking. */
  readonly requests: readonly SimulatedRequest[]
  /** Passengers requested on the busiest leg. */
  readonly busiest: number
  readonly random: () => number
}

/** The days of a demand; even days travel to Batumi, odd days to Tbilisi. */
export function daysOf(demand: BatumiDemand): (day: number) => SimulatedDay {
  const { stops, seatCount, load, trips, booking } = demand
  const power = 'power' in trips ? trips.power : powerFor(stops, trips.meanKm)
  const pairs = pairsOf(stops, power)
  const weights = pairs.map(({ weight }) => weight)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const legCount = stops.length - 1
  const shareOf = (leg: number): number =>
    pairs.reduce((sum, { from, to, weight }) => sum + (from <= leg && leg < to ? weight : 0), 0) /
    total
  const busiestShare = Math.max(...Array.from({ length: legCount }, (_, leg) => shareOf(leg)))
  const partySizes = partyShares.map((_, index) => index + 1)
  return (day) => {
    const random = seededRandom(day)
    const noise = Math.exp(dayDeviation * normalOf(random) - dayDeviation ** 2 / 2)
    const wanted = ((load * seatCount) / busiestShare) * factorOf(day) * noise
    const isBack = day % 2 === 1
    const booked: { readonly request: SimulatedRequest; readonly at: number }[] = []
    const byLeg = Array.from({ length: legCount }, () => 0)
    for (let passengers = 0; passengers < wanted;) {
      const { from, to, km } = pick(pairs, weights, random())
      const count = pick(partySizes, partyShares, random())
      const lead = Math.min(saleDays, -leadDaysOf(km) * Math.log(1 - random()))
      const mixed = random()
      const at = { 'far trips earlier': -lead, mixed, 'far trips later': lead }[booking]
      const [legFrom, legTo] = isBack ? [legCount - to, legCount - from] : [from, to]
      booked.push({
        request: { legFrom, legTo, count, preferences: preferencesOf(random()) },
        at,
      })
      for (let leg = legFrom; leg < legTo; leg += 1) byLeg[leg] = (byLeg[leg] ?? 0) + count
      passengers += count
    }
    return {
      requests: booked.toSorted((one, other) => one.at - other.at).map(({ request }) => request),
      busiest: Math.max(...byLeg),
      random,
    }
  }
}

/** Second class with three seats and two across the aisle, by rows of each deck. */
const deckRows = [7, 9, 8, 9, 6, 9] as const

/** The first seats of the train; decks count as coaches, as in the sale. */
function emptySecondClass(seatCount: number): Seat[] {
  const seats = deckRows.flatMap((rows, deck) =>
    Array.from({ length: rows }, (_, x) => x).flatMap((x) =>
      [0, 1, 2, 4, 5].map((y) => ({
        coach: deck + 1,
        x,
        y,
        facing: 1,
        isWindow: y === 0 || y === 5,
        isAisle: y === 2 || y === 4,
        isAtTable: false,
        isUpper: false,
        taken: 0n,
      })),
    ),
  )
  return seats.slice(0, seatCount).map((seat, index) => ({ ...seat, placeId: index + 1 }))
}

const outcomesOf = () => ({
  days: 0,
  requested: 0,
  legCapacityBound: 0,
  optimalBound: 0,
  random: noOutcome(),
  firstFit: noOutcome(),
  bestFit: noOutcome(),
  randomWithChanges: noOutcome(),
  bestFitWithChanges: noOutcome(),
})
export type Comparison = ReturnType<typeof outcomesOf>

/** Sells a number of days with each assignment; days on which a leg is requested more often than it has seats also separately. */
export function compareBatumi(
  demand: BatumiDemand,
  days: number,
): { readonly all: Comparison; readonly soldOut: Comparison } {
  const legCount = demand.stops.length - 1
  const train = emptySecondClass(demand.seatCount)
  const capacity = { seatCount: demand.seatCount, legCount }
  const [all, soldOut] = [outcomesOf(), outcomesOf()]
  const dayOf = daysOf(demand)
  for (let day = 0; day < days; day += 1) {
    const { requests, busiest, random } = dayOf(day)
    const requested = requests.reduce((sum, { count }) => sum + count, 0)
    const sold = (assign: Assign): Outcome => sell(train, legCount, requests, assign)
    const anyFree = sold(randomFit(random))
    const best = sold(bestFit)
    // Nobody is offered a change of seat on a day without refusals.
    const changed = (plain: Outcome, assign: Assign): Outcome =>
      plain.passengers === requested ? plain : sold(assign)
    const results = {
      days: 1,
      requested,
      legCapacityBound: legCapacityBoundOf(requests, capacity),
      optimalBound: optimalBoundOf(requests, capacity),
      random: anyFree,
      firstFit: sold(firstFit),
      bestFit: best,
      randomWithChanges: changed(anyFree, withChanges(randomFit(random), randomChanges(random))),
      bestFitWithChanges: changed(best, withChanges(bestFit, fewestChanges)),
    }
    addTo(all, results)
    if (busiest > demand.seatCount) addTo(soldOut, results)
  }
  return { all, soldOut }
}

function addTo(sum: Comparison, day: Comparison): void {
  for (const name of ['days', 'requested', 'legCapacityBound', 'optimalBound'] as const)
    sum[name] += day[name]
  for (const name of [
    'random',
    'firstFit',
    'bestFit',
    'randomWithChanges',
    'bestFitWithChanges',
  ] as const)
    addOutcome(sum[name], day[name])
}
