/** Random small networks, and an exhaustive search of them. */
import {
  listsOf,
  cachedPrices,
  splitIntoChains,
  timesByPosition,
  reversedLists,
  unknownPrice,
  type Chain,
  type RoutingDay,
} from '../server/routing/routing-day.ts'
import { rangeSearch, type RangeQuestion } from '../server/routing/range-search.ts'

type Draw = (least: number, most: number) => number

/** Seeded random numbers (mulberry32). */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0
  return (least, most) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    const share = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    return least + Math.floor(share * (most - least + 1))
  }
}

interface Vehicle {
  readonly arrivals: readonly number[]
  readonly departures: readonly number[]
}

interface Line {
  readonly stops: readonly number[]
  readonly pickup: readonly number[]
  readonly dropOff: readonly number[]
  readonly prices: readonly (readonly number[])[]
  readonly vehicles: readonly Vehicle[]
}

export interface SmallNetwork {
  readonly stopCount: number
  readonly lines: readonly Line[]
  /** From, to, seconds. */
  readonly changes: readonly (readonly [number, number, number])[]
  readonly question: RangeQuestion
}

/** Small numbers, so that equal times and prices, overtaking and circular trips are frequent. */
export function drawNetwork(draw: Draw): SmallNetwork {
  const stopCount = draw(3, 8)
  const lines = Array.from({ length: draw(2, 6) }, (): Line => {
    const length = draw(2, 6)
    const stops: number[] = []
    while (stops.length < length) {
      const stop = draw(0, stopCount - 1)
      if (stop !== stops.at(-1)) stops.push(stop)
    }
    const kind = draw(0, 3)
    return {
      stops,
      pickup: stops.map((_, index) => (index < length - 1 && draw(0, 9) > 0 ? 1 : 0)),
      dropOff: stops.map((_, index) => (index > 0 && draw(0, 9) > 0 ? 1 : 0)),
      prices: stops.map((_, from) =>
        stops.map((__, to) =>
          kind === 0 ? unknownPrice : kind === 1 ? 3 : kind === 2 ? (to - from) * 2 : draw(0, 9),
        ),
      ),
      vehicles: Array.from({ length: draw(1, 4) }, () => drawVehicle(draw, length)),
    }
  })
  const changes = new Map<string, readonly [number, number, number]>()
  for (let stop = 0; stop < stopCount; stop += 1)
    if (draw(0, 9) > 0) changes.set(`${stop} ${stop}`, [stop, stop, draw(0, 3)])
  for (let count = draw(0, 4); count > 0; count -= 1) {
    const [from, to] = [draw(0, stopCount - 1), draw(0, stopCount - 1)]
    if (from !== to) changes.set(`${from} ${to}`, [from, to, draw(0, 6)])
  }
  const from = draw(0, 20)
  const sources = [draw(0, stopCount - 1), ...(draw(0, 2) === 0 ? [draw(0, stopCount - 1)] : [])]
  const targets = [draw(0, stopCount - 1), ...(draw(0, 2) === 0 ? [draw(0, stopCount - 1)] : [])]
  return {
    stopCount,
    lines,
    changes: [...changes.values()],
    question: {
      sources: [...new Set(sources)],
      targets: [...new Set(targets)],
      from,
      until: from + draw(5, 40),
      ridesMax: draw(1, 4),
      durationSecondsMax: draw(0, 3) === 0 ? draw(5, 30) : 1_000,
      slackSeconds: draw(0, 1) === 0 ? draw(0, 12) : null,
    },
  }
}

function drawVehicle(draw: Draw, length: number): Vehicle {
  const arrivals: number[] = []
  const departures: number[] = []
  let time = draw(0, 40)
  for (let index = 0; index < length; index += 1) {
    arrivals.push(time)
    time += draw(0, 2)
    departures.push(time)
    time += draw(1, 6)
  }
  return { arrivals, departures }
}

export function dayOf({ stopCount, lines, changes }: SmallNetwork): RoutingDay {
  const arrivals: number[] = []
  const departures: number[] = []
  const chains = lines.flatMap((line): Chain[] => {
    const length = line.stops.length
    const sorted = line.vehicles.toSorted(
      (left, right) => (left.departures[0] ?? 0) - (right.departures[0] ?? 0),
    )
    const offsets = sorted.map((vehicle) => {
      const offset = arrivals.length
      arrivals.push(...vehicle.arrivals)
      departures.push(...vehicle.departures)
      return offset
    })
    const prices = cachedPrices(length, (from, to) => line.prices[from]?.[to] ?? 0)
    const isBehind = (earlier: number, later: number): boolean => {
      const [first, second] = [sorted[earlier], sorted[later]]
      return line.stops.every(
        (_, index) =>
          (first?.arrivals[index] ?? 0) <= (second?.arrivals[index] ?? 0) &&
          (first?.departures[index] ?? 0) <= (second?.departures[index] ?? 0),
      )
    }
    return splitIntoChains(length, [...sorted.keys()], isBehind).map((members) => {
      const own = {
        offsets: Int32Array.from(members, (member) => offsets[member] ?? 0),
        shifts: new Int32Array(members.length),
      }
      return {
        ...own,
        arrivalsAt: timesByPosition(arrivals, own, length),
        departuresAt: timesByPosition(departures, own, length),
        stops: Int32Array.from(line.stops),
        pickup: Uint8Array.from(line.pickup),
        dropOff: Uint8Array.from(line.dropOff),
        prices,
      }
    })
  })
  const ofStop = Array.from({ length: stopCount }, (): number[] => [])
  chains.forEach((chain, number) =>
    chain.stops.forEach((stop, position) => ofStop[stop]?.push(number, position)),
  )
  const changeRows = Array.from({ length: stopCount }, (): number[] => [])
  const beforeRows = Array.from({ length: stopCount }, (): number[] => [])
  for (const [from, to, seconds] of changes) {
    changeRows[from]?.push(to, seconds)
    beforeRows[to]?.push(from, seconds)
  }
  for (const { stops, vehicles } of lines)
    for (let index = 1; index < stops.length; index += 1)
      beforeRows[stops[index] ?? 0]?.push(
        stops[index - 1] ?? 0,
        Math.min(
          ...vehicles.map(
            (vehicle) => (vehicle.arrivals[index] ?? 0) - (vehicle.departures[index - 1] ?? 0),
          ),
        ),
      )
  return {
    stopCount,
    arrivals: Int32Array.from(arrivals),
    departures: Int32Array.from(departures),
    chains,
    chainsOfStop: listsOf(stopCount, ofStop),
    changes: listsOf(stopCount, changeRows),
    before: listsOf(stopCount, beforeRows),
    after: reversedLists(listsOf(stopCount, beforeRows)),
  }
}

type Criteria = readonly [departs: number, arrives: number, rides: number, price: number]

/** All Pareto-optimal journeys, found by exhaustive search. */
export function bruteForce(network: SmallNetwork): Criteria[] {
  const { slackSeconds, from, until } = network.question
  const all = everyJourney(network)
  const soonest = Math.min(
    Infinity,
    ...all.flatMap(([departs, arrives]) => (departs >= until ? [arrives] : [])),
  )
  const inWindow = all.filter(
    ([departs, arrives]) =>
      departs >= from &&
      departs < until &&
      arrives <= departs + network.question.durationSecondsMax &&
      (slackSeconds === null || arrives <= soonest + slackSeconds),
  )
  // Drops journeys that arrive more than the slack after one that departs no earlier.
  return bestOf(inWindow).filter(
    ([departs, arrives]) =>
      slackSeconds === null ||
      inWindow.every((other) => other[0] < departs || arrives <= other[1] + slackSeconds),
  )
}

function everyJourney({ lines, changes, question }: SmallNetwork): Criteria[] {
  const found: Criteria[] = []
  const targets = new Set(question.targets)
  const starts = new Set(question.sources.filter((stop) => !targets.has(stop)))
  const ride = (
    stop: number,
    ready: number,
    so: { departs: number | null; rides: number; price: number },
  ): void => {
    if (so.rides === question.ridesMax) return
    for (const line of lines)
      for (const vehicle of line.vehicles)
        line.stops.forEach((boardedAt, boarding) => {
          const departure = vehicle.departures[boarding] ?? 0
          if (boardedAt !== stop || !line.pickup[boarding] || departure < ready) return
          const departs = so.departs ?? departure
          for (let alighting = boarding + 1; alighting < line.stops.length; alighting += 1) {
            if (!line.dropOff[alighting]) continue
            const arrives = vehicle.arrivals[alighting] ?? 0
            const price = so.price + (line.prices[boarding]?.[alighting] ?? 0)
            const end = line.stops[alighting] ?? 0
            const rides = so.rides + 1
            if (targets.has(end)) found.push([departs, arrives, rides, price])
            for (const [from, to, seconds] of changes)
              // Returning to an origin is never better than waiting there.
              if (from === end && !starts.has(to))
                ride(to, arrives + seconds, { departs, rides, price })
          }
        })
  }
  for (const source of starts) ride(source, -Infinity, { departs: null, rides: 0, price: 0 })
  return found
}

function bestOf(all: readonly Criteria[]): Criteria[] {
  const distinct = [...new Map(all.map((one) => [one.join(), one])).values()]
  return distinct.filter(
    (one) =>
      !distinct.some(
        (other) =>
          other !== one &&
          other[0] >= one[0] &&
          other[1] <= one[1] &&
          other[2] <= one[2] &&
          other[3] <= one[3],
      ),
  )
}

/** The result of the search, and journeys that cannot be travelled as returned. */
export function searched(network: SmallNetwork): { criteria: Criteria[]; broken: string[] } {
  const day = dayOf(network)
  const broken: string[] = []
  const journeys = rangeSearch(day, network.question)
  for (const { departs, arrives, price, rides } of journeys) {
    let [ready, sum, at] = [departs, 0, -1]
    rides.forEach(({ chain, vehicle, boarding, alighting }, index) => {
      const one = day.chains[chain]
      const offset = one?.offsets[vehicle] ?? 0
      const boarded = one?.stops[boarding] ?? 0
      const departure = day.departures[offset + boarding] ?? 0
      if (index > 0) {
        const change = network.changes.find(([from, to]) => from === at && to === boarded)
        if (!change) broken.push(`no way from ${at} to ${boarded}`)
        ready += change?.[2] ?? 0
      }
      if (departure < ready) broken.push(`${departure} is missed at ${ready}`)
      if (index === 0 && departure !== departs) broken.push('leaves at another time')
      ready = day.arrivals[offset + alighting] ?? 0
      at = one?.stops[alighting] ?? 0
      sum += one?.prices.price(boarding, alighting) ?? 0
    })
    if (ready !== arrives || sum !== price) broken.push('arrives or costs otherwise')
  }
  return {
    criteria: journeys.map(({ departs, arrives, price, rides }) => [
      departs,
      arrives,
      rides.length,
      price,
    ]),
    broken,
  }
}
