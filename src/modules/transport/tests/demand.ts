/**
 * Simulates days with an invented, uniform demand and counts the passengers carried by each assignment of seats.
 * Seeded and pure. The demand of a real line is in `batumi-demand.ts`.
 */
import type { Seat } from '../server/allocate.ts'
import {
  addOutcome,
  bestFit,
  firstFit,
  legCapacityBoundOf,
  noOutcome,
  optimalBoundOf,
  randomFit,
  sell,
  type SimulatedRequest,
} from './seat-simulation.ts'
import { seededRandom } from './seeded-random.ts'

/** Two seats on each side of an aisle, all facing forward. */
function emptyTrain(seatCount: number): Seat[] {
  return Array.from({ length: seatCount }, (_, index) => ({
    placeId: index + 1,
    coach: 1,
    x: Math.floor(index / 4),
    y: index % 4 < 2 ? index % 4 : (index % 4) + 1,
    facing: 1,
    isWindow: index % 4 === 0 || index % 4 === 3,
    isAisle: index % 4 === 1 || index % 4 === 2,
    isAtTable: false,
    isUpper: false,
    taken: 0n,
  }))
}

export interface Demand {
  readonly legCount: number
  readonly seatCount: number
  /** Requested seat legs, as a multiple of the available ones. */
  readonly load: number
  /** Share of requests for the whole route. */
  readonly wholeShare: number
  /** `late`: passengers who travel far tend to book later. */
  readonly longTrips: 'mixed' | 'late'
}

/** Requests in the order of booking; about two thirds are for one passenger. */
function dayOf(random: () => number, demand: Demand): SimulatedRequest[] {
  const { legCount, seatCount, load, wholeShare, longTrips } = demand
  const requests: { readonly request: SimulatedRequest; readonly at: number }[] = []
  let wanted = 0
  while (wanted < seatCount * legCount * load) {
    const isWhole = random() < wholeShare
    const legFrom = isWhole ? 0 : Math.floor(random() * legCount)
    const legTo = isWhole ? legCount : legFrom + 1 + Math.floor(random() * (legCount - legFrom))
    const kind = random()
    const count = kind < 0.65 ? 1 : kind < 0.9 ? 2 : 3
    const later = longTrips === 'late' ? (0.5 * (legTo - legFrom)) / legCount : 0
    requests.push({ request: { legFrom, legTo, count, preferences: [] }, at: random() + later })
    wanted += count * (legTo - legFrom)
  }
  return requests.toSorted((one, other) => one.at - other.at).map(({ request }) => request)
}

/** Passengers carried by each assignment over a number of days with the same demand. */
export function compare(demand: Demand, days: number) {
  const { seatCount, legCount } = demand
  const train = emptyTrain(seatCount)
  const [random, first, best] = [noOutcome(), noOutcome(), noOutcome()]
  const totals = { requested: 0, legCapacityBound: 0, optimalBound: 0 }
  for (let day = 1; day <= days; day += 1) {
    const next = seededRandom(day)
    const requests = dayOf(next, demand)
    totals.requested += requests.reduce((sum, { count }) => sum + count, 0)
    addOutcome(random, sell(train, legCount, requests, randomFit(next)))
    addOutcome(first, sell(train, legCount, requests, firstFit))
    addOutcome(best, sell(train, legCount, requests, bestFit))
    totals.legCapacityBound += legCapacityBoundOf(requests, demand)
    totals.optimalBound += optimalBoundOf(requests, demand)
  }
  return {
    ...totals,
    random: random.passengers,
    firstFit: first.passengers,
    bestFit: best.passengers,
  }
}
