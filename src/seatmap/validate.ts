/** Describes the problems of a layout before anything is sold from it. */
import { fail, ok, type Result } from '#kernel/result.ts'
import { expandLayout, seatLabels, type ExpandedLayout } from './expand.ts'
import {
  placeCount,
  seatCount,
  seatLayoutSchema,
  type LayoutRow,
  type LayoutSection,
  type LayoutTable,
  type SeatLayout,
} from './layout.ts'

/** Seats closer than this (in units) overlap. */
export const seatDistanceMin = 3.5

function duplicates(values: readonly (string | number)[]): (string | number)[] {
  const seen = new Set<string | number>()
  const twice = new Set<string | number>()
  for (const value of values) {
    if (seen.has(value)) twice.add(value)
    seen.add(value)
  }
  return [...twice]
}

function placedOf(section: LayoutSection): (LayoutRow | LayoutTable)[] {
  return [...(section.rows ?? []), ...(section.tables ?? [])]
}

function checkSection(section: LayoutSection, zones: ReadonlySet<string>): string[] {
  const where = `Section ${section.id}`
  const problems: string[] = []
  const wants = { seated: 'rows', table: 'tables', standing: 'pool', free: 'pool' } as const
  for (const part of ['rows', 'tables', 'pool'] as const) {
    if (wants[section.kind] === part && !section[part])
      problems.push(`${where} (${section.kind}) has no ${part}`)
    if (wants[section.kind] !== part && section[part])
      problems.push(`${where} (${section.kind}) must not have ${part}`)
  }
  if (!zones.has(section.zone)) problems.push(`${where}: unknown zone ${section.zone}`)
  for (const label of duplicates(placedOf(section).map((place) => place.label)))
    problems.push(`${where}: two rows or tables are called ${label}`)
  for (const place of placedOf(section)) problems.push(...checkPlaced(where, place, zones))
  return problems
}

function checkPlaced(
  where: string,
  place: LayoutRow | LayoutTable,
  zones: ReadonlySet<string>,
): string[] {
  const problems: string[] = []
  const here = `${where}, row ${place.label}`
  const count = seatCount(place.numbering)
  for (const label of duplicates(seatLabels(place)))
    problems.push(`${here}: two seats are called ${label}`)
  if (place.zone !== undefined && !zones.has(place.zone))
    problems.push(`${here}: unknown zone ${place.zone}`)
  for (const exception of place.exceptions ?? []) {
    if (exception.at >= count) problems.push(`${here}: exception for missing seat ${exception.at}`)
    if (exception.zone !== undefined && !zones.has(exception.zone))
      problems.push(`${here}: unknown zone ${exception.zone}`)
  }
  if ('points' in place && place.points && place.points.length !== count * 2)
    problems.push(`${here}: ${count} seats but ${place.points.length / 2} points`)
  return problems
}

function checkIds(layout: SeatLayout): string[] {
  const problems: string[] = []
  const placed = layout.sections.flatMap(placedOf)
  const pools = layout.sections.flatMap((section) => (section.pool ? [section.pool.poolId] : []))
  for (const id of duplicates(layout.zones.map((zone) => zone.key)))
    problems.push(`Zone key ${id} is used twice`)
  for (const id of duplicates(layout.sections.map((section) => section.id)))
    problems.push(`Section id ${id} is used twice`)
  for (const id of duplicates(pools)) problems.push(`Pool id ${id} is used twice`)
  const rowIds = new Set(placed.map((place) => place.id))
  if (rowIds.size !== placed.length) problems.push('Row and table ids are not unique')
  const total = placeCount(layout)
  const seen = new Uint8Array(total + 1)
  for (const place of placed) {
    const end = place.firstPlaceId + seatCount(place.numbering)
    for (let placeId = place.firstPlaceId; placeId < end; placeId += 1) {
      if (placeId > total) problems.push(`Place id ${placeId} is beyond the last, ${total}`)
      else if (seen[placeId]) problems.push(`Place id ${placeId} is used twice`)
      else seen[placeId] = 1
      if (problems.length > 50) return problems
    }
  }
  return problems
}

/** Finds seats that overlap or lie outside their section, with a grid, so that 50,000 need one pass. */
function checkGeometry(expanded: ExpandedLayout): string[] {
  const problems: string[] = []
  const { layout, x, y, section } = expanded
  const cells = new Map<number, number[]>()
  const levelOf = (placeId: number) => layout.sections[section[placeId] ?? 0]?.level ?? 0
  for (let placeId = 1; placeId <= expanded.placeCount && problems.length < 50; placeId += 1) {
    const px = x[placeId] ?? 0
    const py = y[placeId] ?? 0
    if (px < 0 || py < 0 || px > layout.width || py > layout.height)
      problems.push(`Place ${placeId} lies outside the layout`)
    const column = Math.floor(px / seatDistanceMin) + 2
    const line = Math.floor(py / seatDistanceMin) + 2
    for (let cell = 0; cell < 9; cell += 1) {
      const key = (line + Math.floor(cell / 3) - 1) * 100_003 + column + (cell % 3) - 1
      for (const other of cells.get(key) ?? []) {
        const apart = Math.hypot(px - (x[other] ?? 0), py - (y[other] ?? 0))
        if (apart < seatDistanceMin && levelOf(other) === levelOf(placeId))
          problems.push(`Places ${other} and ${placeId} overlap (${apart.toFixed(1)} units apart)`)
      }
    }
    const key = line * 100_003 + column
    const cell = cells.get(key)
    if (cell) cell.push(placeId)
    else cells.set(key, [placeId])
  }
  return problems
}

/** Problems of a well-formed layout; empty if it can be sold from. */
export function layoutProblems(layout: SeatLayout): string[] {
  const zones = new Set(layout.zones.map((zone) => zone.key))
  const problems = [
    ...checkIds(layout),
    ...layout.sections.flatMap((section) => checkSection(section, zones)),
  ]
  if (problems.length > 0) return problems
  return checkGeometry(expandLayout(layout))
}

/** Validates unknown input: its format first, then ids, labels, zones and overlaps. */
export function validateLayout(input: unknown): Result<SeatLayout, 'InvalidSeatLayout'> {
  const parsed = seatLayoutSchema.safeParse(input)
  if (!parsed.success) {
    const problems = parsed.error.issues
      .slice(0, 50)
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    return fail('InvalidSeatLayout', { problems })
  }
  const problems = layoutProblems(parsed.data)
  return problems.length > 0 ? fail('InvalidSeatLayout', { problems }) : ok(parsed.data)
}
