/** The map's engine: one canvas, its view and its pointers, independent of React and translations. */
import {
  between,
  fitBox,
  keepInView,
  pan,
  seatAt,
  seatInDirection,
  sectionAt,
  tableAt,
  toMap,
  toScreen,
  zoomAt,
  type Direction,
  type Point,
  type Transform,
} from '../geometry.ts'
import { flightTo } from '../flight.ts'
import { pitchDefault } from '../layout.ts'
import type { AvailabilityUpdate } from '../live.ts'
import { detailOf, paintNames, paintMap, tintOf } from './draw.ts'
import { createWidths, type Frame } from './frame.ts'
import { createGestures } from './gestures.ts'
import { createSprites } from './sprites.ts'
import { readTheme, watchTheme } from './theme.ts'
import { createTiles } from './tiles.ts'
import type { MapView, Spot, ViewContent, ViewEvents, ViewState } from './view-state.ts'

const transitionMilliseconds = 180
/** Distance between neighbours in pixels for fingertips, mice, and comfortable reading. */
const touchPitch = 15
const mousePitch = 7
const readablePitch = 22
const pitchMax = 64
/** Time after the last wheel event before sharp tiles are painted. */
const zoomRestMilliseconds = 120

function limitsOf(view: ViewState): { min: number; max: number } {
  const fit = fitBox(view.content.scene.box, view.viewport).scale
  return { min: fit * 0.9, max: Math.max(pitchMax / pitchDefault, fit) }
}

function requestFrame(view: ViewState): void {
  if (view.frameRequest === 0)
    view.frameRequest = requestAnimationFrame((now) => drawFrame(view, now))
}

function drawFrame(view: ViewState, now: number): void {
  view.frameRequest = 0
  if (view.moving) {
    const elapsed = Math.max(now - view.moving.startedAt, 0)
    const share = Math.min(elapsed / transitionMilliseconds, 1)
    view.transform = between(view.moving.from, view.target, 1 - (1 - share) ** 3)
    if (share === 1) view.moving = null
    else requestFrame(view)
  }
  const { context, transform, viewport, ratio, hover, focusPlace } = view
  const isZooming = view.moving !== null || now - view.zoomedAt < zoomRestMilliseconds
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = view.theme.paper
  context.fillRect(0, 0, viewport.width * ratio, viewport.height * ratio)
  const isUnfinished = view.tiles.draw({
    context,
    transform,
    target: view.target,
    fitScale: fitBox(view.content.scene.box, viewport).scale,
    viewport,
    ratio,
    isZooming,
  })
  paintNames(frameOf(view, context, transform), {
    hoverPlace: hover?.placeId ?? 0,
    hoverSection: hover?.section ?? -1,
    focusPlace,
    lost: view.content.lost,
    alone: view.content.alone,
    pinned: view.content.pinned,
  })
  if (isUnfinished || isZooming) requestFrame(view)
  if (focusPlace !== 0) view.events.onFocusPlace(spotOfPlace(view, focusPlace))
}

function frameOf(view: ViewState, context: CanvasRenderingContext2D, transform: Transform): Frame {
  const { content, theme, spriteOf, widthOf, texts, viewport, ratio } = view
  return {
    ...content,
    ...texts,
    isFiltered: content.live.isFiltered,
    context,
    theme,
    spriteOf,
    widthOf,
    transform,
    viewport,
    ratio,
  }
}

/** Applies changed availability: the seats themselves, and sections whose tint or note has changed. */
function applyUpdate(view: ViewState, update: AvailabilityUpdate): void {
  const before = view.texts.summaries
  view.texts = view.content.describe()
  const { summaries } = view.texts
  if (update.isWhole) view.tiles.markAll()
  else {
    view.tiles.markPlaces(update.placeIds)
    view.tiles.markSections(
      [...update.sections].filter((section) => {
        const [old, now] = [before[section], summaries[section]]
        return !old || !now || tintOf(old) !== tintOf(now)
      }),
    )
  }
  requestFrame(view)
}

function difference(one: ReadonlySet<number>, other: ReadonlySet<number>): number[] {
  return [...[...one].filter((id) => !other.has(id)), ...[...other].filter((id) => !one.has(id))]
}

function spotOfPlace(view: ViewState, placeId: number): Spot {
  const { x, y, section } = view.content.scene.expanded
  const at = toScreen(view.transform, { x: x[placeId] ?? 0, y: y[placeId] ?? 0 })
  return { placeId, section: section[placeId] ?? -1, table: -1, at }
}

function spotAt(view: ViewState, at: Point, reachPixels: number): Spot {
  const point = toMap(view.transform, at)
  const { expanded, grid } = view.content.scene
  const reach = Math.max(reachPixels / view.transform.scale, pitchDefault * 0.5)
  const section = sectionAt(expanded.layout, point)
  const isNear = detailOf(view.transform) > 0.4
  const table = isNear ? tableAt(expanded, section, point) : -1
  const placeId = isNear && table === -1 ? seatAt(expanded, grid, point, reach) : 0
  return { placeId, section, table, at }
}

function go(view: ViewState, next: Transform, smoothly: boolean): void {
  view.fitted = false
  view.target = keepInView(next, view.content.scene.box, view.viewport)
  if (smoothly && !view.stillness.matches)
    view.moving = { from: view.transform, startedAt: performance.now() }
  else {
    view.moving = null
    view.transform = view.target
  }
  const { min, max } = limitsOf(view)
  view.events.onZoom({
    canZoomIn: view.target.scale < max * 0.999,
    canZoomOut: view.target.scale > min * 1.001,
  })
  requestFrame(view)
}

function showAll(view: ViewState, smoothly: boolean): void {
  go(view, fitBox(view.content.scene.box, view.viewport), smoothly)
  view.fitted = true
}

function zoomAround(view: ViewState, factor: number, at: Point): void {
  go(view, zoomAt(view.target, factor, at, limitsOf(view)), true)
}

/** Moves a point of the map to the centre of the screen. */
function goToPoint(view: ViewState, scale: number, point: Point): void {
  const { width, height } = view.viewport
  go(view, { scale, x: width / 2 - point.x * scale, y: height / 2 - point.y * scale }, true)
}

function setHover(view: ViewState, next: Spot | null): void {
  const isEmpty = next !== null && next.placeId === 0 && next.section === -1
  const before = view.hover
  view.hover = isEmpty ? null : next
  view.canvas.dataset['over'] = view.hover ? 'place' : ''
  view.events.onHover(view.hover)
  const { placeId, section } = view.hover ?? {}
  const isSame = before?.placeId === placeId && before?.section === section
  if (!isSame) requestFrame(view)
}

function zoomIntoSection(view: ViewState, section: number, at: Point): void {
  const box = view.content.scene.sections.find((one) => one.index === section)?.box
  if (!box) return
  // The map moves away below the pointer.
  setHover(view, null)
  const fit = fitBox(box, view.viewport, 24)
  const isReadable = fit.scale * pitchDefault >= touchPitch * 0.8
  if (isReadable && fit.scale > view.transform.scale * 1.2) return go(view, fit, true)
  goToPoint(view, (touchPitch * 1.25) / pitchDefault, toMap(view.transform, at))
}

function tap(view: ViewState, at: Point, byTouch: boolean): void {
  const spot = spotAt(view, at, byTouch ? 14 : 3)
  const pool = view.content.scene.expanded.layout.sections[spot.section]?.pool
  const pitch = view.transform.scale * pitchDefault
  if (spot.placeId !== 0 && pitch >= (byTouch ? touchPitch : mousePitch))
    return view.events.onPlace(spot.placeId)
  if (spot.table !== -1 && pitch >= mousePitch) return view.events.onTable(spot.table)
  if (spot.placeId === 0 && pool) return view.events.onPool(spot.section)
  const isNear = pitch >= touchPitch
  if (spot.section !== -1 && !isNear) return zoomIntoSection(view, spot.section, at)
  clearFocus(view)
}

function clearFocus(view: ViewState): void {
  if (view.focusPlace === 0) return
  view.focusPlace = 0
  view.events.onFocusPlace(null)
  requestFrame(view)
}

function showPlaces(view: ViewState, placeIds: readonly number[]): void {
  const next = flightTo(view.content.scene.expanded, placeIds, view.viewport)
  if (!next) return
  clearFocus(view)
  setHover(view, null)
  go(view, next, true)
}

/** Moves the focused seat into view at a readable zoom. */
function showFocused(view: ViewState): void {
  const { x, y } = view.content.scene.expanded
  const point = { x: x[view.focusPlace] ?? 0, y: y[view.focusPlace] ?? 0 }
  const scale = Math.max(view.target.scale, readablePitch / pitchDefault)
  const at = toScreen(view.target, point)
  const edge = 60
  const { width, height } = view.viewport
  const isInside = at.x > edge && at.y > edge && at.x < width - edge && at.y < height - edge
  if (scale === view.target.scale && isInside) return requestFrame(view)
  goToPoint(view, scale, point)
}

function moveFocus(view: ViewState, direction: Direction): void {
  const { expanded, grid } = view.content.scene
  if (expanded.placeCount === 0) return
  if (view.focusPlace === 0) {
    const { width, height } = view.viewport
    const middle = toMap(view.transform, { x: width / 2, y: height / 2 })
    const reach = expanded.layout.width + expanded.layout.height
    view.focusPlace = seatAt(expanded, grid, middle, reach)
  } else
    view.focusPlace = seatInDirection(expanded, grid, view.focusPlace, direction) || view.focusPlace
  showFocused(view)
}

function resize(view: ViewState): void {
  const { canvas } = view
  view.viewport = { width: canvas.clientWidth || 1, height: canvas.clientHeight || 1 }
  const ratio = Math.min(devicePixelRatio || 1, 3)
  if (ratio !== view.ratio) view.tiles.clear()
  view.ratio = ratio
  canvas.width = Math.round(view.viewport.width * view.ratio)
  canvas.height = Math.round(view.viewport.height * view.ratio)
  if (view.fitted) showAll(view, false)
  else go(view, view.transform, false)
  // A resized canvas is cleared at once: paint before the browser shows it.
  cancelAnimationFrame(view.frameRequest)
  drawFrame(view, performance.now())
}

function remeasure(view: ViewState): void {
  view.widthOf = createWidths(view.context, view.theme)
  view.tiles.markAll()
  requestFrame(view)
}

function listen(view: ViewState): () => void {
  const stopGestures = createGestures(view.canvas, {
    onTap: (at, byTouch) => tap(view, at, byTouch),
    onPan: (deltaX, deltaY) => go(view, pan(view.transform, deltaX, deltaY), false),
    onZoom: (factor, at) => {
      view.zoomedAt = performance.now()
      go(view, zoomAt(view.transform, factor, at, limitsOf(view)), false)
    },
    onDoubleTap: (at) => {
      if (spotAt(view, at, 3).placeId === 0) zoomAround(view, 2, at)
    },
    onMove: (at) => setHover(view, at ? spotAt(view, at, 2) : null),
  })
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
    stopGestures()
    stopTheme()
  }
}

/** Draws the content on the canvas and handles its events until `destroy`. */
export function createMapView(
  canvas: HTMLCanvasElement,
  content: ViewContent,
  events: ViewEvents,
): MapView {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser gives no 2D canvas')
  const viewport = { width: canvas.clientWidth || 1, height: canvas.clientHeight || 1 }
  const transform = fitBox(content.scene.box, viewport)
  const theme = readTheme(canvas)
  const view: ViewState = {
    canvas,
    context,
    events,
    stillness: matchMedia('(prefers-reduced-motion: reduce)'),
    content,
    viewport,
    ratio: 1,
    theme,
    spriteOf: createSprites(theme),
    widthOf: createWidths(context, theme),
    texts: content.describe(),
    tiles: createTiles(
      () => view.content.scene,
      (into, tileTransform, box) => paintMap(frameOf(view, into, tileTransform), box),
    ),
    transform,
    target: transform,
    fitted: true,
    frameRequest: 0,
    moving: null,
    zoomedAt: -Infinity,
    hover: null,
    focusPlace: 0,
  }
  const stop = listen(view)
  let unsubscribe = content.live.subscribe((update) => applyUpdate(view, update))
  resize(view)
  // Marks when the map has appeared, for measurements: the frame after the first full drawing.
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('seatmap-drawn')))
  // Names are measured again when the font has loaded.
  void document.fonts.ready.then(() => remeasure(view))
  return {
    update(next) {
      const before = view.content
      view.content = next
      view.texts = next.describe()
      if (before.live !== next.live) {
        unsubscribe()
        unsubscribe = next.live.subscribe((update) => applyUpdate(view, update))
      }
      // Selecting a seat repaints a few pixels; anything else new repaints the whole picture.
      const isSamePicture =
        before.scene === next.scene &&
        before.live === next.live &&
        before.zoneForSale === next.zoneForSale
      if (isSamePicture) view.tiles.markPlaces(difference(before.selected, next.selected))
      else view.tiles.clear()
      requestFrame(view)
    },
    zoomBy: (factor) =>
      zoomAround(view, factor, { x: view.viewport.width / 2, y: view.viewport.height / 2 }),
    showAll: () => showAll(view, true),
    showPlaces: (placeIds) => showPlaces(view, placeIds),
    panBy: (deltaX, deltaY) => go(view, pan(view.target, deltaX, deltaY), true),
    moveFocus: (direction) => moveFocus(view, direction),
    clearFocus: () => clearFocus(view),
    focusedPlace: () => view.focusPlace,
    destroy() {
      unsubscribe()
      stop()
    },
  }
}
