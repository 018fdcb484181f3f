/** Paints the visible seats: squares from afar, sprites when near, numbers when close. */
import { isFree, placeState } from '../availability.ts'
import { eachSeatIn, type Box } from '../geometry.ts'
import { pitchDefault, type LayoutTable } from '../layout.ts'
import type { Frame } from './frame.ts'
import { faintAlpha, type SeatLook } from './sprites.ts'

export function lookOf(frame: Frame, placeId: number): SeatLook {
  if (frame.selected.has(placeId)) return 'chosen'
  const state = frame.live.states[placeId]
  if (state === placeState.yours) return 'chosen'
  if (!isFree(state) || !frame.zoneForSale[frame.scene.expanded.zone[placeId] ?? 0]) return 'taken'
  if (frame.isFiltered && frame.live.isLeftOut(placeId)) return 'faint'
  return state === placeState.refunded ? 'resale' : 'free'
}

/** Minimum distance of a seat to the box at which it is still painted, in units. */
const seatReach = pitchDefault

function grownBySeat(view: Box): Box {
  return {
    left: view.left - seatReach,
    top: view.top - seatReach,
    right: view.right + seatReach,
    bottom: view.bottom + seatReach,
  }
}

/** Seats colour by colour; filling thousands of squares in one path would be slower than one by one. */
function paintSquares(frame: Frame, view: Box, alpha: number): number {
  const { context, scene, theme, transform } = frame
  const { x, y, zone } = scene.expanded
  const zones = theme.zones.length
  const buckets: number[][] = Array.from({ length: 2 + zones * 2 }, () => [])
  eachSeatIn(scene.grid, grownBySeat(view), (placeId) => {
    const look = lookOf(frame, placeId)
    const free = 2 + ((zone[placeId] ?? 0) % zones) + (look === 'faint' ? zones : 0)
    buckets[look === 'taken' ? 0 : look === 'chosen' ? 1 : free]?.push(placeId)
  })
  const side = scene.seatSide * 0.84 * transform.scale
  for (const [bucket, placeIds] of buckets.entries()) {
    if (placeIds.length === 0) continue
    context.fillStyle =
      bucket === 0
        ? theme.taken
        : bucket === 1
          ? theme.chosen
          : (theme.zones[(bucket - 2) % zones] ?? theme.ink)
    context.globalAlpha = bucket >= 2 + zones ? alpha * faintAlpha : alpha
    const size = bucket === 0 ? side * 0.75 : side
    for (const placeId of placeIds)
      context.fillRect(
        (x[placeId] ?? 0) * transform.scale + transform.x - size / 2,
        (y[placeId] ?? 0) * transform.scale + transform.y - size / 2,
        size,
        size,
      )
  }
  context.globalAlpha = alpha
  return buckets.reduce((sum, placeIds) => sum + placeIds.length, 0)
}

function paintSprites(
  frame: Frame,
  view: Box,
  pitch: number,
): { numbers: number[]; count: number } {
  const { context, scene, transform, ratio } = frame
  const { x, y, zone, flags, angle } = scene.expanded
  const side = scene.seatSide * transform.scale * ratio
  const size = Math.max(Math.round(side), 1)
  const numbered = pitch >= 20
  const numbers: number[] = []
  let count = 0
  eachSeatIn(scene.grid, grownBySeat(view), (placeId) => {
    const look = lookOf(frame, placeId)
    const sprite = frame.spriteOf({
      look,
      zone: zone[placeId] ?? 0,
      flags: pitch >= 11 ? (flags[placeId] ?? 0) : 0,
      size,
      numbered,
    })
    const px = ((x[placeId] ?? 0) * transform.scale + transform.x) * ratio
    const py = ((y[placeId] ?? 0) * transform.scale + transform.y) * ratio
    const turn = angle[placeId] ?? 0
    const cosine = Math.cos(turn)
    const sine = Math.sin(turn)
    context.setTransform(cosine, sine, -sine, cosine, px, py)
    context.drawImage(sprite, -side / 2, -side / 2, side, side)
    count += 1
    if (numbered && look !== 'chosen' && look !== 'faint') numbers.push(placeId)
  })
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  return { numbers, count }
}

function paintNumbers(frame: Frame, placeIds: readonly number[], pitch: number): void {
  const { context, scene, theme, transform } = frame
  const { x, y, label, flags } = scene.expanded
  context.font = `600 ${Math.min(pitch * 0.38, 17)}px ${theme.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const placeId of placeIds) {
    const look = lookOf(frame, placeId)
    if (look !== 'taken' && ((flags[placeId] ?? 0) & 1) !== 0) continue
    context.fillStyle =
      look === 'taken' ? theme.inkSoft : look === 'resale' ? theme.ink : theme.onZone
    context.fillText(
      label[placeId] ?? '',
      (x[placeId] ?? 0) * transform.scale + transform.x,
      (y[placeId] ?? 0) * transform.scale + transform.y,
    )
  }
}

function isTableIn({ x, y, radius }: LayoutTable, view: Box): boolean {
  const isBeside = x + radius < view.left || x - radius > view.right
  return !isBeside && y + radius >= view.top && y - radius <= view.bottom
}

/** Size of a table's number inside its top; 0 where it would be too small to read. */
export function numberPixels(table: LayoutTable, scale: number): number {
  const half = table.shape === 'round' ? table.radius : (table.depth ?? table.radius / 2) * 1.3
  const room = Math.min(table.radius, half) * scale
  // Smaller tops are filled by their number.
  const pixels = Math.min(Math.max(room * 0.85, Math.min(room * 1.15, 9)), 18)
  return pixels < 7 ? 0 : pixels
}

/** Table tops with their numbers. */
export function paintTables(frame: Frame, view: Box, alpha: number): void {
  const { context, scene, theme, transform } = frame
  context.lineWidth = 1
  for (const row of scene.expanded.rows) {
    const table = row.table
    if (!table || !isTableIn(table, view)) continue
    const x = table.x * transform.scale + transform.x
    const y = table.y * transform.scale + transform.y
    const radius = table.radius * transform.scale
    context.globalAlpha = alpha
    context.fillStyle = theme.paper
    context.strokeStyle = theme.line
    context.beginPath()
    if (table.shape === 'round') context.arc(x, y, radius, 0, Math.PI * 2)
    else {
      const half = (table.depth ?? table.radius / 2) * transform.scale
      context.roundRect(x - radius, y - half, radius * 2, half * 2, radius * 0.2)
    }
    context.fill()
    context.stroke()
    if (table.shape === 'booth')
      paintBench(context, table, { x, y, radius, scale: transform.scale })
    const pixels = numberPixels(table, transform.scale)
    if (pixels === 0) continue
    context.fillStyle = theme.ink
    context.font = `600 ${pixels}px ${theme.font}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(row.label, x, y)
  }
  context.globalAlpha = 1
}

/** The bench of a booth on three sides; the fourth is open. */
function paintBench(
  context: CanvasRenderingContext2D,
  table: LayoutTable,
  at: { x: number; y: number; radius: number; scale: number },
): void {
  const reach = 5.4 * at.scale
  const half = at.radius + reach
  const depth = (table.depth ?? table.radius / 2) * at.scale + reach
  context.save()
  context.translate(at.x, at.y)
  context.rotate(((table.angle ?? 0) * Math.PI) / 180)
  context.beginPath()
  context.moveTo(-half, depth)
  context.lineTo(-half, -depth)
  context.lineTo(half, -depth)
  context.lineTo(half, depth)
  context.stroke()
  context.restore()
}

/** Row labels at both ends of the rows in view. */
function paintRowLabels(frame: Frame, view: Box, pitch: number): void {
  const { context, scene, theme, transform } = frame
  const { x, y, angle, rows, sectionRows } = scene.expanded
  context.font = `500 ${Math.min(Math.max(pitch * 0.55, 9), 14)}px ${theme.font}`
  context.fillStyle = theme.inkSoft
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const reach = pitchDefault * 2
  const isFar = (px: number, py: number) =>
    px < view.left - reach ||
    px > view.right + reach ||
    py < view.top - reach ||
    py > view.bottom + reach
  for (const { section, box, index } of scene.sections) {
    if (box.left > view.right + reach || box.right < view.left - reach) continue
    if (isFarAside(box, view, reach)) continue
    if (section.rowKind === 'box') {
      paintBoxLabels(frame, index)
      continue
    }
    for (const rowIndex of sectionRows[index] ?? []) {
      const row = rows[rowIndex]
      if (!row || row.kind === 'table') continue
      for (const end of [-1, 1]) {
        const placeId = end < 0 ? row.firstPlaceId : row.firstPlaceId + row.count - 1
        const px = x[placeId] ?? 0
        const py = y[placeId] ?? 0
        if (isFar(px, py)) continue
        const turn = angle[placeId] ?? 0
        const away = pitchDefault * 1.12 * end
        context.fillText(
          row.label,
          (px + Math.cos(turn) * away) * transform.scale + transform.x,
          (py + Math.sin(turn) * away) * transform.scale + transform.y,
        )
      }
    }
  }
}

/** The number of a box is behind its seats, at its door. */
function paintBoxLabels(frame: Frame, section: number): void {
  const { context, scene, transform } = frame
  const { x, y, rows, sectionRows, layout } = scene.expanded
  for (const rowIndex of sectionRows[section] ?? []) {
    const row = rows[rowIndex]
    if (!row) continue
    const middle = { x: 0, y: 0 }
    let reach = 0
    for (let placeId = row.firstPlaceId; placeId < row.firstPlaceId + row.count; placeId += 1) {
      middle.x += (x[placeId] ?? 0) / row.count
      middle.y += (y[placeId] ?? 0) / row.count
    }
    const dx = middle.x - layout.focalPoint.x
    const dy = middle.y - layout.focalPoint.y
    const away = Math.hypot(dx, dy) || 1
    for (let placeId = row.firstPlaceId; placeId < row.firstPlaceId + row.count; placeId += 1) {
      const aside = (x[placeId] ?? 0) - middle.x
      const along = (y[placeId] ?? 0) - middle.y
      reach = Math.max(reach, (aside * dx + along * dy) / away)
    }
    const out = reach + pitchDefault * 1.05
    context.fillText(
      row.label,
      (middle.x + (dx / away) * out) * transform.scale + transform.x,
      (middle.y + (dy / away) * out) * transform.scale + transform.y,
    )
  }
}

function isFarAside(box: Box, view: Box, reach: number): boolean {
  return box.top > view.bottom + reach || box.bottom < view.top - reach
}

/** Paints every visible seat and returns their number. `pitch` is the distance between neighbours in CSS pixels. */
export function paintSeats(frame: Frame, view: Box, pitch: number, alpha: number): number {
  frame.context.globalAlpha = alpha
  let painted: number
  if (pitch < 6.5) painted = paintSquares(frame, view, alpha)
  else {
    const { numbers, count } = paintSprites(frame, view, pitch)
    paintNumbers(frame, numbers, pitch)
    painted = count + numbers.length
  }
  if (pitch >= 9) paintRowLabels(frame, view, pitch)
  frame.context.globalAlpha = 1
  return painted
}
