/** Transforms between map and screen, and hit testing. */
import type { ExpandedLayout } from './expand.ts'
import type { SeatLayout } from './layout.ts'

/** Screen = map × scale + (x, y); screen in CSS pixels, map in units. */
export interface Transform {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Viewport {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** The transform that fits a box into the centre, `padding` pixels from the edge. */
export function fitBox(box: Box, viewport: Viewport, padding = 16): Transform {
  const width = Math.max(box.right - box.left, 1)
  const height = Math.max(box.bottom - box.top, 1)
  const scale = Math.max(
    Math.min((viewport.width - padding * 2) / width, (viewport.height - padding * 2) / height),
    0.001,
  )
  return {
    scale,
    x: viewport.width / 2 - ((box.left + box.right) / 2) * scale,
    y: viewport.height / 2 - ((box.top + box.bottom) / 2) * scale,
  }
}

export function toMap(transform: Transform, point: Point): Point {
  return {
    x: (point.x - transform.x) / transform.scale,
    y: (point.y - transform.y) / transform.scale,
  }
}

export function toScreen(transform: Transform, point: Point): Point {
  return {
    x: point.x * transform.scale + transform.x,
    y: point.y * transform.scale + transform.y,
  }
}

/** Zooms around `anchor` (screen), which keeps its map position; the scale stays within limits. */
export function zoomAt(
  transform: Transform,
  factor: number,
  anchor: Point,
  limits: { readonly min: number; readonly max: number },
): Transform {
  const scale = Math.min(Math.max(transform.scale * factor, limits.min), limits.max)
  const ratio = scale / transform.scale
  return {
    scale,
    x: anchor.x - (anchor.x - transform.x) * ratio,
    y: anchor.y - (anchor.y - transform.y) * ratio,
  }
}

export function pan(transform: Transform, deltaX: number, deltaY: number): Transform {
  return { scale: transform.scale, x: transform.x + deltaX, y: transform.y + deltaY }
}

/** Keeps the map in view: its edge may be dragged no further than the centre of the screen. */
export function keepInView(transform: Transform, box: Box, viewport: Viewport): Transform {
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)
  const middleX = viewport.width / 2
  const middleY = viewport.height / 2
  const { scale } = transform
  return {
    scale,
    x: clamp(transform.x, middleX - box.right * scale, middleX - box.left * scale),
    y: clamp(transform.y, middleY - box.bottom * scale, middleY - box.top * scale),
  }
}

/** Interpolates between two views; `share` from 0 to 1. Zoom is interpolated geometrically. */
export function between(from: Transform, to: Transform, share: number): Transform {
  const scale = from.scale * (to.scale / from.scale) ** share
  const moved =
    Math.abs(to.scale - from.scale) < 1e-9 ? share : (scale - from.scale) / (to.scale - from.scale)
  return {
    scale,
    x: from.x + (to.x - from.x) * moved,
    y: from.y + (to.y - from.y) * moved,
  }
}

export function boundsOf(points: readonly number[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let at = 0; at + 1 < points.length; at += 2) {
    box.left = Math.min(box.left, points[at] ?? 0)
    box.right = Math.max(box.right, points[at] ?? 0)
    box.top = Math.min(box.top, points[at + 1] ?? 0)
    box.bottom = Math.max(box.bottom, points[at + 1] ?? 0)
  }
  return box
}

export function containsPoint(polygon: readonly number[], point: Point): boolean {
  let inside = false
  const count = polygon.length / 2
  for (let index = 0, before = count - 1; index < count; before = index, index += 1) {
    const x1 = polygon[index * 2] ?? 0
    const y1 = polygon[index * 2 + 1] ?? 0
    const x2 = polygon[before * 2] ?? 0
    const y2 = polygon[before * 2 + 1] ?? 0
    const crosses = y1 > point.y !== y2 > point.y
    if (crosses && point.x < ((x2 - x1) * (point.y - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}

/**
 * The best position for a polygon's name: the point inside with the most room around, near its centre, searched on
 * a grid and on both centre lines, so that the name of a horseshoe is not in its hollow.
 */
export function labelPoint(polygon: readonly number[]): Point & { readonly room: number } {
  const box = boundsOf(polygon)
  const at = (shareX: number, shareY: number): Point => ({
    x: box.left + (box.right - box.left) * shareX,
    y: box.top + (box.bottom - box.top) * shareY,
  })
  const middle = at(0.5, 0.5)
  const tried: Point[] = [middle]
  for (let step = 1; step < 60; step += 1) tried.push(at(0.5, step / 60), at(step / 60, 0.5))
  for (let cell = 0; cell < 169; cell += 1)
    tried.push(at((cell % 13) / 12, Math.floor(cell / 13) / 12))
  let best = { ...middle, room: -1 }
  let bestScore = -Infinity
  for (const point of tried) {
    if (!containsPoint(polygon, point)) continue
    const room = distanceToEdge(polygon, point)
    const score = room - Math.hypot(point.x - middle.x, (point.y - middle.y) * 0.3) * 0.12
    if (score <= bestScore) continue
    bestScore = score
    best = { ...point, room }
  }
  return best
}

function distanceToEdge(polygon: readonly number[], point: Point): number {
  let nearest = Infinity
  const count = polygon.length / 2
  for (let index = 0; index < count; index += 1) {
    const next = (index + 1) % count
    const x1 = polygon[index * 2] ?? 0
    const y1 = polygon[index * 2 + 1] ?? 0
    const x2 = (polygon[next * 2] ?? 0) - x1
    const y2 = (polygon[next * 2 + 1] ?? 0) - y1
    const length = x2 * x2 + y2 * y2 || 1
    const along = Math.min(Math.max(((point.x - x1) * x2 + (point.y - y1) * y2) / length, 0), 1)
    nearest = Math.min(nearest, Math.hypot(point.x - x1 - along * x2, point.y - y1 - along * y2))
  }
  return nearest
}

/** Index of the section at a point of the map, the highest level first; −1 when none. */
export function sectionAt(layout: SeatLayout, point: Point): number {
  let found = -1
  for (const [index, section] of layout.sections.entries()) {
    if (!containsPoint(section.outline, point)) continue
    const level = layout.sections[found]?.level ?? -1
    if (found === -1 || (section.level ?? 0) >= level) found = index
  }
  return found
}

/** The table (index of its row) whose top contains a point of a section; −1 when none. */
export function tableAt(expanded: ExpandedLayout, section: number, point: Point): number {
  for (const index of expanded.sectionRows[section] ?? []) {
    const table = expanded.rows[index]?.table
    if (!table) continue
    if (table.shape === 'round') {
      if (Math.hypot(point.x - table.x, point.y - table.y) <= table.radius) return index
      continue
    }
    const turn = ((table.angle ?? 0) * Math.PI) / 180
    const [dx, dy] = [point.x - table.x, point.y - table.y]
    const along = dx * Math.cos(turn) + dy * Math.sin(turn)
    const across = dy * Math.cos(turn) - dx * Math.sin(turn)
    if (Math.abs(along) <= table.radius && Math.abs(across) <= (table.depth ?? table.radius / 2))
      return index
  }
  return -1
}

/** Seats in square cells: `order` lists place ids cell by cell, `starts` the start of each cell. */
export interface SeatGrid {
  readonly cell: number
  readonly columns: number
  readonly lines: number
  readonly starts: Uint32Array
  readonly order: Uint32Array
}

/** Finds the cell of a place. */
function cellFinder({ x, y }: ExpandedLayout, { cell, columns, lines }: Frame) {
  return (placeId: number): number => {
    const column = Math.floor((x[placeId] ?? 0) / cell)
    const line = Math.floor((y[placeId] ?? 0) / cell)
    return (
      Math.min(Math.max(line, 0), lines - 1) * columns + Math.min(Math.max(column, 0), columns - 1)
    )
  }
}

type Frame = Pick<SeatGrid, 'cell' | 'columns' | 'lines'>

export function createSeatGrid(expanded: ExpandedLayout, cell = 24): SeatGrid {
  const columns = Math.ceil(expanded.layout.width / cell) + 1
  const lines = Math.ceil(expanded.layout.height / cell) + 1
  const starts = new Uint32Array(columns * lines + 1)
  const order = new Uint32Array(expanded.placeCount)
  const cellOf = cellFinder(expanded, { cell, columns, lines })
  for (let placeId = 1; placeId <= expanded.placeCount; placeId += 1) {
    const at = cellOf(placeId) + 1
    starts[at] = (starts[at] ?? 0) + 1
  }
  for (let at = 1; at < starts.length; at += 1)
    starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  const next = starts.slice()
  for (let placeId = 1; placeId <= expanded.placeCount; placeId += 1) {
    const at = cellOf(placeId)
    const slot = next[at] ?? 0
    order[slot] = placeId
    next[at] = slot + 1
  }
  return { cell, columns, lines, starts, order }
}

/** The places that enter or leave cells, by cell; null when rows differ in more than their positions. */
function movedBetweenCells(grid: SeatGrid, before: ExpandedLayout, now: ExpandedLayout) {
  const moved = new Map<number, { readonly gone: Set<number>; readonly come: number[] }>()
  const at = (cell: number) => {
    const known = moved.get(cell) ?? { gone: new Set<number>(), come: [] }
    moved.set(cell, known)
    return known
  }
  const [cellBefore, cellNow] = [cellFinder(before, grid), cellFinder(now, grid)]
  for (const [index, row] of now.rows.entries()) {
    const old = before.rows[index]
    if (row === old) continue
    if (row.firstPlaceId !== old?.firstPlaceId || row.count !== old.count) return null
    for (let placeId = row.firstPlaceId; placeId < row.firstPlaceId + row.count; placeId += 1) {
      const [from, to] = [cellBefore(placeId), cellNow(placeId)]
      if (from === to) continue
      at(from).gone.add(placeId)
      at(to).come.push(placeId)
    }
  }
  return moved
}

/** The grid of a layout that differs from an earlier one in the positions of some rows: other cells are copied. */
export function updateSeatGrid(
  grid: SeatGrid,
  before: ExpandedLayout,
  now: ExpandedLayout,
): SeatGrid {
  const isSameFrame =
    before.layout.width === now.layout.width &&
    before.layout.height === now.layout.height &&
    before.placeCount === now.placeCount &&
    before.rows.length === now.rows.length
  const moved = isSameFrame ? movedBetweenCells(grid, before, now) : null
  if (!moved) return createSeatGrid(now, grid.cell)
  if (moved.size === 0) return grid
  const starts = grid.starts.slice()
  const order = new Uint32Array(grid.order.length)
  let [copied, slot, passed] = [0, 0, 0]
  const copyUntil = (cell: number) => {
    const until = grid.starts[cell] ?? 0
    const shift = slot - copied
    for (let at = passed; at <= cell; at += 1) starts[at] = (grid.starts[at] ?? 0) + shift
    order.set(grid.order.subarray(copied, until), slot)
    slot += until - copied
    copied = until
    passed = cell + 1
  }
  for (const [cell, { gone, come }] of [...moved].toSorted(([one], [other]) => one - other)) {
    copyUntil(cell)
    const until = grid.starts[cell + 1] ?? 0
    const stay = [...grid.order.subarray(copied, until)].filter((placeId) => !gone.has(placeId))
    const all = [...stay, ...come].toSorted((one, other) => one - other)
    order.set(all, slot)
    slot += all.length
    copied = until
  }
  copyUntil(grid.columns * grid.lines)
  return { ...grid, starts, order }
}

/** Calls back for every seat whose cell intersects the box; some are slightly outside it. */
export function eachSeatIn(grid: SeatGrid, box: Box, visit: (placeId: number) => void): void {
  const clamp = (value: number, most: number) => Math.min(Math.max(Math.floor(value), 0), most)
  const left = clamp(box.left / grid.cell, grid.columns - 1)
  const right = clamp(box.right / grid.cell, grid.columns - 1)
  const top = clamp(box.top / grid.cell, grid.lines - 1)
  const bottom = clamp(box.bottom / grid.cell, grid.lines - 1)
  for (let line = top; line <= bottom; line += 1) {
    const from = grid.starts[line * grid.columns + left] ?? 0
    const to = grid.starts[line * grid.columns + right + 1] ?? 0
    for (let slot = from; slot < to; slot += 1) visit(grid.order[slot] ?? 0)
  }
}

/** The seat nearest to a point of the map within `reach` units, or 0. */
export function seatAt(
  expanded: ExpandedLayout,
  grid: SeatGrid,
  point: Point,
  reach: number,
): number {
  let found = 0
  let nearest = reach
  const box = {
    left: point.x - reach,
    right: point.x + reach,
    top: point.y - reach,
    bottom: point.y + reach,
  }
  eachSeatIn(grid, box, (placeId) => {
    const away = Math.hypot(
      (expanded.x[placeId] ?? 0) - point.x,
      (expanded.y[placeId] ?? 0) - point.y,
    )
    if (away > nearest || (away === nearest && found !== 0)) return
    nearest = away
    found = placeId
  })
  return found
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/**
 * The nearest seat in the direction of an arrow key, with sideways distance counted double. 0 when there is none.
 */
export function seatInDirection(
  expanded: ExpandedLayout,
  grid: SeatGrid,
  placeId: number,
  direction: Direction,
): number {
  const x = expanded.x[placeId] ?? 0
  const y = expanded.y[placeId] ?? 0
  const across = direction === 'left' || direction === 'right'
  const sign = direction === 'left' || direction === 'up' ? -1 : 1
  const edge = Math.max(expanded.layout.width, expanded.layout.height)
  for (let reach = 30; reach < edge * 2; reach *= 3) {
    let found = 0
    let lowest = Infinity
    const box = { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach }
    eachSeatIn(grid, box, (other) => {
      const dx = (expanded.x[other] ?? 0) - x
      const dy = (expanded.y[other] ?? 0) - y
      const along = (across ? dx : dy) * sign
      const aside = Math.abs(across ? dy : dx)
      if (other === placeId || along < 1 || aside > along * 1.2) return
      const cost = along + aside * 2
      if (cost >= lowest) return
      lowest = cost
      found = other
    })
    if (found !== 0) return found
  }
  return 0
}
