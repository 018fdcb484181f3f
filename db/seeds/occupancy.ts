/** Selects sold places of a hall, so that the demo's seat maps are not empty. */
import { expandLayout } from '#seatmap/expand.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import { seededRandom } from './random.ts'

export interface Occupancy {
  readonly sold: readonly number[]
  /** Places blocked by the organiser. */
  readonly blocked: readonly number[]
}

interface Group {
  readonly first: number
  readonly count: number
  readonly rank: number
}

const groupSizes = [1, 2, 2, 2, 2, 3, 4, 4, 5]

/** Random groups of adjacent places; places near the focal point are sold first, with some variation. */
export function occupancyOf(layout: SeatLayout, name: string, soldShare: number): Occupancy {
  const { placeCount, rows, x, y } = expandLayout(layout)
  const random = seededRandom(name)
  const groups: Group[] = []
  const reach = Math.hypot(layout.width, layout.height)
  for (const row of rows) {
    const end = row.firstPlaceId + row.count
    for (let first = row.firstPlaceId; first < end;) {
      const count = Math.min(random.pick(groupSizes), end - first)
      const apart = Math.hypot(
        (x[first] ?? 0) - layout.focalPoint.x,
        (y[first] ?? 0) - layout.focalPoint.y,
      )
      groups.push({ first, count, rank: apart / reach + random.next() * 0.9 })
      first += count
    }
  }
  groups.sort((left, right) => left.rank - right.rank || left.first - right.first)
  const places = groups.flatMap(({ first, count }) =>
    Array.from({ length: count }, (_, index) => first + index),
  )
  const soldCount = Math.round(placeCount * soldShare)
  const free = places.slice(soldCount).toSorted((left, right) => left - right)
  return {
    sold: places.slice(0, soldCount),
    blocked: free.slice(0, Math.min(8, Math.floor(free.length / 40))),
  }
}
