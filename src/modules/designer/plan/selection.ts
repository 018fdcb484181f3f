/** Selection of elements of a plan. */
import { boundsOf, containsPoint, type Box, type Point } from '#seatmap/geometry.ts'
import { seatCount } from '#seatmap/layout.ts'
import { contentsOf } from './compile.ts'
import { isTable, type PlanDocument, type PlanPlaced, type PlanSection } from './document.ts'
import { outlineAround } from './outline.ts'
import { boxOfPlaced, seatHalf, spotsOf } from './placed.ts'

/** A section, a row or table (`placed`), a shape, or the seat `at` of a row or table. */
export type Item =
  | { readonly kind: 'section' | 'placed' | 'shape'; readonly id: number }
  | { readonly kind: 'seat'; readonly id: number; readonly at: number }

export type Selection = readonly Item[]
export type Level = 'section' | 'placed' | 'seat'

export function keyOf(item: Item): string {
  return item.kind === 'seat' ? `seat ${item.id} ${item.at}` : `${item.kind} ${item.id}`
}

export function idsOf(selection: Selection, kind: Item['kind']): Set<number> {
  return new Set(selection.flatMap((item) => (item.kind === kind ? [item.id] : [])))
}

export function placedById(document: PlanDocument, id: number): PlanPlaced | undefined {
  return (
    document.rows.find((row) => row.id === id) ?? document.tables.find((table) => table.id === id)
  )
}

export function allPlaced(document: PlanDocument): PlanPlaced[] {
  return [...document.rows, ...document.tables]
}

/** Rows and tables that are selected themselves or through their section, in the plan's order. */
export function chosenPlaced(document: PlanDocument, selection: Selection): PlanPlaced[] {
  const placed = idsOf(selection, 'placed')
  const sections = idsOf(selection, 'section')
  return allPlaced(document).filter((one) => placed.has(one.id) || sections.has(one.section))
}

/** Individually selected seats by their row or table; seats of selected rows are not included. */
export function chosenSeats(selection: Selection): Map<number, number[]> {
  const result = new Map<number, number[]>()
  for (const item of selection) {
    if (item.kind !== 'seat') continue
    const list = result.get(item.id)
    if (list) list.push(item.at)
    else result.set(item.id, [item.at])
  }
  return result
}

/** All selected seats: individually, through their row or through their section. */
export function allSelectedSeats(
  document: PlanDocument,
  selection: Selection,
): Map<number, number[]> {
  const result = chosenSeats(selection)
  for (const placed of chosenPlaced(document, selection))
    result.set(
      placed.id,
      Array.from({ length: seatCount(placed.numbering) }, (_, at) => at),
    )
  return result
}

/** The part of a selection that still exists, for example after an undo. */
export function existingItems(document: PlanDocument, selection: Selection): Selection {
  const hasPlaced = selection.some(({ kind }) => kind === 'placed' || kind === 'seat')
  const counts = new Map(
    hasPlaced ? allPlaced(document).map((one) => [one.id, seatCount(one.numbering)]) : [],
  )
  const sections = new Set(document.sections.map(({ id }) => id))
  const shapes = new Set(document.shapes.map(({ id }) => id))
  const existing = selection.filter((item) => {
    if (item.kind === 'section') return sections.has(item.id)
    if (item.kind === 'shape') return shapes.has(item.id)
    const count = counts.get(item.id)
    return count !== undefined && (item.kind !== 'seat' || item.at < count)
  })
  return existing.length === selection.length ? selection : existing
}

export function joinBoxes(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  }
}

function outlineOf(document: PlanDocument, section: PlanSection): readonly number[] | null {
  if (section.outline) return section.outline
  const inside = allPlaced(document).filter((one) => one.section === section.id)
  return inside.length > 0 ? outlineAround(inside) : null
}

export function boxOfItem(document: PlanDocument, item: Item): Box | null {
  if (item.kind === 'shape') {
    const shape = document.shapes.find(({ id }) => id === item.id)
    return shape ? boundsOf(shape.points) : null
  }
  if (item.kind === 'section') {
    const section = document.sections.find(({ id }) => id === item.id)
    const outline = section && outlineOf(document, section)
    return outline ? boundsOf(outline) : null
  }
  const placed = placedById(document, item.id)
  if (!placed) return null
  if (item.kind === 'placed') return boxOfPlaced(placed)
  const spot = item.kind === 'seat' ? spotsOf(placed)[item.at] : undefined
  if (!spot) return null
  const { x, y } = spot
  return { left: x - seatHalf, top: y - seatHalf, right: x + seatHalf, bottom: y + seatHalf }
}

export function boxOfSelection(document: PlanDocument, selection: Selection): Box | null {
  return joinBoxes(
    selection.flatMap((item) => {
      const box = boxOfItem(document, item)
      return box ? [box] : []
    }),
  )
}

function isInside(box: Box, { left, top, right, bottom }: Box): boolean {
  return left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom
}

/** Elements completely within a box, at the given level; areas and shapes at all levels except that of seats. */
export function itemsIn(document: PlanDocument, box: Box, level: Level): Selection {
  if (level === 'seat')
    return allPlaced(document).flatMap((placed) =>
      spotsOf(placed).flatMap(({ x, y }, at): Item[] =>
        x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
          ? [{ kind: 'seat', id: placed.id, at }]
          : [],
      ),
    )
  const shapes = document.shapes.flatMap((shape): Item[] =>
    isInside(box, boundsOf(shape.points)) ? [{ kind: 'shape', id: shape.id }] : [],
  )
  const areas = document.sections.flatMap((section): Item[] => {
    if (level === 'placed' && section.pool === undefined) return []
    const outline = outlineOf(document, section)
    return outline && isInside(box, boundsOf(outline)) ? [{ kind: 'section', id: section.id }] : []
  })
  if (level === 'section') return [...areas, ...shapes]
  const placed = allPlaced(document).flatMap((one): Item[] =>
    isInside(box, boxOfPlaced(one)) ? [{ kind: 'placed', id: one.id }] : [],
  )
  return [...placed, ...areas, ...shapes]
}

export function selectAll(document: PlanDocument, level: Level): Selection {
  const whole = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }
  return itemsIn(document, whole, level)
}

/** The element at a point: a seat's row, section or the seat itself by level, then areas, then shapes; null if none. */
export function itemAt(document: PlanDocument, point: Point, level: Level): Item | null {
  let nearest: { placed: PlanPlaced; at: number; away: number } | null = null
  for (const placed of allPlaced(document)) {
    const box = boxOfPlaced(placed)
    const reach = isTable(placed) ? placed.radius + 6 : seatHalf
    if (point.x < box.left - reach || point.x > box.right + reach) continue
    if (point.y < box.top - reach || point.y > box.bottom + reach) continue
    for (const [at, { x, y }] of spotsOf(placed).entries()) {
      const away = Math.hypot(x - point.x, y - point.y)
      if (away <= seatHalf * 1.35 && (nearest === null || away < nearest.away))
        nearest = { placed, at, away }
    }
    if (isTable(placed) && Math.hypot(placed.x - point.x, placed.y - point.y) <= placed.radius)
      nearest = { placed, at: 0, away: 0 }
  }
  if (nearest) {
    const { placed, at } = nearest
    if (level === 'seat') return { kind: 'seat', id: placed.id, at }
    return level === 'placed'
      ? { kind: 'placed', id: placed.id }
      : { kind: 'section', id: placed.section }
  }
  const sections = contentsOf(document)
  for (const section of document.sections.toReversed()) {
    if (level !== 'section' && section.pool === undefined) continue
    const inside = sections.get(section.id)
    const outline =
      section.outline ??
      (inside && inside.rows.length + inside.tables.length > 0
        ? outlineAround([...inside.rows, ...inside.tables])
        : null)
    if (outline && containsPoint(outline, point)) return { kind: 'section', id: section.id }
  }
  const shape = document.shapes.findLast(({ points }) => containsPoint(points, point))
  return shape ? { kind: 'shape', id: shape.id } : null
}
