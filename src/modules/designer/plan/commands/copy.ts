/** Commands that copy whole sections, or rows and tables into their own section. */
import {
  isTable,
  type PlanPlaced,
  type PlanRow,
  type PlanSection,
  type PlanShape,
  type PlanTable,
} from '../document.ts'
import { nextLabel } from '../numbering.ts'
import { movePlaced, movePoints } from '../placed.ts'
import { chosenPlaced, idsOf, type Item, type Selection } from '../selection.ts'
import type { Draft } from '../steps.ts'
import type { PlanDocument } from '../document.ts'
import { addSection } from './add.ts'
import { dropEmpty } from './remove.ts'

/** Copied elements; later changes of the plan do not affect them. */
export interface Clip {
  readonly sections: readonly PlanSection[]
  readonly placed: readonly PlanPlaced[]
  readonly shapes: readonly PlanShape[]
}

export function copyItems(document: PlanDocument, selection: Selection): Clip {
  const sections = idsOf(selection, 'section')
  const shapes = idsOf(selection, 'shape')
  return {
    sections: document.sections.filter(({ id }) => sections.has(id)),
    placed: chosenPlaced(document, selection),
    shapes: document.shapes.filter(({ id }) => shapes.has(id)),
  }
}

/** Inserts copies next to the originals and returns them. */
export function pasteClip(draft: Draft, clip: Clip, dx: number, dy: number): Item[] {
  const made: Item[] = []
  const copies = new Map<number, number>()
  const zones = new Set(draft.document.zones.map(({ key }) => key))
  const first = draft.document.zones[0]?.key ?? ''
  for (const { id, ...section } of clip.sections) {
    const { outline, labelAt, pool, zone } = section
    const copy = addSection(draft, {
      ...section,
      zone: zones.has(zone) ? zone : first,
      ...(outline && { outline: movePoints(outline, dx, dy) }),
      ...(labelAt && { labelAt: [labelAt[0] + dx, labelAt[1] + dy] }),
      ...(pool && { pool: { ...pool, poolId: draft.newId() } }),
    })
    copies.set(id, copy)
    made.push({ kind: 'section', id: copy })
  }
  for (const placed of clip.placed) {
    const section = copies.get(placed.section) ?? originalSectionOf(draft, placed)
    if (section === null) continue
    const taken = labelsIn(draft, section)
    const label = taken.has(placed.label) ? nextLabel(placed.label, taken) : placed.label
    const copy = withKnownZones(
      { ...movePlaced(placed, dx, dy), id: draft.newId(), section, label },
      zones,
    )
    if (isTable(copy)) draft.add('tables', copy)
    else draft.add('rows', copy)
    if (!copies.has(placed.section)) made.push({ kind: 'placed', id: copy.id })
  }
  for (const shape of clip.shapes) {
    const id = draft.newId()
    draft.add('shapes', { ...shape, id, points: movePoints(shape.points, dx, dy) })
    made.push({ kind: 'shape', id })
  }
  return made
}

function labelsIn({ document }: Draft, section: number): Set<string> {
  return new Set(
    [...document.rows, ...document.tables].flatMap((one) =>
      one.section === section ? [one.label] : [],
    ),
  )
}

/** The section that a copied row came from, if it still exists. */
function originalSectionOf({ document }: Draft, placed: PlanPlaced): number | null {
  const kind = isTable(placed) ? 'table' : 'seated'
  return (
    document.sections.find(({ id, kind: own }) => id === placed.section && own === kind)?.id ?? null
  )
}

/** Replaces zones that were removed since the copy was made. */
function withKnownZones<P extends PlanPlaced>(placed: P, zones: ReadonlySet<string>): P {
  const next = { ...placed }
  if (next.zone !== undefined && !zones.has(next.zone)) delete next.zone
  if (next.exceptions) {
    const exceptions = next.exceptions.flatMap(({ zone, ...rest }) => {
      const one = { ...rest, ...(zone !== undefined && zones.has(zone) && { zone }) }
      return Object.keys(one).length > 1 ? [one] : []
    })
    if (exceptions.length > 0) next.exceptions = exceptions
    else delete next.exceptions
  }
  return next
}

/** Moves rows, or tables, to one section, new or existing. */
export function regroup(
  draft: Draft,
  selection: Selection,
  target: { readonly section: number } | { readonly name: PlanSection['name'] },
): Item[] {
  const placed = chosenPlaced(draft.document, selection)
  const first = placed[0]
  if (!first) return []
  const isOfTables = isTable(first)
  const same = placed.filter((one) => isTable(one) === isOfTables)
  const home = draft.document.sections.find(({ id }) => id === first.section)
  const section =
    'section' in target
      ? target.section
      : addSection(draft, {
          name: target.name,
          kind: isOfTables ? 'table' : 'seated',
          ...(home && { zone: home.zone, ...(home.level !== undefined && { level: home.level }) }),
        })
  const left = new Set<number>()
  for (const one of same) {
    if (one.section === section) continue
    left.add(one.section)
    const taken = labelsIn(draft, section)
    const label = taken.has(one.label) ? nextLabel(one.label, taken) : one.label
    if (isTable(one)) draft.put('tables', { ...one, section, label } satisfies PlanTable)
    else draft.put('rows', { ...one, section, label } satisfies PlanRow)
  }
  for (const id of left) dropEmpty(draft, id)
  return [{ kind: 'section', id: section }]
}
