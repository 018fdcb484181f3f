/** Pointer handling of each tool, from press to release. */
import { boundsOf, type Box, type Point, type Transform } from '#seatmap/geometry.ts'
import { pitchDefault } from '#seatmap/layout.ts'
import {
  boxOfSelection,
  idsOf,
  itemAt,
  itemsIn,
  keyOf,
  type Selection,
} from '../../plan/selection.ts'
import type { BoardScene } from './board-scene.ts'
import type { Action, BoardContent, BoardEvents, Tool } from './board-state.ts'
import { boxBetween } from './paint-over.ts'
import { snapMove } from './snap.ts'

/** The part of the board that tools read and change. */
interface Board {
  readonly events: BoardEvents
  readonly content: BoardContent
  readonly transform: Transform
  action: Action | null
  requestFrame(): void
}

/** Distance in pixels within which elements snap to a line. */
const snapPixels = 7
/** Distance between rows drawn by a box, in units. */
export const rowDepth = 9

export function beginMove(board: BoardScene, items: Selection, from: Point): Action {
  const { document, scene } = board
  const box = boxOfSelection(document, items) ?? {
    left: from.x,
    top: from.y,
    right: from.x,
    bottom: from.y,
  }
  const moved = idsOf(items, 'section')
  const shapes = idsOf(items, 'shape')
  const edges: Box[] = [board.box]
  for (const { section, box: other } of scene.sections)
    if (!moved.has(section.id)) edges.push(other)
  for (const shape of document.shapes) if (!shapes.has(shape.id)) edges.push(boundsOf(shape.points))
  return {
    kind: 'move',
    from,
    items,
    box,
    edges: edges.slice(0, 200),
    dx: 0,
    dy: 0,
    isCopy: false,
    guides: [],
  }
}

/** Rows and seats that fit into a box. */
export function blockIn(box: Box): { readonly rows: number; readonly seats: number } {
  const wide = box.right - box.left
  const high = box.bottom - box.top
  return {
    rows: Math.min(Math.max(Math.round(high / rowDepth), 1), 80),
    seats: Math.min(Math.max(Math.round(wide / pitchDefault), 1), 120),
  }
}

function measured(tool: Tool, box: Box): string {
  if (tool === 'rows') {
    const { rows, seats } = blockIn(box)
    return `${rows} × ${seats} = ${rows * seats}`
  }
  const metres = (units: number) => (units / 10).toFixed(1)
  return `${metres(box.right - box.left)} × ${metres(box.bottom - box.top)} m`
}

export function moveAction(
  view: Board,
  point: Point,
  keys: { readonly isShift: boolean; readonly isAlt: boolean },
): void {
  const { action, content, transform, events } = view
  if (!action) return
  if (action.kind === 'marquee') action.to = point
  else if (action.kind === 'draw') {
    action.to = point
    events.onMeasure(measured(content.tool, boxBetween(action.from, point)))
  } else if (action.kind === 'move') {
    const [dx, dy] = [point.x - action.from.x, point.y - action.from.y]
    const reach = snapPixels / transform.scale
    const snapped = content.isSnapping
      ? snapMove(action.box, dx, dy, action.edges, reach)
      : { dx, dy, guides: [] }
    // Shift restricts the movement to one axis.
    const isAcross = Math.abs(dx) >= Math.abs(dy)
    action.dx = keys.isShift && !isAcross ? 0 : snapped.dx
    action.dy = keys.isShift && isAcross ? 0 : snapped.dy
    action.guides = snapped.guides
    action.isCopy = keys.isAlt
  } else if (action.kind === 'paint') brush(content, action, point)
  view.requestFrame()
}

/** Selects all seats on the path from the last point, in steps of one seat. */
function brush(
  { board, level }: BoardContent,
  action: Action & { kind: 'paint' },
  to: Point,
): void {
  const { last } = action
  const steps = Math.max(
    1,
    Math.ceil(Math.hypot(to.x - last.x, to.y - last.y) / (pitchDefault / 2)),
  )
  for (let step = 1; step <= Math.min(steps, 60); step += 1) {
    const share = step / steps
    const at = { x: last.x + (to.x - last.x) * share, y: last.y + (to.y - last.y) * share }
    const hit = itemAt(board.document, at, level)
    if (hit && hit.kind !== 'shape') action.items.set(keyOf(hit), hit)
  }
  action.last = to
}

export function endAction(view: Board, isTap: boolean): void {
  const { action, content, events } = view
  view.action = null
  view.requestFrame()
  if (!action) return
  const { document } = content.board
  if (action.kind === 'marquee') {
    const found = isTap ? [] : itemsIn(document, boxBetween(action.from, action.to), content.level)
    if (!action.isAdding) return events.onSelect(found)
    const known = new Set(content.selection.map(keyOf))
    return events.onSelect([
      ...content.selection,
      ...found.filter((item) => !known.has(keyOf(item))),
    ])
  }
  if (action.kind === 'move') {
    if (!isTap && (action.dx !== 0 || action.dy !== 0))
      events.onMove(action.dx, action.dy, action.isCopy)
    return
  }
  if (action.kind === 'paint') return events.onPaint([...action.items.values()])
  if (action.kind !== 'draw') return
  events.onMeasure(null)
  const box = boxBetween(action.from, action.to)
  // A click without dragging draws an element of default size.
  const half = 20
  const { x, y } = action.from
  events.onDraw(
    content.tool,
    isTap ? { left: x - half, right: x + half, top: y - half, bottom: y + half } : box,
  )
}
