/** A bowl: stands all around a pitch, straight along the sides and curved in the corners. */
import { arcPoints, arcRow, lineRow, rectangle, type Numbering, type RowPlan } from './builders.ts'

export type BowlSide = 'south' | 'east' | 'north' | 'west'

/** One block of seats of a bowl, ordered south, east, north, west, left to right. */
export interface BowlBlock {
  /** 0-based, counter-clockwise on the map from the south-west end of the south stand. */
  index: number
  /** The block's side, or, for a corner, the preceding side. */
  side: BowlSide
  corner: boolean
  outline: number[]
  rows: RowPlan[]
}

export interface BowlTier {
  centre: readonly [x: number, y: number]
  /** Half the length of the straight east–west and north–south parts, in units. */
  halfWidth: number
  halfHeight: number
  /** Corner radius of the first row. */
  radiusFirst: number
  rows: number
  /** Units from row to row. */
  rowDepth: number
  pitch: number
  /** Width of the aisles between blocks. */
  aisle: number
  /** Number of blocks on a south or north side, on an east or west side, in a corner. */
  blocks: readonly [long: number, short: number, corner: number]
  /** Sides, or corners after them, without seats (behind a stage). */
  without?: readonly { side: BowlSide; corner?: boolean }[]
  numbering?: Numbering
}

const sides: readonly BowlSide[] = ['south', 'east', 'north', 'west']
const radians = Math.PI / 180

function straightBlock(
  tier: BowlTier,
  turn: number,
  along: number,
  width: number,
  reachBase: number,
): Pick<BowlBlock, 'outline' | 'rows'> {
  const outward = [Math.cos(turn * radians), Math.sin(turn * radians)] as const
  const walk = [outward[1], -outward[0]] as const
  const at = (reach: number): [number, number] => [
    tier.centre[0] + outward[0] * reach + walk[0] * along,
    tier.centre[1] + outward[1] * reach + walk[1] * along,
  ]
  const count = Math.floor((width - tier.aisle) / tier.pitch)
  const first = reachBase + tier.radiusFirst
  const depth = (tier.rows - 1) * tier.rowDepth
  const rows = Array.from({ length: tier.rows }, (_, row) =>
    lineRow({
      label: String(row + 1),
      middle: at(first + row * tier.rowDepth),
      angle: turn - 90,
      counts: [count],
      pitch: tier.pitch,
      numbering: tier.numbering ?? 'ascending',
    }),
  )
  const outline = rectangle(
    at(first + depth / 2),
    width - tier.aisle * 0.55,
    depth + tier.rowDepth,
    turn - 90,
  )
  return { rows, outline }
}

function cornerBlock(
  tier: BowlTier,
  centre: readonly [number, number],
  from: number,
  to: number,
): Pick<BowlBlock, 'outline' | 'rows'> {
  const rows = Array.from({ length: tier.rows }, (_, row) => {
    const radius = tier.radiusFirst + row * tier.rowDepth
    const trim = tier.aisle / 2 / (radius * radians)
    return arcRow({
      label: String(row + 1),
      centre,
      radius,
      blocks: [[from - trim, to + trim]],
      pitch: tier.pitch,
      numbering: tier.numbering ?? 'ascending',
    })
  })
  const radiusLast = tier.radiusFirst + (tier.rows - 1) * tier.rowDepth
  const trim = (tier.aisle * 0.45) / (tier.radiusFirst * radians)
  const trimLast = (tier.aisle * 0.45) / (radiusLast * radians)
  return {
    rows,
    outline: [
      ...arcPoints(centre, tier.radiusFirst - tier.rowDepth / 2, from - trim, to + trim),
      ...arcPoints(centre, radiusLast + tier.rowDepth / 2, to + trimLast, from - trimLast),
    ],
  }
}

/** The blocks of one tier, counter-clockwise on the map from the south-west. */
export function bowlBlocks(tier: BowlTier): BowlBlock[] {
  const result: BowlBlock[] = []
  const left = (side: BowlSide, corner: boolean) =>
    (tier.without ?? []).some((out) => out.side === side && (out.corner ?? false) === corner)
  for (const [number, side] of sides.entries()) {
    const turn = 90 - number * 90
    const isLong = number % 2 === 0
    const half = isLong ? tier.halfWidth : tier.halfHeight
    const reachBase = isLong ? tier.halfHeight : tier.halfWidth
    const parts = isLong ? tier.blocks[0] : tier.blocks[1]
    const width = (half * 2) / parts
    for (let part = 0; part < parts; part += 1) {
      const along = -half + width * (part + 0.5)
      const block = straightBlock(tier, turn, along, width, reachBase)
      if (!left(side, false)) result.push({ index: 0, side, corner: false, ...block })
    }
    const next = turn - 45
    const centre = [
      tier.centre[0] + Math.sign(Math.round(Math.cos(next * radians) * 9)) * tier.halfWidth,
      tier.centre[1] + Math.sign(Math.round(Math.sin(next * radians) * 9)) * tier.halfHeight,
    ] as const
    for (let part = 0; part < tier.blocks[2]; part += 1) {
      const step = 90 / tier.blocks[2]
      const block = cornerBlock(tier, centre, turn - step * part, turn - step * (part + 1))
      if (!left(side, true)) result.push({ index: 0, side, corner: true, ...block })
    }
  }
  return result.map((block, index) => ({ ...block, index }))
}
