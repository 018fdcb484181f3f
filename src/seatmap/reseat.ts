/** Moves everybody from one hall layout to another, as near as possible to their old places. Pure. */
import { stretchesOf } from './best.ts'
import type { ExpandedLayout } from './expand.ts'
import { seatFlagBit } from './layout.ts'

/** People of one order. */
export interface Party {
  readonly key: string
  readonly placeIds: readonly number[]
}

export interface Reseating {
  /** New place by old one. */
  readonly moves: ReadonlyMap<number, number>
  /** Parties that are no longer adjacent. */
  readonly apart: readonly string[]
  /** Old places without an equivalent in the new hall. */
  readonly unplaced: readonly number[]
}

/** Costs of a move, relative to the distance from the first row to the last. */
const costs = { otherClass: 4, lowerClass: 3, aside: 0.5, singleLeft: 0.6, setAside: 8 } as const

interface Spot {
  readonly zone: string
  /** 0 at the screen, 1 in the last row. */
  readonly depth: number
  /** −1 to 1 from the left to the right. */
  readonly aside: number
}

const none: ReadonlySet<number> = new Set()

/**
 * Larger parties first, each adjacent and in its own class if possible; parties that do not fit are split or moved
 * to other classes. `taken` are unavailable places of the new hall.
 */
export function reseat(
  from: ExpandedLayout,
  to: ExpandedLayout,
  parties: readonly Party[],
  taken: ReadonlySet<number> = none,
): Reseating {
  const free = freeRuns(to, taken)
  const moves = new Map<number, number>()
  const apart: string[] = []
  const unplaced: number[] = []
  const spots = { from: spotsOf(from), to: spotsOf(to) }
  const ranks = new Map(to.layout.zones.map(({ key }, index) => [key, index]))
  const byNeed = parties.toSorted(
    (one, other) =>
      Number(needsSpace(from, other)) - Number(needsSpace(from, one)) ||
      other.placeIds.length - one.placeIds.length,
  )
  for (const party of byNeed) {
    let rest = party.placeIds.toSorted((one, other) => one - other)
    let isApart = false
    for (let size = rest.length; rest.length > 0;) {
      const part = rest.slice(0, size)
      const found = bestRun({ from, to, spots, ranks, free, part })
      if (found) {
        part.forEach((placeId, index) => moves.set(placeId, found[index] ?? 0))
        takeFrom(free, found)
        rest = rest.slice(size)
        size = rest.length
        isApart ||= rest.length > 0
      } else if (size > 1) size -= 1
      else {
        unplaced.push(...rest)
        isApart = true
        break
      }
    }
    if (isApart && party.placeIds.length > 1) apart.push(party.key)
  }
  return { moves, apart, unplaced }
}

function needsSpace(layout: ExpandedLayout, { placeIds }: Party): boolean {
  return placeIds.some((placeId) => isAccessible(layout, placeId))
}

function isAccessible(layout: ExpandedLayout, placeId: number): boolean {
  return ((layout.flags[placeId] ?? 0) & seatFlagBit.accessible) !== 0
}

/** Unbroken runs of seats. */
function freeRuns(layout: ExpandedLayout, taken: ReadonlySet<number>): number[][] {
  const runs: number[][] = []
  for (const row of layout.rows)
    for (const [first, end] of stretchesOf(row)) {
      let run: number[] = []
      for (let placeId = first; placeId < end; placeId += 1) {
        if (!taken.has(placeId)) run.push(placeId)
        else if (run.length > 0) {
          runs.push(run)
          run = []
        }
      }
      if (run.length > 0) runs.push(run)
    }
  return runs
}

function takeFrom(runs: number[][], taken: readonly number[]): void {
  const index = runs.findIndex((run) => run.includes(taken[0] ?? 0))
  const run = runs[index] ?? []
  const at = run.indexOf(taken[0] ?? 0)
  const left = [run.slice(0, at), run.slice(at + taken.length)].filter((part) => part.length > 0)
  runs.splice(index, 1, ...left)
}

function spotsOf(layout: ExpandedLayout): Spot[] {
  const { width, zones } = layout.layout
  const rows = Math.max(layout.rows.length - 1, 1)
  return Array.from({ length: layout.placeCount + 1 }, (_, placeId) => ({
    zone: zones[layout.zone[placeId] ?? 0]?.key ?? '',
    depth: (layout.row[placeId] ?? 0) / rows,
    aside: ((layout.x[placeId] ?? 0) / width) * 2 - 1,
  }))
}

interface Search {
  readonly from: ExpandedLayout
  readonly to: ExpandedLayout
  readonly spots: { readonly from: readonly Spot[]; readonly to: readonly Spot[] }
  readonly ranks: ReadonlyMap<string, number>
  readonly free: readonly (readonly number[])[]
  readonly part: readonly number[]
}

function bestRun(search: Search): number[] | null {
  const { free, part } = search
  let best: { cost: number; places: number[] } | null = null
  for (const run of free)
    for (let at = 0; at + part.length <= run.length; at += 1) {
      const places = run.slice(at, at + part.length)
      const singles = Number(at === 1) + Number(run.length - at - part.length === 1)
      const cost = costOf(search, places) + singles * costs.singleLeft
      if (best === null || cost < best.cost) best = { cost, places }
    }
  return best?.places ?? null
}

function costOf({ from, to, spots, ranks, part }: Search, places: readonly number[]): number {
  let cost = 0
  part.forEach((placeId, index) => {
    const [was, is] = [spots.from[placeId], spots.to[places[index] ?? 0]]
    if (!was || !is) return
    if (was.zone !== is.zone) {
      const lower = (ranks.get(is.zone) ?? 0) < (ranks.get(was.zone) ?? ranks.size)
      cost += costs.otherClass + (lower ? costs.lowerClass : 0)
    }
    cost += Math.abs(was.depth - is.depth) + costs.aside * Math.abs(was.aside - is.aside)
    // Wheelchair spaces are for wheelchair users; others get them only if no other seat is left.
    if (isAccessible(from, placeId) !== isAccessible(to, places[index] ?? 0)) cost += costs.setAside
  })
  return cost / part.length
}
