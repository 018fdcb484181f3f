/** Theatre halls of the demo: stalls, balconies, boxes. */
import type { LocalizedText } from '#kernel/locale.ts'
import {
  arcPoints,
  arcRow,
  createLayoutBuilder,
  lineRow,
  rectangle,
  roundedRectangle,
  sectorOutline,
  type LayoutBuilder,
  type Numbering,
  type RowPlan,
} from './builders.ts'
import { seatCount, type SeatLayout } from './layout.ts'

const stageName: LocalizedText = { ka: 'სცენა', en: 'Stage' }

interface FanPlan {
  name: LocalizedText
  level: number
  zone: string
  centre: readonly [number, number]
  radiusFirst: number
  rowDepth?: number
  rows: number
  /** Degrees of the blocks, left to right. */
  blocks: readonly (readonly [number, number])[]
  numbering: Numbering
  labelFirst?: number
  /** The zone by row index, for rows that differ from the section. */
  zoneOf?: (row: number) => string | undefined
  /** Index of the row whose outer seats are wheelchair spaces, or have a limited view. */
  wheelchairRow?: number
  obstructedRow?: number
}

/** Curved rows of one level, fanned out below the stage. */
function fan(builder: LayoutBuilder, plan: FanPlan): void {
  const rowDepth = plan.rowDepth ?? 9
  const rows = Array.from({ length: plan.rows }, (_, row) => {
    const curved = arcRow({
      label: String(row + (plan.labelFirst ?? 1)),
      centre: plan.centre,
      radius: plan.radiusFirst + row * rowDepth,
      blocks: plan.blocks,
      numbering: plan.numbering,
      zone: plan.zoneOf?.(row),
    })
    const last = seatCount(curved.numbering) - 1
    if (row === plan.wheelchairRow) return { ...curved, exceptions: wheelchairs(last) }
    if (row === plan.obstructedRow) return { ...curved, exceptions: obstructed(last) }
    return curved
  })
  builder.seated(
    {
      name: plan.name,
      level: plan.level,
      zone: plan.zone,
      outline: sectorOutline({
        centre: plan.centre,
        radiusFirst: plan.radiusFirst,
        radiusLast: plan.radiusFirst + (plan.rows - 1) * rowDepth,
        from: plan.blocks[0]?.[0] ?? 120,
        to: plan.blocks.at(-1)?.[1] ?? 60,
        margin: 6,
      }),
    },
    rows,
  )
}

/** Boxes one below the other: three seats in front and two behind, `side` −1 on the left and 1 on the right. */
function boxRows(x: number, yFirst: number, count: number, side: -1 | 1): RowPlan[] {
  return Array.from({ length: count }, (_, box) => {
    const y = yFirst + box * 23
    return {
      label: String(box + 1),
      points: [x, y - 6, x, y, x, y + 6, x + side * 6.5, y - 3, x + side * 6.5, y + 3],
      numbering: [[5, 1, 1]],
    }
  })
}

function boxColumn(
  builder: LayoutBuilder,
  plan: {
    name: LocalizedText
    level: number
    zone: string
    x: number
    y: number
    count: number
    side: -1 | 1
  },
): void {
  const middleX = plan.x + plan.side * 3.2
  const height = plan.count * 23
  const top = plan.y - 11.5
  builder.seated(
    {
      name: plan.name,
      level: plan.level,
      zone: plan.zone,
      rowKind: 'box',
      outline: rectangle([middleX, top + height / 2], 19, height),
    },
    boxRows(plan.x, plan.y, plan.count, plan.side),
  )
  for (let wall = 1; wall < plan.count; wall += 1) {
    const y = top + wall * 23
    builder.shape({ kind: 'line', points: [middleX - 9.5, y, middleX + 9.5, y] })
  }
}

/** A stage with a curved apron. */
function stage(builder: LayoutBuilder, middleX: number, width: number, y: number): void {
  const half = width / 2
  builder.shape({
    kind: 'stage',
    text: stageName,
    points: [
      middleX - half * 0.82,
      y,
      middleX + half * 0.82,
      y,
      middleX + half,
      y + 44,
      ...arcPoints([middleX, y + 44 - half * 1.6], Math.hypot(half, half * 1.6), 58, 122, 10),
      middleX - half,
      y + 44,
    ],
  })
}

const wheelchairs = (last: number): RowPlan['exceptions'] => [
  { at: 0, flags: ['accessible'] },
  { at: 1, flags: ['companion'] },
  { at: last - 1, flags: ['companion'] },
  { at: last, flags: ['accessible'] },
]

const obstructed = (last: number): RowPlan['exceptions'] =>
  [0, 1, last - 1, last].map((at) => ({ at, flags: ['obstructed'] as const }))

/** Modelled on the great hall of a drama theatre: stalls, two balconies, boxes; about 800 seats. */
export function theatreLayout(): SeatLayout {
  const builder = createLayoutBuilder({
    name: { ka: 'თეატრის დიდი დარბაზი', en: 'Theatre, great hall' },
    width: 400,
    height: 435,
    focalPoint: { x: 200, y: 40 },
    zones: [
      ['premium', 'პრემიუმი', 'Premium'],
      ['stalls', 'პარტერი', 'Stalls'],
      ['boxes', 'ლოჟები', 'Boxes'],
      ['circle', 'ამფითეატრი', 'Circle'],
      ['gallery', 'იარუსი', 'Gallery'],
    ],
  })
  const centre = [200, -70] as const
  stage(builder, 200, 150, 12)
  const blocks = [
    [112, 98.5],
    [98.5, 81.5],
    [81.5, 68],
  ] as const
  fan(builder, {
    name: { ka: 'პარტერი', en: 'Stalls' },
    level: 0,
    zone: 'stalls',
    centre,
    radiusFirst: 176,
    rows: 14,
    blocks,
    numbering: 'oddEven',
    zoneOf: (row) => (row < 5 ? 'premium' : undefined),
    wheelchairRow: 13,
  })
  fan(builder, {
    name: { ka: 'ამფითეატრი', en: 'Circle' },
    level: 1,
    zone: 'circle',
    centre,
    radiusFirst: 337,
    rows: 3,
    blocks: [
      [118, 108],
      [108, 90],
      [90, 72],
      [72, 62],
    ],
    numbering: 'oddEven',
  })
  fan(builder, {
    name: { ka: 'იარუსი', en: 'Gallery' },
    level: 2,
    zone: 'gallery',
    centre,
    radiusFirst: 389,
    rows: 4,
    blocks: [
      [111, 97],
      [97, 83],
      [83, 69],
    ],
    numbering: 'oddEven',
    obstructedRow: 3,
  })
  const left = { ka: 'ლოჟები, მარცხენა', en: 'Boxes, left' }
  const right = { ka: 'ლოჟები, მარჯვენა', en: 'Boxes, right' }
  const box = { level: 1, zone: 'boxes', y: 92, count: 6 }
  boxColumn(builder, { ...box, name: left, x: 62, side: -1 })
  boxColumn(builder, { ...box, name: right, x: 338, side: 1 })
  return builder.build()
}

/** A tier of boxes in a horseshoe: each has three seats in front and two behind. */
function horseshoe(
  builder: LayoutBuilder,
  plan: {
    name: LocalizedText
    level: number
    zone: string
    centre: readonly [number, number]
    radius: number
    boxes: number
    from: number
    to: number
  },
): void {
  const step = (plan.from - plan.to) / plan.boxes
  const rows = Array.from({ length: plan.boxes }, (_, box): RowPlan => {
    const middle = plan.from - step * (box + 0.5)
    const seatAt = (across: number, radius: number) => {
      const angle = middle - (across / radius) * (180 / Math.PI)
      return arcPoints(plan.centre, radius, angle, angle, 1).slice(0, 2)
    }
    const front = [-6, 0, 6].flatMap((across) => seatAt(across, plan.radius))
    const back = [-3, 3].flatMap((across) => seatAt(across, plan.radius + 7))
    return { label: String(box + 1), points: [...front, ...back], numbering: [[5, 1, 1]] }
  })
  builder.seated(
    {
      name: plan.name,
      level: plan.level,
      zone: plan.zone,
      rowKind: 'box',
      outline: sectorOutline({
        centre: plan.centre,
        radiusFirst: plan.radius,
        radiusLast: plan.radius + 7,
        from: plan.from,
        to: plan.to,
        margin: 5,
      }),
    },
    rows,
  )
  for (let wall = 1; wall < plan.boxes; wall += 1) {
    const angle = plan.from - step * wall
    const inner = arcPoints(plan.centre, plan.radius - 5, angle, angle, 1).slice(0, 2)
    const outer = arcPoints(plan.centre, plan.radius + 12, angle, angle, 1).slice(0, 2)
    builder.shape({ kind: 'line', points: [...inner, ...outer] })
  }
}

/** An opera house: stalls inside a horseshoe of boxes, amphitheatre and gallery; about 1,100 seats. */
export function operaLayout(): SeatLayout {
  const builder = createLayoutBuilder({
    name: { ka: 'ოპერისა და ბალეტის თეატრი', en: 'Opera and ballet theatre' },
    width: 470,
    height: 500,
    focalPoint: { x: 235, y: 45 },
    zones: [
      ['orchestra', 'პარტერი, წინა რიგები', 'Front stalls'],
      ['stalls', 'პარტერი', 'Stalls'],
      ['boxes', 'ბენუარი', 'Stage-level boxes'],
      ['tier', 'ბელეტაჟის ლოჟები', 'First-tier boxes'],
      ['amphitheatre', 'ამფითეატრი', 'Amphitheatre'],
      ['gallery', 'ქანდარა', 'Upper gallery'],
    ],
  })
  stage(builder, 235, 160, 12)
  builder.shape({
    kind: 'floor',
    text: { ka: 'ორკესტრი', en: 'Orchestra' },
    points: roundedRectangle([235, 95], 120, 17, 8),
  })
  fan(builder, {
    name: { ka: 'პარტერი', en: 'Stalls' },
    level: 0,
    zone: 'stalls',
    centre: [235, -190],
    radiusFirst: 322,
    rows: 15,
    rowDepth: 8.6,
    blocks: [
      [103, 90],
      [90, 77],
    ],
    numbering: 'ascending',
    zoneOf: (row) => (row < 6 ? 'orchestra' : undefined),
    wheelchairRow: 14,
  })
  const round = { centre: [235, 170] as const, from: 200, to: -20 }
  horseshoe(builder, {
    ...round,
    name: { ka: 'ბენუარის ლოჟები', en: 'Stage-level boxes' },
    level: 1,
    zone: 'boxes',
    radius: 149,
    boxes: 20,
  })
  horseshoe(builder, {
    ...round,
    name: { ka: 'ბელეტაჟის ლოჟები', en: 'First-tier boxes' },
    level: 2,
    zone: 'tier',
    radius: 190,
    boxes: 24,
  })
  const back = [235, 170] as const
  const upper = { centre: back, rowDepth: 8.6, numbering: 'ascending' as const }
  fan(builder, {
    ...upper,
    name: { ka: 'ამფითეატრი', en: 'Amphitheatre' },
    level: 3,
    zone: 'amphitheatre',
    radiusFirst: 235,
    rows: 3,
    blocks: [
      [140, 107],
      [107, 73],
      [73, 40],
    ],
  })
  fan(builder, {
    ...upper,
    name: { ka: 'ქანდარა', en: 'Upper gallery' },
    level: 4,
    zone: 'gallery',
    radiusFirst: 286,
    rows: 4,
    blocks: [
      [128, 103],
      [103, 77],
      [77, 52],
    ],
  })
  return builder.build()
}

/** A small stage with straight rows of the given lengths. */
export function smallHallLayout(
  name: LocalizedText,
  rowCounts: readonly (readonly number[])[],
  premiumRows: number,
): SeatLayout {
  const longest = Math.max(
    ...rowCounts.map((counts) => counts.reduce((sum, count) => sum + count, 0)),
  )
  const width = longest * 5.5 + 90
  const height = rowCounts.length * 9.5 + 105
  const middle = width / 2
  const builder = createLayoutBuilder({
    name,
    width,
    height,
    focalPoint: { x: middle, y: 35 },
    zones: [
      ['front', 'წინა რიგები', 'Front rows'],
      ['rear', 'უკანა რიგები', 'Rear rows'],
    ],
  })
  stage(builder, middle, longest * 5.5 * 0.85, 10)
  const last = rowCounts.length - 1
  const rows = rowCounts.map((counts, row) => {
    const total = counts.reduce((sum, count) => sum + count, 0)
    return lineRow({
      label: String(row + 1),
      middle: [middle, 92 + row * 9.5],
      counts,
      numbering: 'ascending',
      zone: row < premiumRows ? 'front' : undefined,
      exceptions: row === last ? wheelchairs(total - 1) : undefined,
    })
  })
  builder.seated(
    {
      name: { ka: 'დარბაზი', en: 'Hall' },
      zone: 'rear',
      outline: roundedRectangle(
        [middle, 92 + (last * 9.5) / 2],
        longest * 5.5 + 50,
        last * 9.5 + 16,
        6,
      ),
    },
    rows,
  )
  return builder.build()
}
