/** Best places for a party: near the focal point, adjacent, no single seat left over. */
import type { ExpandedLayout, ExpandedRow } from './expand.ts'
import { isFree } from './availability.ts'
import { seatFlagBit } from './layout.ts'

export interface ChooseBestOptions {
  readonly expanded: ExpandedLayout
  /** By `placeId`, as in `availability.ts`. */
  readonly states: Uint8Array
  /** Minor units by zone key; a zone without a price is not on sale. */
  readonly zonePrices: ReadonlyMap<string, number>
  readonly quantity: number
  /** Adjacent places only; otherwise the party may be split if necessary. */
  readonly together: boolean
  /** Minimum and maximum price of a place, in minor units. */
  readonly priceMinorMin?: number
  readonly priceMinorMax?: number
  /** Only these zones. */
  readonly zoneKeys?: ReadonlySet<string>
  /** Only these sections, by id. */
  readonly sectionIds?: ReadonlySet<number>
  /** The places include a wheelchair space next to the party; companion seats may be used. */
  readonly accessible?: boolean
  /** Places of earlier suggestions, which are free but unwanted. */
  readonly passedOver?: ReadonlySet<number>
}

/** A choice with its cost; lower is better. */
export interface Candidate {
  readonly placeIds: readonly number[]
  readonly cost: number
  readonly leavesSingle: boolean
}

/** Larger parties have to contact the organiser. */
export const bestQuantityMax = 100

/** The cost of each level above the ground, in units of distance. */
const levelCost = 40
const obstructedCost = 80
const setAsideBits = seatFlagBit.accessible | seatFlagBit.companion
/** One wheelchair space is requested; using another costs as much as this distance in units. */
const secondWheelchairCost = 1_000

type Usable = (placeId: number) => boolean

function usableFor(options: ChooseBestOptions, chosen: ReadonlySet<number>): Usable {
  const { expanded, states, sectionIds, passedOver } = options
  const isOpenZone = openZones(options)
  const isOpenSection = expanded.layout.sections.map(({ id }) => sectionIds?.has(id) ?? true)
  const setAside = options.accessible ? 0 : setAsideBits
  return (placeId) =>
    isFree(states[placeId]) &&
    !chosen.has(placeId) &&
    !passedOver?.has(placeId) &&
    isOpenZone[expanded.zone[placeId] ?? 0] === true &&
    isOpenSection[expanded.section[placeId] ?? 0] === true &&
    ((expanded.flags[placeId] ?? 0) & setAside) === 0
}

/** By zone index: whether its price and key match the request. */
export function openZones(
  options: Pick<
    ChooseBestOptions,
    'expanded' | 'zonePrices' | 'zoneKeys' | 'priceMinorMin' | 'priceMinorMax'
  >,
): boolean[] {
  const { expanded, zonePrices, zoneKeys, priceMinorMin = 0, priceMinorMax = Infinity } = options
  return expanded.layout.zones.map(({ key }) => {
    const price = zonePrices.get(key)
    if (price === undefined || price < priceMinorMin || price > priceMinorMax) return false
    return zoneKeys?.has(key) ?? true
  })
}

/** Input of the choice in one stretch or at one table. */
export interface Scene {
  readonly expanded: ExpandedLayout
  readonly accessible: boolean
  /** Whether a place may be chosen. */
  readonly usable: Usable
  /** Whether a place is free, for this request or for another. */
  readonly free: Usable
}

/** Mean distance cost of the places `[first, end)`; undefined if they do not match the request. */
function meanCostOf(scene: Scene, costs: Float64Array, first: number, end: number) {
  let sum = 0
  let wheelchairs = 0
  for (let placeId = first; placeId < end; placeId += 1) {
    sum += costs[placeId] ?? 0
    if (((scene.expanded.flags[placeId] ?? 0) & seatFlagBit.accessible) !== 0) wheelchairs += 1
  }
  const cost = sum / (end - first)
  if (!scene.accessible) return cost
  return wheelchairs === 0 ? undefined : cost + (wheelchairs - 1) * secondWheelchairCost
}

const costsOfLayout = new WeakMap<ExpandedLayout, Float64Array>()

/** The cost of each place by itself; depends on the layout only, so it is calculated once. */
function costsOf(expanded: ExpandedLayout): Float64Array {
  let costs = costsOfLayout.get(expanded)
  if (!costs) {
    costs = Float64Array.from({ length: expanded.placeCount + 1 }, (_, placeId) =>
      costOf(expanded, placeId),
    )
    costsOfLayout.set(expanded, costs)
  }
  return costs
}

function costOf(expanded: ExpandedLayout, placeId: number): number {
  const { focalPoint, sections } = expanded.layout
  const level = sections[expanded.section[placeId] ?? 0]?.level ?? 0
  const obstructed = ((expanded.flags[placeId] ?? 0) & seatFlagBit.obstructed) !== 0
  return (
    Math.hypot(
      (expanded.x[placeId] ?? 0) - focalPoint.x,
      (expanded.y[placeId] ?? 0) - focalPoint.y,
    ) +
    level * levelCost +
    (obstructed ? obstructedCost : 0)
  )
}

/** Parts of a row between aisles as `[first, end)` place ids. */
export function stretchesOf(row: ExpandedRow): [first: number, end: number][] {
  const stretches: [number, number][] = []
  let first = row.firstPlaceId
  for (const after of row.breaks) {
    stretches.push([first, row.firstPlaceId + after + 1])
    first = row.firstPlaceId + after + 1
  }
  stretches.push([first, row.firstPlaceId + row.count])
  return stretches.filter(([from, to]) => to > from)
}

/** The better of two candidates; the first if equal. */
export function better(left: Candidate | undefined, right: Candidate): Candidate {
  if (!left) return right
  if (left.leavesSingle !== right.leavesSingle) return left.leavesSingle ? right : left
  return right.cost < left.cost ? right : left
}

/** The best `quantity` adjacent places in one stretch of a row. */
export function bestInStretch(
  scene: Scene,
  [from, to]: readonly [number, number],
  quantity: number,
): Candidate | undefined {
  const costs = costsOf(scene.expanded)
  const free: Usable = (placeId) => placeId >= from && placeId < to && scene.free(placeId)
  let first = -1
  let cost = Infinity
  let leavesSingle = true
  let run = 0
  for (let last = from; last < to; last += 1) {
    run = scene.usable(last) ? run + 1 : 0
    if (run < quantity) continue
    const start = last + 1 - quantity
    const meanCost = meanCostOf(scene, costs, start, last + 1)
    if (meanCost === undefined) continue
    const single = (free(start - 1) && !free(start - 2)) || (free(last + 1) && !free(last + 2))
    const isBetter = first < 0 || (single === leavesSingle ? meanCost < cost : leavesSingle)
    if (isBetter) [first, cost, leavesSingle] = [start, meanCost, single]
  }
  if (first < 0) return undefined
  return { placeIds: Array.from({ length: quantity }, (_, at) => first + at), cost, leavesSingle }
}

/** The party shares one table; the smallest table that fits is best. */
export function bestAtTable(
  scene: Scene,
  row: ExpandedRow,
  quantity: number,
): Candidate | undefined {
  const { flags } = scene.expanded
  const free = Array.from({ length: row.count }, (_, index) => row.firstPlaceId + index).filter(
    scene.usable,
  )
  if (free.length < quantity) return undefined
  const isWheelchair = (placeId: number) =>
    Number(((flags[placeId] ?? 0) & seatFlagBit.accessible) !== 0)
  // At a table any chair will do: the wheelchair space first when one is requested.
  if (scene.accessible) free.sort((one, other) => isWheelchair(other) - isWheelchair(one))
  const placeIds = free.slice(0, quantity)
  const wheelchairs = placeIds.reduce((sum, placeId) => sum + isWheelchair(placeId), 0)
  if (scene.accessible && wheelchairs === 0) return undefined
  const costs = costsOf(scene.expanded)
  const sum = placeIds.reduce((total, placeId) => total + (costs[placeId] ?? 0), 0)
  const others = scene.accessible ? (wheelchairs - 1) * secondWheelchairCost : 0
  const cost = sum / quantity + others + (free.length - quantity) * 8
  return { placeIds, cost, leavesSingle: false }
}

function bestTogether(
  options: ChooseBestOptions,
  chosen: ReadonlySet<number>,
  quantity: number,
): Candidate | undefined {
  const { expanded, states, accessible = false } = options
  const scene: Scene = {
    expanded,
    accessible,
    usable: usableFor(options, chosen),
    free: (placeId) => isFree(states[placeId]) && !chosen.has(placeId),
  }
  let best: Candidate | undefined
  for (const row of expanded.rows) {
    if (row.count < quantity) continue
    if (row.kind === 'table') {
      const found = bestAtTable(scene, row, quantity)
      if (found) best = better(best, found)
      continue
    }
    for (const stretch of stretchesOf(row)) {
      const found = bestInStretch(scene, stretch, quantity)
      if (found) best = better(best, found)
    }
  }
  return best
}

/**
 * Ids of the best places, ascending; empty when the request cannot be met. A single seat is left over only if every
 * other choice would leave one too. Accessible and companion places are chosen only for a request with
 * `accessible`, and are then part of the result. Returns nothing for more than `bestQuantityMax`.
 */
export function chooseBest(options: ChooseBestOptions): number[] {
  return chooseParty(options, (request, chosen, quantity) =>
    bestTogether({ ...options, ...request }, chosen, quantity),
  )
}

/** Seats one part of a party, next to the parts seated before. */
export type SeatPart = (
  request: { readonly accessible: boolean },
  chosen: ReadonlySet<number>,
  quantity: number,
) => Candidate | undefined

/** Seats a party: all adjacent, or in as few parts as possible if they may be separated. */
export function chooseParty(
  options: Pick<ChooseBestOptions, 'quantity' | 'together' | 'accessible'>,
  seat: SeatPart,
): number[] {
  const { quantity, together, accessible = false } = options
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > bestQuantityMax) return []
  const chosen = new Set<number>()
  const whole = seat({ accessible }, chosen, quantity)
  if (whole) return ascending(whole.placeIds)
  if (together) return []
  let request = { accessible }
  for (let part = quantity - 1; part > 0 && chosen.size < quantity;) {
    const found = seat(request, chosen, Math.min(part, quantity - chosen.size))
    if (!found) {
      part -= 1
      continue
    }
    for (const placeId of found.placeIds) chosen.add(placeId)
    // The wheelchair space is chosen: the rest of the party sits on ordinary seats.
    request = { accessible: false }
    part = quantity - chosen.size
  }
  return chosen.size === quantity ? ascending([...chosen]) : []
}

function ascending(placeIds: readonly number[]): number[] {
  return placeIds.toSorted((one, other) => one - other)
}

/**
 * Single seats that could be avoided: the same number of adjacent places elsewhere in the same run of free seats
 * would leave none. If one seat remains wherever the party sits, the choice is allowed, and so is taking a whole
 * run.
 */
export function avoidableSingleSeats(
  expanded: ExpandedLayout,
  states: Uint8Array,
  placeIds: ReadonlySet<number>,
): number[] {
  return singleSeatsLeft(expanded, states, placeIds).filter((placeId) => {
    const row = expanded.rows[expanded.row[placeId] ?? -1]
    const stretch = row && stretchesOf(row).find(([from, to]) => placeId >= from && placeId < to)
    if (!stretch) return false
    const isOpen = (id: number) => id >= stretch[0] && id < stretch[1] && isFree(states[id])
    let left = 1
    for (let id = placeId - 1; isOpen(id); id -= 1) left += placeIds.has(id) ? 0 : 1
    for (let id = placeId + 1; isOpen(id); id += 1) left += placeIds.has(id) ? 0 : 1
    return left > 1
  })
}

/**
 * Free seats that taking `placeIds` would isolate between taken seats, an aisle or a row's end, and that were not
 * isolated before. Tables are exempt.
 */
export function singleSeatsLeft(
  expanded: ExpandedLayout,
  states: Uint8Array,
  placeIds: ReadonlySet<number>,
): number[] {
  const found: number[] = []
  const rows = new Set([...placeIds].map((placeId) => expanded.row[placeId] ?? 0))
  for (const index of rows) {
    const row = expanded.rows[index]
    if (!row || row.kind === 'table') continue
    for (const [from, to] of stretchesOf(row)) {
      const before = (id: number) => id >= from && id < to && isFree(states[id])
      const after = (id: number) => before(id) && !placeIds.has(id)
      for (let id = from; id < to; id += 1) {
        const aloneNow = after(id) && !after(id - 1) && !after(id + 1)
        if (aloneNow && (before(id - 1) || before(id + 1))) found.push(id)
      }
    }
  }
  return found
}
