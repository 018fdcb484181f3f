/**
 * The view from a place: a perspective drawing of the hall, calculated from the layout alone. Layouts have no
 * heights, so they are estimated: floors by `level`, a slope that rises away from the focal point, steeper in
 * stands than in stalls.
 */
import type { ExpandedLayout } from './expand.ts'
import { boundsOf, labelPoint, type Point } from './geometry.ts'
import { seatFlagBit, type LayoutSection, type LayoutShape } from './layout.ts'

/** Pixels of the drawing. */
export const viewWidth = 960
export const viewHeight = 540

/** The viewer's position: a place, or the centre of a section (by index). */
export type Viewpoint = { readonly placeId: number } | { readonly section: number }

export type ViewPartKind =
  | LayoutShape['kind']
  | 'stage-side'
  | 'backdrop'
  | 'section'
  | 'own-section'

/** A closed polygon (open for `line`), `x,y` pairs in pixels, in order from far to near. */
export interface ViewPart {
  readonly kind: ViewPartKind
  readonly points: readonly number[]
  /** Index into `layout.zones`; for sections only. */
  readonly zone: number
}

export interface ViewCircle {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** The beam of one lamp: its position, and the triangle it fills, `x,y` pairs. */
export interface ViewBeam {
  readonly lamp: Point
  readonly points: readonly number[]
}

export interface SeatView {
  readonly parts: readonly ViewPart[]
  readonly beams: readonly ViewBeam[]
  /** The brightest area; null when it is behind the viewer. */
  readonly glow: ViewCircle | null
  /** An outdoor pitch under floodlights instead of a darkened hall. */
  readonly isPitch: boolean
  /** Heads of people in front. */
  readonly heads: readonly ViewCircle[]
  /** The horizon, pixels from the top. */
  readonly horizon: number
  /** From the place to the focal point. */
  readonly distanceMetres: number
  readonly isObstructed: boolean
}

interface Solid extends Point {
  readonly z: number
}

/** Units are 10 cm. */
const eyeSeated = 12
const eyeStanding = 16.5
const headRadius = 1.1
/** How far below eye level the centres of heads in front are. */
const headLower = 2.5
const backdropTall = 62
const stageTall = 10
const nearest = 6
const headsReach = 170
const headsMax = 320
/** Halls from this size on are arenas with stands. */
const arenaSize = 700

interface Heights {
  (section: number, point: Point): number
}

/** Floor height at a point of a section, in units. */
function heightsOf(expanded: ExpandedLayout): Heights {
  const { layout } = expanded
  const { focalPoint } = layout
  const isArena = Math.max(layout.width, layout.height) > arenaSize
  const fronts = layout.sections.map(({ outline }) => {
    let front = Infinity
    for (let at = 0; at + 1 < outline.length; at += 2)
      front = Math.min(front, awayFrom(focalPoint, outline[at] ?? 0, outline[at + 1] ?? 0))
    return front
  })
  return (index, point) => {
    const section = layout.sections[index]
    if (!section || section.pool || section.kind === 'table') return layerOf(section, isArena)
    const level = section.level ?? 0
    const slope = isArena ? 0.46 + level * 0.08 : level === 0 ? 0.13 : 0.42
    const back = Math.max(awayFrom(focalPoint, point.x, point.y) - (fronts[index] ?? 0), 0)
    return layerOf(section, isArena) + back * slope
  }
}

function layerOf(section: LayoutSection | undefined, isArena: boolean): number {
  const level = section?.level ?? 0
  if (isArena) return section?.kind === 'seated' ? 12 + level * 95 : level * 95
  return level * 34
}

function awayFrom(from: Point, x: number, y: number): number {
  return Math.hypot(x - from.x, y - from.y)
}

interface Camera {
  readonly eye: Solid
  project(point: Solid): (Point & { readonly depth: number }) | null
  /** The visible part of a polygon on the picture; empty if none. */
  projectAll(points: readonly Solid[]): number[]
  readonly horizon: number
}

function createCamera(eye: Solid, lookAt: Solid): Camera {
  const ahead = { x: lookAt.x - eye.x, y: lookAt.y - eye.y, z: lookAt.z - eye.z }
  const flat = Math.hypot(ahead.x, ahead.y) || 1
  const away = Math.hypot(flat, ahead.z)
  const forward = { x: ahead.x / away, y: ahead.y / away, z: ahead.z / away }
  const right = { x: -ahead.y / flat, y: ahead.x / flat }
  // Forward × right, so that "up" is up in every viewing direction.
  const up = {
    x: -forward.z * (ahead.x / flat),
    y: -forward.z * (ahead.y / flat),
    z: flat / away,
  }
  const focus = viewWidth * 0.62
  const turn = (point: Solid): Solid => {
    const x = point.x - eye.x
    const y = point.y - eye.y
    const z = point.z - eye.z
    return {
      x: x * right.x + y * right.y,
      y: x * up.x + y * up.y + z * up.z,
      z: x * forward.x + y * forward.y + z * forward.z,
    }
  }
  const flatten = ({ x, y, z }: Solid): Point => ({
    x: viewWidth / 2 + (x / z) * focus,
    y: viewHeight * 0.46 - (y / z) * focus,
  })
  return {
    eye,
    project(point) {
      const turned = turn(point)
      return turned.z < nearest ? null : { ...flatten(turned), depth: turned.z }
    },
    projectAll(points) {
      return clipped(points.map(turn)).flatMap((point) => {
        const { x, y } = flatten(point)
        return [Math.round(x * 10) / 10, Math.round(y * 10) / 10]
      })
    },
    horizon: viewHeight * 0.46 + (forward.z / (flat / away)) * focus,
  }
}

/** Clips a polygon at the near plane. */
function clipped(points: readonly Solid[]): Solid[] {
  return points.flatMap((point, index) => {
    const before = points.at(index - 1) ?? point
    const isIn = point.z >= nearest
    if (isIn === before.z >= nearest) return isIn ? [point] : []
    const share = (nearest - before.z) / (point.z - before.z)
    const edge = {
      x: before.x + (point.x - before.x) * share,
      y: before.y + (point.y - before.y) * share,
      z: nearest,
    }
    return isIn ? [edge, point] : [edge]
  })
}

/** A polygon's corners with points added between them, so that long edges follow a slope. */
function corners(polygon: readonly number[], heightAt: (point: Point) => number): Solid[] {
  const found: Solid[] = []
  for (let at = 0; at + 1 < polygon.length; at += 2) {
    const point = { x: polygon[at] ?? 0, y: polygon[at + 1] ?? 0 }
    found.push({ ...point, z: heightAt(point) })
  }
  return found
}

interface CheckInSession {
  readonly eye: Solid
  readonly section: number
  readonly isObstructed: boolean
}

function standOf(expanded: ExpandedLayout, from: Viewpoint, heightAt: Heights): CheckInSession {
  if ('placeId' in from) {
    const { placeId } = from
    const section = expanded.section[placeId] ?? 0
    const point = { x: expanded.x[placeId] ?? 0, y: expanded.y[placeId] ?? 0 }
    const isObstructed = ((expanded.flags[placeId] ?? 0) & seatFlagBit.obstructed) !== 0
    return { eye: { ...point, z: heightAt(section, point) + eyeSeated }, section, isObstructed }
  }
  const section = expanded.layout.sections[from.section]
  const { x, y } = labelPoint(section?.outline ?? [])
  const eye = section?.kind === 'standing' ? eyeStanding : eyeSeated
  return {
    eye: { x, y, z: heightAt(from.section, { x, y }) + eye },
    section: from.section,
    isObstructed: false,
  }
}

/** Tops and sides of raised shapes; lines and floors are flat. */
function shapeParts(
  shapes: readonly LayoutShape[],
  camera: Camera,
): { part: ViewPart; away: number }[] {
  return shapes.flatMap((shape) => {
    if (shape.kind === 'wall' || shape.kind === 'entrance') return []
    const tall = shape.kind === 'stage' ? stageTall : shape.kind === 'bar' ? stageTall : 0
    const isScreen = shape.kind === 'screen'
    const top = corners(shape.points, () => (isScreen ? 45 : tall))
    const box = boundsOf(shape.points)
    const away = awayFrom(camera.eye, (box.left + box.right) / 2, (box.top + box.bottom) / 2)
    // Floors are drawn below everything, lines above floors.
    const order = tall > 0 || isScreen ? away : shape.kind === 'line' ? 1e7 : 1e8
    const sides = tall > 0 || isScreen ? sidesOf(top, camera) : []
    const points = camera.projectAll(top)
    const face = { part: { kind: shape.kind, points, zone: 0 }, away: order }
    const back = shape.kind === 'stage' ? backdropOf(top, camera) : []
    return [
      ...back.map((wall) => ({
        part: { kind: 'backdrop' as const, points: wall, zone: 0 },
        away: order + 1,
      })),
      ...sides.map(({ points: side, away: sideAway }) => ({
        part: { kind: 'stage-side' as const, points: side, zone: 0 },
        away: Math.max(sideAway, order),
      })),
      face,
    ]
  })
}

/** A wall at the far edge of a stage, for contrast. */
function backdropOf(top: readonly Solid[], camera: Camera): number[][] {
  const edges = top.map((point, index) => {
    const next = top[(index + 1) % top.length] ?? point
    const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    const long = awayFrom(point, next.x, next.y)
    return { point, next, worth: awayFrom(camera.eye, middle.x, middle.y) + long * 0.5 }
  })
  const far = edges.toSorted((one, other) => other.worth - one.worth)[0]
  if (!far) return []
  const { point, next } = far
  const up = { z: backdropTall }
  return [camera.projectAll([point, next, { ...next, ...up }, { ...point, ...up }])]
}

function sidesOf(top: readonly Solid[], camera: Camera): { points: number[]; away: number }[] {
  return top.map((point, index) => {
    const next = top[(index + 1) % top.length] ?? point
    const wall = [point, next, { ...next, z: 0 }, { ...point, z: 0 }]
    const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return { points: camera.projectAll(wall), away: awayFrom(camera.eye, middle.x, middle.y) }
  })
}

function sectionParts(
  expanded: ExpandedLayout,
  camera: Camera,
  own: number,
  heightAt: Heights,
): { part: ViewPart; away: number }[] {
  const { layout } = expanded
  const zones = new Map(layout.zones.map(({ key }, index) => [key, index]))
  return layout.sections.map((section, index) => {
    const box = boundsOf(section.outline)
    const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
    const solid = corners(section.outline, (point) => heightAt(index, point))
    const kind = index === own ? ('own-section' as const) : ('section' as const)
    return {
      part: { kind, points: camera.projectAll(solid), zone: zones.get(section.zone) ?? 0 },
      away: awayFrom(camera.eye, middle.x, middle.y),
    }
  })
}

/** The nearest heads in front; those beside and behind are not visible. */
function headsBefore(
  expanded: ExpandedLayout,
  camera: Camera,
  own: number,
  heightAt: Heights,
): ViewCircle[] {
  const found: (ViewCircle & { depth: number })[] = []
  for (let placeId = 1; placeId <= expanded.placeCount; placeId += 1) {
    const point = { x: expanded.x[placeId] ?? 0, y: expanded.y[placeId] ?? 0 }
    const away = awayFrom(camera.eye, point.x, point.y)
    if (placeId === own || away > headsReach || away < 4) continue
    const section = expanded.section[placeId] ?? 0
    const seen = camera.project({ ...point, z: heightAt(section, point) + eyeSeated - headLower })
    if (!seen) continue
    found.push({
      x: Math.round(seen.x),
      y: Math.round(seen.y),
      radius: ((headRadius / seen.depth) * viewWidth * 0.62) | 0,
      depth: seen.depth,
    })
  }
  const isOnPicture = ({ x, y, radius }: ViewCircle) =>
    x > -radius && x < viewWidth + radius && y > -radius && y < viewHeight + radius && radius > 0
  return found
    .filter(isOnPicture)
    .sort((one, other) => other.depth - one.depth)
    .slice(-headsMax)
    .map(({ x, y, radius }) => ({ x, y, radius }))
}

/** Positions of lamps, as fractions of the stage's width from its centre. */
const lampsAt = [-0.42, -0.21, 0, 0.21, 0.42]
const lampsHigh = 78
/** Width of a beam at the stage, as a fraction of the stage's width. */
const beamWide = 0.16

/** Beams from above the stage, or none without a stage. */
function beamsOf(expanded: ExpandedLayout, camera: Camera): ViewBeam[] {
  const stage = expanded.layout.shapes.find(({ kind }) => kind === 'stage')
  if (!stage) return []
  const box = boundsOf(stage.points)
  const wide = box.right - box.left
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
  return lampsAt.flatMap((at) => {
    const lamp = camera.project({ x: middle.x + at * wide, y: middle.y, z: lampsHigh })
    // Beams lean towards the centre.
    const foot = middle.x + at * wide * 0.55
    const points = camera.projectAll([
      { x: middle.x + at * wide, y: middle.y, z: lampsHigh },
      { x: foot - (beamWide * wide) / 2, y: middle.y, z: stageTall },
      { x: foot + (beamWide * wide) / 2, y: middle.y, z: stageTall },
    ])
    return lamp && points.length >= 6 ? [{ lamp: { x: lamp.x, y: lamp.y }, points }] : []
  })
}

/** The focal point, and the size of the stage or pitch there, in pixels. */
function glowOf(expanded: ExpandedLayout, camera: Camera): ViewCircle | null {
  const { focalPoint, shapes } = expanded.layout
  const main = shapes.find(({ kind }) => kind === 'stage' || kind === 'pitch' || kind === 'screen')
  const box = main && boundsOf(main.points)
  const middle = box
    ? { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
    : { x: focalPoint.x, y: focalPoint.y }
  const at = camera.project({ ...middle, z: stageTall * 2 })
  if (!at) return null
  const reach = box ? Math.max(box.right - box.left, box.bottom - box.top) : 60
  return { x: at.x, y: at.y, radius: (reach / at.depth) * viewWidth * 0.62 }
}

/** The view from a place or a section. Pure; takes some milliseconds for 54,202 places. */
export function viewFrom(expanded: ExpandedLayout, from: Viewpoint): SeatView {
  const { focalPoint, shapes } = expanded.layout
  const heightAt = heightsOf(expanded)
  const stand = standOf(expanded, from, heightAt)
  const camera = createCamera(stand.eye, { ...focalPoint, z: 12 })
  const parts = [
    ...shapeParts(shapes, camera),
    ...sectionParts(expanded, camera, stand.section, heightAt),
  ]
    .filter(({ part }) => part.points.length >= 4)
    .sort((one, other) => other.away - one.away)
    .map(({ part }) => part)
  return {
    parts,
    beams: beamsOf(expanded, camera),
    glow: glowOf(expanded, camera),
    isPitch:
      shapes.some(({ kind }) => kind === 'pitch') && !shapes.some(({ kind }) => kind === 'stage'),
    heads: headsBefore(expanded, camera, 'placeId' in from ? from.placeId : 0, heightAt),
    horizon: camera.horizon,
    distanceMetres: awayFrom(focalPoint, stand.eye.x, stand.eye.y) / 10,
    isObstructed: stand.isObstructed,
  }
}
