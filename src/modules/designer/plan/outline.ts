/** Default outline of a section: its seats with a margin. */
import { round } from '#seatmap/builders.ts'
import type { PlanPlaced } from './document.ts'
import { spotsOf } from './placed.ts'

/** From the centre of an outer seat to the outline, in units. */
const margin = 5
const corners = [
  [-margin, -margin],
  [margin, -margin],
  [margin, margin],
  [-margin, margin],
] as const

/** The convex hull of the points, clockwise on the screen. */
export function hullOf(points: readonly (readonly [number, number])[]): [number, number][] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly (readonly [number, number])[]) => {
    const result: [number, number][] = []
    for (const [x, y] of list) {
      for (;;) {
        const [a, b] = [result.at(-2), result.at(-1)]
        if (!a || !b) break
        if ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) > 0) break
        result.pop()
      }
      result.push([x, y])
    }
    return result.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

interface Ring {
  readonly first: PlanPlaced
  readonly front: [number, number][]
  readonly back: [number, number][]
}

/** Outline of a curved block: a ring segment from the seats of its inner and outer row. */
function ringOf(placed: readonly PlanPlaced[]): Ring | null {
  const first = placed[0]
  if (!first || placed.length < 2) return null
  for (const one of placed) {
    const isSame =
      'arc' in one &&
      'arc' in first &&
      Math.abs((one.arc?.[0] ?? 0) - (first.arc?.[0] ?? 1)) < 0.5 &&
      Math.abs((one.arc?.[1] ?? 0) - (first.arc?.[1] ?? 1)) < 0.5
    if (!isSame) return null
  }
  const byRadius = placed.toSorted((a, b) => radiusOf(a) - radiusOf(b))
  const [inner, outer] = [byRadius[0], byRadius.at(-1)]
  if (!inner || !outer || !('arc' in inner) || !inner.arc) return null
  const [x, y] = inner.arc
  const radians = Math.PI / 180
  // Angles are relative to the middle of the block, so that none wraps at ±180°.
  const reference = Math.atan2(
    (spotsOf(inner)[Math.floor(spotsOf(inner).length / 2)]?.y ?? 0) - y,
    (spotsOf(inner)[Math.floor(spotsOf(inner).length / 2)]?.x ?? 0) - x,
  )
  let low = 0
  let high = 0
  for (const one of placed)
    for (const spot of spotsOf(one)) {
      let angle = Math.atan2(spot.y - y, spot.x - x) - reference
      if (angle > Math.PI) angle -= Math.PI * 2
      if (angle < -Math.PI) angle += Math.PI * 2
      low = Math.min(low, angle)
      high = Math.max(high, angle)
    }
  const steps = Math.max(8, Math.ceil((high - low) / (6 * radians)))
  const side = (radius: number): [number, number][] => {
    const wide = margin / Math.max(radius, 10)
    return Array.from({ length: steps + 1 }, (_, index) => {
      const angle = reference + low - wide + ((high - low + wide * 2) * index) / steps
      return [round(x + Math.cos(angle) * radius), round(y + Math.sin(angle) * radius)]
    })
  }
  return {
    first,
    front: side(Math.max(radiusOf(inner) - margin, 1)),
    back: side(radiusOf(outer) + margin),
  }
}

function radiusOf(placed: PlanPlaced): number {
  return 'arc' in placed ? (placed.arc?.[2] ?? 0) : 0
}

export function outlineAround(placed: readonly PlanPlaced[]): number[] {
  const ring = ringOf(placed)
  if (ring) return [...ring.front, ...ring.back.toReversed()].flat()
  const points: [number, number][] = []
  for (const one of placed) {
    const tops = 'shape' in one ? [{ x: one.x, y: one.y }] : []
    for (const { x, y } of [...spotsOf(one), ...tops])
      for (const [dx, dy] of corners) points.push([round(x + dx), round(y + dy)])
  }
  return hullOf(points).flat()
}
