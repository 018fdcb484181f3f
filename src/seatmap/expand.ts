/** Expands the compact layout into flat arrays, one entry per place, for drawing 50,000 of them. */
import { invariant } from '#kernel/result.ts'
import {
  pitchDefault,
  placeCount as countPlaces,
  seatCount,
  seatFlagBit,
  type LayoutRow,
  type LayoutSection,
  type LayoutTable,
  type SeatFlag,
  type SeatLayout,
} from './layout.ts'

/** An expanded row or table; `rows[place.row]`. */
export interface ExpandedRow {
  readonly id: number
  readonly label: string
  readonly kind: 'row' | 'table'
  /** Index into `layout.sections`. */
  readonly section: number
  readonly firstPlaceId: number
  readonly count: number
  /** Indices of seats before an aisle, ascending. */
  readonly breaks: readonly number[]
  readonly table?: LayoutTable
}

/**
 * Every array is indexed by `placeId` itself: entry 0 is unused and `length` is `placeCount + 1`.
 * `row` and `section` are indices into `rows` and `layout.sections`, `zone` into `layout.zones`.
 */
export interface ExpandedLayout {
  readonly layout: SeatLayout
  readonly placeCount: number
  readonly x: Float32Array
  readonly y: Float32Array
  /** Rotation of the seat in radians: 0 faces up, to a stage at the top. */
  readonly angle: Float32Array
  readonly row: Uint16Array
  readonly section: Uint16Array
  readonly zone: Uint8Array
  /** Bits of `seatFlagBit`. */
  readonly flags: Uint8Array
  readonly label: readonly string[]
  readonly rows: readonly ExpandedRow[]
  /** Index of a section by its id. */
  readonly sectionIndex: ReadonlyMap<number, number>
  /** Row indices of each section, by section index. */
  readonly sectionRows: readonly (readonly number[])[]
}

/** Description of one place, for server presenters, tickets and tooltips. */
export interface Place {
  readonly placeId: number
  readonly section: LayoutSection
  readonly row: ExpandedRow
  readonly rowLabel: string
  readonly seatLabel: string
  readonly zoneKey: string
  readonly x: number
  readonly y: number
  readonly flags: readonly SeatFlag[]
}

export interface Spot {
  x: number
  y: number
  angle: number
}

/** A row or table before its places have numbers, with positions and labels. */
type Unnumbered<Placed> = Omit<Placed, 'firstPlaceId'>

const radians = Math.PI / 180

/** Distance of each seat from the first one, along the row. */
function offsetsOf(row: Unnumbered<LayoutRow>, count: number): Float64Array {
  const offsets = new Float64Array(count)
  const pitch = row.pitch ?? pitchDefault
  const direction = Math.sign(pitch) || 1
  const gaps = new Map(row.gaps ?? [])
  let at = 0
  for (let index = 0; index < count; index += 1) {
    offsets[index] = at
    at += pitch + direction * (gaps.get(index) ?? 0)
  }
  return offsets
}

/** Positions of a row's seats in units, with their directions in radians. */
export function rowSpots(row: Unnumbered<LayoutRow>): Spot[] {
  const count = seatCount(row.numbering)
  const points = row.points
  if (points) {
    return Array.from({ length: count }, (_, index) => ({
      x: points[index * 2] ?? 0,
      y: points[index * 2 + 1] ?? 0,
      angle: 0,
    }))
  }
  const offsets = [...offsetsOf(row, count)]
  if (row.line) {
    const [x, y, angle] = row.line
    const turn = angle * radians
    return offsets.map((offset) => ({
      x: x + Math.cos(turn) * offset,
      y: y + Math.sin(turn) * offset,
      angle: turn,
    }))
  }
  invariant(row.arc, `row ${row.id} has no shape`)
  const [centreX, centreY, radius, angle] = row.arc
  return offsets.map((offset) => {
    const turn = angle * radians + offset / radius
    return {
      x: centreX + Math.cos(turn) * radius,
      y: centreY + Math.sin(turn) * radius,
      angle: turn - Math.PI / 2,
    }
  })
}

/** Seats around a table: evenly around a circle, or along the two long sides of a rectangle. */
export function tableSpots(table: Unnumbered<LayoutTable>): Spot[] {
  const count = seatCount(table.numbering)
  const turn = (table.angle ?? 0) * radians
  if (table.shape === 'round') {
    return Array.from({ length: count }, (_, index) => {
      const angle = turn + (index / count) * 2 * Math.PI
      const reach = table.radius + 3.2
      return {
        x: table.x + Math.cos(angle) * reach,
        y: table.y + Math.sin(angle) * reach,
        angle: angle - Math.PI / 2,
      }
    })
  }
  if (table.shape === 'booth') return boothSpots(table, count, turn)
  const near = Math.ceil(count / 2)
  const reach = (table.depth ?? table.radius / 2) + 3.2
  return Array.from({ length: count }, (_, index) => {
    const front = index < near
    const inSide = front ? near : count - near
    const at = front ? index : index - near
    const along = ((at + 0.5) / inSide - 0.5) * table.radius * 2
    const across = front ? -reach : reach
    return {
      x: table.x + Math.cos(turn) * along - Math.sin(turn) * across,
      y: table.y + Math.sin(turn) * along + Math.cos(turn) * across,
      angle: turn + (front ? Math.PI : 0),
    }
  })
}

/** Evenly along the bench: up the left side, along the back, down the right side. */
function boothSpots(table: Unnumbered<LayoutTable>, count: number, turn: number): Spot[] {
  const reach = 3.2
  const half = table.radius + reach
  const depth = (table.depth ?? table.radius / 2) + reach
  const length = depth * 4 + half * 2
  return Array.from({ length: count }, (_, index) => {
    const at = ((index + 0.5) / count) * length
    const side = at < depth * 2 ? 'left' : at < depth * 2 + half * 2 ? 'back' : 'right'
    const along = side === 'left' ? -half : side === 'right' ? half : at - depth * 2 - half
    const across =
      side === 'back' ? -depth : side === 'left' ? depth - at : at - (depth * 3 + half * 2)
    const looks = side === 'left' ? Math.PI / 2 : side === 'back' ? Math.PI : -Math.PI / 2
    return {
      x: table.x + Math.cos(turn) * along - Math.sin(turn) * across,
      y: table.y + Math.sin(turn) * along + Math.cos(turn) * across,
      angle: turn + looks,
    }
  })
}

/** The labels of the seats of a row or table, by index. */
export function seatLabels(place: Unnumbered<LayoutRow> | Unnumbered<LayoutTable>): string[] {
  const labels = place.numbering.flatMap(([count, start, step]) =>
    Array.from({ length: count }, (_, index) => String(start + step * index)),
  )
  for (const exception of place.exceptions ?? [])
    if (exception.label !== undefined && exception.at < labels.length)
      labels[exception.at] = exception.label
  return labels
}

/** Positions and labels of the seats of a row or table, by index. */
export interface PlacedParts {
  readonly spots: readonly Spot[]
  readonly labels: readonly string[]
}

function partsOf(place: LayoutRow | LayoutTable): PlacedParts {
  return {
    spots: 'shape' in place ? tableSpots(place) : rowSpots(place),
    labels: seatLabels(place),
  }
}

/** The arrays of an expanded layout while they are written. */
export interface ExpandedDraft {
  x: Float32Array
  y: Float32Array
  angle: Float32Array
  row: Uint16Array
  section: Uint16Array
  zone: Uint8Array
  flags: Uint8Array
  label: string[]
  rows: ExpandedRow[]
  zoneIndex: Map<string, number>
}

/** Writes the positions of places. */
export function writeSpots(
  draft: ExpandedDraft,
  firstPlaceId: number,
  spots: readonly Spot[],
): void {
  for (const [index, spot] of spots.entries()) {
    const placeId = firstPlaceId + index
    draft.x[placeId] = spot.x
    draft.y[placeId] = spot.y
    draft.angle[placeId] = spot.angle
  }
}

/** Writes the places of a row or table. */
export function writePlaces(
  draft: ExpandedDraft,
  rowIndex: number,
  sectionIndex: number,
  zone: string,
  place: LayoutRow | LayoutTable,
  { spots, labels }: PlacedParts,
): void {
  writeSpots(draft, place.firstPlaceId, spots)
  const zoneNumber = draft.zoneIndex.get(place.zone ?? zone) ?? 0
  for (let index = 0; index < spots.length; index += 1) {
    const placeId = place.firstPlaceId + index
    draft.row[placeId] = rowIndex
    draft.section[placeId] = sectionIndex
    draft.zone[placeId] = zoneNumber
    draft.flags[placeId] = 0
    draft.label[placeId] = labels[index] ?? ''
  }
  for (const exception of place.exceptions ?? []) {
    if (exception.at >= spots.length) continue
    const placeId = place.firstPlaceId + exception.at
    if (exception.zone !== undefined)
      draft.zone[placeId] = draft.zoneIndex.get(exception.zone) ?? zoneNumber
    for (const flag of exception.flags ?? [])
      draft.flags[placeId] = (draft.flags[placeId] ?? 0) | seatFlagBit[flag]
  }
}

/** Writes the row itself as `draft.rows[rowIndex]`. */
export function writeRow(
  draft: ExpandedDraft,
  rowIndex: number,
  sectionIndex: number,
  place: LayoutRow | LayoutTable,
  { spots }: PlacedParts,
): void {
  const isTable = 'shape' in place
  draft.rows[rowIndex] = {
    id: place.id,
    label: place.label,
    kind: isTable ? 'table' : 'row',
    section: sectionIndex,
    firstPlaceId: place.firstPlaceId,
    count: spots.length,
    breaks: isTable ? [] : (place.gaps ?? []).map(([after]) => after).sort((a, b) => a - b),
    table: isTable ? place : undefined,
  }
}

/** Rows and tables of a section, in the order of their places. */
export function placedOf(section: LayoutSection): readonly (LayoutRow | LayoutTable)[] {
  return [...(section.rows ?? []), ...(section.tables ?? [])]
}

/**
 * Expands a layout. Its ids must be dense (`validateLayout`); 54,202 places take some 10 ms, less when `parts`
 * contains rows expanded before.
 */
export function expandLayout(
  layout: SeatLayout,
  parts: (place: LayoutRow | LayoutTable) => PlacedParts = partsOf,
): ExpandedLayout {
  const total = countPlaces(layout)
  const length = total + 1
  const draft: ExpandedDraft = {
    x: new Float32Array(length),
    y: new Float32Array(length),
    angle: new Float32Array(length),
    row: new Uint16Array(length),
    section: new Uint16Array(length),
    zone: new Uint8Array(length),
    flags: new Uint8Array(length),
    label: Array.from<string>({ length }).fill(''),
    rows: [],
    zoneIndex: new Map(layout.zones.map((zone, index) => [zone.key, index])),
  }
  const sectionRows: number[][] = []
  for (const [index, section] of layout.sections.entries()) {
    const first = draft.rows.length
    for (const place of placedOf(section)) {
      const made = parts(place)
      writePlaces(draft, draft.rows.length, index, section.zone, place, made)
      writeRow(draft, draft.rows.length, index, place, made)
    }
    sectionRows.push(Array.from({ length: draft.rows.length - first }, (_, step) => first + step))
  }
  const { zoneIndex: _, ...arrays } = draft
  return {
    layout,
    placeCount: total,
    ...arrays,
    sectionIndex: new Map(layout.sections.map((section, index) => [section.id, index])),
    sectionRows,
  }
}

const unfolded = new WeakMap<SeatLayout, ExpandedLayout>()

/** The same as `expandLayout`, once per layout object: shared by the map, its list and the basket. */
export function unfold(layout: SeatLayout): ExpandedLayout {
  const known = unfolded.get(layout)
  if (known) return known
  const expanded = expandLayout(layout)
  unfolded.set(layout, expanded)
  return expanded
}

/** The description of a place, or undefined if the layout does not contain it. */
export function placeById(expanded: ExpandedLayout, placeId: number): Place | undefined {
  if (!Number.isInteger(placeId) || placeId < 1 || placeId > expanded.placeCount) return undefined
  const row = expanded.rows[expanded.row[placeId] ?? 0]
  const section = expanded.layout.sections[expanded.section[placeId] ?? 0]
  const zone = expanded.layout.zones[expanded.zone[placeId] ?? 0]
  invariant(row && section && zone, `place ${placeId} has no row, section or zone`)
  const bits = expanded.flags[placeId] ?? 0
  return {
    placeId,
    section,
    row,
    rowLabel: row.label,
    seatLabel: expanded.label[placeId] ?? '',
    zoneKey: zone.key,
    x: expanded.x[placeId] ?? 0,
    y: expanded.y[placeId] ?? 0,
    flags: (Object.keys(seatFlagBit) as SeatFlag[]).filter((flag) => bits & seatFlagBit[flag]),
  }
}
