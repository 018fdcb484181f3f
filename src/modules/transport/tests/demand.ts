/**
 * Simulates a day's demand for a train and counts the passengers carried by each allocation strategy.
 * Seeded and pure.
 */
import { allocate, type Seat } from '../server/allocate.ts'
import { maskOf } from '../server/legs.ts'

/** The passengers of one request travel together. */
interface Request {
  readonly legFrom: number
  readonly legTo: number
  readonly count: number
}

type Chooser = (seats: readonly Seat[], request: Request, legCount: number) => number[] | null

/** Seeded random numbers (mulberry32), so that a day can be replayed. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

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
function dayOf(random: () => number, demand: Demand): Request[] {
  const { legCount, seatCount, load, wholeShare, longTrips } = demand
  const requests: { readonly request: Request; readonly at: number }[] = []
  let wanted = 0
  while (wanted < seatCount * legCount * load) {
    const isWhole = random() < wholeShare
    const legFrom = isWhole ? 0 : Math.floor(random() * legCount)
    const legTo = isWhole ? legCount : legFrom + 1 + Math.floor(random() * (legCount - legFrom))
    const kind = random()
    const count = kind < 0.65 ? 1 : kind < 0.9 ? 2 : 3
    const later = longTrips === 'late' ? (0.5 * (legTo - legFrom)) / legCount : 0
    requests.push({ request: { legFrom, legTo, count }, at: random() + later })
    wanted += count * (legTo - legFrom)
  }
  return requests.toSorted((one, other) => one.at - other.at).map(({ request }) => request)
}

/** Number of passengers carried. */
function carried(
  requests: readonly Request[],
  choose: Chooser,
  { seatCount, legCount }: Pick<Demand, 'seatCount' | 'legCount'>,
): number {
  let seats = emptyTrain(seatCount)
  let passengers = 0
  for (const request of requests) {
    const placeIds = choose(seats, request, legCount)
    if (!placeIds) continue
    const chosen = new Set(placeIds)
    const legs = maskOf(request.legFrom, request.legTo)
    seats = seats.map((seat) =>
      chosen.has(seat.placeId) ? { ...seat, taken: seat.taken | legs } : seat,
    )
    passengers += request.count
  }
  return passengers
}

/**
 * Upper bound for first come, first served: a request is accepted if every leg has capacity, as if
 * passengers could change seats at every stop. An allocation strategy loses the difference to gaps.
 */
function legCapacityBoundOf(
  requests: readonly Request[],
  { seatCount, legCount }: Pick<Demand, 'seatCount' | 'legCount'>,
): number {
  const left = Array.from({ length: legCount }, () => seatCount)
  let passengers = 0
  for (const { legFrom, legTo, count } of requests) {
    if (left.slice(legFrom, legTo).some((free) => free < count)) continue
    for (let leg = legFrom; leg < legTo; leg += 1) left[leg] = (left[leg] ?? 0) - count
    passengers += count
  }
  return passengers
}

/**
 * Upper bound with knowledge of all requests, free rejection and splitting of parties: at each stop
 * everyone boards, and while there are too many passengers, those with the farthest destination are
 * rejected. This is the maximum number of intervals of which at most k overlap (Faigle and Nawijn, 1995),
 * and k seats suffice for them.
 */
function optimalBoundOf(
  requests: readonly Request[],
  { seatCount, legCount }: Pick<Demand, 'seatCount' | 'legCount'>,
): number {
  let passengers = 0
  let aboard: number[] = []
  for (let leg = 0; leg < legCount; leg += 1) {
    const staying = aboard.filter((until) => until > leg)
    passengers += aboard.length - staying.length
    const boarding = requests.flatMap(({ legFrom, legTo, count }) =>
      legFrom === leg ? Array<number>(count).fill(legTo) : [],
    )
    aboard = [...staying, ...boarding].toSorted((one, other) => one - other).slice(0, seatCount)
  }
  return passengers + aboard.length
}

/** Passengers carried by each strategy over a number of days with the same demand. */
export function compare(demand: Demand, days: number) {
  const totals = {
    requested: 0,
    random: 0,
    firstFit: 0,
    bestFit: 0,
    legCapacityBound: 0,
    optimalBound: 0,
  }
  for (let day = 1; day <= days; day += 1) {
    const random = seededRandom(day)
    const requests = dayOf(random, demand)
    totals.requested += requests.reduce((sum, { count }) => sum + count, 0)
    totals.random += carried(requests, randomFit(random), demand)
    totals.firstFit += carried(requests, firstFit, demand)
    totals.bestFit += carried(requests, bestFit, demand)
    totals.legCapacityBound += legCapacityBoundOf(requests, demand)
    totals.optimalBound += optimalBoundOf(requests, demand)
  }
  return totals
}

const freeOf = (seats: readonly Seat[], { legFrom, legTo }: Request): number[] => {
  const legs = maskOf(legFrom, legTo)
  return seats.filter(({ taken }) => (taken & legs) === 0n).map(({ placeId }) => placeId)
}

const firstFit: Chooser = (seats, request) => {
  const free = freeOf(seats, request)
  return free.length < request.count ? null : free.slice(0, request.count)
}

function randomFit(random: () => number): Chooser {
  return (seats, request) => {
    const free = freeOf(seats, request)
    if (free.length < request.count) return null
    for (let index = 0; index < request.count; index += 1) {
      const other = index + Math.floor(random() * (free.length - index))
      const [one, two] = [free[index] ?? 0, free[other] ?? 0]
      free[index] = two
      free[other] = one
    }
    return free.slice(0, request.count)
  }
}

const bestFit: Chooser = (seats, request, legCount) =>
  allocate(seats, { ...request, legCount, preferences: [] })
