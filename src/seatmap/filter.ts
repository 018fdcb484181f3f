/** Filters of places by price, zone and features. */
import { placeState } from './availability.ts'
import type { ExpandedLayout } from './expand.ts'
import { seatFlagBit } from './layout.ts'
import type { SeatFilter } from './live.ts'

/** All filters apply together; absent or false ones exclude nothing. */
export interface SeatFilters {
  /** Including fees, in minor units. */
  readonly priceMinorMin?: number
  readonly priceMinorMax?: number
  /** Only these zones, by key. */
  readonly zoneKeys?: ReadonlySet<string>
  /** Only wheelchair spaces and the companion seats beside them. */
  readonly accessibleOnly?: boolean
  /** Only returned places that are free again. */
  readonly resaleOnly?: boolean
  /** Only places without a limited view. */
  readonly clearViewOnly?: boolean
}

export function hasFilters(filters: SeatFilters): boolean {
  return (
    filters.priceMinorMin !== undefined ||
    filters.priceMinorMax !== undefined ||
    filters.zoneKeys !== undefined ||
    Boolean(filters.accessibleOnly || filters.resaleOnly || filters.clearViewOnly)
  )
}

/**
 * The places that the filters exclude; null when they exclude nothing. `states` matters for returned places: the
 * filter is recalculated when it changes.
 */
export function filterOf(
  expanded: ExpandedLayout,
  states: Uint8Array,
  zonePricesMinor: ReadonlyMap<string, number>,
  filters: SeatFilters,
): SeatFilter | null {
  if (!hasFilters(filters)) return null
  const { layout } = expanded
  const { priceMinorMin = 0, priceMinorMax = Infinity, zoneKeys } = filters
  const isZoneIn = layout.zones.map(({ key }) => {
    const price = zonePricesMinor.get(key)
    if (price === undefined || price < priceMinorMin || price > priceMinorMax) return false
    return zoneKeys?.has(key) ?? true
  })
  const zoneIndex = new Map(layout.zones.map(({ key }, index) => [key, index]))
  const wanted = filters.accessibleOnly ? seatFlagBit.accessible | seatFlagBit.companion : 0
  const unwanted = filters.clearViewOnly ? seatFlagBit.obstructed : 0
  const places = new Uint8Array(expanded.placeCount + 1)
  for (let placeId = 1; placeId <= expanded.placeCount; placeId += 1) {
    const flags = expanded.flags[placeId] ?? 0
    const isIn =
      isZoneIn[expanded.zone[placeId] ?? 0] === true &&
      (wanted === 0 || (flags & wanted) !== 0) &&
      (flags & unwanted) === 0 &&
      (!filters.resaleOnly || states[placeId] === placeState.refunded)
    if (!isIn) places[placeId] = 1
  }
  const areas = new Set<number>()
  for (const [index, section] of layout.sections.entries()) {
    if (!section.pool) continue
    const isIn = isZoneIn[zoneIndex.get(section.zone) ?? 0] === true
    if (!isIn || filters.accessibleOnly || filters.resaleOnly) areas.add(index)
  }
  return { places, areas }
}
