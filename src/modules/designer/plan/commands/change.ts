/** Commands that change labels, sizes, prices and flags of existing elements. */
import { seatCount, type SeatFlag } from '#seatmap/layout.ts'
import type {
  PlanHead,
  PlanPlaced,
  PlanRow,
  PlanSection,
  PlanShape,
  PlanTable,
  PlanZone,
} from '../document.ts'
import { isTable } from '../document.ts'
import { numberSeats, rowLabel, type RowScheme, type SeatScheme } from '../numbering.ts'
import { overrideSeat, placedParts, resize, omitEmptyKeys } from '../placed.ts'
import { chosenPlaced, allSelectedSeats, placedById, type Selection } from '../selection.ts'
import type { Draft } from '../steps.ts'

export function replacePlaced(draft: Draft, placed: PlanPlaced): void {
  if (isTable(placed)) draft.put('tables', placed)
  else draft.put('rows', placed)
}

export function changeHead(draft: Draft, change: Partial<Omit<PlanHead, 'nextId'>>): void {
  draft.setHead(change)
}

export function changeSection(draft: Draft, id: number, change: Partial<PlanSection>): void {
  const section = draft.document.sections.find((one) => one.id === id)
  if (!section) return
  const next = { ...section, ...change, id }
  for (const key of ['shortName', 'level', 'outline', 'labelAt', 'rowKind', 'pool'] as const)
    if (next[key] === undefined) delete next[key]
  draft.put('sections', next)
}

export function changeShape(draft: Draft, id: number, change: Partial<PlanShape>): void {
  const shape = draft.document.shapes.find((one) => one.id === id)
  if (!shape) return
  const next = { ...shape, ...change, id }
  if (next.text === undefined) delete next.text
  draft.put('shapes', next)
}

export function changeZone(draft: Draft, id: number, name: PlanZone['name']): void {
  const zone = draft.document.zones.find((one) => one.id === id)
  if (zone) draft.put('zones', { ...zone, name })
}

/** Removes a price zone; its elements get another zone. */
export function removeZone(draft: Draft, id: number, instead: string): void {
  const { zones, sections, rows, tables } = draft.document
  const zone = zones.find((one) => one.id === id)
  if (!zone || zone.key === instead || !zones.some(({ key }) => key === instead)) return
  for (const section of sections)
    if (section.zone === zone.key) draft.put('sections', { ...section, zone: instead })
  for (const placed of [...rows, ...tables]) {
    let next: PlanPlaced = placed.zone === zone.key ? { ...placed, zone: instead } : placed
    for (const exception of placed.exceptions ?? [])
      if (exception.zone === zone.key) next = overrideSeat(next, exception.at, { zone: instead })
    if (next !== placed) replacePlaced(draft, next)
  }
  draft.remove('zones', id)
}

/** Changes shape, label and size of one row or table. */
export function changePlaced(
  draft: Draft,
  id: number,
  change: Partial<Omit<PlanRow, 'id' | 'section'>> & Partial<Omit<PlanTable, 'id' | 'section'>>,
): void {
  const placed = placedById(draft.document, id)
  if (placed) replacePlaced(draft, omitEmptyKeys({ ...placed, ...change } as PlanPlaced))
}

export function resizePlaced(draft: Draft, ids: Iterable<number>, count: number): void {
  for (const id of ids) {
    const placed = placedById(draft.document, id)
    if (placed) replacePlaced(draft, resize(placed, count))
  }
}

/** Renumbers the seats of rows and tables; flags and zones of single seats are kept. */
export function renumberSeats(
  draft: Draft,
  ids: Iterable<number>,
  scheme: SeatScheme,
  start: number,
): void {
  for (const id of ids) {
    const placed = placedById(draft.document, id)
    if (!placed) continue
    const count = seatCount(placed.numbering)
    const { numbering, labels } = numberSeats(count, scheme, start)
    let next: PlanPlaced = omitEmptyKeys({ ...placed, numbering } as PlanPlaced)
    for (let at = 0; at < count; at += 1)
      if (labels || placed.exceptions?.some((one) => one.at === at && one.label !== undefined))
        next = overrideSeat(next, at, { label: labels?.[at] ?? null })
    replacePlaced(draft, next)
  }
}

/** Labels rows consecutively, in the given order. */
export function relabelRows(
  draft: Draft,
  ids: readonly number[],
  scheme: RowScheme,
  start: number,
): void {
  for (const [index, id] of ids.entries()) {
    const placed = placedById(draft.document, id)
    if (placed) replacePlaced(draft, { ...placed, label: rowLabel(scheme, index, start) })
  }
}

/** Assigns seats, rows or sections to another price zone. */
export function paintZone(draft: Draft, selection: Selection, key: string): void {
  if (!draft.document.zones.some((zone) => zone.key === key)) return
  for (const item of selection) {
    if (item.kind === 'shape') continue
    if (item.kind === 'section') {
      paintSection(draft, item.id, key)
      continue
    }
    const placed = placedById(draft.document, item.id)
    if (!placed) continue
    const sectionZone = draft.document.sections.find(({ id }) => id === placed.section)?.zone
    if (item.kind === 'seat') {
      const own = placed.zone ?? sectionZone
      replacePlaced(draft, overrideSeat(placed, item.at, { zone: own === key ? null : key }))
    } else replacePlaced(draft, withZone(placed, sectionZone === key ? undefined : key))
  }
}

function withZone(placed: PlanPlaced, zone: string | undefined): PlanPlaced {
  let next = omitEmptyKeys({ ...placed, zone } as PlanPlaced)
  for (const { at, zone: own } of placed.exceptions ?? [])
    if (own !== undefined) next = overrideSeat(next, at, { zone: null })
  return next
}

function paintSection(draft: Draft, id: number, key: string): void {
  changeSection(draft, id, { zone: key })
  for (const placed of chosenPlaced(draft.document, [{ kind: 'section', id }]))
    if (placed.zone !== undefined || placed.exceptions?.some((one) => one.zone !== undefined))
      replacePlaced(draft, withZone(placed, undefined))
}

/** Marks seats as accessible, for companions or with a restricted view, or removes the mark. */
export function flagSeats(draft: Draft, selection: Selection, flag: SeatFlag, isOn: boolean): void {
  for (const [id, seats] of allSelectedSeats(draft.document, selection)) {
    let placed = placedById(draft.document, id)
    if (!placed) continue
    for (const at of seats) {
      const before = placed.exceptions?.find((one) => one.at === at)?.flags ?? []
      if (before.includes(flag) === isOn) continue
      const flags = isOn ? [...before, flag] : before.filter((one) => one !== flag)
      placed = overrideSeat(placed, at, { flags })
    }
    replacePlaced(draft, placed)
  }
}

/** Changes the label of one seat. */
export function labelSeat(draft: Draft, id: number, at: number, label: string): void {
  const placed = placedById(draft.document, id)
  if (!placed) return
  const plain = placedParts(overrideSeat(placed, at, { label: null })).labels[at]
  replacePlaced(draft, overrideSeat(placed, at, { label: label === plain ? null : label }))
}
