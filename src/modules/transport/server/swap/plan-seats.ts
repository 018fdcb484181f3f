/**
 * Seats the passengers of one vehicle in another, leg by leg; pure. As many as possible get a seat, then as few as
 * possible a lower class, then parties stay together, then people keep their seat numbers.
 */
import { invariant } from '#kernel/result.ts'
import { isForPassengers, isOrdinary } from '#modules/timetable/server/public-api.ts'
import type { Seat } from '../allocate.ts'
import { maskOf } from '../legs.ts'
import { dropOver, groupsOf, type Group, type Sitter, type SwapParty } from './parties.ts'
import {
  areConnected,
  isWheelchairSpace,
  nearness,
  seatsOf,
  spread,
  type NamedSeat,
  type SeatedVehicle,
} from './vehicle-seats.ts'

export interface SeatPlan {
  /** New places by key of the sitter. */
  readonly seats: ReadonlyMap<string, number>
  /** Sitters without a seat. */
  readonly without: readonly string[]
  /** Sitters in a lower class than they bought. */
  readonly lower: readonly string[]
  /** Parties that sat together and no longer do. */
  readonly apart: readonly string[]
}

export interface SwapQuestion {
  readonly from: SeatedVehicle
  readonly to: SeatedVehicle
  readonly parties: readonly SwapParty[]
  /** Rank of a class: higher is better, equal ranks are interchangeable. */
  readonly rankOf: (classId: number) => number
}

/** Costs of a seat for a person, in the unit of one seat of distance between two members of a party. */
const costs = {
  lowerClass: 60,
  higherClass: 8,
  companionSeat: 30,
  otherName: 1,
  facing: 1,
  table: 1,
  side: 1.5,
  deck: 1,
  wastedLeg: 0.1,
} as const
/** Number of seats around which a party is tried. */
const anchorsMax = 24

/**
 * The best of three ways to seat everybody, tried until one leaves nothing to improve but seat numbers; the last one seats
 * as many as possible whatever the layout.
 */
export function planSeats(question: SwapQuestion): SeatPlan {
  const table = new Seating(question)
  const dropped = table.tooMany()
  let best: ScoredPlan | null = null
  for (const way of ['names first', 'parties first', 'by boarding'] as const) {
    const scored = table.seat(dropped, way)
    if (!best || compare(scored, best) < 0) best = scored
    const { without, lower, apart } = best.plan
    if (without.length === dropped.size && lower.length === 0 && apart.length === 0) break
  }
  invariant(best, 'there is a way to seat passengers')
  return best.plan
}

interface ScoredPlan {
  readonly plan: SeatPlan
  readonly score: readonly number[]
}

function compare(left: ScoredPlan, right: ScoredPlan): number {
  for (const [index, value] of left.score.entries()) {
    const difference = value - (right.score[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

type Way = 'names first' | 'parties first' | 'by boarding'

class Seating {
  readonly #question: SwapQuestion
  readonly #seats: readonly NamedSeat[]
  readonly #byName: ReadonlyMap<string, NamedSeat>
  readonly #old: ReadonlyMap<number, NamedSeat>

  constructor(question: SwapQuestion) {
    this.#question = question
    // Places that the carrier keeps back, and those for bicycles, are not for passengers.
    this.#seats = seatsOf(question.to).filter(({ place }) => isForPassengers(place))
    this.#byName = new Map(this.#seats.map((one) => [one.name, one]))
    this.#old = new Map(seatsOf(question.from).map((one) => [one.place.placeId, one]))
  }

  /**
   * The fewest sitters that have to leave so that on no leg there are more than seats: where there are too many, those
   * of the lowest priority, and among them the one who stays longest.
   */
  tooMany(): ReadonlySet<string> {
    const { parties } = this.#question
    const all = parties.flatMap(({ sitters }) => sitters)
    const dropped = new Set<string>()
    const spaces = this.#seats.filter(({ place }) => isWheelchairSpace(place)).length
    dropOver(
      all.filter(({ rider }) => rider === 'wheelchair'),
      spaces,
      dropped,
    )
    // A companion does not travel without the wheelchair user.
    for (const { sitters } of parties)
      if (sitters.some(({ key, rider }) => rider === 'wheelchair' && dropped.has(key)))
        for (const { key, rider } of sitters) if (rider === 'companion') dropped.add(key)
    dropOver(
      all.filter(({ key, rider }) => rider !== 'wheelchair' && !dropped.has(key)),
      this.#seats.length - spaces,
      dropped,
    )
    return dropped
  }

  seat(dropped: ReadonlySet<string>, way: Way): ScoredPlan {
    const taken = new Map<number, bigint>()
    const seats = new Map<string, number>()
    const { parties } = this.#question
    const seated = parties.map(({ key, sitters }) => ({
      key,
      sitters: sitters.filter((one) => !dropped.has(one.key)),
    }))
    const take = (sitter: Sitter, { place: { placeId } }: NamedSeat) => {
      const mask = maskOf(sitter.legFrom, sitter.legTo)
      taken.set(placeId, (taken.get(placeId) ?? 0n) | mask)
      seats.set(sitter.key, placeId)
    }
    if (way === 'names first') for (const party of seated) this.#keepSeats(party, taken, take)
    const groups = seated
      .flatMap((party) => groupsOf(party, seats))
      .toSorted((one, other) => this.#before(one, other, way))
    for (const group of groups) this.#seatGroup(group, { taken, seats, take })
    return this.#scored(seats)
  }

  /** Everybody of a party keeps the seat of the same name, if they sit no further apart there than before. */
  #keepSeats(
    { sitters }: SwapParty,
    taken: ReadonlyMap<number, bigint>,
    take: (sitter: Sitter, seat: NamedSeat) => void,
  ): void {
    const same = sitters.flatMap((sitter) => {
      const old = this.#old.get(sitter.placeId)
      const seat = old && this.#byName.get(old.name)
      return old && seat && this.#fits(sitter, seat, taken) && !this.#isLower(sitter, seat)
        ? [{ sitter, old, seat }]
        : []
    })
    if (same.length < sitters.length) return
    const before = spread(same.map(({ old }) => old.seat))
    if (spread(same.map(({ seat }) => seat.seat)) > before) return
    for (const { sitter, seat } of same) take(sitter, seat)
  }

  #before(one: Group, other: Group, way: Way): number {
    const boarding = one.legFrom - other.legFrom
    // Strictly: a seat that is free where somebody boards is then free as far as they go.
    if (way === 'by boarding' && boarding !== 0) return boarding
    const needs = Number(other.hasWheelchair) - Number(one.hasWheelchair)
    if (needs !== 0) return needs
    const rank = this.#rankOfGroup(other) - this.#rankOfGroup(one)
    return (
      rank ||
      other.sitters.length - one.sitters.length ||
      other.legTo - other.legFrom - (one.legTo - one.legFrom) ||
      boarding
    )
  }

  #rankOfGroup({ sitters }: Group): number {
    return Math.max(...sitters.map((one) => this.#rankOf(one)))
  }

  /** Members of a group one after the other get the nearest seats around the best one. */
  #seatGroup(
    group: Group,
    table: {
      readonly taken: ReadonlyMap<number, bigint>
      readonly seats: ReadonlyMap<string, number>
      readonly take: (sitter: Sitter, seat: NamedSeat) => void
    },
  ): void {
    const near = group.others.flatMap((key) => {
      const placeId = table.seats.get(key)
      return this.#seats.find(({ place }) => place.placeId === placeId)?.seat ?? []
    })
    // The hardest to seat choose first.
    const sitters = group.sitters.toSorted(
      (one, other) => riderOrder[one.rider] - riderOrder[other.rider],
    )
    const best = this.#bestSeats(sitters, table.taken, near)
    for (const { sitter, seat } of best) table.take(sitter, seat)
  }

  #bestSeats(
    sitters: readonly Sitter[],
    taken: ReadonlyMap<number, bigint>,
    near: readonly Seat[],
  ): readonly Chosen[] {
    // Somebody for whom there is no seat of their kind does not keep the others from theirs.
    const priced = sitters.flatMap((sitter) => {
      const seats = this.#candidates(sitter, taken)
      return seats.length > 0 ? [{ sitter, seats }] : []
    })
    const [first, ...others] = priced
    if (!first) return []
    const anchors = first.seats
      .map(({ seat, cost }) => ({ seat, cost: cost + nearness(seat.seat, near) }))
      .toSorted((one, other) => one.cost - other.cost)
      .slice(0, anchorsMax)
    let best: { chosen: readonly Chosen[]; cost: number } | null = null
    for (const anchor of anchors) {
      if (best && best.chosen.length === priced.length && anchor.cost >= best.cost) break
      const chosen: Chosen[] = [{ sitter: first.sitter, seat: anchor.seat }]
      let { cost } = anchor
      for (const { sitter, seats } of others) {
        const next = nextSeat(seats, chosen, near)
        if (!next) continue
        chosen.push({ sitter, seat: next.seat })
        cost += next.cost
      }
      const isBetter =
        !best ||
        chosen.length > best.chosen.length ||
        (chosen.length === best.chosen.length && cost < best.cost)
      if (isBetter) best = { chosen, cost }
    }
    return best?.chosen ?? []
  }

  /** The seats that are free for a person on their whole stretch, with what each costs by itself. */
  #candidates(sitter: Sitter, taken: ReadonlyMap<number, bigint>): Priced[] {
    return this.#seats
      .filter((seat) => this.#fits(sitter, seat, taken))
      .map((seat) => ({ seat, cost: this.#costOf(sitter, seat, taken) }))
  }

  #fits(sitter: Sitter, { place }: NamedSeat, taken: ReadonlyMap<number, bigint>): boolean {
    const isFree = ((taken.get(place.placeId) ?? 0n) & maskOf(sitter.legFrom, sitter.legTo)) === 0n
    return isFree && (sitter.rider === 'wheelchair') === isWheelchairSpace(place)
  }

  #costOf(
    sitter: Sitter,
    { seat, place, name }: NamedSeat,
    taken: ReadonlyMap<number, bigint>,
  ): number {
    const rank = this.#question.rankOf(place.classId) - this.#rankOf(sitter)
    let cost = rank < 0 ? costs.lowerClass : rank > 0 ? costs.higherClass : 0
    if (sitter.rider === 'ordinary' && !isOrdinary(place)) cost += costs.companionSeat
    if (sitter.rider === 'companion' && isOrdinary(place)) cost += costs.otherName
    const legs = taken.get(place.placeId) ?? 0n
    if (sitter.legFrom > 0 && (legs & maskOf(sitter.legFrom - 1, sitter.legFrom)) === 0n)
      cost += costs.wastedLeg
    const old = this.#old.get(sitter.placeId)
    if (!old) return cost
    if (old.name !== name) cost += costs.otherName
    if (old.seat.facing === 1 && seat.facing === -1) cost += costs.facing
    if (old.seat.isAtTable && !seat.isAtTable) cost += costs.table
    if (old.seat.isWindow && !seat.isWindow) cost += costs.side
    if (!old.seat.isWindow && old.seat.isAisle && !seat.isAisle) cost += costs.side
    if (old.seat.isUpper !== seat.isUpper) cost += costs.deck
    return cost
  }

  #rankOf({ classId, placeId }: Sitter): number {
    const bought = classId ?? this.#old.get(placeId)?.place.classId
    return bought === undefined ? 0 : this.#question.rankOf(bought)
  }

  #isLower(sitter: Sitter, { place }: NamedSeat): boolean {
    return this.#question.rankOf(place.classId) < this.#rankOf(sitter)
  }

  #scored(seats: ReadonlyMap<string, number>): ScoredPlan {
    const { parties } = this.#question
    const byId = new Map(this.#seats.map((one) => [one.place.placeId, one]))
    const seatOfKey = (key: string) => byId.get(seats.get(key) ?? 0)
    const all = parties.flatMap(({ sitters }) => sitters)
    const without = all.filter(({ key }) => !seats.has(key)).map(({ key }) => key)
    const lower = all
      .filter((one) => {
        const seat = seatOfKey(one.key)
        return seat !== undefined && this.#isLower(one, seat)
      })
      .map(({ key }) => key)
    const apart = parties
      .filter(
        ({ sitters }) =>
          isTogether(sitters, ({ placeId }) => this.#old.get(placeId)) &&
          !isTogether(sitters, ({ key }) => seatOfKey(key)),
      )
      .map(({ key }) => key)
    const renamed = all.filter(
      ({ key, placeId }) => seatOfKey(key)?.name !== this.#old.get(placeId)?.name,
    ).length
    return {
      plan: { seats, without, lower, apart },
      score: [without.length, lower.length, apart.length, renamed],
    }
  }
}

interface Priced {
  readonly seat: NamedSeat
  readonly cost: number
}

interface Chosen {
  readonly sitter: Sitter
  readonly seat: NamedSeat
}

/** The seat that costs least, with its distance to those of the party. */
function nextSeat(
  seats: readonly Priced[],
  chosen: readonly Chosen[],
  near: readonly Seat[],
): Priced | null {
  const around = [...chosen.map(({ seat }) => seat.seat), ...near]
  let best: Priced | null = null
  for (const { seat, cost } of seats) {
    // A seat that is dearer by itself cannot be the best one with its distance.
    if ((best && cost >= best.cost) || chosen.some((one) => one.seat === seat)) continue
    const total = cost + nearness(seat.seat, around)
    if (!best || total < best.cost) best = { seat, cost: total }
  }
  return best
}

const riderOrder = { wheelchair: 0, companion: 1, ordinary: 2 } as const

/** Whether those who travel on one leg form one group of neighbours, on every leg. */
function isTogether(
  sitters: readonly Sitter[],
  seatFor: (sitter: Sitter) => NamedSeat | undefined,
): boolean {
  const legs = new Set(sitters.map(({ legFrom }) => legFrom))
  return [...legs].every((leg) => {
    const present = sitters.filter(({ legFrom, legTo }) => legFrom <= leg && leg < legTo)
    const seats = present.map((one) => seatFor(one)?.seat)
    if (seats.length < 2) return true
    if (seats.some((seat) => seat === undefined)) return false
    return areConnected(seats.filter((seat) => seat !== undefined))
  })
}
