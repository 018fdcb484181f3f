/** Bounds of a search: RAPTOR forwards for the earliest arrival, backwards for the latest times. */
import type { Chain, RoutingDay } from './routing-day.ts'

/**
 * The earliest arrival at a target when starting from a source at a given time, with a maximum number of
 * rides; Infinity if there is none.
 *
 * @param least minimum seconds from each stop to the nearest target, at any time
 */
export function soonestArrival(
  day: RoutingDay,
  question: {
    readonly sources: readonly number[]
    readonly targets: readonly number[]
    readonly time: number
    readonly ridesMax: number
  },
  least: Float64Array,
): number {
  const { chains, changes, stopCount } = day
  const arrived = new Float64Array(stopCount).fill(Infinity)
  let ready = new Float64Array(stopCount).fill(Infinity)
  const targets = new Set(question.targets)
  let soonest = Infinity
  let marked = question.sources.filter((stop) => !targets.has(stop))
  for (const stop of marked) ready[stop] = question.time
  const isMarked = new Uint8Array(stopCount)
  for (let round = 1; round <= question.ridesMax && marked.length > 0; round += 1) {
    const before = ready
    ready = ready.slice()
    const next = new Set<number>()
    const { touched, positionAt } = chainsAt(day, marked, Math.min)
    for (const stop of marked) isMarked[stop] = 1
    for (const number of touched) {
      const chain = chains[number]
      if (!chain) continue
      const first = positionAt[number] ?? 0
      const { departuresAt } = chain
      const count = chain.offsets.length
      let vehicle = count
      for (let position = first; position < chain.stops.length; position += 1) {
        const stop = chain.stops[position] ?? 0
        const row = position * count
        if (vehicle < count && chain.dropOff[position]) {
          const time = chain.arrivalsAt[row + vehicle] ?? 0
          if (time < (arrived[stop] ?? 0) && time + (least[stop] ?? 0) < soonest) {
            arrived[stop] = time
            if (targets.has(stop)) soonest = time
            else {
              const end = changes.starts[stop + 1] ?? 0
              for (let at = changes.starts[stop] ?? 0; at < end; at += 2) {
                const to = changes.values[at] ?? 0
                const then = time + (changes.values[at + 1] ?? 0)
                if (then >= (ready[to] ?? 0)) continue
                ready[to] = then
                next.add(to)
              }
            }
          }
        }
        // Stops without an improvement in the previous round were already used as boarding stops.
        if (!isMarked[stop] || !chain.pickup[position]) continue
        const at = before[stop] ?? Infinity
        if (at + (least[stop] ?? 0) >= soonest) continue
        // An earlier vehicle is searched only if it can be caught here.
        if (vehicle === 0 || (departuresAt[row + vehicle - 1] ?? 0) < at) continue
        vehicle = firstVehicle(chain, position, at)
      }
    }
    for (const stop of marked) isMarked[stop] = 0
    marked = [...next]
  }
  return soonest
}

/** Start index of each chain in arrays that contain the positions of all chains of a day. */
export function positionsOf(day: RoutingDay): Int32Array {
  const known = positions.get(day)
  if (known) return known
  const starts = new Int32Array(day.chains.length + 1)
  for (const [number, { stops }] of day.chains.entries())
    starts[number + 1] = (starts[number] ?? 0) + stops.length
  positions.set(day, starts)
  return starts
}

const positions = new WeakMap<RoutingDay, Int32Array>()

/** The latest times and vehicles from which a target is still reached in time, by number of remaining rides. */
export interface Latest {
  /** Latest arrival time at each stop; -Infinity if no target can be reached from there in time. */
  readonly getOff: readonly Float64Array[]
  /**
   * Index of the last usable vehicle of each chain at each of its positions (`positionsOf`); -1 if there is
   * none.
   */
  readonly lastVehicles: readonly (Int32Array | null)[]
}

/**
 * The latest times and vehicles from which a target is still reached by `arrivesBy`.
 *
 * @param earliest lower bound of the time at which a stop can be reached
 */
export function latestTimes(
  day: RoutingDay,
  question: {
    readonly targets: readonly number[]
    readonly arrivesBy: number
    readonly ridesMax: number
  },
  earliest: (stop: number) => number,
): Latest {
  const { chains, changes, stopCount } = day
  const leave = new Float64Array(stopCount).fill(-Infinity)
  let getOff = new Float64Array(stopCount).fill(-Infinity)
  for (const stop of question.targets) getOff[stop] = question.arrivesBy
  const byRides = [getOff]
  const starts = positionsOf(day)
  const lastVehicles: (Int32Array | null)[] = [null]
  let boarded: Int32Array = new Int32Array(starts.at(-1) ?? 0).fill(-1)
  let marked = [...question.targets]
  const isMarked = new Uint8Array(stopCount)
  for (let rides = 1; rides < question.ridesMax; rides += 1) {
    const before = getOff
    boarded = boarded.slice()
    const { touched, positionAt } = chainsAt(day, marked, Math.max)
    for (const stop of marked) isMarked[stop] = 1
    for (const number of touched) {
      const chain = chains[number]
      if (!chain) continue
      const count = chain.offsets.length
      const last = positionAt[number] ?? 0
      const start = starts[number] ?? 0
      let vehicle = -1
      for (let position = last; position >= 0; position -= 1) {
        const stop = chain.stops[position] ?? 0
        if (vehicle >= 0 && chain.pickup[position]) {
          if (vehicle > (boarded[start + position] ?? -1)) boarded[start + position] = vehicle
          const time = chain.departuresAt[position * count + vehicle] ?? 0
          if (time > (leave[stop] ?? 0) && time >= earliest(stop)) leave[stop] = time
        }
        if (!isMarked[stop] || !chain.dropOff[position] || vehicle === count - 1) continue
        const by = before[stop] ?? -Infinity
        if ((chain.arrivalsAt[position * count + vehicle + 1] ?? 0) <= by)
          vehicle = lastVehicle(chain, position, by)
      }
    }
    for (const stop of marked) isMarked[stop] = 0
    getOff = before.slice()
    marked = []
    for (let stop = 0; stop < stopCount; stop += 1) {
      let best = before[stop] ?? -Infinity
      const end = changes.starts[stop + 1] ?? 0
      for (let at = changes.starts[stop] ?? 0; at < end; at += 2)
        best = Math.max(
          best,
          (leave[changes.values[at] ?? 0] ?? -Infinity) - (changes.values[at + 1] ?? 0),
        )
      if (best <= (before[stop] ?? -Infinity)) continue
      getOff[stop] = best
      marked.push(stop)
    }
    byRides.push(getOff)
    lastVehicles.push(boarded)
  }
  return { getOff: byRides, lastVehicles }
}

/**
 * The chains that serve some stops, without duplicates, with their first or last position there
 * (`positionAt`).
 */
function chainsAt(
  { chainsOfStop: { starts, values }, chains }: RoutingDay,
  stops: readonly number[],
  choose: (left: number, right: number) => number,
): { readonly touched: readonly number[]; readonly positionAt: Int32Array } {
  const positionAt = new Int32Array(chains.length).fill(-1)
  const touched: number[] = []
  for (const stop of stops) {
    const end = starts[stop + 1] ?? 0
    for (let at = starts[stop] ?? 0; at < end; at += 2) {
      const [chain, position] = [values[at] ?? 0, values[at + 1] ?? 0]
      const known = positionAt[chain] ?? -1
      if (known < 0) touched.push(chain)
      positionAt[chain] = known < 0 ? position : choose(known, position)
    }
  }
  return { touched, positionAt }
}

/**
 * Index of the first vehicle that departs from a position at or after a time; the number of vehicles if
 * there is none.
 */
export function firstVehicle(
  { offsets, departuresAt }: Chain,
  position: number,
  time: number,
): number {
  const count = offsets.length
  const base = position * count
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((departuresAt[base + middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the last vehicle that arrives at a position by a time; -1 if there is none. */
function lastVehicle({ offsets, arrivalsAt }: Chain, position: number, time: number): number {
  const count = offsets.length
  const base = position * count
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((arrivalsAt[base + middle] ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
