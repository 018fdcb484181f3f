/** The engine of the drawing board: painters and tiles of the seat map with editing tools. Independent of React. */
import {
  between,
  fitBox,
  keepInView,
  pan,
  toMap,
  toScreen,
  zoomAt,
  type Box,
  type Point,
  type Transform,
  type Viewport,
} from '#seatmap/geometry.ts'
import { pitchDefault } from '#seatmap/layout.ts'
import { paintNames, paintMap } from '#seatmap/web/draw.ts'
import { createWidths, type Frame, type WidthOf } from '#seatmap/web/frame.ts'
import { createSprites, type SpriteOf } from '#seatmap/web/sprites.ts'
import { readTheme, watchTheme, type MapTheme } from '#seatmap/web/theme.ts'
import { createTiles, type Tiles } from '#seatmap/web/tiles.ts'
import { itemAt, keyOf } from '../../plan/selection.ts'
import { changedBoxes } from './board-scene.ts'
import type { Action, BoardContent, BoardEvents, BoardView } from './board-state.ts'
import { beginMove, endAction, moveAction } from './tools.ts'
import { paintAction, paintGrid, paintMarks, paintSelection } from './paint-over.ts'
import { createPointers } from './pointers.ts'

const none: ReadonlySet<number> = new Set()
const pitchMax = 64
const zoomRestMilliseconds = 120
const transitionMilliseconds = 160

interface BoardState {
  readonly canvas: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
  readonly events: BoardEvents
  content: BoardContent
  viewport: Viewport
  ratio: number
  theme: MapTheme
  spriteOf: SpriteOf
  widthOf: WidthOf
  readonly tiles: Tiles
  transform: Transform
  target: Transform
  moving: { readonly from: Transform; readonly startedAt: number } | null
  zoomedAt: number
  isFitted: boolean
  frameRequest: number
  action: Action | null
  requestFrame(): void
}

function requestFrame(view: BoardState): void {
  if (view.frameRequest === 0)
    view.frameRequest = requestAnimationFrame((now) => drawFrame(view, now))
}

function frameOf(view: BoardState, context: CanvasRenderingContext2D, transform: Transform): Frame {
  const { content, theme, spriteOf, widthOf, viewport, ratio } = view
  const { scene, summaries, states, zoneForSale } = content.board
  return {
    context,
    scene,
    theme,
    spriteOf,
    widthOf,
    transform,
    viewport,
    ratio,
    locale: content.locale,
    live: { states, isLeftOut: () => false },
    isFiltered: false,
    selected: none,
    zoneForSale,
    summaries,
    sectionNotes: content.notes,
  }
}

function drawFrame(view: BoardState, now: number): void {
  view.frameRequest = 0
  if (view.moving) {
    const share = Math.min(Math.max(now - view.moving.startedAt, 0) / transitionMilliseconds, 1)
    view.transform = between(view.moving.from, view.target, 1 - (1 - share) ** 3)
    if (share === 1) view.moving = null
    else requestFrame(view)
  }
  const { context, transform, viewport, ratio, content, theme, action } = view
  const isZooming = view.moving !== null || now - view.zoomedAt < zoomRestMilliseconds
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = theme.paper
  context.fillRect(0, 0, viewport.width * ratio, viewport.height * ratio)
  const isUnfinished = view.tiles.draw({
    context,
    transform,
    target: view.target,
    fitScale: fitBox(content.board.box, viewport).scale,
    viewport,
    ratio,
    isZooming,
  })
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const over = { context, theme, transform, viewport }
  paintUnderlay(view)
  if (!content.isReadOnly) paintGrid(over, content.board.box)
  paintNames(frameOf(view, context, transform), {
    hoverPlace: 0,
    hoverSection: -1,
    focusPlace: 0,
    lost: none,
    alone: none,
    pinned: [],
  })
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  if (!content.isReadOnly) paintSelection(over, content, action?.kind === 'move' ? action : null)
  if (action) paintAction(over, action)
  paintMarks(over, content)
  if (isUnfinished || isZooming) requestFrame(view)
}

function paintUnderlay({ context, content, transform }: BoardState): void {
  const { underlay } = content.board.document.head
  if (!underlay || !content.underlay) return
  const from = toScreen(transform, underlay)
  context.globalAlpha = underlay.opacity
  context.drawImage(
    content.underlay,
    from.x,
    from.y,
    underlay.width * transform.scale,
    underlay.height * transform.scale,
  )
  context.globalAlpha = 1
}

function limitsOf({ content, viewport }: BoardState): { min: number; max: number } {
  const fit = fitBox(content.board.box, viewport).scale
  return { min: fit * 0.5, max: Math.max(pitchMax / pitchDefault, fit) }
}

function applyTransform(view: BoardState, next: Transform, isSmooth: boolean): void {
  view.isFitted = false
  view.target = keepInView(next, view.content.board.box, view.viewport)
  if (isSmooth && !matchMedia('(prefers-reduced-motion: reduce)').matches)
    view.moving = { from: view.transform, startedAt: performance.now() }
  else {
    view.moving = null
    view.transform = view.target
  }
  requestFrame(view)
}

function showAll(view: BoardState, isSmooth: boolean): void {
  applyTransform(view, fitBox(view.content.board.box, view.viewport, 24), isSmooth)
  view.isFitted = true
}

function showBox(view: BoardState, box: Box): void {
  const room = 30
  const wide = {
    left: box.left - room,
    top: box.top - room,
    right: box.right + room,
    bottom: box.bottom + room,
  }
  const { max } = limitsOf(view)
  const fit = fitBox(wide, view.viewport)
  const scale = Math.min(fit.scale, max)
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
  const { width, height } = view.viewport
  applyTransform(
    view,
    { scale, x: width / 2 - middle.x * scale, y: height / 2 - middle.y * scale },
    true,
  )
}

function resize(view: BoardState): void {
  const { canvas } = view
  view.viewport = { width: canvas.clientWidth || 1, height: canvas.clientHeight || 1 }
  const ratio = Math.min(devicePixelRatio || 1, 3)
  if (ratio !== view.ratio) view.tiles.clear()
  view.ratio = ratio
  canvas.width = Math.round(view.viewport.width * ratio)
  canvas.height = Math.round(view.viewport.height * ratio)
  if (view.isFitted) showAll(view, false)
  cancelAnimationFrame(view.frameRequest)
  drawFrame(view, performance.now())
}

function beginAction(view: BoardState, at: Point, keys: { isShift: boolean }): void {
  const { content, transform } = view
  const point = toMap(transform, at)
  const { tool, level, selection, board } = content
  if (content.isReadOnly) return
  if (tool === 'brush') {
    const hit = itemAt(board.document, point, level)
    view.action = { kind: 'paint', last: point, items: new Map(hit ? [[keyOf(hit), hit]] : []) }
    return requestFrame(view)
  }
  if (tool !== 'select') {
    view.action = { kind: 'draw', from: point, to: point }
    return
  }
  const hit = itemAt(board.document, point, level)
  if (!hit) {
    view.action = { kind: 'marquee', from: point, to: point, isAdding: keys.isShift }
    return
  }
  const isChosen = selection.some((item) => keyOf(item) === keyOf(hit))
  if (keys.isShift) {
    const rest = selection.filter((item) => keyOf(item) !== keyOf(hit))
    return view.events.onSelect(isChosen ? rest : [...selection, hit])
  }
  const items = isChosen ? selection : [hit]
  if (!isChosen) view.events.onSelect(items)
  view.action = beginMove(board, items, point)
}

function listen(view: BoardState): () => void {
  const stopPointers = createPointers(
    view.canvas,
    {
      onDown: (at, keys) => beginAction(view, at, keys),
      onDrag: (at, keys) => moveAction(view, toMap(view.transform, at), keys),
      onUp: (_, __, isTap) => endAction(view, isTap),
      onCancel() {
        view.action = null
        view.events.onMeasure(null)
        requestFrame(view)
      },
      onPan: (deltaX, deltaY) => applyTransform(view, pan(view.transform, deltaX, deltaY), false),
      onZoom(factor, at) {
        view.zoomedAt = performance.now()
        applyTransform(view, zoomAt(view.transform, factor, at, limitsOf(view)), false)
      },
    },
    () => view.content.isReadOnly || view.content.tool === 'hand',
  )
  const stopTheme = watchTheme(() => {
    view.theme = readTheme(view.canvas)
    view.spriteOf = createSprites(view.theme)
    view.widthOf = createWidths(view.context, view.theme)
    view.tiles.clear()
    requestFrame(view)
  })
  const observer = new ResizeObserver(() => resize(view))
  observer.observe(view.canvas)
  return () => {
    cancelAnimationFrame(view.frameRequest)
    observer.disconnect()
    stopPointers()
    stopTheme()
  }
}

function update(view: BoardState, next: BoardContent): void {
  const before = view.content
  view.content = next
  if (before.board !== next.board) {
    for (const box of changedBoxes(before.board, next.board)) view.tiles.markBox(box)
    const { width, height } = before.board.document.head
    const isResized =
      width !== next.board.document.head.width || height !== next.board.document.head.height
    if (isResized) view.tiles.clear()
    if (isResized && view.isFitted) showAll(view, true)
  }
  requestFrame(view)
}

/** Measures names again, since the font may have loaded after the first measurement. */
async function remeasure(view: BoardState): Promise<void> {
  await document.fonts.ready
  view.widthOf = createWidths(view.context, view.theme)
  view.tiles.markAll()
  requestFrame(view)
}

/** Draws the plan on the canvas and handles its events until `destroy`. */
export function createBoardView(
  canvas: HTMLCanvasElement,
  content: BoardContent,
  events: BoardEvents,
): BoardView {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('The browser does not support a 2D canvas')
  const viewport = { width: canvas.clientWidth || 1, height: canvas.clientHeight || 1 }
  const transform = fitBox(content.board.box, viewport, 24)
  const theme = readTheme(canvas)
  const view: BoardState = {
    canvas,
    context,
    events,
    content,
    viewport,
    ratio: 1,
    theme,
    spriteOf: createSprites(theme),
    widthOf: createWidths(context, theme),
    tiles: createTiles(
      () => view.content.board.scene,
      (into, tileTransform, box) => paintMap(frameOf(view, into, tileTransform), box),
    ),
    transform,
    target: transform,
    moving: null,
    zoomedAt: -Infinity,
    isFitted: true,
    frameRequest: 0,
    action: null,
    requestFrame: () => requestFrame(view),
  }
  const stop = listen(view)
  resize(view)
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('board-drawn')))
  void remeasure(view)
  return {
    update: (next) => update(view, next),
    zoomBy(factor) {
      const middle = { x: view.viewport.width / 2, y: view.viewport.height / 2 }
      applyTransform(view, zoomAt(view.target, factor, middle, limitsOf(view)), true)
    },
    showAll: () => showAll(view, true),
    showBox: (box) => showBox(view, box),
    panBy: (deltaX, deltaY) => applyTransform(view, pan(view.target, deltaX, deltaY), true),
    middle: () => toMap(view.target, { x: view.viewport.width / 2, y: view.viewport.height / 2 }),
    destroy: stop,
  }
}
