/** Paints the overlay: selection, drawing in progress, findings. */
import { toScreen, type Box, type Point, type Transform } from '#seatmap/geometry.ts'
import type { MapTheme } from '#seatmap/web/theme.ts'
import { spotsOf } from '../../plan/placed.ts'
import { boxOfItem, chosenPlaced, placedById, type Selection } from '../../plan/selection.ts'
import type { PlanDocument } from '../../plan/document.ts'
import type { Action, BoardContent } from './board-state.ts'

interface Overlay {
  readonly context: CanvasRenderingContext2D
  readonly theme: MapTheme
  readonly transform: Transform
  readonly viewport: { readonly width: number; readonly height: number }
}

/** Maximum number of seats drawn individually while a selection is moved; larger ones are drawn as outlines. */
const ghostsMax = 1_500
const boxesMax = 300

function strokeBox({ context, transform }: Overlay, box: Box, dx = 0, dy = 0, room = 3): void {
  const from = toScreen(transform, { x: box.left + dx, y: box.top + dy })
  const to = toScreen(transform, { x: box.right + dx, y: box.bottom + dy })
  context.strokeRect(
    from.x - room,
    from.y - room,
    to.x - from.x + room * 2,
    to.y - from.y + room * 2,
  )
}

export function paintGrid(over: Overlay, board: Box): void {
  const { context, theme, transform, viewport } = over
  const from = toScreen(transform, { x: board.left, y: board.top })
  const to = toScreen(transform, { x: board.right, y: board.bottom })
  context.strokeStyle = theme.line
  context.lineWidth = 1
  context.setLineDash([])
  context.strokeRect(from.x, from.y, to.x - from.x, to.y - from.y)
  const step = 25 * transform.scale
  if (step < 24) return
  context.globalAlpha = 0.35
  context.beginPath()
  for (let x = from.x; x <= Math.min(to.x, viewport.width); x += step) {
    if (x < 0) continue
    context.moveTo(x, Math.max(from.y, 0))
    context.lineTo(x, Math.min(to.y, viewport.height))
  }
  for (let y = from.y; y <= Math.min(to.y, viewport.height); y += step) {
    if (y < 0) continue
    context.moveTo(Math.max(from.x, 0), y)
    context.lineTo(Math.min(to.x, viewport.width), y)
  }
  context.stroke()
  context.globalAlpha = 1
}

function paintSeats(
  over: Overlay,
  points: Iterable<Point>,
  dx: number,
  dy: number,
  radius: number,
): void {
  const { context, transform, viewport } = over
  context.beginPath()
  for (const point of points) {
    const { x, y } = toScreen(transform, { x: point.x + dx, y: point.y + dy })
    if (x < -9 || y < -9 || x > viewport.width + 9 || y > viewport.height + 9) continue
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, Math.PI * 2)
  }
  context.stroke()
}

function* seatsOf(document: PlanDocument, selection: Selection): Generator<Point> {
  for (const item of selection) {
    if (item.kind !== 'seat') continue
    const placed = placedById(document, item.id)
    const spot = placed && spotsOf(placed)[item.at]
    if (spot) yield spot
  }
}

/** Outlines of the selection; while it is moved, at its new position. */
export function paintSelection(
  over: Overlay,
  { board, selection }: BoardContent,
  move: { readonly dx: number; readonly dy: number } | null,
): void {
  const { context, theme, transform } = over
  const { document } = board
  const dx = move?.dx ?? 0
  const dy = move?.dy ?? 0
  context.strokeStyle = theme.focus
  context.lineWidth = 2
  context.setLineDash(move ? [5, 4] : [])
  for (const item of selection.slice(0, boxesMax)) {
    if (item.kind === 'seat') continue
    const box = boxOfItem(document, item)
    if (box) strokeBox(over, box, dx, dy)
  }
  const radius = Math.max(2.6 * transform.scale, 4)
  context.setLineDash([])
  paintSeats(over, seatsOf(document, selection), dx, dy, radius)
  if (!move) return
  const placed = chosenPlaced(document, selection)
  let count = 0
  context.lineWidth = 1
  for (const one of placed) {
    const spots = spotsOf(one)
    count += spots.length
    if (count > ghostsMax) break
    paintSeats(over, spots, dx, dy, Math.max(2.2 * transform.scale, 1.5))
  }
}

export function paintAction(over: Overlay, action: Action): void {
  const { context, theme, transform, viewport } = over
  context.strokeStyle = theme.focus
  context.lineWidth = 1.5
  if (action.kind === 'move') {
    context.setLineDash([2, 3])
    context.beginPath()
    for (const guide of action.guides) {
      const at = toScreen(transform, { x: guide.at, y: guide.at })
      if (guide.way === 'down') {
        context.moveTo(at.x, 0)
        context.lineTo(at.x, viewport.height)
      } else {
        context.moveTo(0, at.y)
        context.lineTo(viewport.width, at.y)
      }
    }
    context.stroke()
    context.setLineDash([])
  }
  if (action.kind !== 'marquee' && action.kind !== 'draw') return
  const box = boxBetween(action.from, action.to)
  context.fillStyle = theme.focus
  context.globalAlpha = 0.12
  const from = toScreen(transform, { x: box.left, y: box.top })
  const to = toScreen(transform, { x: box.right, y: box.bottom })
  context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y)
  context.globalAlpha = 1
  context.setLineDash(action.kind === 'marquee' ? [4, 3] : [])
  strokeBox(over, box, 0, 0, 0)
  context.setLineDash([])
}

export function boxBetween(one: Point, other: Point): Box {
  return {
    left: Math.min(one.x, other.x),
    top: Math.min(one.y, other.y),
    right: Math.max(one.x, other.x),
    bottom: Math.max(one.y, other.y),
  }
}

/** Marks of findings: an exclamation mark, so that colour is not the only cue. */
export function paintMarks(over: Overlay, { marks, compared }: BoardContent): void {
  const { context, theme, transform } = over
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { x, y, isError } of marks) {
    const at = toScreen(transform, { x, y })
    context.fillStyle = isError ? theme.focus : theme.paper
    context.strokeStyle = theme.focus
    context.lineWidth = 2
    context.beginPath()
    context.arc(at.x, at.y - 16, 9, 0, Math.PI * 2)
    context.fill()
    context.stroke()
    context.fillStyle = isError ? theme.paper : theme.focus
    context.font = `700 13px ${theme.font}`
    context.fillText('!', at.x, at.y - 15.5)
  }
  const signs: Readonly<Record<string, string>> = {
    added: '+',
    removed: '−',
    moved: '→',
    zone: '₾',
    marks: '*',
  }
  const size = Math.min(Math.max(4.6 * transform.scale, 7), 18)
  context.font = `700 ${size}px ${theme.font}`
  for (const { x, y, kind } of compared) {
    const at = toScreen(transform, { x, y })
    context.fillStyle = theme.focus
    context.beginPath()
    context.arc(at.x, at.y, size * 0.62, 0, Math.PI * 2)
    context.fill()
    context.fillStyle = theme.paper
    context.fillText(signs[kind] ?? '', at.x, at.y + 0.5)
  }
}
