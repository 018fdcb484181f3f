/**
 * Simulates the sale of a train's seats and counts the passengers carried by each assignment of seats, and how
 * they sit. Pure.
 */
import { allocate, allocateWithChanges, type Seat, type SeatSequence } from '../server/allocate.ts'
import { freeUntil, maskOf } from '../server/legs.ts'
import type { SeatPreference } from '../shapes.ts'

/** The passengers of one request travel together: all are carried, or none. */
export interface SimulatedRequest {
  readonly legFrom: number
  readonly legTo: number
  readonly count: number
  readonly preferences: readonly SeatPreference[]
}

/** Returns the seats of each passenger in order of travel, or null to refuse the request. */
export type Assign = (
  seats: readonly Seat[],
  request: SimulatedRequest,
  legCount: number,
) => readonly SeatSequence[] | null

export interface Outcome {
  passengers: number
  /** Passengers who change seats on the way. */
  changing: number
  /** Requests of several passengers that were carried. */
  parties: number
  /** Of these, the ones in which everyone sits beside, in front of, behind or across the aisle from another member. */
  partiesTogether: number
  /** Preferences of carried passengers, and how many of them were met. */
  preferences: number
  preferencesMet: number
}

export const noOutcome = (): Outcome => ({
  passengers: 0,
  changing: 0,
  parties: 0,
  partiesTogether: 0,
  preferences: 0,
  preferencesMet: 0,
})

export function addOutcome(sum: Outcome, other: Outcome): void {
  for (const name of Object.keys(other) as (keyof Outcome)[]) sum[name] += other[name]
}

/** Sells one train. */
export function sell(
  train: readonly Seat[],
  legCount: number,
  requests: readonly SimulatedRequest[],
  assign: Assign,
): Outcome {
  const outcome = noOutcome()
  const seats = train.map((seat) => ({ ...seat }))
  const byId = new Map(seats.map((seat) => [seat.placeId, seat]))
  for (const request of requests) {
    const assigned = assign(seats, request, legCount)
    if (!assigned) continue
    for (const { placeId, legFrom, legTo } of assigned.flat()) {
      const seat = byId.get(placeId)
      const legs = maskOf(legFrom, legTo)
      if (!seat || (seat.taken & legs) !== 0n) throw new Error('A seat was assigned twice')
      seat.taken |= legs
    }
    outcome.passengers += request.count
    outcome.changing += assigned.filter((sequence) => sequence.length > 1).length
    const firstSeats = assigned.flatMap(([part]) => byId.get(part?.placeId ?? 0) ?? [])
    if (request.count > 1) {
      outcome.parties += 1
      if (isTogether(firstSeats)) outcome.partiesTogether += 1
    }
    for (const preference of request.preferences) {
      outcome.preferences += request.count
      outcome.preferencesMet += firstSeats.filter((seat) =>
        preference === 'window' ? seat.isWindow : seat.isAisle,
      ).length
    }
  }
  return outcome
}

/** Whether every member can be reached from every other one over neighbouring seats. */
function isTogether(party: readonly Seat[]): boolean {
  const [first, ...others] = party
  if (!first) return false
  const reached = [first]
  let left = others
  for (const seat of reached) {
    reached.push(...left.filter((other) => areNeighbours(seat, other)))
    left = left.filter((other) => !areNeighbours(seat, other))
  }
  return left.length === 0
}

/** The aisle takes one position across, so that seats on both sides of it are two apart. */
function areNeighbours(one: Seat, other: Seat): boolean {
  if (one.coach !== other.coach) return false
  const [along, across] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)]
  return along === 0 ? across <= 2 : along === 1 && across === 0
}

const freeOf = (seats: readonly Seat[], { legFrom, legTo }: SimulatedRequest): number[] => {
  const legs = maskOf(legFrom, legTo)
  return seats.filter(({ taken }) => (taken & legs) === 0n).map(({ placeId }) => placeId)
}

const wholeWay = (
  placeIds: readonly number[],
  { legFrom, legTo }: SimulatedRequest,
): SeatSequence[] => placeIds.map((placeId) => [{ placeId, legFrom, legTo }])

/** The free seats with the lowest numbers. */
export const firstFit: Assign = (seats, request) => {
  const free = freeOf(seats, request)
  return free.length < request.count ? null : wholeWay(free.slice(0, request.count), request)
}

/** Any free seats, with equal probability. */
export function randomFit(random: () => number): Assign {
  return (seats, request) => {
    const free = freeOf(seats, request)
    if (free.length < request.count) return null
    for (let index = 0; index < request.count; index += 1) {
      const other = index + Math.floor(random() * (free.length - index))
      const [one, two] = [free[index] ?? 0, free[other] ?? 0]
      free[index] = two
      free[other] = one
    }
    return wholeWay(free.slice(0, request.count), request)
  }
}

/** The shop's assignment. */
export const bestFit: Assign = (seats, request, legCount) => {
  const placeIds = allocate(seats, { ...request, legCount })
  return placeIds && wholeWay(placeIds, request)
}

/** The shop's seats of one passenger who accepts a change of seat. */
export const fewestChanges: Assign = (seats, request, legCount) => {
  const sequence = allocateWithChanges(seats, { ...request, legCount })
  return sequence && [sequence]
}

/** Any seat that is free on the next leg, for as long as it is free. */
export function randomChanges(random: () => number): Assign {
  return (seats, { legFrom, legTo }) => {
    const sequence: { placeId: number; legFrom: number; legTo: number }[] = []
    for (let leg = legFrom; leg < legTo;) {
      const free = seats.filter(({ taken }) => freeUntil(taken, leg, legTo) > leg)
      const seat = free[Math.floor(random() * free.length)]
      if (!seat) return null
      const until = freeUntil(seat.taken, leg, legTo)
      sequence.push({ placeId: seat.placeId, legFrom: leg, legTo: until })
      leg = until
    }
    return [sequence]
  }
}

/**
 * Like the sale: if a party does not fit as a whole, its members are seated individually, and change seats on
 * the way where no seat is free for the whole journey.
 */
export function withChanges(whole: Assign, changes: Assign): Assign {
  return (seats, request, legCount) => {
    const group = whole(seats, request, legCount)
    if (group) return group
    const party: SeatSequence[] = []
    const left = seats.map((seat) => ({ ...seat }))
    const one = { ...request, count: 1 }
    for (let member = 0; member < request.count; member += 1) {
      const [sequence] = whole(left, one, legCount) ?? changes(left, one, legCount) ?? []
      if (!sequence) return null
      party.push(sequence)
      for (const part of sequence) {
        const seat = left.find(({ placeId }) => placeId === part.placeId)
        if (seat) seat.taken |= maskOf(part.legFrom, part.legTo)
      }
    }
    return party
  }
}

interface Capacity {
  readonly seatCount: number
  readonly legCount: number
}

/**
 * First come, first served without gaps: a request is accepted if every leg has capacity, as if passengers could
 * change seats at every stop. An assignment loses the difference to gaps; rarely it gains a passenger, because a
 * gap refused a larger party.
 */
export function legCapacityBoundOf(
  requests: readonly SimulatedRequest[],
  { seatCount, legCount }: Capacity,
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
export function optimalBoundOf(
  requests: readonly SimulatedRequest[],
  { seatCount, legCount }: Capacity,
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
