/** Parametric builders of layouts; ids are assigned in order of building. */
import { invariant } from '#kernel/result.ts'
import {
  pitchDefault,
  seatCount,
  type LayoutRow,
  type LayoutSection,
  type LayoutShape,
  type LayoutTable,
  type SeatLayout,
} from './layout.ts'

export type RowPlan = Omit<LayoutRow, 'id' | 'firstPlaceId'>
export type TablePlan = Omit<LayoutTable, 'id' | 'firstPlaceId'>
export type SectionPlan = Omit<LayoutSection, 'id' | 'kind' | 'rows' | 'tables' | 'pool'>
export type LayoutHead = Pick<SeatLayout, 'name' | 'width' | 'height' | 'focalPoint'> & {
  /** Key and names, in palette order. */
  zones: readonly (readonly [key: string, ka: string, en: string])[]
}

/** Numbering of the seats along a row, from left to right. */
export type Numbering = 'ascending' | 'descending' | 'oddEven'

export interface LayoutBuilder {
  shape(shape: LayoutShape): void
  seated(plan: SectionPlan, rows: readonly RowPlan[]): void
  tables(plan: SectionPlan, tables: readonly TablePlan[]): void
  /** A standing area or unnumbered seats with room for `capacity` people. */
  pool(kind: 'standing' | 'free', plan: SectionPlan, capacity: number): void
  build(): SeatLayout
}

const radians = Math.PI / 180

/** Rounded to a centimetre, so that layouts stay small. */
export function round(value: number, decimals = 1): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor + 0
}

export function createLayoutBuilder(head: LayoutHead): LayoutBuilder {
  const shapes: LayoutShape[] = []
  const sections: LayoutSection[] = []
  let placeNext = 1
  let rowNext = 1
  let poolNext = 1
  function identify<Plan extends RowPlan | TablePlan>(plan: Plan) {
    const firstPlaceId = placeNext
    placeNext += seatCount(plan.numbering)
    return { id: rowNext++, firstPlaceId, ...plan }
  }
  const base = (plan: SectionPlan) => ({ id: sections.length + 1, ...plan })
  return {
    shape: (shape) => void shapes.push(shape),
    seated: (plan, rows) =>
      void sections.push({ ...base(plan), kind: 'seated', rows: rows.map(identify) }),
    tables: (plan, tables) =>
      void sections.push({ ...base(plan), kind: 'table', tables: tables.map(identify) }),
    pool: (kind, plan, capacity) =>
      void sections.push({ ...base(plan), kind, pool: { poolId: poolNext++, capacity } }),
    build: () => ({
      formatVersion: 1,
      name: head.name,
      width: head.width,
      height: head.height,
      focalPoint: head.focalPoint,
      zones: head.zones.map(([key, ka, en]) => ({ key, name: { ka, en } })),
      shapes,
      sections,
    }),
  }
}

/** Numbering runs of a row with `count` seats. */
export function numberingRuns(count: number, numbering: Numbering): LayoutRow['numbering'] {
  if (numbering === 'ascending') return [[count, 1, 1]]
  if (numbering === 'descending') return [[count, count, -1]]
  const odd = Math.ceil(count / 2)
  if (count === 1) return [[1, 1, 2]]
  return [
    [odd, odd * 2 - 1, -2],
    [count - odd, 2, 2],
  ]
}

export interface ArcRowOptions {
  label: string
  centre: readonly [x: number, y: number]
  /** Distance from the centre, in units. */
  radius: number
  /** Blocks of seats in degrees, left to right: for rows below the centre 120 → 60. */
  blocks: readonly (readonly [from: number, to: number])[]
  /** Width of the aisle between blocks, in units. */
  aisle?: number
  /** Distance between neighbouring seats, in units. */
  pitch?: number
  numbering?: Numbering
  exceptions?: LayoutRow['exceptions']
  zone?: string
}

/** A curved row with as many seats as fit into each block, centred in the block. */
export function arcRow(options: ArcRowOptions): RowPlan {
  const { centre, radius, blocks, aisle = 11, pitch = pitchDefault } = options
  const perDegree = radius * radians
  const gaps: [number, number][] = []
  let total = 0
  let angleFirst = 0
  let angleLast = 0
  for (const [index, [from, to]] of blocks.entries()) {
    const trimLeft = index === 0 ? 0 : aisle / 2
    const trimRight = index === blocks.length - 1 ? 0 : aisle / 2
    const span = (from - to) * perDegree - trimLeft - trimRight
    const count = Math.max(1, Math.floor(span / pitch + 0.001))
    const middle = from - (trimLeft + span / 2) / perDegree
    const start = middle + ((count - 1) * pitch) / 2 / perDegree
    if (index === 0) angleFirst = start
    else gaps.push([total - 1, round((angleLast - start) * perDegree - pitch)])
    angleLast = start - ((count - 1) * pitch) / perDegree
    total += count
  }
  return {
    label: options.label,
    arc: [round(centre[0]), round(centre[1]), round(radius), round(angleFirst, 2)],
    pitch: -pitch,
    ...(gaps.length > 0 && { gaps }),
    numbering: numberingRuns(total, options.numbering ?? 'ascending'),
    ...(options.exceptions && { exceptions: options.exceptions }),
    ...(options.zone !== undefined && { zone: options.zone }),
  }
}

export interface LineRowOptions {
  label: string
  /** Middle of the row. */
  middle: readonly [x: number, y: number]
  /** Degrees; 0 is upright. */
  angle?: number
  /** Number of seats of each block, left to right. */
  counts: readonly number[]
  aisle?: number
  pitch?: number
  numbering?: Numbering
  exceptions?: LayoutRow['exceptions']
  zone?: string
}

/** A straight row of blocks centred on a point. */
export function lineRow(options: LineRowOptions): RowPlan {
  const { middle, angle = 0, counts, aisle = 11, pitch = pitchDefault } = options
  const total = counts.reduce((sum, count) => sum + count, 0)
  invariant(total > 0, `row ${options.label} has no seats`)
  const length = (total - 1) * pitch + (counts.length - 1) * aisle
  const turn = angle * radians
  const gaps: [number, number][] = []
  let seen = 0
  for (const count of counts.slice(0, -1)) {
    seen += count
    gaps.push([seen - 1, aisle])
  }
  return {
    label: options.label,
    line: [
      round(middle[0] - (Math.cos(turn) * length) / 2),
      round(middle[1] - (Math.sin(turn) * length) / 2),
      round(angle, 2),
    ],
    pitch,
    ...(gaps.length > 0 && { gaps }),
    numbering: numberingRuns(total, options.numbering ?? 'ascending'),
    ...(options.exceptions && { exceptions: options.exceptions }),
    ...(options.zone !== undefined && { zone: options.zone }),
  }
}

/** Points on a circle between two angles in degrees, both included. */
export function arcPoints(
  centre: readonly [number, number],
  radius: number,
  from: number,
  to: number,
  steps = Math.max(2, Math.ceil(Math.abs(from - to) / 6)),
): number[] {
  return Array.from({ length: steps + 1 }, (_, index) => {
    const angle = (from + ((to - from) * index) / steps) * radians
    return [
      round(centre[0] + Math.cos(angle) * radius),
      round(centre[1] + Math.sin(angle) * radius),
    ]
  }).flat()
}

/** Outline of curved rows: a ring sector, `margin` units wider than the seats' centres. */
export function sectorOutline(options: {
  centre: readonly [number, number]
  radiusFirst: number
  radiusLast: number
  from: number
  to: number
  margin?: number
}): number[] {
  const { centre, radiusFirst, radiusLast, from, to, margin = 5 } = options
  const inner = radiusFirst - margin
  const outer = radiusLast + margin
  const extra = margin * 0.35
  const widen = (radius: number) => extra / (radius * radians)
  return [
    ...arcPoints(centre, inner, from + widen(inner), to - widen(inner)),
    ...arcPoints(centre, outer, to - widen(outer), from + widen(outer)),
  ]
}

/** A rectangle by its centre, rotated by `angle` degrees. */
export function rectangle(
  middle: readonly [number, number],
  width: number,
  height: number,
  angle = 0,
): number[] {
  const turn = angle * radians
  const corners: [number, number][] = [
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ]
  return corners.flatMap(([x, y]) => [
    round(middle[0] + Math.cos(turn) * x - Math.sin(turn) * y),
    round(middle[1] + Math.sin(turn) * x + Math.cos(turn) * y),
  ])
}

/** A rectangle with rounded corners. */
export function roundedRectangle(
  middle: readonly [number, number],
  width: number,
  height: number,
  radius: number,
): number[] {
  const [x, y] = middle
  const across = width / 2 - radius
  const down = height / 2 - radius
  return [
    ...arcPoints([x + across, y - down], radius, -90, 0, 4),
    ...arcPoints([x + across, y + down], radius, 0, 90, 4),
    ...arcPoints([x - across, y + down], radius, 90, 180, 4),
    ...arcPoints([x - across, y - down], radius, 180, 270, 4),
  ]
}

/** Removes `excess` seats, at most one per row and evenly spread, to reach a hall's exact number. */
export function withoutSeats(rows: readonly RowPlan[], excess: number): RowPlan[] {
  invariant(excess >= 0 && excess <= rows.length, `${excess} seats of ${rows.length} rows`)
  let taken = 0
  return rows.map((row, index) => {
    if (Math.floor(((index + 1) * excess) / rows.length) <= taken) return row
    taken += 1
    const numbering = row.numbering.map((run) => [...run] as (typeof row.numbering)[number])
    const last = numbering.at(-1)
    invariant(last && last[0] > 1, `row ${row.label} is too short to lose a seat`)
    last[0] -= 1
    return { ...row, numbering }
  })
}
