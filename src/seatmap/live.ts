/**
 * Changing availability: one set of arrays, updated in place, with the counts of every section kept current. Maps
 * and lists subscribe to the changes.
 */
import { isFree, placeState, type Availability } from './availability.ts'
import type { ExpandedLayout } from './expand.ts'

/** The changes: `places` is `[placeId, state, placeId, state, …]`. */
export interface AvailabilityChange {
  /** Increases by one with each change of the event; an older number is ignored. */
  readonly sequence?: number
  readonly places: readonly number[]
  readonly pools: readonly { readonly poolId: number; readonly left: number }[]
}

/** Excluded places and areas, which are shown faintly and cannot be chosen. */
export interface SeatFilter {
  /** By place id: 1 is excluded. */
  readonly places: Uint8Array
  /** Section indices of excluded areas. */
  readonly areas: ReadonlySet<number>
}

export interface SectionSummary {
  readonly sectionId: number
  /** Places that can be bought and match the filter; for an area the remaining number. */
  readonly free: number
  readonly total: number
  /** The lowest price of these in minor units; undefined if none is free or priced. */
  readonly priceMinorMin: number | undefined
  /** Index into `layout.zones` of most of the section's places. */
  readonly zone: number
}

/** The result of a change. */
export interface AvailabilityUpdate {
  /** Places whose appearance has changed. */
  readonly placeIds: readonly number[]
  /** Sections whose counts have changed, by index. */
  readonly sections: ReadonlySet<number>
  /** Everything may have changed: a new filter. */
  readonly isWhole: boolean
}

/** `states` and `pools` are updated in place; holders of a reference must read them again. */
export interface LiveAvailability extends Availability {
  readonly expanded: ExpandedLayout
  /** Increases with every visible change. */
  readonly version: number
  /** The newest merged sequence; −1 before the first. */
  readonly sequence: number
  /** A filter excludes something. */
  readonly isFiltered: boolean
  /** Free (or returned) and not excluded by the filter. */
  isOpen(placeId: number): boolean
  isLeftOut(placeId: number): boolean
  /** In the layout's order of sections; prices by zone key. */
  summaries(zonePricesMinor: ReadonlyMap<string, number>): SectionSummary[]
  /** Collects changes until the next frame, so that many cost one redrawing. */
  merge(change: AvailabilityChange): void
  /** Replaces everything; equal values are no change. */
  replace(availability: Availability, sequence?: number): void
  /** Accepts changes without sequence numbers from now on. */
  forgetSequence(): void
  /** Sets the places of the viewer's own order, which override public availability. */
  setOwn(placeIds: readonly number[]): void
  setFilter(filter: SeatFilter | null): void
  subscribe(listener: (update: AvailabilityUpdate) => void): () => void
}

export function isLive(availability: Availability): availability is LiveAvailability {
  return 'merge' in availability
}

interface LiveState {
  readonly expanded: ExpandedLayout
  readonly counts: Counts
  /** The public availability, without the viewer's own view. */
  readonly publicStates: Uint8Array
  readonly states: Uint8Array
  readonly pools: Map<number, number>
  readonly poolSections: ReadonlyMap<number, number>
  readonly everyPlace: readonly number[]
  readonly listeners: Set<(update: AvailabilityUpdate) => void>
  readonly waitingPlaces: Map<number, number>
  readonly waitingPools: Map<number, number>
  own: ReadonlySet<number>
  filter: SeatFilter | null
  isScheduled: boolean
  version: number
  sequence: number
}

function isLeftOut(live: LiveState, placeId: number): boolean {
  return live.filter?.places[placeId] === 1
}

function isOpen(live: LiveState, placeId: number): boolean {
  return isFree(live.states[placeId]) && !isLeftOut(live, placeId)
}

function publish(live: LiveState, update: AvailabilityUpdate): void {
  if (update.placeIds.length === 0 && update.sections.size === 0 && !update.isWhole) return
  live.version += 1
  for (const listener of live.listeners) listener(update)
}

/** Updates the appearance of a place; returns whether it has changed. */
function show(live: LiveState, placeId: number): boolean {
  const { own, publicStates, states, counts } = live
  const state = own.has(placeId) ? placeState.yours : (publicStates[placeId] ?? placeState.blocked)
  if (states[placeId] === state) return false
  const before = isOpen(live, placeId)
  states[placeId] = state
  const after = isOpen(live, placeId)
  if (before !== after) counts.add(placeId, after ? 1 : -1)
  return true
}

function showAll(live: LiveState, placeIds: Iterable<number>, poolIds: Iterable<number>): void {
  const sections = new Set<number>()
  const shown: number[] = []
  for (const placeId of placeIds) {
    if (!show(live, placeId)) continue
    shown.push(placeId)
    sections.add(live.expanded.section[placeId] ?? 0)
  }
  for (const poolId of poolIds) sections.add(live.poolSections.get(poolId) ?? 0)
  publish(live, { placeIds: shown, sections, isWhole: false })
}

/** Updates pools; returns the changed ones. */
function writePools(live: LiveState, next: ReadonlyMap<number, number>): number[] {
  const changed = [...next.keys()].filter((poolId) => live.pools.get(poolId) !== next.get(poolId))
  for (const [poolId, left] of next) live.pools.set(poolId, left)
  return changed
}

function flushWaiting(live: LiveState): void {
  live.isScheduled = false
  const poolIds = writePools(live, live.waitingPools)
  for (const [placeId, state] of live.waitingPlaces) live.publicStates[placeId] = state
  const placeIds = [...live.waitingPlaces.keys()]
  live.waitingPlaces.clear()
  live.waitingPools.clear()
  showAll(live, placeIds, poolIds)
}

/** Collects a change for the next flush; returns false for an old change. */
function keep(live: LiveState, { sequence, places, pools }: AvailabilityChange): boolean {
  if (sequence !== undefined) {
    if (sequence <= live.sequence) return false
    live.sequence = sequence
  }
  for (let at = 0; at + 1 < places.length; at += 2) {
    const placeId = places[at] ?? 0
    if (placeId >= 1 && placeId < live.publicStates.length)
      live.waitingPlaces.set(placeId, places[at + 1] ?? placeState.blocked)
  }
  for (const { poolId, left } of pools) live.waitingPools.set(poolId, left)
  return true
}

function createState(expanded: ExpandedLayout, start: Availability): LiveState {
  const { sections } = expanded.layout
  return {
    expanded,
    counts: createCounts(expanded),
    publicStates: start.states.slice(),
    states: start.states.slice(),
    pools: new Map(start.pools),
    poolSections: new Map(
      sections.flatMap(({ pool }, index) => (pool ? [[pool.poolId, index]] : [])),
    ),
    everyPlace: Array.from({ length: expanded.placeCount }, (_, index) => index + 1),
    listeners: new Set(),
    waitingPlaces: new Map(),
    waitingPools: new Map(),
    own: new Set(),
    filter: null,
    isScheduled: false,
    version: 0,
    sequence: -1,
  }
}

/** `schedule` is called once when changes are pending; in a browser it requests the next frame. */
export function createLiveAvailability(
  expanded: ExpandedLayout,
  start: Availability,
  schedule: (flush: () => void) => void = (work) => work(),
): LiveAvailability {
  const live = createState(expanded, start)
  const isPlaceOpen = (placeId: number) => isOpen(live, placeId)
  live.counts.recount(isPlaceOpen)
  return {
    expanded,
    states: live.states,
    pools: live.pools,
    get version() {
      return live.version
    },
    get sequence() {
      return live.sequence
    },
    get isFiltered() {
      return live.filter !== null
    },
    isOpen: isPlaceOpen,
    isLeftOut: (placeId) => isLeftOut(live, placeId),
    summaries: (prices) => summariesOf(live, prices),
    merge(change) {
      if (!keep(live, change) || live.isScheduled) return
      live.isScheduled = true
      schedule(() => flushWaiting(live))
    },
    replace(next, sequence) {
      if (next.states.length !== live.publicStates.length) return
      if (sequence !== undefined) live.sequence = sequence
      live.waitingPlaces.clear()
      live.waitingPools.clear()
      live.publicStates.set(next.states)
      showAll(live, live.everyPlace, writePools(live, next.pools))
    },
    forgetSequence() {
      live.sequence = -1
    },
    setOwn(placeIds) {
      const changed = new Set([...live.own, ...placeIds])
      live.own = new Set(placeIds)
      showAll(live, changed, [])
    },
    setFilter(next) {
      live.filter = next
      live.counts.recount(isPlaceOpen)
      const sections = new Set(expanded.layout.sections.keys())
      publish(live, { placeIds: [], sections, isWhole: true })
    },
    subscribe(listener) {
      live.listeners.add(listener)
      return () => live.listeners.delete(listener)
    },
  }
}

interface Counts {
  recount(isCounted: (placeId: number) => boolean): void
  add(placeId: number, difference: number): void
  /** Open places of a section in a zone. */
  openIn(section: number, zone: number): number
  totalIn(section: number): number
}

/** Open places by section and zone, so that a section's lowest price needs no iteration. */
function createCounts(expanded: ExpandedLayout): Counts {
  const { zones, sections } = expanded.layout
  const open = new Uint32Array(sections.length * zones.length)
  const total = new Uint32Array(sections.length)
  for (let placeId = 1; placeId <= expanded.placeCount; placeId += 1) {
    const section = expanded.section[placeId] ?? 0
    total[section] = (total[section] ?? 0) + 1
  }
  const add = (placeId: number, difference: number) => {
    const at = (expanded.section[placeId] ?? 0) * zones.length + (expanded.zone[placeId] ?? 0)
    open[at] = (open[at] ?? 0) + difference
  }
  return {
    add,
    recount(isCounted) {
      open.fill(0)
      for (let placeId = 1; placeId <= expanded.placeCount; placeId += 1)
        if (isCounted(placeId)) add(placeId, 1)
    },
    openIn: (section, zone) => open[section * zones.length + zone] ?? 0,
    totalIn: (section) => total[section] ?? 0,
  }
}

function summariesOf(
  { expanded, counts, pools, filter }: LiveState,
  zonePricesMinor: ReadonlyMap<string, number>,
): SectionSummary[] {
  const { layout } = expanded
  const prices = layout.zones.map((zone) => zonePricesMinor.get(zone.key))
  const zoneOf = new Map(layout.zones.map((zone, index) => [zone.key, index]))
  return layout.sections.map((section, index) => {
    const zone = zoneOf.get(section.zone) ?? 0
    if (section.pool) {
      const left = filter?.areas.has(index) ? 0 : (pools.get(section.pool.poolId) ?? 0)
      const price = left > 0 ? prices[zone] : undefined
      const { capacity } = section.pool
      return { sectionId: section.id, free: left, total: capacity, priceMinorMin: price, zone }
    }
    let free = 0
    let lowest = Infinity
    for (const [at, price] of prices.entries()) {
      const open = counts.openIn(index, at)
      free += open
      if (open > 0 && price !== undefined) lowest = Math.min(lowest, price)
    }
    return {
      sectionId: section.id,
      free,
      total: counts.totalIn(index),
      priceMinorMin: Number.isFinite(lowest) ? lowest : undefined,
      zone,
    }
  })
}
