/**
 * The painted map in tiles that are kept between frames: panning and zooming copy existing tiles, a changed seat
 * repaints only its own pixels, and missing tiles are painted a few milliseconds per frame. Tiles of the whole map
 * are below, so that nothing is ever empty.
 */
import { toMap, type Box, type Transform, type Viewport } from '../geometry.ts'
import type { Scene } from './scene.ts'

/** CSS pixels. */
const tileSide = 256
/** Painting time per frame; copying is additional. */
const budgetMilliseconds = 3
/** The same limit in seats: their pixels are filled after the script has ended, which cannot be measured. */
const budgetSeats = 1_200
/** With more changed seats in one tile, the whole tile is repainted. */
const patchesMax = 40
/** Number of tiles per level kept outside the view. */
const tilesKept = 72
/** Canvases of dropped tiles that are kept for new ones: allocating and collecting them interrupts a movement. */
const sparesKept = 64
/** While zooming, tiles of another scale are used up to this factor. */
const stretchMax = 1.6

interface Tile {
  readonly context: CanvasRenderingContext2D
  readonly column: number
  readonly line: number
  isPainted: boolean
  isStale: boolean
  /** Places to be repainted; meaningless while stale. */
  readonly patches: Set<number>
}

interface Level {
  readonly scale: number
  readonly tiles: Map<string, Tile>
}

/** Paints part of the map into a context whose origin is the tile's corner; returns the number of painted seats. */
export type PaintMap = (
  context: CanvasRenderingContext2D,
  transform: Transform,
  view: Box,
) => number

export interface TileRequest {
  readonly context: CanvasRenderingContext2D
  /** The current view, and the target of a transition. */
  readonly transform: Transform
  readonly target: Transform
  /** The scale at which the whole map fits. */
  readonly fitScale: number
  readonly viewport: Viewport
  readonly ratio: number
  /** The scale changes every frame, so sharp tiles can wait. */
  readonly isZooming: boolean
}

export interface Tiles {
  /** Copies existing tiles; returns whether something remains to be painted. */
  draw(request: TileRequest): boolean
  markPlaces(placeIds: readonly number[]): void
  /** Marks sections as changed as a whole, by index. */
  markSections(sections: Iterable<number>): void
  /** Marks everything in this box, in units, as changed. */
  markBox(box: Box): void
  markAll(): void
  /** Drops all tiles: another theme, pixel ratio or hall. */
  clear(): void
}

interface TileLevels {
  base: Level | null
  current: Level | null
  previous: Level | null
  /** Canvases of dropped tiles, all of one size. */
  readonly spares: CanvasRenderingContext2D[]
}

export function createTiles(sceneOf: () => Scene, paintMap: PaintMap): Tiles {
  const levels: TileLevels = { base: null, current: null, previous: null, spares: [] }
  const distinctLevels = () =>
    [...new Set([levels.base, levels.current, levels.previous])].filter((level) => level !== null)

  function markBox(level: Level, box: Box, mark: (tile: Tile) => void): void {
    eachTileIn(level.scale, box, (column, line) => {
      const tile = level.tiles.get(`${column}:${line}`)
      if (tile?.isPainted && !tile.isStale) mark(tile)
    })
  }

  return {
    draw(request) {
      const { current } = levels
      chooseLevel(levels, request)
      // The first frame of another scale only copies, so that the map answers an input at once.
      const isDelayed = current !== null && current !== levels.current && isAnyPainted(levels.base)
      const isDone = !isDelayed && paintMissing(levels, request, sceneOf(), paintMap)
      stampAll(levels, request)
      return !isDone
    },
    markPlaces(placeIds) {
      const { expanded, seatSide } = sceneOf()
      for (const level of distinctLevels())
        for (const placeId of placeIds)
          markBox(level, boxOfPlace(expanded, placeId, seatSide, level.scale), (tile) => {
            tile.patches.add(placeId)
            if (tile.patches.size > patchesMax) tile.isStale = true
          })
    },
    markSections(sections) {
      const { sectionOf } = sceneOf()
      for (const level of distinctLevels())
        for (const section of sections) {
          const box = sectionOf[section]?.box
          if (box) markBox(level, grown(box, 4 / level.scale), (tile) => (tile.isStale = true))
        }
    },
    markBox(box) {
      for (const level of distinctLevels())
        markBox(level, grown(box, 4 / level.scale), (tile) => (tile.isStale = true))
    },
    markAll() {
      for (const level of distinctLevels())
        for (const tile of level.tiles.values()) tile.isStale = true
    },
    clear() {
      levels.base = levels.current = levels.previous = null
      levels.spares.length = 0
    },
  }
}

function grown(box: Box, by: number): Box {
  return {
    left: box.left - by,
    top: box.top - by,
    right: box.right + by,
    bottom: box.bottom + by,
  }
}

function boxOfPlace(
  { x, y }: Scene['expanded'],
  placeId: number,
  seatSide: number,
  scale: number,
): Box {
  const centre = { x: x[placeId] ?? 0, y: y[placeId] ?? 0 }
  // A rotated seat extends to its diagonal, plus two pixels for its soft edge.
  const reach = seatSide * 0.71 + 2 / scale
  return {
    left: centre.x - reach,
    top: centre.y - reach,
    right: centre.x + reach,
    bottom: centre.y + reach,
  }
}

function eachTileIn(scale: number, box: Box, visit: (column: number, line: number) => void): void {
  const side = tileSide / scale
  for (let line = Math.floor(box.top / side); line * side < box.bottom; line += 1)
    for (let column = Math.floor(box.left / side); column * side < box.right; column += 1)
      visit(column, line)
}

function viewOf(transform: Transform, { width, height }: Viewport): Box {
  const from = toMap(transform, { x: 0, y: 0 })
  const to = toMap(transform, { x: width, y: height })
  return { left: from.x, top: from.y, right: to.x, bottom: to.y }
}

/** Tiles have one scale: the current one, or while zooming one that is close enough. */
function chooseLevel(levels: TileLevels, { target, fitScale, isZooming }: TileRequest): void {
  const before = [levels.base, levels.current, levels.previous]
  if (levels.base?.scale !== fitScale) levels.base = { scale: fitScale, tiles: new Map() }
  const stretch = levels.current ? target.scale / levels.current.scale : Infinity
  const isNear = stretch < stretchMax && stretch > 1 / stretchMax
  if (stretch !== 1 && !(isZooming && isNear)) {
    if (levels.current && levels.current !== levels.base) levels.previous = levels.current
    levels.current =
      target.scale === fitScale ? levels.base : { scale: target.scale, tiles: new Map() }
  }
  for (const level of before) dropUnused(levels, level)
}

/** Keeps the canvases of a level that is none of the three any more. */
function dropUnused(levels: TileLevels, level: Level | null): void {
  const { base, current, previous } = levels
  if (!level || level === base || level === current || level === previous) return
  for (const tile of level.tiles.values()) dropTile(levels, tile)
  level.tiles.clear()
}

function dropTile({ spares }: TileLevels, { context }: Tile): void {
  if (spares.length < sparesKept) spares.push(context)
}

function isAnyPainted(level: Level | null): boolean {
  return level !== null && [...level.tiles.values()].some((tile) => tile.isPainted)
}

interface Task {
  readonly level: Level
  readonly column: number
  readonly line: number
  readonly rank: number
}

/** Missing or outdated tiles of a level in the box, nearest to its centre first. */
function tasksOf(level: Level, box: Box, rank: number): Task[] {
  const tasks: Task[] = []
  const side = tileSide / level.scale
  const middle = { x: (box.left + box.right) / 2 / side, y: (box.top + box.bottom) / 2 / side }
  eachTileIn(level.scale, box, (column, line) => {
    const tile = level.tiles.get(`${column}:${line}`)
    if (tile?.isPainted && !tile.isStale && tile.patches.size === 0) return
    const away = Math.hypot(column + 0.5 - middle.x, line + 0.5 - middle.y)
    // Missing tiles before outdated ones.
    tasks.push({ level, column, line, rank: rank + away + (tile?.isPainted ? 1_000 : 0) })
  })
  return tasks
}

function intersection(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  }
}

/** Paints until all is done or the frame's time is used up; returns whether all is done. */
function paintMissing(
  levels: TileLevels,
  { target, viewport, ratio }: TileRequest,
  scene: Scene,
  paintMap: PaintMap,
): boolean {
  const { base, current } = levels
  if (!base || !current) return true
  const tasks = tasksOf(current, viewOf(target, viewport), 0)
  if (base !== current) tasks.push(...tasksOf(base, scene.box, 10_000))
  tasks.sort((one, other) => one.rank - other.rank)
  // The first picture is painted completely, because there is no older one.
  const isFirst = !isAnyPainted(base)
  const startedAt = performance.now()
  let seats = 0
  for (const task of tasks) {
    const isSpent = seats > budgetSeats || performance.now() - startedAt > budgetMilliseconds
    if (isSpent && !isFirst) return false
    seats += paintTile(levels, task, scene, ratio, paintMap)
  }
  prune(levels, current, viewOf(target, viewport))
  return true
}

function paintTile(
  levels: TileLevels,
  task: Task,
  scene: Scene,
  ratio: number,
  paintMap: PaintMap,
): number {
  const { level, column, line } = task
  const key = `${column}:${line}`
  const tile = level.tiles.get(key) ?? createTile(levels, column, line, ratio)
  if (!tile) return 0
  let seats = 0
  level.tiles.set(key, tile)
  const { context } = tile
  const { scale } = level
  const transform = { scale, x: -column * tileSide, y: -line * tileSide }
  const whole = viewOf(transform, { width: tileSide, height: tileSide })
  if (tile.isPainted && !tile.isStale)
    for (const placeId of tile.patches) {
      const patch = intersection(boxOfPlace(scene.expanded, placeId, scene.seatSide, scale), whole)
      if (patch.right <= patch.left || patch.bottom <= patch.top) continue
      seats += paintPatch(context, transform, ratio, patch, paintMap)
    }
  else seats = paintMap(context, transform, whole)
  tile.patches.clear()
  tile.isStale = false
  tile.isPainted = true
  return seats
}

function paintPatch(
  context: CanvasRenderingContext2D,
  transform: Transform,
  ratio: number,
  patch: Box,
  paintMap: PaintMap,
): number {
  const { scale, x, y } = transform
  const left = Math.floor((patch.left * scale + x) * ratio)
  const top = Math.floor((patch.top * scale + y) * ratio)
  const right = Math.ceil((patch.right * scale + x) * ratio)
  const bottom = Math.ceil((patch.bottom * scale + y) * ratio)
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.beginPath()
  context.rect(left, top, right - left, bottom - top)
  context.clip()
  const seats = paintMap(context, transform, patch)
  context.restore()
  return seats
}

function createTile(
  { spares }: TileLevels,
  column: number,
  line: number,
  ratio: number,
): Tile | undefined {
  const context = spares.pop() ?? createContext(Math.ceil(tileSide * ratio))
  if (!context) return undefined
  return { context, column, line, isPainted: false, isStale: false, patches: new Set() }
}

function createContext(side: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  // Without transparency a tile covers what is below it and is faster to copy.
  return canvas.getContext('2d', { alpha: false })
}

/** Drops tiles far from the view. */
function prune(levels: TileLevels, level: Level, view: Box): void {
  if (level.tiles.size <= tilesKept) return
  const side = tileSide / level.scale
  const middle = { x: (view.left + view.right) / 2 / side, y: (view.top + view.bottom) / 2 / side }
  const away = ({ column, line }: Tile) => Math.hypot(column - middle.x, line - middle.y)
  const sorted = [...level.tiles].toSorted(([, one], [, other]) => away(one) - away(other))
  for (const [key, tile] of sorted.slice(tilesKept)) {
    level.tiles.delete(key)
    dropTile(levels, tile)
  }
}

function stampAll(levels: TileLevels, request: TileRequest): void {
  const { base, current, previous } = levels
  if (!base || !current) return
  const view = viewOf(request.transform, request.viewport)
  let isCovered = true
  eachTileIn(current.scale, view, (column, line) => {
    if (!current.tiles.get(`${column}:${line}`)?.isPainted) isCovered = false
  })
  if (!isCovered) {
    stamp(base, request, view)
    if (previous) stamp(previous, request, view)
  } else if (current.scale === request.target.scale) {
    levels.previous = null
    dropUnused(levels, previous)
  }
  if (current !== base || isCovered) stamp(current, request, view)
}

/** Corners are rounded to whole pixels, so that there are no seams between tiles. */
function stamp(level: Level, request: TileRequest, view: Box): void {
  const { context, transform, ratio } = request
  const side = (tileSide / level.scale) * transform.scale
  const originX = Math.round(transform.x * ratio)
  const originY = Math.round(transform.y * ratio)
  const isSame = level.scale === transform.scale
  context.imageSmoothingEnabled = !isSame
  eachTileIn(level.scale, view, (column, line) => {
    const tile = level.tiles.get(`${column}:${line}`)
    if (!tile?.isPainted) return
    const left = originX + Math.round(column * side * ratio)
    const top = originY + Math.round(line * side * ratio)
    const { canvas } = tile.context
    if (isSame) return context.drawImage(canvas, left, top)
    const right = originX + Math.round((column + 1) * side * ratio)
    const bottom = originY + Math.round((line + 1) * side * ratio)
    context.drawImage(canvas, left, top, right - left, bottom - top)
  })
}
