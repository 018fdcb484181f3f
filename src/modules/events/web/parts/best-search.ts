import { chooseBest } from '#seatmap/best.ts'
import type { SeatFilters } from '#seatmap/filter.ts'
import type { LiveAvailability } from '#seatmap/live.ts'
import { minorPrices, type ZonePrices } from '#seatmap/web/labels.ts'

export interface BestSearch {
  readonly live: LiveAvailability
  readonly zonePrices: ZonePrices
  readonly filters: SeatFilters
  readonly quantity: number
}

/** The best adjacent free places that match the filter, excluding `passedOver`; empty when there are none. */
export function bestPlaces(search: BestSearch, passedOver: ReadonlySet<number>): readonly number[] {
  const { live, zonePrices, filters, quantity } = search
  return chooseBest({
    expanded: live.expanded,
    states: live.states,
    zonePrices: minorPrices(zonePrices),
    quantity,
    together: true,
    priceMinorMin: filters.priceMinorMin,
    priceMinorMax: filters.priceMinorMax,
    zoneKeys: filters.zoneKeys,
    accessible: filters.accessibleOnly,
    passedOver: new Set([...passedOver, ...leftOut(live)]),
  })
}

/** A number of suggestions, best first, without common places. */
export function bestOffers(
  search: BestSearch,
  passedOver: ReadonlySet<number>,
  count: number,
): readonly (readonly number[])[] {
  const found: (readonly number[])[] = []
  const passed = new Set(passedOver)
  while (found.length < count) {
    const placeIds = bestPlaces(search, passed)
    if (placeIds.length === 0) break
    found.push(placeIds)
    for (const placeId of placeIds) passed.add(placeId)
  }
  return found
}

/** Places excluded by the filter besides zones and prices: limited views, unless requested. */
function leftOut(live: LiveAvailability): number[] {
  if (!live.isFiltered) return []
  const found: number[] = []
  for (let placeId = 1; placeId <= live.expanded.placeCount; placeId += 1)
    if (live.isLeftOut(placeId)) found.push(placeId)
  return found
}
