/** Commands that move, rotate, align and bend elements. */
import { round } from '#seatmap/builders.ts'
import type { Box, Point } from '#seatmap/geometry.ts'
import { pitchDefault } from '#seatmap/layout.ts'
import { isTable, type PlanRow } from '../document.ts'
import {
  bendRow,
  middleOf,
  middleSpot,
  movePlaced,
  movePoints,
  spotsOf,
  straightenRow,
  omitEmptyKeys,
  rotatePlaced,
  rotatePoint,
  rotatePoints,
} from '../placed.ts'
import {
  boxOfItem,
  boxOfSelection,
  chosenPlaced,
  chosenSeats,
  idsOf,
  placedById,
  type Item,
  type Selection,
} from '../selection.ts'
import type { Draft } from '../steps.ts'
import { changeSection, replacePlaced } from './change.ts'

export function moveItems(draft: Draft, selection: Selection, dx: number, dy: number): void {
  if (dx === 0 && dy === 0) return
  const whole = idsOf(selection, 'placed')
  const sections = idsOf(selection, 'section')
  for (const placed of chosenPlaced(draft.document, selection))
    replacePlaced(draft, movePlaced(placed, dx, dy))
  for (const id of sections) {
    const section = draft.document.sections.find((one) => one.id === id)
    if (!section) continue
    const { outline, labelAt } = section
    changeSection(draft, id, {
      ...(outline && { outline: movePoints(outline, dx, dy) }),
      ...(labelAt && { labelAt: [round(labelAt[0] + dx, 2), round(labelAt[1] + dy, 2)] }),
    })
  }
  for (const id of idsOf(selection, 'shape')) {
    const shape = draft.document.shapes.find((one) => one.id === id)
    if (shape) draft.put('shapes', { ...shape, points: movePoints(shape.points, dx, dy) })
  }
  for (const [id, seats] of chosenSeats(selection)) {
    const placed = placedById(draft.document, id)
    if (placed && !whole.has(id) && !sections.has(placed.section))
      moveSeats(draft, id, seats, dx, dy)
  }
}

/** Moved seats of a row get individual positions; a table moves as a whole. */
function moveSeats(
  draft: Draft,
  id: number,
  seats: readonly number[],
  dx: number,
  dy: number,
): void {
  const placed = placedById(draft.document, id)
  if (!placed) return
  if (isTable(placed)) return replacePlaced(draft, movePlaced(placed, dx, dy))
  const moved = new Set(seats)
  const points = spotsOf(placed).flatMap(({ x, y }, at) =>
    moved.has(at) ? [round(x + dx, 2), round(y + dy, 2)] : [round(x, 2), round(y, 2)],
  )
  const { line: _line, arc: _arc, gaps: _gaps, pitch: _pitch, ...rest } = placed
  replacePlaced(draft, omitEmptyKeys({ ...rest, points }))
}

export function rotateItems(
  draft: Draft,
  selection: Selection,
  degrees: number,
  about?: Point,
): void {
  const box = boxOfSelection(draft.document, selection)
  if (!box || degrees === 0) return
  const centre = about ?? middleOf(box)
  for (const placed of chosenPlaced(draft.document, selection))
    replacePlaced(draft, rotatePlaced(placed, centre, degrees))
  for (const id of idsOf(selection, 'section')) {
    const section = draft.document.sections.find((one) => one.id === id)
    if (!section) continue
    const { outline, labelAt } = section
    const label = labelAt && rotatePoint({ x: labelAt[0], y: labelAt[1] }, centre, degrees)
    changeSection(draft, id, {
      ...(outline && { outline: rotatePoints(outline, centre, degrees) }),
      ...(label && { labelAt: [label.x, label.y] }),
    })
  }
  for (const id of idsOf(selection, 'shape')) {
    const shape = draft.document.shapes.find((one) => one.id === id)
    if (shape)
      draft.put('shapes', { ...shape, points: rotatePoints(shape.points, centre, degrees) })
  }
}

export const alignments = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof alignments)[number]

function shiftTo(box: Box, whole: Box, how: Alignment): { dx: number; dy: number } {
  const middle = middleOf(box)
  const target = middleOf(whole)
  if (how === 'left') return { dx: whole.left - box.left, dy: 0 }
  if (how === 'right') return { dx: whole.right - box.right, dy: 0 }
  if (how === 'centre') return { dx: target.x - middle.x, dy: 0 }
  if (how === 'top') return { dx: 0, dy: whole.top - box.top }
  if (how === 'bottom') return { dx: 0, dy: whole.bottom - box.bottom }
  return { dx: 0, dy: target.y - middle.y }
}

function boxed(draft: Draft, selection: Selection): { item: Item; box: Box }[] {
  return selection.flatMap((item) => {
    const box = item.kind === 'seat' ? null : boxOfItem(draft.document, item)
    return box ? [{ item, box }] : []
  })
}

/** Aligns an edge or the middle of items; a single item is centred in the hall. */
export function alignItems(draft: Draft, selection: Selection, how: Alignment): void {
  const items = boxed(draft, selection)
  const { width, height } = draft.document.head
  const hall = { left: 0, top: 0, right: width, bottom: height }
  const whole = items.length > 1 ? boxOfSelection(draft.document, selection) : hall
  if (!whole) return
  for (const { item, box } of items) {
    const { dx, dy } = shiftTo(box, whole, how)
    moveItems(draft, [item], round(dx, 2), round(dy, 2))
  }
}

/** Distributes items between the first and the last with equal distances of their centres. */
export function distributeItems(draft: Draft, selection: Selection, way: 'across' | 'down'): void {
  const at = (box: Box) => (way === 'across' ? middleOf(box).x : middleOf(box).y)
  const items = boxed(draft, selection).toSorted((a, b) => at(a.box) - at(b.box))
  const [first, last] = [items[0], items.at(-1)]
  if (!first || !last || items.length < 3) return
  const step = (at(last.box) - at(first.box)) / (items.length - 1)
  for (const [index, { item, box }] of items.entries()) {
    const shift = round(at(first.box) + step * index - at(box), 2)
    moveItems(draft, [item], way === 'across' ? shift : 0, way === 'across' ? 0 : shift)
  }
}

function chosenRows(draft: Draft, selection: Selection): PlanRow[] {
  return chosenPlaced(draft.document, selection).filter((one): one is PlanRow => !isTable(one))
}

/**
 * Bends rows about a common centre in front of them, `radius` units from the middle of the first row; 0 straightens
 * them.
 */
export function bendRows(draft: Draft, selection: Selection, radius: number): void {
  const rows = chosenRows(draft, selection)
  if (radius <= 0) {
    for (const row of rows) draft.put('rows', straightenRow(row))
    return
  }
  const straight = rows.map((row) => (row.arc ? straightenRow(row) : row))
  const { focalPoint } = draft.document.head
  const away = (row: PlanRow) => {
    const { x, y } = middleSpot(row)
    return Math.hypot(x - focalPoint.x, y - focalPoint.y)
  }
  const front = straight.toSorted((a, b) => away(a) - away(b))[0]
  if (!front) return
  const { x, y, angle } = middleSpot(front)
  // The side of the row that faces the stage.
  const ahead = { x: x + Math.sin(angle) * radius, y: y - Math.cos(angle) * radius }
  const behind = { x: x - Math.sin(angle) * radius, y: y + Math.cos(angle) * radius }
  const near = (point: Point) => Math.hypot(point.x - focalPoint.x, point.y - focalPoint.y)
  const isAhead = (focalPoint.x - x) * Math.sin(angle) - (focalPoint.y - y) * Math.cos(angle) >= 0
  const centre = isAhead || near(ahead) < near(behind) ? ahead : behind
  for (const row of straight) draft.put('rows', bendRow(row, centre))
}

/** Shifts every second row along itself, so that seats stand between those in front of them. */
export function staggerRows(draft: Draft, selection: Selection, by: number): void {
  for (const [index, row] of chosenRows(draft, selection).entries()) {
    if (index % 2 === 0) continue
    const { angle } = middleSpot(row)
    if (row.arc) {
      const [x, y, radius, start] = row.arc
      const way = Math.sign(row.pitch ?? pitchDefault)
      const turned = start + ((way * by) / radius) * (180 / Math.PI)
      draft.put('rows', { ...row, arc: [x, y, radius, round(((turned + 540) % 360) - 180, 3)] })
    } else
      draft.put(
        'rows',
        movePlaced(row, round(Math.cos(angle) * by, 2), round(Math.sin(angle) * by, 2)),
      )
  }
}
