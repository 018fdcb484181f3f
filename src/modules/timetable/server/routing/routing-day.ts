/** What a search sees of a day: plain arrays, so that it touches little memory. Times are seconds since the day began. */

/** Vehicles on the same stops that never overtake each other, by departure. */
export interface Chain {
  /** Stops by index. */
  readonly stops: Int32Array
  /** 1 where people may get on, or off. */
  readonly pickup: Uint8Array
  readonly dropOff: Uint8Array
  /** Of each vehicle: where its times begin in `arrivals` and `departures`, and what is added to them. */
  readonly offsets: Int32Array
  readonly shifts: Int32Array
  /** The same times one beside the other: of position n those of all vehicles, from n × their number. */
  readonly arrivalsAt: Int32Array
  readonly departuresAt: Int32Array
  readonly prices: PatternPrices
}

/** Times of vehicles by position, so that a search for one of them reads memory in a row. */
export function timesByPosition(
  times: Int32Array | readonly number[],
  { offsets, shifts }: Pick<Chain, 'offsets' | 'shifts'>,
  length: number,
): Int32Array {
  const count = offsets.length
  const found = new Int32Array(length * count)
  for (let vehicle = 0; vehicle < count; vehicle += 1) {
    const [offset, shift] = [offsets[vehicle] ?? 0, shifts[vehicle] ?? 0]
    for (let position = 0; position < length; position += 1)
      found[position * count + vehicle] = (times[offset + position] ?? 0) + shift
  }
  return found
}

/** Prices along one pattern of stops, in minor units; `unknownPrice` where there is none. */
export interface PatternPrices {
  price(boarding: number, alighting: number): number
  /** How much more, at most, it costs to have boarded at `earlier` than at `later`, wherever one gets off. */
  excess(earlier: number, later: number): number
}

/** More than any journey costs, so that a journey without a price is never the cheaper one. */
export const unknownPrice = 1_000_000_000

/** Numbers by index: those of `i` are `values[starts[i]]` to `values[starts[i + 1]]`, exclusive. */
export interface Lists {
  readonly starts: Int32Array
  readonly values: Int32Array
}

export interface RoutingDay {
  readonly stopCount: number
  readonly arrivals: Int32Array
  readonly departures: Int32Array
  readonly chains: readonly Chain[]
  /** For each stop, pairs of chain and position in it. */
  readonly chainsOfStop: Lists
  /** For each stop, pairs of a stop where one may board after getting off here, and the seconds that takes. */
  readonly changes: Lists
  /** For each stop, pairs of a stop before it and the least seconds from there. */
  readonly before: Lists
  /** The same the other way round. */
  readonly after: Lists
}

/** Pairs of a stop and a number, listed by the other stop. */
export function turnedRound({ starts, values }: Lists): Lists {
  const rows = Array.from({ length: starts.length - 1 }, (): number[] => [])
  for (let from = 0; from < rows.length; from += 1) {
    const end = starts[from + 1] ?? 0
    for (let at = starts[from] ?? 0; at < end; at += 2)
      rows[values[at] ?? 0]?.push(from, values[at + 1] ?? 0)
  }
  return listsOf(rows.length, rows)
}

/** Gathers lists of numbers by index into two arrays. */
export function listsOf(count: number, rows: readonly (readonly number[])[]): Lists {
  const starts = new Int32Array(count + 1)
  for (let index = 0; index < count; index += 1)
    starts[index + 1] = (starts[index] ?? 0) + (rows[index]?.length ?? 0)
  const values = new Int32Array(starts[count] ?? 0)
  rows.forEach((row, index) => values.set(row, starts[index]))
  return { starts, values }
}

/** The prices of a function, each asked once. */
export function rememberedPrices(
  length: number,
  priceOf: (boarding: number, alighting: number) => number,
): PatternPrices {
  const prices = new Float64Array(length * length).fill(-1)
  const excesses = new Float64Array(length * length).fill(Number.NaN)
  const price = (boarding: number, alighting: number): number => {
    const at = boarding * length + alighting
    const known = prices[at] ?? -1
    if (known >= 0) return known
    const found = priceOf(boarding, alighting)
    prices[at] = found
    return found
  }
  return {
    price,
    excess(earlier, later) {
      const at = earlier * length + later
      const known = excesses[at] ?? Number.NaN
      if (!Number.isNaN(known)) return known
      let most = -Infinity
      for (let alighting = later + 1; alighting < length; alighting += 1)
        most = Math.max(most, price(earlier, alighting) - price(later, alighting))
      excesses[at] = most
      return most
    },
  }
}

/**
 * Parts vehicles on the same stops, ordered by first departure, into chains in which nobody overtakes: each goes behind
 * the first chain whose last vehicle is nowhere later than it.
 */
export function splitIntoChains(
  length: number,
  vehicles: readonly number[],
  isBehind: (earlier: number, later: number) => boolean,
): number[][] {
  const chains: number[][] = []
  if (length < 2) return chains
  for (const vehicle of vehicles) {
    const chain = chains.find((one) => isBehind(one.at(-1) ?? 0, vehicle))
    if (chain) chain.push(vehicle)
    else chains.push([vehicle])
  }
  return chains
}
