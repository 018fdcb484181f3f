/** Seats that are sold together. Pure; used by server and pages. */
import { stretchesOf } from '#seatmap/best.ts'
import type { ExpandedLayout } from '#seatmap/expand.ts'
import { sofaZone } from './formats.ts'

/** All seats of the sofa that a seat belongs to, or the seat itself if it is no sofa seat. */
export function seatsOfSofa(layout: ExpandedLayout, placeId: number): number[] {
  const zone = layout.layout.zones[layout.zone[placeId] ?? -1]
  const row = layout.rows[layout.row[placeId] ?? -1]
  if (zone?.key !== sofaZone || !row) return [placeId]
  const sofa = stretchesOf(row).find(([from, to]) => placeId >= from && placeId < to)
  if (!sofa) return [placeId]
  return Array.from({ length: sofa[1] - sofa[0] }, (_, index) => sofa[0] + index)
}
