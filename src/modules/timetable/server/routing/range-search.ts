/**
 * All Pareto-optimal journeys that depart within a window: range RAPTOR in rounds of one ride each, for
 * every departure from the last to the first, with a price in each label (Delling, Pajor, Werneck:
 * Round-Based Public Transit Routing, 2015).
 */
import {
  firstVehicle,
  latestTimes,
  positionsOf,
  soonestArrival,
  type Latest,
} from './latest-times.ts'
import { leastSeconds } from './least-seconds.ts'
import { Bags, Labels, none } from './labels.ts'
import type { Chain, RoutingDay } from './routing-day.ts'

export interface RangeQuestion {
  /** Stop indexes. */
  readonly sources: readonly number[]
  readonly targets: readonly number[]
  /** Start of the departure window, in seconds of the day. */
  readonly from: number
  /** Exclusive. */
  readonly until: number
  readonly ridesMax: number
  readonly durationSecondsMax: number
  /**
   * Journeys are dropped if they arrive this much later than the earliest arrival of journeys that depart
   * no earlier. Null for no limit. The limit makes searches of large networks many times faster.
   */
  readonly slackSeconds: number | null
}

export interface Ride {
  readonly chain: number
  readonly vehicle: number
  /** Positions in the chain. */
  readonly boarding: number
  readonly alighting: number
}

export interface FoundJourney {
  readonly departs: number
  readonly arrives: number
  readonly price: number
  readonly rides: readonly Ride[]
}

/** All journeys that are not dominated by departure, arrival, number of rides and price. */
export function rangeSearch(day: RoutingDay, question: RangeQuestion): FoundJourney[] {
  return new RangeSearch(day, question).run()
}

class RangeSearch {
  readonly #day: RoutingDay
  readonly #question: RangeQuestion
  readonly #labels = new Labels()
  readonly #arrived: Bags
  readonly #ready: Bags
  readonly #goal: Bags
  readonly #isTarget: Uint8Array
  readonly #least: Float64Array
  /** Latest times and vehicles by which a target can be reached in time; null without a limit. */
  readonly #latestTimes: Latest | null
  /** Minimum number of rides from each stop to a target. */
  readonly #leastRides: Uint8Array
  readonly #positions: Int32Array
  /** Stops with a new ready label in the last round, without duplicates. */
  #marked: number[] = []
  readonly #isMarked: Uint8Array
  /** 1 for stops where passengers can board in the current round. */
  readonly #isBoardable: Uint8Array
  readonly #firstOf: Int32Array
  /** Earliest arrival of journeys that depart no earlier than the current departure. */
  #soonest = Infinity
  #iteration = 0
  #latest = 0
  // The passengers (labels) on board the chain that is being scanned, as parallel arrays.
  readonly #boardings: number[] = []
  readonly #vehicles: number[] = []
  readonly #costs: number[] = []
  readonly #parents: number[] = []

  constructor(day: RoutingDay, question: RangeQuestion) {
    this.#day = day
    this.#question = question
    this.#arrived = new Bags(this.#labels, day.stopCount)
    this.#ready = new Bags(this.#labels, day.stopCount)
    this.#goal = new Bags(this.#labels, 1)
    this.#isTarget = new Uint8Array(day.stopCount)
    for (const stop of question.targets) this.#isTarget[stop] = 1
    this.#isMarked = new Uint8Array(day.stopCount)
    this.#isBoardable = new Uint8Array(day.stopCount)
    this.#firstOf = new Int32Array(day.chains.length).fill(none)
    this.#least = leastSeconds(day.before, question.targets)
    this.#latestTimes = latestTimesOf(day, question, this.#least)
    this.#leastRides = leastRidesOf(day, question, this.#latestTimes)
    this.#positions = positionsOf(day)
  }

  run(): FoundJourney[] {
    const found: FoundJourney[] = []
    for (const departure of this.#departures()) {
      this.#iteration += 1
      this.#latest = departure + this.#question.durationSecondsMax
      for (const stop of this.#question.sources)
        if (!this.#isTarget[stop]) this.#makeReady(stop, departure, 0, 0, none)
      for (let round = 1; round <= this.#question.ridesMax && this.#marked.length > 0; round += 1)
        this.#ride(round)
      for (const stop of this.#marked) this.#isMarked[stop] = 0
      this.#marked = []
      const arrivesBy = this.#arrivesBy()
      found.push(...this.#newJourneys(departure).filter(({ arrives }) => arrives <= arrivesBy))
    }
    return found.toReversed()
  }

  #arrivesBy(): number {
    const { slackSeconds } = this.#question
    return slackSeconds === null ? Infinity : this.#soonest + slackSeconds
  }

  /** All departure times in the window, last first. */
  #departures(): number[] {
    const { sources, from, until } = this.#question
    const { chains, chainsOfStop } = this.#day
    const found = new Set<number>()
    for (const stop of sources) {
      const end = chainsOfStop.starts[stop + 1] ?? 0
      for (let at = chainsOfStop.starts[stop] ?? 0; at < end; at += 2) {
        const chain = chains[chainsOfStop.values[at] ?? 0]
        const position = chainsOfStop.values[at + 1] ?? 0
        if (!chain || !chain.pickup[position]) continue
        for (
          let vehicle = firstVehicle(chain, position, from);
          vehicle < chain.offsets.length;
          vehicle += 1
        ) {
          const departure = this.#departureOf(chain, position, vehicle)
          if (departure >= until) break
          found.add(departure)
        }
      }
    }
    return [...found].toSorted((left, right) => right - left)
  }

  /** Extends the labels of the last round by one ride. */
  #ride(round: number): void {
    const { chainsOfStop, chains } = this.#day
    const firstOf = this.#firstOf
    const touched: number[] = []
    const lastVehicles = this.#lastVehicles(round)
    for (const stop of this.#marked) {
      const end = chainsOfStop.starts[stop + 1] ?? 0
      for (let at = chainsOfStop.starts[stop] ?? 0; at < end; at += 2) {
        const chain = chainsOfStop.values[at] ?? 0
        const position = chainsOfStop.values[at + 1] ?? 0
        // Skips chains from which no target can be reached in time.
        if (lastVehicles && (lastVehicles[(this.#positions[chain] ?? 0) + position] ?? none) < 0)
          continue
        const first = firstOf[chain] ?? none
        if (first === none) touched.push(chain)
        if (first === none || position < first) firstOf[chain] = position
      }
    }
    const boardable = this.#marked
    this.#marked = []
    for (const stop of boardable) {
      this.#isMarked[stop] = 0
      this.#isBoardable[stop] = 1
    }
    for (const number of touched) {
      const chain = chains[number]
      if (chain) this.#scan(number, chain, firstOf[number] ?? 0, round)
      firstOf[number] = none
    }
    for (const stop of boardable) this.#isBoardable[stop] = 0
  }

  /** The last useful vehicles for the ride of a round; null if there is no limit. */
  #lastVehicles(round: number): Int32Array | null {
    return this.#latestTimes?.lastVehicles[this.#question.ridesMax - round + 1] ?? null
  }

  #scan(number: number, chain: Chain, first: number, round: number): void {
    const { stops, offsets, arrivalsAt, prices } = chain
    const count = offsets.length
    const lastVehicles = this.#lastVehicles(round)
    const start = this.#positions[number] ?? 0
    const latest = this.#latestTimes?.getOff[this.#question.ridesMax - round]
    const boardings = this.#boardings
    boardings.length = this.#vehicles.length = this.#costs.length = this.#parents.length = 0
    for (let position = first; position < stops.length; position += 1) {
      const stop = stops[position] ?? 0
      const rest = this.#least[stop] ?? Infinity
      const rides = round + (this.#leastRides[stop] ?? 0)
      if (chain.dropOff[position] && rest < Infinity && boardings.length > 0) {
        // Arrivals later than this cannot reach a target in time, whatever their price.
        const by = Math.min(this.#latest, latest?.[stop] ?? Infinity, this.#arrivesBy() - rest)
        for (let rider = 0; rider < boardings.length; rider += 1) {
          const vehicle = this.#vehicles[rider] ?? 0
          const time = arrivalsAt[position * count + vehicle] ?? 0
          if (time > by) continue
          const boarding = boardings[rider] ?? 0
          const price = (this.#costs[rider] ?? 0) + prices.price(boarding, position)
          if (this.#goal.isDominated(0, time + rest, price, rides)) continue
          if (this.#arrived.isDominated(stop, time, price, round)) continue
          const label = this.#labels.add(
            time,
            price,
            round,
            this.#iteration,
            this.#parents[rider] ?? none,
          )
          this.#labels.chain[label] = number
          this.#labels.vehicle[label] = vehicle
          this.#labels.boarding[label] = boarding
          this.#labels.alighting[label] = position
          this.#arrive(stop, label, round)
        }
      }
      const last = lastVehicles ? (lastVehicles[start + position] ?? none) : Infinity
      if (
        last >= 0 &&
        chain.pickup[position] &&
        position < stops.length - 1 &&
        this.#isBoardable[stop]
      )
        this.#board(chain, { position, stop, last }, round)
    }
  }

  #arrive(stop: number, label: number, round: number): void {
    const { labels, changes } = { labels: this.#labels, changes: this.#day.changes }
    this.#arrived.put(stop, label)
    if (this.#isTarget[stop]) {
      // A label can be in one bag only, so the goal gets a copy.
      const copy = labels.add(
        labels.time[label] ?? 0,
        labels.price[label] ?? 0,
        round,
        this.#iteration,
        label,
      )
      this.#goal.put(0, copy)
      this.#soonest = Math.min(this.#soonest, labels.time[label] ?? 0)
      return
    }
    if (round === this.#question.ridesMax) return
    const [time, price] = [labels.time[label] ?? 0, labels.price[label] ?? 0]
    const end = changes.starts[stop + 1] ?? 0
    for (let at = changes.starts[stop] ?? 0; at < end; at += 2)
      this.#makeReady(
        changes.values[at] ?? 0,
        time + (changes.values[at + 1] ?? 0),
        price,
        round,
        label,
      )
  }

  #makeReady(stop: number, time: number, price: number, round: number, parent: number): void {
    if (this.#ready.isDominated(stop, time, price, round)) return
    const label = this.#labels.add(time, price, round, this.#iteration, parent)
    this.#ready.put(stop, label)
    if (this.#isMarked[stop]) return
    this.#isMarked[stop] = 1
    this.#marked.push(stop)
  }

  /** Boards the first vehicle that each new ready label can catch, unless a passenger on board dominates it. */
  #board(
    chain: Chain,
    at: { readonly position: number; readonly stop: number; readonly last: number },
    round: number,
  ): void {
    const { position, stop, last } = at
    const labels = this.#labels
    for (
      let label = this.#ready.heads[stop] ?? none;
      label !== none;
      label = labels.next[label] ?? none
    ) {
      if (labels.iteration[label] !== this.#iteration || labels.round[label] !== round - 1) continue
      const vehicle = firstVehicle(chain, position, labels.time[label] ?? 0)
      if (vehicle >= chain.offsets.length || vehicle > last) continue
      // Later departures were processed before, or are outside the window.
      if (round === 1 && this.#departureOf(chain, position, vehicle) !== labels.time[label])
        continue
      const cost = labels.price[label] ?? 0
      if (this.#isBeatenAboard(chain, position, vehicle, cost)) continue
      this.#boardings.push(position)
      this.#vehicles.push(vehicle)
      this.#costs.push(cost)
      this.#parents.push(label)
    }
  }

  #isBeatenAboard(chain: Chain, position: number, vehicle: number, cost: number): boolean {
    for (let rider = 0; rider < this.#boardings.length; rider += 1) {
      if ((this.#vehicles[rider] ?? 0) > vehicle) continue
      const boarding = this.#boardings[rider] ?? 0
      const excess = boarding === position ? 0 : chain.prices.excess(boarding, position)
      if ((this.#costs[rider] ?? 0) + excess <= cost) return true
    }
    return false
  }

  #departureOf({ offsets, departuresAt }: Chain, position: number, vehicle: number): number {
    return departuresAt[position * offsets.length + vehicle] ?? 0
  }

  /** New journeys of this departure; dominated arrivals have already been removed from the bag. */
  #newJourneys(departs: number): FoundJourney[] {
    const labels = this.#labels
    const found: FoundJourney[] = []
    for (let one = this.#goal.heads[0] ?? none; one !== none; one = labels.next[one] ?? none)
      if (labels.iteration[one] === this.#iteration)
        found.push({
          departs,
          arrives: labels.time[one] ?? 0,
          price: labels.price[one] ?? 0,
          rides: this.#ridesTo(labels.parent[one] ?? none),
        })
    return found.toSorted(
      (left, right) => right.arrives - left.arrives || right.rides.length - left.rides.length,
    )
  }

  #ridesTo(arrival: number): Ride[] {
    const labels = this.#labels
    const rides: Ride[] = []
    for (let one = arrival; one !== none;) {
      rides.unshift({
        chain: labels.chain[one] ?? 0,
        vehicle: labels.vehicle[one] ?? 0,
        boarding: labels.boarding[one] ?? 0,
        alighting: labels.alighting[one] ?? 0,
      })
      const ready = labels.parent[one] ?? none
      one = ready === none ? none : (labels.parent[ready] ?? none)
    }
    return rides
  }
}

function leastRidesOf(
  day: RoutingDay,
  { targets, ridesMax }: RangeQuestion,
  latest: Latest | null,
): Uint8Array {
  const least = new Uint8Array(day.stopCount).fill(1)
  if (latest)
    for (let stop = 0; stop < least.length; stop += 1) {
      let rides = 1
      while (rides < ridesMax && latest.getOff[rides]?.[stop] === -Infinity) rides += 1
      least[stop] = rides
    }
  for (const stop of targets) least[stop] = 0
  return least
}

function latestTimesOf(
  day: RoutingDay,
  question: RangeQuestion,
  least: Float64Array,
): Latest | null {
  if (question.slackSeconds === null) return null
  const soonest = soonestArrival(day, { ...question, time: question.until }, least)
  // Without a journey from the end of the window, arrivals are limited by the maximum duration only.
  const arrivesBy = Math.min(
    soonest + question.slackSeconds,
    question.until + question.durationSecondsMax,
  )
  const fromSource = leastSeconds(day.after, question.sources)
  return latestTimes(
    day,
    { ...question, arrivesBy },
    (stop) => question.from + (fromSource[stop] ?? Infinity),
  )
}
