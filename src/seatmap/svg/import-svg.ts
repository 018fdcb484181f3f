import { fail, ok, type Result } from '#kernel/result.ts'
import type { LayoutShape, SeatFlag, SeatLayout } from '../layout.ts'
import { validateLayout } from '../validate.ts'
import {
  boundsOf,
  factOf,
  layerName,
  middleOf,
  pointsOf,
  roleOf,
  type Point,
  type Role,
} from './element-facts.ts'
import type { DrawnSeat } from './row-plan.ts'
import type { DrawingProblem, SvgElement } from './elements.ts'
import { readSvg } from './read-svg.ts'
import { type Drawing, type DrawnSection, type DrawnTable, zoneKey, zoneOfSeat } from './drawing.ts'
import { build, sells } from './build-layout.ts'

const drawable = new Set(['circle', 'ellipse', 'rect', 'path', 'polygon', 'polyline', 'line'])

const shapeKinds = new Set(['stage', 'pitch', 'screen', 'bar', 'floor', 'wall', 'line', 'entrance'])

const flagNames: readonly SeatFlag[] = ['accessible', 'companion', 'obstructed']

const problemsMax = 200

export interface DrawnLayout {
  readonly layout: SeatLayout
  readonly seats: number
  readonly areas: number
  /** What of the drawing was not taken over, and why. */
  readonly leftOut: readonly DrawingProblem[]
}

/**
 * Imports a hall from a drawing. Groups are sections and rows, shapes in a row are its seats; the conventions are
 * in the README. Fails with `LayoutInvalid` and `detail: { problems }`, each with its line and element.
 */
export function importSvg(
  content: string,
  name: { readonly ka: string; readonly en: string },
): Result<DrawnLayout, 'LayoutInvalid'> {
  const read = readSvg(content)
  if (!read.ok) return fail('LayoutInvalid', read.detail)
  const drawing: Drawing = {
    sections: new Map(),
    zones: new Map(),
    shapes: [],
    problems: [],
    leftOut: [],
    hidden: new Map(),
    noSeats: new Map(),
  }
  walk(drawing, read.value, { section: null, row: null })
  if (drawing.problems.length === 0 && ![...drawing.sections.values()].some(sells))
    drawing.problems.push({ code: 'nothing-to-sell', line: 0, element: '' })
  if (drawing.problems.length > 0)
    return fail('LayoutInvalid', { problems: drawing.problems.slice(0, problemsMax) })
  const layout = build(drawing, read.value, name)
  const checked = validateLayout(layout)
  if (!checked.ok) {
    const sentences = (checked.detail?.['problems'] ?? []) as string[]
    const problems = sentences.map((why): DrawingProblem => ({
      code: 'layout-rule',
      line: 0,
      element: '',
      values: { why },
    }))
    return fail('LayoutInvalid', { problems: problems.slice(0, problemsMax) })
  }
  let seats = 0
  for (const section of drawing.sections.values()) {
    for (const row of section.rows.values()) seats += row.length
    for (const table of section.tables) seats += table.seats
  }
  const areas = [...drawing.sections.values()].filter((section) => section.capacity !== null).length
  return ok({ layout: checked.value, seats, areas, leftOut: leftOutOf(drawing) })
}

interface Within {
  readonly section: DrawnSection | null
  readonly row: string | null
}

function walk(drawing: Drawing, element: SvgElement, within: Within): void {
  const role = roleOf(element)
  if (role?.kind === 'zones') return readLegend(drawing, element)
  if (element.isRemoved) return noteHidden(drawing, element)
  let { section, row } = within
  const told = (code: DrawingProblem['code']): DrawingProblem => ({
    code,
    line: element.line,
    element: element.attributes['id'] ?? element.name,
  })
  if (element.unread !== null && !element.isHidden && drawing.problems.length < problemsMax)
    // What cannot be placed is named; beside the seats it changes nothing that is sold.
    (holdsSeats(element, row) ? drawing.problems : drawing.leftOut).push(told(element.unread))
  if (element.name === 'image' && !element.isHidden) drawing.leftOut.push(told('picture'))
  if (role?.kind === 'section') section = sectionNamed(drawing, role.value, element)
  if (role && (role.kind === 'standing' || role.kind === 'free'))
    section = sectionNamed(drawing, role.value || role.kind, element)
  const rowFact = role?.kind === 'row' ? role.value : element.attributes['data-row']
  if (rowFact !== undefined) row = rowFact
  if (drawable.has(element.name)) {
    if (element.isHidden) noteHidden(drawing, element)
    else readShape(drawing, element, role, { section, row })
  }
  if (isOneSeat(element, role, row)) return readShape(drawing, element, role, { section, row })
  for (const child of element.children) walk(drawing, child, { section, row })
}

/** A group that is one seat: it is named so, or it is a symbol of several shapes without names of their own. */
function isOneSeat(element: SvgElement, role: Role | null, row: string | null): boolean {
  if (element.name !== 'g' || element.isHidden || element.children.length === 0) return false
  if (!(role?.kind === 'seat' || (element.isSymbol && row !== null && role === null))) return false
  return !hasRoles(element) && pointsOf(element).length > 1
}

const hasRoles = (element: SvgElement): boolean =>
  element.children.some((child) => roleOf(child) !== null || hasRoles(child))

/** Whether what is sold depends on an element. */
function holdsSeats(element: SvgElement, row: string | null): boolean {
  if (row !== null) return true
  const sold = ['section', 'row', 'seat', 'table', 'booth', 'standing', 'free', 'outline']
  return (
    sold.includes(roleOf(element)?.kind ?? '') ||
    element.children.some((child) => holdsSeats(child, null))
  )
}

/** Counts what the drawing does not show, by the outermost element that hides it. */
function noteHidden(drawing: Drawing, element: SvgElement): void {
  const count = (each: SvgElement): number =>
    each.children.reduce(
      (sum, child) => sum + count(child),
      drawable.has(each.name) || each.name === 'use' ? 1 : 0,
    )
  let hiding = element
  while (hiding.parent?.isHidden) hiding = hiding.parent
  const shapes = count(element)
  if (shapes > 0) drawing.hidden.set(hiding, (drawing.hidden.get(hiding) ?? 0) + shapes)
}

/** What was passed over, each with its reason. */
function leftOutOf({ hidden, noSeats, leftOut }: Drawing): DrawingProblem[] {
  const nothing = [...noSeats].flatMap(([{ element, name }, reasons]) =>
    [...reasons].map(([code, count]): DrawingProblem => ({
      code,
      line: element.line,
      element: name,
      values: { count },
    })),
  )
  const unseen = [...hidden].map(([element, count]): DrawingProblem => ({
    code: 'hidden',
    line: element.line,
    element: layerName(element) || element.name,
    values: { count },
  }))
  return [...unseen, ...nothing, ...leftOut].slice(0, problemsMax)
}

function sectionNamed(drawing: Drawing, name: string, element: SvgElement): DrawnSection {
  const known = drawing.sections.get(name)
  if (known) return known
  const made: DrawnSection = {
    name,
    element,
    rows: new Map(),
    labels: new Map(),
    places: new Map(),
    tables: [],
    outline: null,
    capacity: null,
    kind: 'standing',
  }
  drawing.sections.set(name, made)
  return made
}

/** A legend: the names of colours or keys. */
function readLegend(drawing: Drawing, legend: SvgElement): void {
  for (const entry of legend.children) {
    const role = roleOf(entry)
    const key = entry.attributes['data-zone'] ?? (role?.kind === 'zone' ? role.value : undefined)
    if (key === undefined) continue
    const ka = factOf(entry, 'name-ka') ?? factOf(entry, 'ka') ?? key
    const en = factOf(entry, 'name-en') ?? factOf(entry, 'en') ?? ka
    drawing.zones.set(zoneKey(key), { ka, en, fill: entry.fill })
  }
}

function readShape(
  drawing: Drawing,
  element: SvgElement,
  role: { kind: string; value: string } | null,
  { section, row }: Within,
): void {
  const note = (code: DrawingProblem['code'], values?: DrawingProblem['values']) =>
    drawing.problems.push({
      code,
      line: element.line,
      element: element.attributes['id'] ?? element.name,
      ...(values ? { values } : {}),
    })
  const capacity =
    factOf(element, 'capacity') ?? (section ? factOf(section.element, 'capacity') : undefined)
  if (role && shapeKinds.has(role.kind)) {
    drawing.shapes.push({
      kind: role.kind as LayoutShape['kind'],
      element,
      points: pointsOf(element),
    })
  } else if (role?.kind === 'table' || role?.kind === 'booth') {
    if (!section) note('seat-without-section')
    else section.tables.push(...readTable(element, role, note))
  } else if (role?.kind === 'outline') {
    if (section) section.outline = pointsOf(element)
  } else if (role?.kind === 'seat' || (row !== null && role?.kind !== 'section')) {
    if (!section) note('seat-without-section')
    else if (row === null) note('seat-without-row')
    else {
      const reason = readSeat(section, row, element, role, note)
      if (reason) noteNoSeat(drawing, section, reason)
    }
  } else if (section && capacity !== undefined && section.capacity === null) {
    const value = Number(capacity)
    if (!Number.isInteger(value) || value < 1) note('bad-number', { value: capacity })
    section.capacity = Math.max(1, Math.trunc(value) || 1)
    section.outline = pointsOf(element)
    section.kind =
      factOf(section.element, 'kind') === 'free' || role?.kind === 'free' ? 'free' : 'standing'
  } else if (role?.kind === 'standing' || role?.kind === 'free') note('area-without-capacity')
}

type Note = (code: DrawingProblem['code'], values?: DrawingProblem['values']) => void

function readTable(
  element: SvgElement,
  role: { kind: string; value: string },
  note: Note,
): DrawnTable[] {
  const seats = Number(factOf(element, 'seats') ?? 'none')
  if (!Number.isInteger(seats) || seats < 1 || seats > 40) {
    note('bad-number', { value: factOf(element, 'seats') ?? '' })
    return []
  }
  const isRound = element.name === 'circle' || element.name === 'ellipse'
  const shape = role.kind === 'booth' ? 'booth' : isRound ? 'round' : 'rect'
  return [{ label: role.value, element, shape, seats, points: pointsOf(element) }]
}

function noteNoSeat(
  { noSeats }: Drawing,
  section: DrawnSection,
  reason: 'unpainted' | 'seat-on-seat',
): void {
  const reasons = noSeats.get(section) ?? new Map<typeof reason, number>()
  noSeats.set(section, reasons)
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
}

/** Neither filled nor outlined, such as the box around a shape that LibreOffice adds. */
function isUnpainted({ name, fill, stroke }: SvgElement): boolean {
  const isNone = (paint: string) => paint === 'none' || paint === 'transparent'
  const isFilled = !isNone(fill) && name !== 'line'
  return name !== 'g' && !isFilled && (stroke === '' || isNone(stroke))
}

/**
 * The seat that lies where a shape of the row is drawn: programs write the fill and the outline of one shape as two.
 * Compared by cells as large as a tenth of a seat.
 */
function seatAt(
  section: DrawnSection,
  row: string,
  points: readonly Point[],
): { readonly known: DrawnSeat | undefined; readonly keep: (seat: DrawnSeat) => void } {
  const places = section.places.get(row) ?? new Map<string, DrawnSeat>()
  section.places.set(row, places)
  const { left, right, top, bottom } = boundsOf(points)
  const [first] = places.values()
  const size = first?.size ?? Math.max(right - left, bottom - top)
  const cell = size / 10 || 1
  const x = Math.round((left + right) / 2 / cell)
  const y = Math.round((top + bottom) / 2 / cell)
  const around = [-1, 0, 1].flatMap((across) =>
    [-1, 0, 1].map((down) => places.get(`${x + across} ${y + down}`)),
  )
  return {
    known: around.find((seat) => seat !== undefined),
    keep: (seat) => places.set(`${x} ${y}`, seat),
  }
}

/** Takes a shape as a seat, or says why it is none. */
function readSeat(
  section: DrawnSection,
  row: string,
  element: SvgElement,
  role: { kind: string; value: string } | null,
  note: Note,
): 'unpainted' | 'seat-on-seat' | null {
  const points = pointsOf(element)
  if (points.length < 2) {
    note('unsupported-shape')
    return null
  }
  const isNamed = role?.kind === 'seat'
  if (!isNamed && isUnpainted(element)) return 'unpainted'
  const { known, keep } = seatAt(section, row, points)
  if (!isNamed && known) return 'seat-on-seat'
  const seats = section.rows.get(row) ?? []
  section.rows.set(row, seats)
  const label = role?.kind === 'seat' ? role.value : ''
  const labels = section.labels.get(row) ?? new Set()
  section.labels.set(row, labels)
  if (label !== '' && labels.has(label))
    note('seat-twice', { section: section.name, row, seat: label })
  labels.add(label)
  const named =
    `${factOf(element, 'flags') ?? ''} ${element.attributes['class'] ?? ''}`.toLowerCase()
  const flags = flagNames.filter(
    (flag) => factOf(element, flag) !== undefined || named.split(/[\s,]+/).includes(flag),
  )
  const { left, right, top, bottom } = boundsOf(points)
  const size = Math.max(right - left, bottom - top)
  const seat = { at: middleOf(points), size, label, zone: zoneOfSeat(element), flags, element }
  seats.push(seat)
  keep(seat)
  return null
}
