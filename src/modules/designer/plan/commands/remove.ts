/** Commands that remove elements: a section with its rows, and a section with its last row. */
import { seatCount } from '#seatmap/layout.ts'
import { isTable } from '../document.ts'
import { withoutSeat } from '../placed.ts'
import { chosenPlaced, chosenSeats, idsOf, placedById, type Selection } from '../selection.ts'
import type { Draft } from '../steps.ts'
import { replacePlaced } from './change.ts'

export function removeItems(draft: Draft, selection: Selection): void {
  const left = new Set<number>()
  for (const placed of chosenPlaced(draft.document, selection)) {
    draft.remove(isTable(placed) ? 'tables' : 'rows', placed.id)
    left.add(placed.section)
  }
  for (const id of idsOf(selection, 'section')) draft.remove('sections', id)
  for (const id of idsOf(selection, 'shape')) draft.remove('shapes', id)
  for (const [id, seats] of chosenSeats(selection)) {
    const section = removeSeats(draft, id, seats)
    if (section !== null) left.add(section)
  }
  for (const id of left) dropEmpty(draft, id)
}

/** Returns the section of a row that lost its last seat. */
function removeSeats(draft: Draft, id: number, seats: readonly number[]): number | null {
  let placed = placedById(draft.document, id)
  if (!placed) return null
  if (seats.length >= seatCount(placed.numbering)) {
    draft.remove(isTable(placed) ? 'tables' : 'rows', id)
    return placed.section
  }
  for (const at of seats.toSorted((a, b) => b - a)) placed = withoutSeat(placed, at) ?? placed
  replacePlaced(draft, placed)
  return null
}

export function dropEmpty(draft: Draft, id: number): void {
  const { sections, rows, tables } = draft.document
  const section = sections.find((one) => one.id === id)
  if (!section || section.pool) return
  if (rows.some((row) => row.section === id) || tables.some((table) => table.section === id)) return
  draft.remove('sections', id)
}
