/** Compiles a plan to a layout that can be sold, and converts a layout to an editable plan. */
import { expandChanged } from '#seatmap/expand-changed.ts'
import { expandLayout, type ExpandedLayout } from '#seatmap/expand.ts'
import {
  seatCount,
  type LayoutRow,
  type LayoutSection,
  type LayoutTable,
  type SeatLayout,
} from '#seatmap/layout.ts'
import type { PlanDocument, PlanPlaced, PlanRow, PlanSection, PlanTable } from './document.ts'
import { outlineAround } from './outline.ts'
import { placedParts } from './placed.ts'

interface Numbered {
  readonly firstPlaceId: number
  readonly placed: LayoutRow | LayoutTable
}

const numberedBefore = new WeakMap<PlanPlaced, Numbered>()
/** The element of the plan from which a row or table of a layout was compiled. */
const sourceOf = new WeakMap<LayoutRow | LayoutTable, PlanPlaced>()

function numbered(placed: PlanPlaced, firstPlaceId: number): LayoutRow | LayoutTable {
  const before = numberedBefore.get(placed)
  if (before?.firstPlaceId === firstPlaceId) return before.placed
  const { section: _, id, label, ...rest } = placed
  const made = { id, label, firstPlaceId, ...rest }
  numberedBefore.set(placed, { firstPlaceId, placed: made })
  sourceOf.set(made, placed)
  return made
}

interface Contents {
  readonly rows: readonly PlanRow[]
  readonly tables: readonly PlanTable[]
}

interface Compiled {
  readonly contents: readonly PlanPlaced[]
  readonly firstPlaceId: number
  /** The first place after those of the section. */
  readonly nextPlaceId: number
  readonly made: LayoutSection
}

const compiledBefore = new WeakMap<PlanSection, Compiled>()

function isSameList(one: readonly PlanPlaced[], other: readonly PlanPlaced[]): boolean {
  return one.length === other.length && one.every((placed, index) => placed === other[index])
}

function compileSection(
  section: PlanSection,
  { rows, tables }: Contents,
  firstPlaceId: number,
): Compiled | null {
  const contents = [...rows, ...tables]
  const before = compiledBefore.get(section)
  if (before?.firstPlaceId === firstPlaceId && isSameList(before.contents, contents)) return before
  const outline = section.outline ?? (contents.length > 0 ? outlineAround(contents) : null)
  if (outline === null || (section.pool === undefined && contents.length === 0)) return null
  let next = firstPlaceId
  const numberAll = (list: readonly PlanPlaced[]) =>
    list.map((placed) => {
      const made = numbered(placed, next)
      next += seatCount(placed.numbering)
      return made
    })
  const { pool, outline: _, ...rest } = section
  const made: LayoutSection = { ...rest, outline }
  if (rows.length > 0) made.rows = numberAll(rows) as LayoutRow[]
  if (tables.length > 0) made.tables = numberAll(tables) as LayoutTable[]
  if (pool) made.pool = pool
  const compiled = { contents, firstPlaceId, nextPlaceId: next, made }
  compiledBefore.set(section, compiled)
  return compiled
}

/** Rows and tables of each section, by its id. */
export function contentsOf(document: PlanDocument): ReadonlyMap<number, Contents> {
  const result = new Map<number, { rows: PlanRow[]; tables: PlanTable[] }>()
  for (const { id } of document.sections) result.set(id, { rows: [], tables: [] })
  for (const row of document.rows) result.get(row.section)?.rows.push(row)
  for (const table of document.tables) result.get(table.section)?.tables.push(table)
  return result
}

/**
 * The plan as a sellable layout: places are numbered in the order of sections and rows. Sections without seats are left
 * out. Unchanged elements are the same objects as in the previous result.
 */
export function compilePlan(document: PlanDocument): SeatLayout {
  const { head } = document
  const contents = contentsOf(document)
  const sections: LayoutSection[] = []
  let firstPlaceId = 1
  for (const section of document.sections) {
    const inside = contents.get(section.id) ?? { rows: [], tables: [] }
    const compiled = compileSection(section, inside, firstPlaceId)
    if (!compiled) continue
    sections.push(compiled.made)
    firstPlaceId = compiled.nextPlaceId
  }
  return {
    formatVersion: 1,
    name: head.name,
    width: head.width,
    height: head.height,
    focalPoint: head.focalPoint,
    zones: document.zones.map(({ key, name }) => ({ key, name })),
    shapes: document.shapes.map((shape) => {
      const { id: _, ...rest } = shape
      return rest
    }),
    sections,
  }
}

function partsOfSource(place: LayoutRow | LayoutTable) {
  return placedParts(sourceOf.get(place) ?? { ...place, section: 1 })
}

/** One plan is edited at a time, and each of its states differs from the previous one in a few rows. */
let expandedBefore: ExpandedLayout | null = null

/** `expandLayout` of a compiled plan: rows that did not change are copied from the plan that was expanded last. */
export function expandPlan(layout: SeatLayout): ExpandedLayout {
  const changed = expandedBefore && expandChanged(expandedBefore, layout, partsOfSource)
  expandedBefore = changed ?? expandLayout(layout, partsOfSource)
  return expandedBefore
}

/** A layout as an editable plan: the same sections, rows and tables with their own ids. */
export function planOf(layout: SeatLayout): PlanDocument {
  const { name, width, height, focalPoint } = layout
  const rows: PlanRow[] = []
  const tables: PlanTable[] = []
  const sections = layout.sections.map((section): PlanSection => {
    const { rows: ownRows = [], tables: ownTables = [], ...rest } = section
    for (const { firstPlaceId: _, ...row } of ownRows) rows.push({ ...row, section: section.id })
    for (const { firstPlaceId: _, ...table } of ownTables)
      tables.push({ ...table, section: section.id })
    return rest
  })
  const zones = layout.zones.map((zone, index) => ({ id: index + 1, ...zone }))
  const shapes = layout.shapes.map((shape, index) => ({ id: index + 1, ...shape }))
  const used = [...zones, ...shapes, ...sections, ...rows, ...tables].map(({ id }) => id)
  const pools = sections.flatMap(({ pool }) => (pool ? [pool.poolId] : []))
  // New ids must differ from those of elements and pools.
  const nextId =
    Math.max(
      0,
      ...pools,
      used.reduce((most, id) => Math.max(most, id), 0),
    ) + 1
  const head = { name, width, height, focalPoint, nextId }
  return { planVersion: 1, head, zones, shapes, sections, rows, tables }
}
