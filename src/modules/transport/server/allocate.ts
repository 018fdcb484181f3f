/**
 * Which seats a party gets: pure. A seat whose free stretch fits the journey best is preferred, so that seats that are
 * free all the way stay whole for those who travel all the way; a party sits together; what was asked for counts.
 */
import type { SeatPreference } from '../shapes.ts'
import { freeAround, freeUntil } from './legs.ts'

/** A seat as far as choosing looks at it. */
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
  /** Legs that somebody has. */
  readonly taken: bigint
}

export interface SeatRequest {
  readonly legFrom: number
  readonly legTo: number
  readonly legCount: number
  /** Seats wanted. */
  readonly count: number
  readonly preferences: readonly SeatPreference[]
  /** Seats that the party has already: it wants to sit near them. */
  readonly near?: readonly Seat[]
}

/** The seats of one passenger, one after the other on the way; usually one. */
export type SeatsOnTheWay = readonly {
  readonly placeId: number
  readonly legFrom: number
  readonly legTo: number
}[]

/** Costs, in seats of distance between two of a party. */
const wastedLegCost = 0.6
const missedPreferenceCost = 2
const otherCoachCost = 60
const backToBackCost = 1

/**
 * Seats for the whole stretch, one for each of the party, or null where there are not enough. The cheapest group around
 * each free seat is looked at: what its seats waste, how far apart they are, what they lack of what was asked for.
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
    // Whatever its neighbours cost, its group costs no less than itself.
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

/** Seats whose groups are looked at; in a long train the cheapest of them. */
const anchorsMost = 120

/** The cheapest first. */
function anchorsOf(free: readonly Candidate[]): readonly Candidate[] {
  return free.toSorted((one, other) => one.cost - other.cost).slice(0, anchorsMost)
}

function cheapest(free: readonly Candidate[]): Candidate {
  return free.reduce((best, one) => (one.cost < best.cost ? one : best))
}

/** What a seat costs alone; null where some of the stretch is taken. */
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
  // Seats that face each other: of a group, which is at a table.
  return seat.isAtTable
}

function groupAround(
  anchor: Candidate,
  free: readonly Candidate[],
  count: number,
  near: readonly Seat[],
): { placeIds: number[]; cost: number } {
  const centres = [anchor.seat, ...near]
  const others = free
    .filter((one) => one !== anchor)
    .map((one) => ({ ...one, total: one.cost + spreadOf(one.seat, centres) }))
    .toSorted((one, other) => one.total - other.total)
    .slice(0, count - 1)
  const cost =
    anchor.cost +
    (near.length > 0 ? spreadOf(anchor.seat, near) : 0) +
    others.reduce((sum, { total }) => sum + total, 0)
  return { placeIds: [anchor, ...others].map(({ seat }) => seat.placeId), cost }
}

function spreadOf(seat: Seat, centres: readonly Seat[]): number {
  return centres.reduce((sum, centre) => sum + distance(seat, centre), 0) / centres.length
}

function distance(one: Seat, other: Seat): number {
  if (one.coach !== other.coach) return otherCoachCost + Math.abs(one.coach - other.coach)
  const apart = Math.abs(one.x - other.x) + Math.abs(one.y - other.y)
  const isBackToBack = one.x !== other.x && one.facing !== 0 && one.facing === other.facing
  return apart + (isBackToBack ? backToBackCost : 0) + (one.isUpper === other.isUpper ? 0 : 1)
}

/**
 * Seats of which none is free all the way, with as few changes as there can be: at each change the seat that is free
 * the longest from there. Null where somebody would have to stand.
 */
export function allocateWithChanges(
  seats: readonly Seat[],
  { legFrom, legTo, legCount }: SeatRequest,
): SeatsOnTheWay | null {
  const way: { placeId: number; legFrom: number; legTo: number }[] = []
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
    way.push({ placeId: best.placeId, legFrom: leg, legTo: best.until })
    leg = best.until
  }
  return way
}
