/** Arenas of the demo: a concert arena with a standing floor, a stadium bowl. */
import { invariant } from '#kernel/result.ts'
import { bowlBlocks, type BowlBlock, type BowlSide, type BowlTier } from './bowl.ts'
import {
  arcPoints,
  createLayoutBuilder,
  rectangle,
  roundedRectangle,
  withoutSeats,
  type LayoutBuilder,
  type RowPlan,
} from './builders.ts'
import { seatCount, type SeatLayout } from './layout.ts'

interface CheckInSession {
  block: BowlBlock
  number: number
  level: number
  zone: string
}

function seatsOf(rows: readonly RowPlan[]): number {
  return rows.reduce((total, row) => total + seatCount(row.numbering), 0)
}

/** Adds the stands in order, with evenly spread seats removed to reach exactly `total`. */
export function addStands(
  builder: LayoutBuilder,
  stands: readonly CheckInSession[],
  total: number,
): void {
  const all = stands.flatMap((stand) => stand.block.rows)
  const thinned = withoutSeats(all, seatsOf(all) - total)
  invariant(seatsOf(thinned) === total, `${seatsOf(thinned)} seats, not ${total}`)
  let at = 0
  for (const { block, number, level, zone } of stands) {
    const rows = thinned.slice(at, at + block.rows.length)
    at += block.rows.length
    builder.seated(
      {
        name: { ka: `სექტორი ${number}`, en: `Sector ${number}` },
        shortName: String(number),
        level,
        zone,
        outline: block.outline,
      },
      withWheelchairs(block, rows),
    )
  }
}

/** The front row of every straight middle block has wheelchair spaces at its ends. */
function withWheelchairs(block: BowlBlock, rows: RowPlan[]): RowPlan[] {
  const first = rows[0]
  if (!first || block.corner || block.index % 4 !== 2) return rows
  const last = seatCount(first.numbering) - 1
  const exceptions: RowPlan['exceptions'] = [
    { at: 0, flags: ['accessible'] },
    { at: 1, flags: ['companion'] },
    { at: last, flags: ['accessible'] },
  ]
  return [{ ...first, exceptions }, ...rows.slice(1)]
}

/** The blocks of a tier with their sector numbers and zones. */
export function standsOf(
  tier: BowlTier,
  level: number,
  numberFirst: number,
  zoneOf: (side: BowlSide, corner: boolean) => string,
): CheckInSession[] {
  return bowlBlocks(tier).map((block) => ({
    block,
    number: numberFirst + block.index,
    level,
    zone: zoneOf(block.side, block.corner),
  }))
}

/** A concert arena: 4,000 standing before the stage, 6,000 seats around. */
export function arenaLayout(): SeatLayout {
  const centre = [330, 430] as const
  const builder = createLayoutBuilder({
    name: { ka: 'არენა, საკონცერტო განლაგება', en: 'Arena, concert' },
    width: 890,
    height: 860,
    focalPoint: { x: 110, y: 430 },
    zones: [
      ['fan', 'ფანზონა', 'Fan zone'],
      ['floor', 'საცეკვაო პარტერი', 'Standing floor'],
      ['near', 'ტრიბუნა სცენასთან', 'Stands near the stage'],
      ['lower', 'ქვედა იარუსი', 'Lower tier'],
      ['upper', 'ზედა იარუსი', 'Upper tier'],
    ],
  })
  builder.shape({ kind: 'floor', points: roundedRectangle(centre, 600, 360, 70) })
  builder.shape({
    kind: 'stage',
    text: { ka: 'სცენა', en: 'Stage' },
    points: [40, 315, 118, 315, 118, 395, 168, 395, 168, 465, 118, 465, 118, 545, 40, 545],
  })
  builder.pool(
    'standing',
    {
      name: { ka: 'ფანზონა', en: 'Fan zone' },
      zone: 'fan',
      outline: [134, 282, 290, 282, 290, 578, 134, 578, 134, 480, 184, 480, 184, 380, 134, 380],
    },
    1_500,
  )
  builder.pool(
    'standing',
    {
      name: { ka: 'საცეკვაო პარტერი', en: 'Standing floor' },
      zone: 'floor',
      outline: [302, 282, 550, 282, 590, 298, 602, 330, 602, 530, 590, 562, 550, 578, 302, 578],
    },
    2_500,
  )
  const bowl = {
    centre,
    halfWidth: 230,
    halfHeight: 110,
    rowDepth: 8.5,
    pitch: 5.5,
    aisle: 12,
    blocks: [5, 3, 2],
    without: [
      { side: 'west' },
      { side: 'north', corner: true },
      { side: 'west', corner: true },
    ] as const,
  } satisfies Partial<BowlTier>
  const lower: BowlTier = { ...bowl, blocks: [5, 3, 2], radiusFirst: 96, rows: 14 }
  const upper: BowlTier = { ...bowl, blocks: [5, 3, 3], radiusFirst: 235, rows: 9 }
  const stands = [
    ...standsOf(lower, 0, 101, (side, corner) => (side === 'east' || corner ? 'lower' : 'near')),
    ...standsOf(upper, 1, 201, () => 'upper'),
  ]
  addStands(builder, stands, 6_000)
  return builder.build()
}

function pitch(builder: LayoutBuilder, centre: readonly [number, number]): void {
  const [x, y] = centre
  builder.shape({ kind: 'floor', points: roundedRectangle(centre, 1_300, 900, 170) })
  builder.shape({
    kind: 'pitch',
    text: { ka: 'მოედანი', en: 'Pitch' },
    points: rectangle(centre, 1_050, 680),
  })
  const mark = (points: number[]) => builder.shape({ kind: 'line', points })
  mark([x, y - 340, x, y + 340])
  mark(arcPoints(centre, 91, 0, 360, 40))
  for (const side of [-1, 1]) {
    const goal = x + side * 525
    const area = x + side * 360
    mark([goal, y - 201, area, y - 201, area, y + 201, goal, y + 201])
    const small = x + side * 470
    mark([goal, y - 92, small, y - 92, small, y + 92, goal, y + 92])
  }
}

/** A football stadium of two tiers with exactly 54,202 seats. */
export function stadiumLayout(): SeatLayout {
  const centre = [1_250, 1_050] as const
  const builder = createLayoutBuilder({
    name: { ka: 'სტადიონი', en: 'Stadium' },
    width: 2_500,
    height: 2_100,
    focalPoint: { x: 1_250, y: 1_050 },
    zones: [
      ['central', 'ცენტრალური ტრიბუნა', 'Central stand'],
      ['side', 'გვერდითი ტრიბუნა', 'Side stand'],
      ['corner', 'კუთხის სექტორები', 'Corners'],
      ['goal', 'კარს უკან', 'Behind the goal'],
      ['upper-side', 'ზედა იარუსი, გვერდი', 'Upper tier, sides'],
      ['upper', 'ზედა იარუსი', 'Upper tier'],
    ],
  })
  pitch(builder, centre)
  const bowl = { centre, halfWidth: 480, halfHeight: 280, rowDepth: 8, pitch: 5, aisle: 13 }
  const lower: BowlTier = { ...bowl, blocks: [9, 5, 4], radiusFirst: 196, rows: 24 }
  const upper: BowlTier = { ...bowl, blocks: [9, 5, 6], radiusFirst: 428, rows: 31 }
  const long = (side: BowlSide) => side === 'south' || side === 'north'
  const stands = [
    ...standsOf(lower, 0, 101, (side, corner) => {
      if (corner) return 'corner'
      if (!long(side)) return 'goal'
      return side === 'south' ? 'central' : 'side'
    }),
    ...standsOf(upper, 1, 201, (side, corner) => (!corner && long(side) ? 'upper-side' : 'upper')),
  ]
  addStands(builder, stands, 54_202)
  return builder.build()
}
