/** Geometry of rows and tables: positions of seats, and moved, resized and bent copies. Values are immutable. */
import { round } from '#seatmap/builders.ts'
import { rowSpots, seatLabels, tableSpots, type PlacedParts, type Spot } from '#seatmap/expand.ts'
import type { Box, Point } from '#seatmap/geometry.ts'
import { pitchDefault, seatCount } from '#seatmap/layout.ts'
import { isTable, type PlanPlaced, type PlanRow } from './document.ts'

const radians = Math.PI / 180
/** Half a seat, in units. */
export const seatHalf = pitchDefault / 2

const known = new WeakMap<PlanPlaced, PlacedParts>()

/** Seats and their labels, calculated once per element. */
export function placedParts(placed: PlanPlaced): PlacedParts {
  const found = known.get(placed)
  if (found) return found
  const spots = isTable(placed) ? tableSpots(placed) : rowSpots(placed)
  const parts = { spots, labels: seatLabels(placed) }
  known.set(placed, parts)
  return parts
}

export function spotsOf(placed: PlanPlaced): readonly Spot[] {
  return placedParts(placed).spots
}

const boxes = new WeakMap<PlanPlaced, Box>()

/** Bounding box of the seats, extended by half a seat. */
export function boxOfPlaced(placed: PlanPlaced): Box {
  const before = boxes.get(placed)
  if (before) return before
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y } of spotsOf(placed)) {
    box.left = Math.min(box.left, x - seatHalf)
    box.right = Math.max(box.right, x + seatHalf)
    box.top = Math.min(box.top, y - seatHalf)
    box.bottom = Math.max(box.bottom, y + seatHalf)
  }
  boxes.set(placed, box)
  return box
}

export function middleOf(box: Box): Point {
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
}

/** Normalises to the range from −180 to 180. */
export function normalizeAngle(angle: number): number {
  return round(((((angle + 180) % 360) + 360) % 360) - 180, 3)
}

function at(value: number): number {
  return round(value, 2)
}

export function movePoints(points: readonly number[], dx: number, dy: number): number[] {
  return points.map((value, index) => at(value + (index % 2 === 0 ? dx : dy)))
}

export function movePlaced<P extends PlanPlaced>(placed: P, dx: number, dy: number): P
export function movePlaced(placed: PlanPlaced, dx: number, dy: number): PlanPlaced {
  if (isTable(placed)) return { ...placed, x: at(placed.x + dx), y: at(placed.y + dy) }
  if (placed.line) {
    const [x, y, angle] = placed.line
    return { ...placed, line: [at(x + dx), at(y + dy), angle] }
  }
  if (placed.arc) {
    const [x, y, radius, angle] = placed.arc
    return { ...placed, arc: [at(x + dx), at(y + dy), radius, angle] }
  }
  return { ...placed, points: movePoints(placed.points ?? [], dx, dy) }
}

export function rotatePoint(point: Point, about: Point, degrees: number): Point {
  const cosine = Math.cos(degrees * radians)
  const sine = Math.sin(degrees * radians)
  const dx = point.x - about.x
  const dy = point.y - about.y
  return { x: at(about.x + dx * cosine - dy * sine), y: at(about.y + dx * sine + dy * cosine) }
}

export function rotatePoints(points: readonly number[], about: Point, degrees: number): number[] {
  const result: number[] = []
  for (let index = 0; index + 1 < points.length; index += 2) {
    const { x, y } = rotatePoint(
      { x: points[index] ?? 0, y: points[index + 1] ?? 0 },
      about,
      degrees,
    )
    result.push(x, y)
  }
  return result
}

export function rotatePlaced(placed: PlanPlaced, about: Point, degrees: number): PlanPlaced {
  if (isTable(placed))
    return {
      ...placed,
      ...rotatePoint(placed, about, degrees),
      angle: normalizeAngle((placed.angle ?? 0) + degrees),
    }
  if (placed.line) {
    const [x, y, angle] = placed.line
    const to = rotatePoint({ x, y }, about, degrees)
    return { ...placed, line: [to.x, to.y, normalizeAngle(angle + degrees)] }
  }
  if (placed.arc) {
    const [x, y, radius, angle] = placed.arc
    const to = rotatePoint({ x, y }, about, degrees)
    return { ...placed, arc: [to.x, to.y, radius, normalizeAngle(angle + degrees)] }
  }
  return { ...placed, points: rotatePoints(placed.points ?? [], about, degrees) }
}

/** Removes keys with empty values, so that equal elements are serialised equally. */
export function omitEmptyKeys<P extends PlanPlaced>(placed: P): P
export function omitEmptyKeys(placed: PlanPlaced): PlanPlaced {
  const result = { ...placed }
  if (!isTable(result)) {
    if (result.gaps?.length === 0) delete result.gaps
    if (result.line === undefined) delete result.line
    if (result.arc === undefined) delete result.arc
    if (result.points === undefined) delete result.points
    if (result.pitch === undefined) delete result.pitch
  }
  if (result.exceptions?.length === 0) delete result.exceptions
  if (result.zone === undefined) delete result.zone
  return result
}

type Exception = NonNullable<PlanPlaced['exceptions']>[number]

/** Sets properties of one seat that differ from the row's; `null` resets them. */
export function overrideSeat(
  placed: PlanPlaced,
  index: number,
  change: { readonly [K in 'label' | 'zone' | 'flags']?: Exception[K] | null },
): PlanPlaced {
  const before = placed.exceptions?.find((one) => one.at === index)
  const next: Exception = { ...before, at: index }
  for (const key of ['label', 'zone', 'flags'] as const) {
    const value = change[key]
    if (value === undefined) continue
    if (value === null || value.length === 0) delete next[key]
    else Object.assign(next, { [key]: value })
  }
  const others = (placed.exceptions ?? []).filter((one) => one.at !== index)
  const hasNoException = Object.keys(next).length === 1
  const exceptions = (hasNoException ? others : [...others, next]).toSorted((a, b) => a.at - b.at)
  return omitEmptyKeys({ ...placed, exceptions })
}

/** A copy with the given number of seats; added seats continue the last ones. */
export function resize(placed: PlanPlaced, count: number): PlanPlaced {
  const before = seatCount(placed.numbering)
  if (count === before || count < 1) return placed
  const numbering = resizeRuns(placed.numbering, count)
  const exceptions = (placed.exceptions ?? []).filter((one) => one.at < count)
  if (isTable(placed)) return omitEmptyKeys({ ...placed, numbering, exceptions })
  const gaps = (placed.gaps ?? []).filter(([after]) => after < count - 1)
  const next: PlanRow = { ...placed, numbering, exceptions, gaps }
  if (placed.points) next.points = resizePoints(placed.points, count)
  return omitEmptyKeys(next)
}

function resizeRuns(runs: PlanRow['numbering'], count: number): PlanRow['numbering'] {
  const result: PlanRow['numbering'] = []
  let left = count
  for (const [index, [size, start, step]] of runs.entries()) {
    if (left === 0) break
    const isLast = index === runs.length - 1
    const take = isLast ? left : Math.min(size, left)
    result.push([take, start, step])
    left -= take
  }
  return result
}

function resizePoints(points: readonly number[], count: number): number[] {
  const result = points.slice(0, count * 2)
  while (result.length < count * 2) {
    const [x, y] = [result.at(-2) ?? 0, result.at(-1) ?? 0]
    const dx = result.length >= 4 ? x - (result.at(-4) ?? 0) : pitchDefault
    const dy = result.length >= 4 ? y - (result.at(-3) ?? 0) : 0
    const isStill = dx === 0 && dy === 0
    result.push(at(x + (isStill ? pitchDefault : dx)), at(y + dy))
  }
  return result
}

/**
 * A copy without one seat; all others keep their position and label. Null when it was the last seat, or cannot be
 * expressed.
 */
export function withoutSeat(placed: PlanPlaced, index: number): PlanPlaced | null {
  const count = seatCount(placed.numbering)
  if (count <= 1 || index < 0 || index >= count) return null
  const numbering = splitRuns(placed.numbering, index)
  if (numbering.length > (isTable(placed) ? 10 : 50)) return null
  const exceptions = (placed.exceptions ?? [])
    .filter((one) => one.at !== index)
    .map((one) => (one.at > index ? { ...one, at: one.at - 1 } : one))
  if (isTable(placed)) return omitEmptyKeys({ ...placed, numbering, exceptions })
  const next: PlanRow = { ...placed, numbering, exceptions }
  if (placed.points) next.points = placed.points.toSpliced(index * 2, 2)
  else Object.assign(next, closeGap(placed, index, count))
  return omitEmptyKeys(next)
}

function splitRuns(runs: PlanRow['numbering'], index: number): PlanRow['numbering'] {
  let first = 0
  return runs.flatMap(([size, start, step]): PlanRow['numbering'] => {
    const inside = index - first
    first += size
    if (inside < 0 || inside >= size) return [[size, start, step]]
    const parts: PlanRow['numbering'] = [
      [inside, start, step],
      [size - inside - 1, start + step * (inside + 1), step],
    ]
    return parts.filter(([left]) => left > 0)
  })
}

/** The gap of a removed seat becomes an aisle; at an end the row becomes shorter. */
function closeGap(row: PlanRow, index: number, count: number): Partial<PlanRow> {
  const room = Math.abs(row.pitch ?? pitchDefault)
  const widths = new Map(row.gaps ?? [])
  const around = (widths.get(index - 1) ?? 0) + (widths.get(index) ?? 0)
  const gaps = [...widths]
    .filter(([after]) => after !== index && after !== index - 1)
    .map(([after, width]): [number, number] => [after > index ? after - 1 : after, width])
  if (index > 0 && index < count - 1) gaps.push([index - 1, at(around + room)])
  gaps.sort((a, b) => a[0] - b[0])
  if (index > 0) return { gaps }
  const second = spotsOf(row)[1]
  if (!second) return { gaps }
  if (row.line) return { gaps, line: [at(second.x), at(second.y), row.line[2]] }
  if (!row.arc) return { gaps }
  const [x, y, radius] = row.arc
  const angle = Math.atan2(second.y - y, second.x - x) / radians
  return { gaps, arc: [x, y, radius, normalizeAngle(angle)] }
}

/** The row on a circle about a centre; its middle stays where it was. */
export function bendRow(row: PlanRow, centre: Point): PlanRow {
  const spots = spotsOf(row)
  const middle = middleSpot(row)
  const radius = Math.hypot(middle.x - centre.x, middle.y - centre.y)
  const length = lengthOf(row)
  if (radius < 10 || length > radius * Math.PI * 1.9 || spots.length === 0) return row
  const here = Math.atan2(middle.y - centre.y, middle.x - centre.x)
  // Keeps the direction of the seats: clockwise, or counter-clockwise if the row ran that way.
  const across = Math.cos(here + Math.PI / 2) * Math.cos(middle.angle)
  const along = across + Math.sin(here + Math.PI / 2) * Math.sin(middle.angle)
  const way = along >= 0 ? 1 : -1
  const first = here - (way * length) / 2 / radius
  const { line: _line, points: _points, ...rest } = row
  return omitEmptyKeys({
    ...rest,
    arc: [at(centre.x), at(centre.y), at(radius), normalizeAngle(first / radians)],
    pitch: way * Math.abs(row.pitch ?? pitchDefault),
  })
}

/** The row as a straight line; its middle stays where it was. */
export function straightenRow(row: PlanRow): PlanRow {
  const middle = middleSpot(row)
  const length = lengthOf(row)
  const { arc: _arc, points: _points, ...rest } = row
  const turn = middle.angle
  return omitEmptyKeys({
    ...rest,
    line: [
      at(middle.x - (Math.cos(turn) * length) / 2),
      at(middle.y - (Math.sin(turn) * length) / 2),
      normalizeAngle(turn / radians),
    ],
    pitch: Math.abs(row.pitch ?? pitchDefault),
  })
}

/** Length along the row from the first seat to the last, in units. */
export function lengthOf(row: PlanRow): number {
  const count = seatCount(row.numbering)
  const pitch = Math.abs(row.pitch ?? pitchDefault)
  return (row.gaps ?? []).reduce((sum, [, width]) => sum + width, (count - 1) * pitch)
}

/** The middle of a row and its direction there, in radians. */
export function middleSpot(row: PlanRow): Spot {
  const spots = spotsOf(row)
  const [first, last] = [spots[0], spots.at(-1)]
  if (!first || !last) return { x: 0, y: 0, angle: 0 }
  if (row.arc) {
    const [x, y, radius, angle] = row.arc
    const way = Math.sign(row.pitch ?? pitchDefault)
    const turn = angle * radians + (way * lengthOf(row)) / 2 / radius
    const runs = turn + (way * Math.PI) / 2
    return { x: x + Math.cos(turn) * radius, y: y + Math.sin(turn) * radius, angle: runs }
  }
  const angle = first === last ? first.angle : Math.atan2(last.y - first.y, last.x - first.x)
  return { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2, angle }
}
