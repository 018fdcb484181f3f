import { round, type RowPlan } from '../builders.ts'
import { pitchDefault, type SeatFlag } from '../layout.ts'
import { boundsOf, type Point } from './element-facts.ts'
import type { SvgElement } from './elements.ts'

export interface DrawnSeat {
  readonly at: Point
  /** The longer side of its box. */
  readonly size: number
  label: string
  readonly zone: string | undefined
  readonly flags: readonly SeatFlag[]
  readonly element: SvgElement
}

/** Distance between two points. */
export function apart(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

/** Seats in order along the row, left to right (top to bottom for a vertical row). */
export function inOrder(row: readonly DrawnSeat[]): DrawnSeat[] {
  const { left, right, top, bottom } = boundsOf(row.map((seat) => seat.at))
  const isLevel = right - left >= bottom - top
  return row.toSorted((one, other) => (isLevel ? one.at.x - other.at.x : one.at.y - other.at.y))
}

/** A drawn row in the layout's format: seats in order, few numbering runs, differences as exceptions. */
export function rowPlan(
  label: string,
  row: readonly DrawnSeat[],
  place: (point: Point) => Point,
  zoneOf: (seat: DrawnSeat) => string,
  zone: string,
): RowPlan {
  const ordered = inOrder(row)
  const taken = new Set(ordered.map((seat) => seat.label))
  let next = ordered.length
  ordered.forEach((seat, index) => {
    if (seat.label !== '') return
    // Beside seats with numbers of their own, such as the one that a clone repeats, the position may be taken.
    seat.label = String(index + 1)
    while (taken.has(seat.label)) seat.label = String((next += 1))
    taken.add(seat.label)
  })
  const points = ordered.map((seat) => place(seat.at))
  const numbering = runsOf(ordered.map((seat) => seat.label))
  const labels = numbering.flatMap(([count, start, step]) =>
    Array.from({ length: count }, (_, index) => String(start + step * index)),
  )
  const exceptions = ordered.flatMap((seat, at) => {
    const own = zoneOf(seat)
    const differs = {
      ...(labels[at] === seat.label ? {} : { label: seat.label }),
      ...(own === zone ? {} : { zone: own }),
      ...(seat.flags.length > 0 ? { flags: [...seat.flags] } : {}),
    }
    return Object.keys(differs).length > 0 ? [{ at, ...differs }] : []
  })
  return {
    label,
    ...wayOf(points),
    numbering,
    ...(exceptions.length > 0 ? { exceptions } : {}),
  }
}

/** Evenly spaced seats in a straight row become a line with gaps; all others keep their points. */
function wayOf(points: readonly Point[]): Pick<RowPlan, 'line' | 'pitch' | 'gaps' | 'points'> {
  const flat = { points: points.flatMap(({ x, y }) => [x, y]) }
  const [first] = points
  const last = points.at(-1)
  if (!first || !last || points.length < 3) return flat
  const length = apart(first, last)
  const along = { x: (last.x - first.x) / length, y: (last.y - first.y) / length }
  const offsets = points.map(
    (point) => (point.x - first.x) * along.x + (point.y - first.y) * along.y,
  )
  const isStraight = points.every(
    (point) => Math.abs((point.x - first.x) * along.y - (point.y - first.y) * along.x) < 0.3,
  )
  const steps = offsets.slice(1).map((offset, index) => offset - (offsets[index] ?? 0))
  const pitch = round(
    steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 3)] ?? pitchDefault,
    2,
  )
  if (!isStraight || pitch < 3.5) return flat
  const gaps = steps.flatMap((step, index): [number, number][] => {
    const more = round(step - pitch)
    return more > 0.4 ? [[index, more]] : []
  })
  const isEven = steps.every(
    (step, index) =>
      step - pitch > 0.4 || Math.abs(step - pitch) <= 0.4 || gaps.some(([at]) => at === index),
  )
  if (!isEven) return flat
  const angle = round((Math.atan2(along.y, along.x) * 180) / Math.PI, 2)
  return { line: [first.x, first.y, angle], pitch, ...(gaps.length > 0 ? { gaps } : {}) }
}

/** Numbers as few runs: `13 11 … 1 2 4 … 14` has two. Labels that are no numbers become exceptions. */
function runsOf(labels: readonly string[]): RowPlan['numbering'] {
  const runs: [number, number, number][] = []
  for (const label of labels) {
    const value = /^\d{1,5}$/.test(label) ? Number(label) : null
    const run = runs.at(-1)
    const next = run ? run[1] + run[2] * run[0] : 0
    if (run && value === null) run[0] += 1
    else if (run && run[0] === 1 && value !== null && Math.abs(value - run[1]) <= 100) {
      run[2] = value - run[1]
      run[0] = 2
    } else if (run && value === next) run[0] += 1
    else runs.push([1, value ?? 0, 1])
  }
  return runs
}
