/** The target view for showing places, and the quality of their view; calculated from the layout alone. */
import type { ExpandedLayout } from './expand.ts'
import { boundsOf, fitBox, type Point, type Transform, type Viewport } from './geometry.ts'
import { pitchDefault, seatFlagBit } from './layout.ts'

/** Distance between neighbours in pixels at which numbers are readable and the surroundings visible. */
const shownPitch = 26
/** Margin around the places in pixels, for the pin above them and for their neighbours. */
const surroundings = 72

function pointOf({ x, y }: ExpandedLayout, placeId: number): Point {
  return { x: x[placeId] ?? 0, y: y[placeId] ?? 0 }
}

/** The view centred on all these places, as near as they are readable; null without places. */
export function flightTo(
  expanded: ExpandedLayout,
  placeIds: readonly number[],
  viewport: Viewport,
): Transform | null {
  if (placeIds.length === 0) return null
  const points = placeIds.map((placeId) => pointOf(expanded, placeId))
  const box = boundsOf(points.flatMap(({ x, y }) => [x, y]))
  const scale = Math.min(fitBox(box, viewport, surroundings).scale, shownPitch / pitchDefault)
  return {
    scale,
    x: viewport.width / 2 - ((box.left + box.right) / 2) * scale,
    y: viewport.height / 2 - ((box.top + box.bottom) / 2) * scale,
  }
}

/** The position of the pin: above the centre of a group of places. */
export function pinPoint(expanded: ExpandedLayout, placeIds: readonly number[]): Point {
  const box = boundsOf(
    placeIds.flatMap((placeId) => {
      const { x, y } = pointOf(expanded, placeId)
      return [x, y]
    }),
  )
  return { x: (box.left + box.right) / 2, y: box.top }
}

export type ViewGrade = 'close' | 'good' | 'far' | 'limited'

/** Fraction of the distance from the focal point to the farthest place. */
const closeShare = 0.3
const goodShare = 0.65

const reaches = new WeakMap<ExpandedLayout, number>()

function reachOf(expanded: ExpandedLayout): number {
  let reach = reaches.get(expanded)
  if (reach === undefined) {
    reach = 1
    for (let placeId = 1; placeId <= expanded.placeCount; placeId += 1)
      reach = Math.max(reach, awayOf(expanded, placeId))
    reaches.set(expanded, reach)
  }
  return reach
}

function awayOf(expanded: ExpandedLayout, placeId: number): number {
  const { focalPoint } = expanded.layout
  const { x, y } = pointOf(expanded, placeId)
  return Math.hypot(x - focalPoint.x, y - focalPoint.y)
}

/** The quality of the view, which is that of the worst of these places. */
export function viewGrade(expanded: ExpandedLayout, placeIds: readonly number[]): ViewGrade {
  const isLimited = placeIds.some(
    (placeId) => ((expanded.flags[placeId] ?? 0) & seatFlagBit.obstructed) !== 0,
  )
  if (isLimited) return 'limited'
  const share =
    Math.max(...placeIds.map((placeId) => awayOf(expanded, placeId))) / reachOf(expanded)
  if (share <= closeShare) return 'close'
  return share <= goodShare ? 'good' : 'far'
}
