/** Commands that add blocks of rows, tables, areas, shapes, zones. */
import { rectangle, round } from '#seatmap/builders.ts'
import type { Point } from '#seatmap/geometry.ts'
import { pitchDefault } from '#seatmap/layout.ts'
import type { PlanRow, PlanSection, PlanShape, PlanTable } from '../document.ts'
import { numberSeats, nextLabel, rowLabel, type RowScheme, type SeatScheme } from '../numbering.ts'
import { bendRow, omitEmptyKeys, rotatePlaced } from '../placed.ts'
import type { Item } from '../selection.ts'
import type { Draft } from '../steps.ts'

export interface BlockOptions {
  readonly name: PlanSection['name']
  readonly zone: string
  readonly level?: number
  /** Adds the rows to this section instead of a new one. */
  readonly section?: number
  readonly middle: Point
  /** Rotation of the block in degrees. */
  readonly angle?: number
  readonly rows: number
  readonly seats: number
  /** Number of additional seats of each row compared with the previous one. */
  readonly growth?: number
  /** Distances between seats and between rows, in units. */
  readonly pitch?: number
  readonly depth?: number
  /** Distance in units from the middle of the first row to the centre of curvature; 0 or absent for straight rows. */
  readonly radius?: number
  /** Shifts every second row by half a seat. */
  readonly isStaggered?: boolean
  /** Number of parts of a row, separated by aisles. */
  readonly parts?: number
  readonly aisle?: number
  readonly rowScheme?: RowScheme
  readonly rowStart?: number
  /** Whether the row farthest from the stage is the first. */
  readonly isFromBack?: boolean
  readonly seatScheme?: SeatScheme
  readonly seatStart?: number
}

export function addSection(
  draft: Draft,
  section: Omit<PlanSection, 'id' | 'zone'> & { readonly zone?: string },
): number {
  const id = draft.newId()
  const zone = section.zone ?? draft.document.zones[0]?.key ?? ''
  draft.add('sections', { ...section, id, zone, name: freeName(draft, section.name) })
  return id
}

/** A section name that is unique, since tickets contain it. */
function freeName(draft: Draft, name: PlanSection['name']): PlanSection['name'] {
  const others = draft.document.sections
  const isTaken = (wanted: PlanSection['name']) =>
    others.some((one) => one.name.ka === wanted.ka || one.name.en === wanted.en)
  if (!isTaken(name)) return name
  for (let number = 2; ; number += 1) {
    const next = { ka: `${name.ka} ${number}`, en: `${name.en} ${number}` }
    if (!isTaken(next)) return next
  }
}

/** Gaps that divide a row into blocks of about the same size. */
function gapsOf(count: number, parts: number, width: number): [number, number][] {
  const gaps: [number, number][] = []
  for (let part = 1; part < parts && part < count; part += 1)
    gaps.push([Math.round((count * part) / parts) - 1, width])
  return gaps
}

/** Adds rows of seats, the first nearest to the stage; returns the section and its rows. */
export function addBlock(draft: Draft, options: BlockOptions): Item[] {
  const { middle, rows, seats, angle = 0, radius = 0 } = options
  const pitch = options.pitch ?? pitchDefault
  const depth = options.depth ?? 9
  const { name, zone, level } = options
  const section =
    options.section ??
    addSection(draft, { name, kind: 'seated', zone, ...(level !== undefined && { level }) })
  const taken = new Set(
    draft.document.rows.filter((row) => row.section === section).map(({ label }) => label),
  )
  for (let index = 0; index < rows; index += 1) {
    const count = Math.max(seats + (options.growth ?? 0) * index, 1)
    const number = options.isFromBack === true ? rows - 1 - index : index
    const wanted = rowLabel(options.rowScheme ?? 'numbers', number, options.rowStart)
    const label = taken.has(wanted) ? nextLabel(wanted, taken) : wanted
    taken.add(label)
    const gaps = gapsOf(count, options.parts ?? 1, options.aisle ?? 11)
    const { numbering, labels } = numberSeats(
      count,
      options.seatScheme ?? 'left',
      options.seatStart,
    )
    const length = (count - 1) * pitch + gaps.reduce((sum, [, width]) => sum + width, 0)
    const aside = options.isStaggered === true && index % 2 === 1 ? pitch / 2 : 0
    const y = middle.y + (index - (rows - 1) / 2) * depth
    const straight: PlanRow = omitEmptyKeys({
      id: draft.newId(),
      label,
      section,
      line: [round(middle.x - length / 2 + aside, 2), round(y, 2), 0],
      pitch,
      gaps,
      numbering,
      exceptions: labels?.map((text, at) => ({ at, label: text })) ?? [],
    })
    const first = middle.y - ((rows - 1) / 2) * depth
    const centre = { x: middle.x + aside, y: first - radius }
    const bent = radius > 0 ? bendRow(straight, centre) : straight
    draft.add('rows', (angle === 0 ? bent : rotatePlaced(bent, middle, angle)) as PlanRow)
  }
  return [{ kind: 'section', id: section }]
}

export interface TablesOptions {
  readonly name: PlanSection['name']
  readonly zone: string
  readonly section?: number
  readonly shape: PlanTable['shape']
  readonly middle: Point
  readonly columns: number
  readonly lines: number
  /** Number of seats at each table. */
  readonly seats: number
  /** Distance between the centres of neighbours, in units. */
  readonly distance?: number
}

export function addTables(draft: Draft, options: TablesOptions): Item[] {
  const { name, zone, shape, middle, columns, lines, seats } = options
  const section = options.section ?? addSection(draft, { name, kind: 'table', zone })
  const radius = Math.max(shape === 'round' ? (seats * 5.6) / (Math.PI * 2) - 1.5 : seats * 1.6, 4)
  const distance = options.distance ?? radius * 2 + 18
  const taken = new Set(
    draft.document.tables.filter((one) => one.section === section).map(({ label }) => label),
  )
  for (let index = 0; index < columns * lines; index += 1) {
    const label = taken.has(String(index + 1))
      ? nextLabel(String(index + 1), taken)
      : String(index + 1)
    taken.add(label)
    const column = index % columns
    const line = Math.floor(index / columns)
    draft.add('tables', {
      id: draft.newId(),
      label,
      section,
      shape,
      x: round(middle.x + (column - (columns - 1) / 2) * distance, 2),
      y: round(middle.y + (line - (lines - 1) / 2) * distance, 2),
      radius: round(radius, 2),
      ...(shape !== 'round' && { depth: round(Math.max(radius / 2, 4), 2) }),
      numbering: [[seats, 1, 1]],
    })
  }
  return [{ kind: 'section', id: section }]
}

/** Adds an area with standing places, or seats without numbers, within an outline. */
export function addArea(
  draft: Draft,
  options: {
    readonly kind: 'standing' | 'free'
    readonly name: PlanSection['name']
    readonly zone: string
    readonly outline: readonly number[]
    readonly capacity: number
  },
): Item[] {
  const { kind, name, zone, outline, capacity } = options
  const pool = { poolId: draft.newId(), capacity }
  const id = addSection(draft, { name, kind, zone, outline: [...outline], pool })
  return [{ kind: 'section', id }]
}

export function addShape(draft: Draft, shape: Omit<PlanShape, 'id'>): Item[] {
  const id = draft.newId()
  draft.add('shapes', { id, ...shape })
  return [{ kind: 'shape', id }]
}

export function boxOutline(middle: Point, width: number, height: number): number[] {
  return rectangle([middle.x, middle.y], width, height)
}

/** Adds a price zone with the first free key, and returns the key. */
export function addZone(draft: Draft, name: PlanSection['name']): string {
  const keys = new Set(draft.document.zones.map(({ key }) => key))
  let number = draft.document.zones.length + 1
  while (keys.has(`zone-${number}`)) number += 1
  const key = `zone-${number}`
  draft.add('zones', { id: draft.newId(), key, name })
  return key
}
