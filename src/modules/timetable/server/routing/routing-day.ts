/**
 * A day as searched: typed arrays for compact memory access. Times are seconds since the beginning of the
 * day.
 */

/** Vehicles with the same stops that never overtake each other, sorted by departure. */
export interface Chain {
  /** Stop indexes. */
  readonly stops: Int32Array
  /** 1 if boarding, or alighting, is possible. */
  readonly pickup: Uint8Array
  readonly dropOff: Uint8Array
  /**
   * For each vehicle: the start index of its times in `arrivals` and `departures`, and the seconds added to
   * them.
   */
  readonly offsets: Int32Array
  readonly shifts: Int32Array
  /** The same times by position: those of all vehicles at position n start at n × the number of vehicles. */
  readonly arrivalsAt: Int32Array
  readonly departuresAt: Int32Array
  readonly prices: PatternPrices
}

/** Reorders times by position, so that a search reads consecutive memory. */
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

/** Prices along one stop pattern, in minor units; `unknownPrice` if there is none. */
export interface PatternPrices {
  price(boarding: number, alighting: number): number
  /** Maximum price difference between boarding at `earlier` and at `later`, over all alighting positions. */
  excess(earlier: number, later: number): number
}

/** Exceeds the price of any journey, so that journeys without a price never count as cheaper. */
export const unknownPrice = 1_000_000_000

/**
 * Adjacency lists in two arrays: the entries of `i` are `values[starts[i]]` to `values[starts[i + 1]]`,
 * exclusive.
 */
export interface Lists {
  readonly starts: Int32Array
  readonly values: Int32Array
}

export interface RoutingDay {
  readonly stopCount: number
  readonly arrivals: Int32Array
  readonly departures: Int32Array
  readonly chains: readonly Chain[]
  /** For each stop, pairs of a chain and the position in it. */
  readonly chainsOfStop: Lists
  /** For each stop, pairs of a boarding stop reachable on foot and the transfer time in seconds. */
  readonly changes: Lists
  /** For each stop, pairs of a preceding stop and the minimum seconds from there. */
  readonly before: Lists
  /** The same for following stops. */
  readonly after: Lists
}

/** Reverses the direction of adjacency lists. */
export function reversedLists({ starts, values }: Lists): Lists {
  const rows = Array.from({ length: starts.length - 1 }, (): number[] => [])
  for (let from = 0; from < rows.length; from += 1) {
    const end = starts[from + 1] ?? 0
    for (let at = starts[from] ?? 0; at < end; at += 2)
      rows[values[at] ?? 0]?.push(from, values[at + 1] ?? 0)
  }
  return listsOf(rows.length, rows)
}

/** Flattens lists by index into two arrays. */
export function listsOf(count: number, rows: readonly (readonly number[])[]): Lists {
  const starts = new Int32Array(count + 1)
  for (let index = 0; index < count; index += 1)
    starts[index + 1] = (starts[index] ?? 0) + (rows[index]?.length ?? 0)
  const values = new Int32Array(starts[count] ?? 0)
  rows.forEach((row, index) => values.set(row, starts[index]))
  return { starts, values }
}

/** Caches the results of a price function. */
export function cachedPrices(
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
 * Splits vehicles with the same stops, sorted by first departure, into chains without overtaking: each is
 * appended to the first chain whose last vehicle it does not overtake.
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
