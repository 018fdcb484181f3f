/** Snapping of moved elements: aligned with nearby ones, otherwise to the grid. */
import type { Box } from '#seatmap/geometry.ts'
import type { Guide } from './board-state.ts'

/** Distance of grid lines in units. */
export const gridStep = 2.5

interface Snapped {
  readonly dx: number
  readonly dy: number
  readonly guides: readonly Guide[]
}

function nearest(
  edges: readonly number[],
  targets: readonly number[],
  reach: number,
): { shift: number; at: number } | null {
  let best: { shift: number; at: number } | null = null
  for (const edge of edges)
    for (const target of targets) {
      const shift = target - edge
      if (Math.abs(shift) <= reach && (best === null || Math.abs(shift) < Math.abs(best.shift)))
        best = { shift, at: target }
    }
  return best
}

const across = (box: Box) => [box.left, (box.left + box.right) / 2, box.right]
const down = (box: Box) => [box.top, (box.top + box.bottom) / 2, box.bottom]

export function snapMove(
  box: Box,
  dx: number,
  dy: number,
  others: readonly Box[],
  reach: number,
): Snapped {
  const moved = {
    left: box.left + dx,
    right: box.right + dx,
    top: box.top + dy,
    bottom: box.bottom + dy,
  }
  const x = nearest(across(moved), others.flatMap(across), reach)
  const y = nearest(down(moved), others.flatMap(down), reach)
  const guides: Guide[] = []
  if (x) guides.push({ way: 'down', at: x.at })
  if (y) guides.push({ way: 'across', at: y.at })
  const onGrid = (value: number) => Math.round(value / gridStep) * gridStep
  return {
    dx: x ? dx + x.shift : onGrid(dx),
    dy: y ? dy + y.shift : onGrid(dy),
    guides,
  }
}
