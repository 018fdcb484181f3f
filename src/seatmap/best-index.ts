/**
 * An index of the best places of one hall, updated seat by seat: the same choices as `chooseBest`, without
 * searching the whole hall for each. The best neighbours of every stretch are cached for each kind of request, and
 * a changed place invalidates only its own stretch.
 */
import { isFree } from './availability.ts'
import {
  bestAtTable,
  bestInStretch,
  better,
  chooseParty,
  openZones,
  stretchesOf,
  type Candidate,
  type ChooseBestOptions,
  type Scene,
} from './best.ts'
import type { ExpandedLayout, ExpandedRow } from './expand.ts'
import { seatFlagBit } from './layout.ts'
import { placeState } from './availability.ts'

export interface IndexRequest extends Pick<
  ChooseBestOptions,
  | 'zonePrices'
  | 'quantity'
  | 'together'
  | 'priceMinorMin'
  | 'priceMinorMax'
  | 'zoneKeys'
  | 'sectionIds'
  | 'accessible'
> {
  /** Places excluded from this request, whatever their state. */
  readonly hidden?: HiddenPlaces
  /**
   * The index of the choice, from 0 for the best; the last one when there are fewer. It spreads independent
   * concurrent requests. A choice that leaves a single seat never replaces one that does not.
   */
  readonly nth?: number
}

/** By `placeId`; two with the same key are equal. */
export interface HiddenPlaces {
  readonly key: string
  readonly isHidden: (placeId: number) => boolean
}

/** A part of a row between aisles, or a table. */
interface Stretch {
  readonly row: ExpandedRow
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** The cache for one kind of request: the best of each stretch, with the stretch's version. */
interface Ranking {
  readonly best: (Candidate | undefined)[]
  readonly versions: Uint32Array
}

/** Maximum number of cached kinds of requests; the least recently used is evicted. */
const rankingsMax = 48
const setAsideBits = seatFlagBit.accessible | seatFlagBit.companion

export class BestIndex {
  readonly expanded: ExpandedLayout
  readonly #states: Uint8Array
  readonly #stretches: readonly Stretch[]
  /** Index of its stretch by place. */
  readonly #stretchOf: Uint32Array
  readonly #versions: Uint32Array
  readonly #rankings = new Map<string, Ranking>()

  /** Every place is taken until set otherwise. */
  constructor(expanded: ExpandedLayout) {
    this.expanded = expanded
    this.#states = new Uint8Array(expanded.placeCount + 1).fill(placeState.sold)
    this.#stretches = expanded.rows.flatMap((row) =>
      row.kind === 'table'
        ? [{ row, from: row.firstPlaceId, to: row.firstPlaceId + row.count }]
        : stretchesOf(row).map(([from, to]) => ({ row, from, to })),
    )
    this.#stretchOf = new Uint32Array(expanded.placeCount + 1)
    for (const [index, { from, to }] of this.#stretches.entries())
      this.#stretchOf.fill(index, from, to)
    this.#versions = new Uint32Array(this.#stretches.length).fill(1)
  }

  stateOf(placeId: number): number {
    return this.#states[placeId] ?? placeState.sold
  }

  set(placeId: number, state: number): void {
    if (placeId < 1 || placeId > this.expanded.placeCount) return
    const before = this.#states[placeId]
    if (before === state) return
    this.#states[placeId] = state
    if (isFree(before) === isFree(state)) return
    const stretch = this.#stretchOf[placeId] ?? 0
    this.#versions[stretch] = (this.#versions[stretch] ?? 0) + 1
  }

  /** Ids of the best places, ascending; empty when the request cannot be met. */
  choose(request: IndexRequest): number[] {
    const seated: number[] = []
    try {
      return chooseParty(request, (part, chosen, quantity) => {
        // Places of other parts of the party count as taken.
        for (const placeId of chosen) {
          if (!isFree(this.#states[placeId])) continue
          seated.push(placeId, this.#states[placeId] ?? 0)
          this.set(placeId, placeState.sold)
        }
        return this.#best({ ...request, ...part }, quantity)
      })
    } finally {
      for (let at = 0; at < seated.length; at += 2) this.set(seated[at] ?? 0, seated[at + 1] ?? 0)
    }
  }

  #best(request: IndexRequest, quantity: number): Candidate | undefined {
    const zones = openZones({ expanded: this.expanded, ...request })
    const ranking = this.#rankingOf(request, zones, quantity)
    let scene: Scene | undefined
    let best: Candidate | undefined
    for (let index = 0; index < this.#stretches.length; index += 1) {
      if (ranking.versions[index] !== this.#versions[index]) {
        scene ??= this.#scene(request, zones)
        const stretch = this.#stretches[index] as Stretch
        ranking.best[index] = bestOf(scene, stretch, quantity)
        ranking.versions[index] = this.#versions[index] ?? 0
      }
      const candidate = ranking.best[index]
      if (candidate) best = better(best, candidate)
    }
    const { nth = 0 } = request
    return best && nth > 0 ? nthLike(best, ranking, nth) : best
  }

  #rankingOf(request: IndexRequest, zones: readonly boolean[], quantity: number): Ranking {
    const { sectionIds, accessible = false, hidden } = request
    const sections = sectionIds ? [...sectionIds].toSorted().join() : ''
    const open = zones.map(Number).join('')
    const key = `${quantity} ${open} ${accessible} ${sections} ${hidden?.key ?? ''}`
    let ranking = this.#rankings.get(key)
    if (ranking) this.#rankings.delete(key)
    else ranking = { best: [], versions: new Uint32Array(this.#stretches.length) }
    this.#rankings.set(key, ranking)
    const oldest = this.#rankings.keys().next()
    if (this.#rankings.size > rankingsMax && !oldest.done) this.#rankings.delete(oldest.value)
    return ranking
  }

  #scene(
    { sectionIds, accessible = false, hidden }: IndexRequest,
    zones: readonly boolean[],
  ): Scene {
    const { expanded } = this
    const sections = expanded.layout.sections.map(({ id }) => sectionIds?.has(id) ?? true)
    const setAside = accessible ? 0 : setAsideBits
    const free = (placeId: number) =>
      isFree(this.#states[placeId]) && !(hidden?.isHidden(placeId) ?? false)
    return {
      expanded,
      accessible,
      free,
      usable: (placeId) =>
        free(placeId) &&
        zones[expanded.zone[placeId] ?? 0] === true &&
        sections[expanded.section[placeId] ?? 0] === true &&
        ((expanded.flags[placeId] ?? 0) & setAside) === 0,
    }
  }
}

function bestOf(scene: Scene, { row, from, to }: Stretch, quantity: number): Candidate | undefined {
  if (to - from < quantity) return undefined
  return row.kind === 'table'
    ? bestAtTable(scene, row, quantity)
    : bestInStretch(scene, [from, to], quantity)
}

/** The `nth` next best choice; those that leave a single seat only if the best one does. */
function nthLike(best: Candidate, ranking: Ranking, nth: number): Candidate {
  const alike = ranking.best
    .filter((candidate) => candidate !== undefined)
    .filter(({ leavesSingle }) => leavesSingle === best.leavesSingle)
    .toSorted((one, other) => one.cost - other.cost)
  return alike[Math.min(nth, alike.length - 1)] ?? best
}
