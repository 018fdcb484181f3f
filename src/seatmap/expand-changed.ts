/** A layout expanded from the one before: an edit in the designer must not expand 54,202 places anew. */
import {
  placedOf,
  writePlaces,
  writeRow,
  writeSpots,
  type ExpandedDraft,
  type ExpandedLayout,
  type PlacedParts,
} from './expand.ts'
import type { LayoutRow, LayoutTable, SeatLayout } from './layout.ts'

/**
 * `expandLayout` of a layout that differs from an earlier one in some rows or tables: the others, which are the same objects,
 * are copied. Null when rows, sections or zones were added, removed or reordered, or rows have another number of places.
 */
export function expandChanged(
  before: ExpandedLayout,
  layout: SeatLayout,
  parts: (place: LayoutRow | LayoutTable) => PlacedParts,
): ExpandedLayout | null {
  const { sections } = before.layout
  const isSameFrame =
    layout.sections.length === sections.length &&
    layout.sections.every(({ id }, index) => id === sections[index]?.id) &&
    layout.zones.length === before.layout.zones.length &&
    layout.zones.every(({ key }, index) => key === before.layout.zones[index]?.key)
  if (!isSameFrame) return null
  const {
    row,
    section: sectionOf,
    zone,
    flags,
    label,
    placeCount,
    sectionIndex,
    sectionRows,
  } = before
  const draft: ExpandedDraft = {
    x: before.x.slice(),
    y: before.y.slice(),
    angle: before.angle.slice(),
    row,
    section: sectionOf,
    zone,
    flags,
    label: label as string[],
    rows: [...before.rows],
    zoneIndex: new Map(layout.zones.map(({ key }, index) => [key, index])),
  }
  for (const [index, section] of layout.sections.entries()) {
    const old = sections[index]
    if (!old || section === old) continue
    const placed = placedOf(section)
    const oldPlaced = placedOf(old)
    if (placed.length !== oldPlaced.length) return null
    const firstRow = before.sectionRows[index]?.[0] ?? 0
    for (const [step, place] of placed.entries()) {
      const oldPlace = oldPlaced[step]
      if (place === oldPlace && section.zone === old.zone) continue
      const made = parts(place)
      const oldRow = before.rows[firstRow + step]
      if (place.firstPlaceId !== oldRow?.firstPlaceId || made.spots.length !== oldRow.count)
        return null
      const isOnlyMoved =
        section.zone === old.zone &&
        place.zone === oldPlace?.zone &&
        place.numbering === oldPlace?.numbering &&
        place.exceptions === oldPlace?.exceptions
      if (isOnlyMoved) writeSpots(draft, place.firstPlaceId, made.spots)
      else {
        own(draft, before)
        writePlaces(draft, firstRow + step, index, section.zone, place, made)
      }
      writeRow(draft, firstRow + step, index, place, made)
    }
  }
  const { zoneIndex: _, ...arrays } = draft
  return { ...arrays, layout, placeCount, sectionIndex, sectionRows }
}

/** Copies the arrays that a moved row shares with the earlier layout, before the first other change. */
function own(draft: ExpandedDraft, before: ExpandedLayout): void {
  if (draft.label !== before.label) return
  draft.row = before.row.slice()
  draft.section = before.section.slice()
  draft.zone = before.zone.slice()
  draft.flags = before.flags.slice()
  draft.label = [...before.label]
}
