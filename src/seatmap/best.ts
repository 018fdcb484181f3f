/** Best places for a party: near the focal point, side by side, no single seat left over. */
import type { ExpandedLayout, ExpandedRow } from './expand.ts'
import { isFree } from './availability.ts'
import { seatFlagBit } from './layout.ts'

export interface ChooseBestOptions {
  readonly expanded: ExpandedLayout
  /** By `placeId`, as in `availability.ts`. */
  readonly states: Uint8Array
  /** Minor units by zone key; a zone without a price is not for sale. */
  readonly zonePrices: ReadonlyMap<string, number>
  readonly quantity: number
  /** Only places next to each other; otherwise the party may be split when it must. */
  readonly together: boolean
  /** The least and the most one place may cost, in minor units. */
  readonly priceMinorMin?: number
  readonly priceMinorMax?: number
  /** Only these zones. */
  readonly zoneKeys?: ReadonlySet<string>
  /** Only these sections, by id. */
  readonly sectionIds?: ReadonlySet<number>
  /** A wheelchair space is among the places, and the party beside it; companion seats may be used. */
  readonly accessible?: boolean
  /** Places of earlier suggestions: they stay free, but something else is wanted. */
  readonly passedOver?: ReadonlySet<number>
}

interface Candidate {
  readonly placeIds: readonly number[]
  readonly cost: number
  readonly leavesSingle: boolean
}

/** More places than this are a matter for the organiser, not for a search. */
export const bestQuantityMax = 100

/** Sitting a storey higher counts as so many units farther away. */
const levelCost = 40
const obstructedCost = 80
const setAsideBits = seatFlagBit.accessible | seatFlagBit.companion
/** One wheelchair space is asked for; giving away another costs as if it were so many units farther. */
const secondWheelchairCost = 1_000

type Usable = (placeId: number) => boolean

function usableFor(options: ChooseBestOptions, chosen: ReadonlySet<number>): Usable {
  const { expanded, states, zonePrices, zoneKeys, sectionIds, passedOver } = options
  const { priceMinorMin = 0, priceMinorMax = Infinity } = options
  const isOpenZone = expanded.layout.zones.map(({ key }) => {
    const price = zonePrices.get(key)
    if (price === undefined || price < priceMinorMin || price > priceMinorMax) return false
    return zoneKeys?.has(key) ?? true
  })
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

/** What the places of one suggestion cost in distance; undefined when they do not answer the wish. */
function worthOf(options: ChooseBestOptions, placeIds: readonly number[]): number | undefined {
  const { expanded } = options
  const sum = placeIds.reduce((total, placeId) => total + costOf(expanded, placeId), 0)
  const cost = sum / placeIds.length
  if (!options.accessible) return cost
  const wheelchairs = placeIds.filter(
    (placeId) => ((expanded.flags[placeId] ?? 0) & seatFlagBit.accessible) !== 0,
  ).length
  return wheelchairs === 0 ? undefined : cost + (wheelchairs - 1) * secondWheelchairCost
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

/** Unbroken stretches of a row as `[first, end)` place ids: aisles part them. */
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

function better(left: Candidate | undefined, right: Candidate): Candidate {
  if (!left) return right
  if (left.leavesSingle !== right.leavesSingle) return left.leavesSingle ? right : left
  return right.cost < left.cost ? right : left
}

/** The best place for `quantity` neighbours inside one stretch of usable seats. */
function bestInRun(
  options: ChooseBestOptions,
  runFirst: number,
  runEnd: number,
  free: Usable,
  quantity: number,
): Candidate | undefined {
  let best: Candidate | undefined
  for (let first = runFirst; first + quantity <= runEnd; first += 1) {
    const end = first + quantity
    const singleBefore = first - 1 >= 0 && free(first - 1) && !free(first - 2)
    const singleAfter = free(end) && !free(end + 1)
    const placeIds = Array.from({ length: quantity }, (_, index) => first + index)
    const cost = worthOf(options, placeIds)
    if (cost === undefined) continue
    best = better(best, { placeIds, cost, leavesSingle: singleBefore || singleAfter })
  }
  return best
}

function bestInStretch(
  options: ChooseBestOptions,
  [from, to]: readonly [number, number],
  usable: Usable,
  chosen: ReadonlySet<number>,
  quantity: number,
): Candidate | undefined {
  const free: Usable = (placeId) =>
    placeId >= from && placeId < to && isFree(options.states[placeId]) && !chosen.has(placeId)
  let best: Candidate | undefined
  for (let at = from; at < to; at += 1) {
    if (!usable(at)) continue
    let end = at
    while (end < to && usable(end)) end += 1
    const found = bestInRun(options, at, end, free, quantity)
    if (found) best = better(best, found)
    at = end
  }
  return best
}

/** At a table all sit together; a table that fits is better than a bigger one. */
function bestAtTable(
  options: ChooseBestOptions,
  row: ExpandedRow,
  usable: Usable,
  quantity: number,
): Candidate | undefined {
  const free = Array.from({ length: row.count }, (_, index) => row.firstPlaceId + index).filter(
    usable,
  )
  if (free.length < quantity) return undefined
  const isWheelchair = (placeId: number) =>
    Number(((options.expanded.flags[placeId] ?? 0) & seatFlagBit.accessible) !== 0)
  // Round a table any chair will do: the wheelchair space first when one is wished for.
  if (options.accessible) free.sort((one, other) => isWheelchair(other) - isWheelchair(one))
  const placeIds = free.slice(0, quantity)
  const cost = worthOf(options, placeIds)
  if (cost === undefined) return undefined
  return { placeIds, cost: cost + (free.length - quantity) * 8, leavesSingle: false }
}

function bestTogether(
  options: ChooseBestOptions,
  chosen: ReadonlySet<number>,
  quantity: number,
): Candidate | undefined {
  const usable = usableFor(options, chosen)
  let best: Candidate | undefined
  for (const row of options.expanded.rows) {
    if (row.count < quantity) continue
    if (row.kind === 'table') {
      const found = bestAtTable(options, row, usable, quantity)
      if (found) best = better(best, found)
      continue
    }
    for (const stretch of stretchesOf(row)) {
      const found = bestInStretch(options, stretch, usable, chosen, quantity)
      if (found) best = better(best, found)
    }
  }
  return best
}

/**
 * Ids of the best places, ascending; empty when the wish cannot be met. A single seat is left over
 * only when every other choice would leave one too. Accessible and companion places are chosen
 * only for a wish that says `accessible`, which the whole party's answer then contains. More than
 * `bestQuantityMax` are never found.
 */
export function chooseBest(options: ChooseBestOptions): number[] {
  const { quantity, together } = options
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > bestQuantityMax) return []
  const whole = bestTogether(options, new Set(), quantity)
  if (whole) return ascending(whole.placeIds)
  if (together) return []
  const chosen = new Set<number>()
  let wish = options
  for (let part = quantity - 1; part > 0 && chosen.size < quantity;) {
    const found = bestTogether(wish, chosen, Math.min(part, quantity - chosen.size))
    if (!found) {
      part -= 1
      continue
    }
    for (const placeId of found.placeIds) chosen.add(placeId)
    // The wheelchair space is found: the rest of the party sits on ordinary seats.
    wish = { ...options, accessible: false }
    part = quantity - chosen.size
  }
  return chosen.size === quantity ? ascending([...chosen]) : []
}

function ascending(placeIds: readonly number[]): number[] {
  return placeIds.toSorted((one, other) => one - other)
}

/**
 * Of the seats that would be left alone, those where the same number of neighbours taken elsewhere in the same
 * run of free seats would leave none. With one seat to be left over it stays alone wherever the party sits, so
 * whoever takes all but one of a run, or all of it, is not to blame.
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
 * Free seats that taking `placeIds` would leave alone between taken seats, an aisle or a row's end,
 * and that were not alone before. Tables are exempt.
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
