import type { Lists } from './routing-day.ts'

/**
 * Minimum seconds between every stop and the nearest of the given ones, at any time: Dijkstra along the
 * fastest rides between neighbouring stops and along transfers. Infinity if there is no path. Used as lower
 * bound by the search.
 *
 * @param neighbours for each stop, pairs of a stop and seconds: the preceding stops for paths to `ends`,
 *   the following ones for paths from them
 */
export function leastSeconds(neighbours: Lists, ends: readonly number[]): Float64Array {
  const { starts, values } = neighbours
  const least = new Float64Array(starts.length - 1).fill(Infinity)
  const heap = new Heap()
  for (const stop of ends) {
    least[stop] = 0
    heap.push(0, stop)
  }
  for (let stop = heap.pop(); stop >= 0; stop = heap.pop()) {
    const seconds = least[stop] ?? 0
    if (heap.popped > seconds) continue
    const end = starts[stop + 1] ?? 0
    for (let at = starts[stop] ?? 0; at < end; at += 2) {
      const other = values[at] ?? 0
      const through = seconds + (values[at + 1] ?? 0)
      if (through >= (least[other] ?? 0)) continue
      least[other] = through
      heap.push(through, other)
    }
  }
  return least
}

/** A binary heap of stops by seconds. */
class Heap {
  readonly #keys: number[] = []
  readonly #stops: number[] = []
  /** Seconds of the stop last returned by `pop`. */
  popped = 0

  push(key: number, stop: number): void {
    const [keys, stops] = [this.#keys, this.#stops]
    let at = keys.length
    keys.push(key)
    stops.push(stop)
    while (at > 0) {
      const above = (at - 1) >> 1
      if ((keys[above] ?? 0) <= key) break
      keys[at] = keys[above] ?? 0
      stops[at] = stops[above] ?? 0
      at = above
    }
    keys[at] = key
    stops[at] = stop
  }

  /** Removes the stop with the smallest key; -1 if the heap is empty. */
  pop(): number {
    const [keys, stops] = [this.#keys, this.#stops]
    const [top, last, lastStop] = [stops[0], keys.pop(), stops.pop()]
    if (top === undefined || last === undefined || lastStop === undefined) return -1
    this.popped = keys[0] ?? last
    if (keys.length === 0) return top
    let at = 0
    for (;;) {
      let below = at * 2 + 1
      if (below >= keys.length) break
      if (below + 1 < keys.length && (keys[below + 1] ?? 0) < (keys[below] ?? 0)) below += 1
      if ((keys[below] ?? 0) >= last) break
      keys[at] = keys[below] ?? 0
      stops[at] = stops[below] ?? 0
      at = below
    }
    keys[at] = last
    stops[at] = lastStop
    return top
  }
}
