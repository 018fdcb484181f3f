/**
 * The layout of a hall: positions and names of its places. It is independent of events, prices and sales, so one
 * layout serves every event of a hall, never changes once sold and may be cached for ever. Availability is separate
 * (`availability.ts`).
 *
 * Coordinates: 1 unit is 10 cm, x to the right, y down, (0, 0) at the top left. Angles: degrees, 0 points right, 90
 * points down. Polygons: flat lists `[x1, y1, x2, y2, …]`, closed implicitly.
 */
import { z } from 'zod'

const text = z.object({ ka: z.string().min(1).max(120), en: z.string().min(1).max(120) })
const coordinate = z.number().min(-100_000).max(100_000)
const size = z.number().positive().max(100_000)
const polygon = z
  .array(coordinate)
  .min(6)
  .max(4_000)
  .refine((points) => points.length % 2 === 0, 'A polygon needs pairs of x and y')
const zoneKey = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/)
const label = z.string().min(1).max(12)
const identifier = z.int().positive().max(1_000_000)

/** Features of a place; several may apply to one place. */
export const seatFlags = ['accessible', 'companion', 'obstructed'] as const
export type SeatFlag = (typeof seatFlags)[number]

/** Bits of `ExpandedLayout.flags`. */
export const seatFlagBit: Readonly<Record<SeatFlag, number>> = {
  accessible: 1,
  companion: 2,
  obstructed: 4,
}

/**
 * One run of seat numbers: `[count, start, step]`. A row may have several runs, for halls that number from the
 * centre: `[[7, 13, -2], [7, 2, 2]]` is 13 11 … 1 | 2 4 … 14.
 */
const numberingRun = z.tuple([
  z.int().positive().max(2_000),
  z.int().min(0).max(100_000),
  z.int().min(-100).max(100),
])

/** Properties of one seat of a row or table that differ; `at` is its index there, from 0. */
const exception = z.object({
  at: z.int().min(0).max(2_000),
  label: label.optional(),
  zone: zoneKey.optional(),
  flags: z.array(z.enum(seatFlags)).min(1).optional(),
})

/** Extra room after the seat with index `after`, in units: an aisle, a pillar. */
const gap = z.tuple([z.int().min(0).max(2_000), size])

const identified = {
  /** Unique in the whole layout, tables included. */
  id: identifier,
  label,
}

const described = {
  /** Overrides the section's zone. */
  zone: zoneKey.optional(),
  exceptions: z.array(exception).optional(),
}

/** `placeId` of the seat with index 0; the others follow consecutively. */
const firstPlaceId = z.int().positive().max(1_000_000)

/** A straight row starts at `line: [x, y, angle]` and runs along the angle. */
const line = z.tuple([coordinate, coordinate, z.number().min(-360).max(720)])

/**
 * A curved row runs on a circle from `angle`, clockwise on the screen for a positive `pitch` and
 * counter-clockwise for a negative one: `arc: [centreX, centreY, radius, angle]`.
 */
const arc = z.tuple([coordinate, coordinate, size, z.number().min(-720).max(1_080)])

const rowShape = {
  line: line.optional(),
  arc: arc.optional(),
  /** The `x, y` of every seat, for places not on a line or arc (boxes). */
  points: z.array(coordinate).min(2).optional(),
  /** Distance between neighbours in units, along the line or arc. Default 5.5 (55 cm). */
  pitch: z.number().min(-100).max(100).optional(),
  gaps: z.array(gap).optional(),
  /** The number of seats is the sum of the counts of all runs. */
  numbering: z.array(numberingRun).min(1).max(50),
}

/** A row before its places have numbers. */
export const rowFields = { ...identified, ...described, ...rowShape }

const rowSchema = z
  .object({ ...identified, firstPlaceId, ...described, ...rowShape })
  .refine(
    (row) => [row.line, row.arc, row.points].filter((way) => way !== undefined).length === 1,
    'A row has exactly one of line, arc and points',
  )

const tableShape = {
  /** A booth is a bench on three sides of its table; before rotation the open side is at the bottom. */
  shape: z.enum(['round', 'rect', 'booth']),
  x: coordinate,
  y: coordinate,
  /** Round: the radius of the table. Rect and booth: half its width. */
  radius: size,
  /** Rect and booth: half its height; default half the radius. */
  depth: size.optional(),
  /** Position of seat 0 (round), or rotation of the table (rect). Default 0. */
  angle: z.number().min(-360).max(720).optional(),
  numbering: z.array(numberingRun).min(1).max(10),
}

export const tableFields = { ...identified, ...described, ...tableShape }

const tableSchema = z.object({ ...identified, firstPlaceId, ...described, ...tableShape })

/** A number of places without names: standing, or free seating. */
export const poolSchema = z.object({
  /** Unique in the layout. */
  poolId: identifier,
  capacity: z.int().positive().max(1_000_000),
})

/**
 * `seated` has `rows`, `table` has `tables`, `standing` and `free` (unnumbered seats) have a `pool`.
 */
export const sectionFields = {
  /** Unique in the layout. */
  id: identifier,
  name: text,
  /** A name for a small outline: "101", "A". Default: the name. */
  shortName: label.optional(),
  kind: z.enum(['seated', 'standing', 'table', 'free']),
  /** 0 is the ground floor, 1 the first balcony and so on. Default 0. */
  level: z.int().min(0).max(20).optional(),
  outline: polygon,
  /** Position of the name. Default: the centre of the outline. */
  labelAt: z.tuple([coordinate, coordinate]).optional(),
  zone: zoneKey,
  /** What rows of this section are called. Default `row`. */
  rowKind: z.enum(['row', 'box']).optional(),
}

const sectionSchema = z.object({
  ...sectionFields,
  rows: z.array(rowSchema).min(1).max(500).optional(),
  tables: z.array(tableSchema).min(1).max(500).optional(),
  pool: poolSchema.optional(),
})

/** Shapes without places. Floors and walls have no text, stages and pitches usually do. */
export const shapeFields = {
  kind: z.enum(['stage', 'pitch', 'screen', 'bar', 'floor', 'wall', 'line', 'entrance']),
  /** Closed, except for `line`, which is an open path. */
  points: z
    .array(coordinate)
    .min(4)
    .max(4_000)
    .refine((points) => points.length % 2 === 0, 'A shape needs pairs of x and y'),
  text: text.optional(),
}

/** A price zone: its key refers to the offering's price; its position determines its colour. */
export const zoneFields = { key: zoneKey, name: text }

/** Name, size and focal point of the hall. */
export const hallFields = {
  name: text,
  width: size,
  height: size,
  /** The stage or pitch; "best" places are near it. */
  focalPoint: z.object({ x: coordinate, y: coordinate }),
}

export const seatLayoutSchema = z.object({
  formatVersion: z.literal(1),
  ...hallFields,
  zones: z.array(z.object(zoneFields)).min(1).max(32),
  shapes: z.array(z.object(shapeFields)).max(500),
  sections: z.array(sectionSchema).min(1).max(2_000),
})

export type SeatLayout = z.infer<typeof seatLayoutSchema>
export type LayoutSection = SeatLayout['sections'][number]
export type LayoutRow = NonNullable<LayoutSection['rows']>[number]
export type LayoutTable = NonNullable<LayoutSection['tables']>[number]
export type LayoutPool = NonNullable<LayoutSection['pool']>
export type LayoutShape = SeatLayout['shapes'][number]
export type LayoutZone = SeatLayout['zones'][number]
export type SectionKind = LayoutSection['kind']

/** Default distance between the centres of neighbouring seats, in units. */
export const pitchDefault = 5.5

/** Number of seats in the numbering runs of a row or table. */
export function seatCount(numbering: LayoutRow['numbering']): number {
  return numbering.reduce((total, [count]) => total + count, 0)
}

/** Named places of the whole layout: their ids are 1 to this number. */
export function placeCount(layout: SeatLayout): number {
  let count = 0
  for (const section of layout.sections) {
    for (const row of section.rows ?? []) count += seatCount(row.numbering)
    for (const table of section.tables ?? []) count += seatCount(table.numbering)
  }
  return count
}

/** The standing and free areas with the section each belongs to. */
export function poolsOf(layout: SeatLayout): { section: LayoutSection; pool: LayoutPool }[] {
  return layout.sections.flatMap((section) =>
    section.pool ? [{ section, pool: section.pool }] : [],
  )
}
