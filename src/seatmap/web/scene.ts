/** Data prepared once per layout, so that frames only paint. */
import { unfold, type ExpandedLayout } from '../expand.ts'
import {
  boundsOf,
  createSeatGrid,
  labelPoint,
  updateSeatGrid,
  type Box,
  type Point,
  type SeatGrid,
} from '../geometry.ts'
import { pitchDefault, type LayoutSection, type LayoutShape, type SeatLayout } from '../layout.ts'

export interface SceneSection {
  readonly section: LayoutSection
  readonly index: number
  readonly path: Path2D
  readonly box: Box
  /** Position of the name in the overview and the free space around it, in units. */
  readonly label: Point & { readonly room: number }
  /** Position of the name when seats are shown: outside, `step` further (a unit vector). */
  readonly caption: Point & { readonly stepX: number; readonly stepY: number }
  readonly zone: number
}

export interface SceneShape {
  readonly shape: LayoutShape
  readonly path: Path2D
  readonly box: Box
}

export interface Scene {
  readonly expanded: ExpandedLayout
  readonly grid: SeatGrid
  /** In painting order: lower levels first. */
  readonly sections: readonly SceneSection[]
  /** The same by section index. */
  readonly sectionOf: readonly SceneSection[]
  readonly shapes: readonly SceneShape[]
  readonly box: Box
  /** Side of a drawn seat in units: slightly less than the smallest pitch. */
  readonly seatSide: number
}

function pathOf(points: readonly number[], closed: boolean): Path2D {
  const path = new Path2D()
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = points[at] ?? 0
    const y = points[at + 1] ?? 0
    if (at === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
  if (closed) path.closePath()
  return path
}

/** The last point where the line from the name to the focal point crosses the outline. */
function captionPoint(section: LayoutSection, label: Point, focal: Point): SceneSection['caption'] {
  const away = Math.hypot(focal.x - label.x, focal.y - label.y) || 1
  const step = { x: (focal.x - label.x) / away, y: (focal.y - label.y) / away }
  const box = boundsOf(section.outline)
  const isTall = box.bottom - box.top > (box.right - box.left) * 2
  if (isTall) return { x: (box.left + box.right) / 2, y: box.top, stepX: 0, stepY: -1 }
  let reach = 0
  const { outline } = section
  const count = outline.length / 2
  const sideOf = (at: number) => {
    const dx = (outline[at * 2] ?? 0) - label.x
    const dy = (outline[at * 2 + 1] ?? 0) - label.y
    return { aside: dx * step.y - dy * step.x, along: dx * step.x + dy * step.y }
  }
  for (let at = 0; at < count; at += 1) {
    const one = sideOf(at)
    const two = sideOf((at + 1) % count)
    if (one.aside > 0 === two.aside > 0) continue
    const share = one.aside / (one.aside - two.aside)
    reach = Math.max(reach, one.along + (two.along - one.along) * share)
  }
  return {
    x: label.x + step.x * reach,
    y: label.y + step.y * reach,
    stepX: step.x,
    stepY: step.y,
  }
}

/** The bounding box of all drawn elements, with a margin. */
function contentBox(elements: readonly { readonly box: Box }[]): Box {
  const boxes = elements.map(({ box }) => box)
  const margin = 12
  return {
    left: Math.min(...boxes.map((box) => box.left)) - margin,
    top: Math.min(...boxes.map((box) => box.top)) - margin,
    right: Math.max(...boxes.map((box) => box.right)) + margin,
    bottom: Math.max(...boxes.map((box) => box.bottom)) + margin,
  }
}

function narrowestPitch({ rows = [] }: LayoutSection): number {
  let narrowest: number = pitchDefault
  for (const row of rows)
    if (row.pitch !== undefined) narrowest = Math.min(narrowest, Math.abs(row.pitch))
  return Math.max(narrowest, 4)
}

interface Prepared {
  readonly made: SceneSection
  readonly pitch: number
  readonly focal: Point
}

/** Prepared once per section: in the plan editor each edit is another layout, mostly with the same sections. */
const preparedBefore = new WeakMap<LayoutSection, Prepared>()

function prepareSection(
  section: LayoutSection,
  index: number,
  zone: number,
  focal: Point,
): Prepared {
  const before = preparedBefore.get(section)
  const isSame =
    before?.made.index === index &&
    before.made.zone === zone &&
    before.focal.x === focal.x &&
    before.focal.y === focal.y
  if (isSame) return before
  const found = labelPoint(section.outline)
  const label = section.labelAt
    ? { x: section.labelAt[0], y: section.labelAt[1], room: found.room }
    : found
  const made: SceneSection = {
    section,
    index,
    path: pathOf(section.outline, true),
    box: boundsOf(section.outline),
    label,
    caption: captionPoint(section, label, focal),
    zone,
  }
  const prepared = { made, pitch: narrowestPitch(section), focal }
  preparedBefore.set(section, prepared)
  return prepared
}

/** `before`: the scene of an earlier state of the same layout, whose unchanged parts are reused. */
export function createScene(
  layout: SeatLayout,
  expanded = unfold(layout),
  before: Scene | null = null,
): Scene {
  const zones = new Map(layout.zones.map((zone, index) => [zone.key, index]))
  const prepared = layout.sections.map((section, index) =>
    prepareSection(section, index, zones.get(section.zone) ?? 0, layout.focalPoint),
  )
  const sectionOf = prepared.map(({ made }) => made)
  const shapes = layout.shapes.map((shape) => ({
    shape,
    path: pathOf(shape.points, shape.kind !== 'line'),
    box: boundsOf(shape.points),
  }))
  return {
    expanded,
    grid: before
      ? updateSeatGrid(before.grid, before.expanded, expanded)
      : createSeatGrid(expanded),
    sections: sectionOf.toSorted((a, b) => (a.section.level ?? 0) - (b.section.level ?? 0)),
    sectionOf,
    shapes,
    box: contentBox([...sectionOf, ...shapes]),
    seatSide: prepared.reduce((least, { pitch }) => Math.min(least, pitch), pitchDefault) * 0.88,
  }
}
