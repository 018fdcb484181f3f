/**
 * Seat allocation; pure. Prefers the seat whose free leg range fits the journey most tightly, so that seats
 * free for the whole run are left for through passengers; keeps a party together and respects preferences.
 */
import type { SeatPreference } from '../shapes.ts'
import { freeAround, freeUntil } from './legs.ts'

/** The properties of a seat that matter for allocation. */
export interface Seat {
  readonly placeId: number
  readonly coach: number
  readonly x: number
  readonly y: number
  readonly facing: number
  readonly isWindow: boolean
  readonly isAisle: boolean
  readonly isAtTable: boolean
  readonly isUpper: boolean
  /** Bit mask of taken legs. */
  readonly taken: bigint
}

export interface SeatRequest {
  readonly legFrom: number
  readonly legTo: number
  readonly legCount: number
  /** Number of seats requested. */
  readonly count: number
  readonly preferences: readonly SeatPreference[]
  /** Seats that the party already has; new ones should be near them. */
  readonly near?: readonly Seat[]
}

/** The seats of one passenger in order of travel; usually one. */
export type SeatSequence = readonly {
  readonly placeId: number
  readonly legFrom: number
  readonly legTo: number
}[]

/** Costs, in the unit of one seat of distance between two members of a party. */
const wastedLegCost = 0.6
const missedPreferenceCost = 2
const otherCoachCost = 60
const backToBackCost = 1

/**
 * Returns one seat for each passenger, free on the whole leg range, or null if there are too few. For each
 * free seat the cheapest group around it is evaluated: wasted legs, distances, and missed preferences.
 */
export function allocate(seats: readonly Seat[], request: SeatRequest): number[] | null {
  const free = seats.flatMap((seat) => {
    const cost = costOf(seat, request)
    return cost === null ? [] : [{ seat, cost }]
  })
  const { count, near = [] } = request
  if (free.length < count) return null
  if (count === 1 && near.length === 0) return [cheapest(free).seat.placeId]
  let best: { placeIds: number[]; cost: number } | null = null
  for (const anchor of anchorsOf(free)) {
    // A group costs at least as much as its anchor, and anchors are sorted by cost.
    if (best && anchor.cost >= best.cost) break
    const group = groupAround(anchor, free, count, near)
    if (!best || group.cost < best.cost) best = group
  }
  return best?.placeIds ?? null
}

interface Candidate {
  readonly seat: Seat
  readonly cost: number
}

/** Maximum number of anchor seats for which a group is evaluated. */
const anchorsMax = 120

/** The cheapest free seats, in order of cost. */
function anchorsOf(free: readonly Candidate[]): readonly Candidate[] {
  return free.toSorted((one, other) => one.cost - other.cost).slice(0, anchorsMax)
}

function cheapest(free: readonly Candidate[]): Candidate {
  return free.reduce((best, one) => (one.cost < best.cost ? one : best))
}

/** Cost of a single seat; null if part of the leg range is taken. */
function costOf(seat: Seat, { legFrom, legTo, legCount, preferences }: SeatRequest): number | null {
  const around = freeAround(seat.taken, legFrom, legTo, legCount)
  if (!around) return null
  const wasted = around.to - around.from - (legTo - legFrom)
  const missed = preferences.filter((preference) => !has(seat, preference)).length
  return wasted * wastedLegCost + missed * missedPreferenceCost
}

function has(seat: Seat, preference: SeatPreference): boolean {
  if (preference === 'window') return seat.isWindow
  if (preference === 'aisle') return seat.isAisle
  if (preference === 'table') return seat.isAtTable
  if (preference === 'forward') return seat.facing === 1
  if (preference === 'upper') return seat.isUpper
  if (preference === 'lower') return !seat.isUpper
  // Seats facing each other are the seats at a table.
  return seat.isAtTable
}

function groupAround(
  anchor: Candidate,
  free: readonly Candidate[],
  count: number,
  near: readonly Seat[],
): { placeIds: number[]; cost: number } {
  const others = cheapestAround(anchor, free, count - 1, [anchor.seat, ...near])
  const cost =
    anchor.cost +
    (near.length > 0 ? spreadOf(anchor.seat, near) : 0) +
    others.reduce((sum, { total }) => sum + total, 0)
  return { placeIds: [anchor, ...others].map(({ seat }) => seat.placeId), cost }
}

interface Member {
  readonly seat: Seat
  /** The cost of the seat and of its distance from the rest of the party. */
  readonly total: number
}

/** The cheapest seats in order of cost; the first ones of equal cost. */
function cheapestAround(
  anchor: Candidate,
  free: readonly Candidate[],
  count: number,
  centres: readonly Seat[],
): readonly Member[] {
  const members: Member[] = []
  let limit = count > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  for (const { seat, cost } of free) {
    // Sorting all free seats for each anchor would take most of the time of a large party in an empty train.
    if (cost >= limit || seat === anchor.seat) continue
    const total = cost + spreadOf(seat, centres)
    if (total >= limit) continue
    const position = members.findIndex((member) => member.total > total)
    members.splice(position === -1 ? members.length : position, 0, { seat, total })
    if (members.length > count) members.pop()
    if (members.length === count) limit = members.at(-1)?.total ?? limit
  }
  return members
}

function spreadOf(seat: Seat, centres: readonly Seat[]): number {
  return centres.reduce((sum, centre) => sum + distance(seat, centre), 0) / centres.length
}

export function distance(one: Seat, other: Seat): number {
  if (one.coach !== other.coach) return otherCoachCost + Math.abs(one.coach - other.coach)
  const apart = Math.abs(one.x - other.x) + Math.abs(one.y - other.y)
  const isBackToBack = one.x !== other.x && one.facing !== 0 && one.facing === other.facing
  return apart + (isBackToBack ? backToBackCost : 0) + (one.isUpper === other.isUpper ? 0 : 1)
}

/**
 * Returns consecutive seats with the fewest possible changes: at each change the seat that stays free the
 * longest. Null if on some leg no seat is free.
 */
export function allocateWithChanges(
  seats: readonly Seat[],
  { legFrom, legTo, legCount }: SeatRequest,
): SeatSequence | null {
  const sequence: { placeId: number; legFrom: number; legTo: number }[] = []
  let leg = legFrom
  while (leg < legTo) {
    let best: { placeId: number; until: number; waste: number } | null = null
    for (const seat of seats) {
      const until = freeUntil(seat.taken, leg, legTo)
      if (until === leg) continue
      const around = freeAround(seat.taken, leg, until, legCount)
      const waste = around ? around.to - around.from - (until - leg) : 0
      if (!best || until > best.until || (until === best.until && waste < best.waste))
        best = { placeId: seat.placeId, until, waste }
    }
    if (!best) return null
    sequence.push({ placeId: best.placeId, legFrom: leg, legTo: best.until })
    leg = best.until
  }
  return sequence
}
