import { fail, ok, type Result } from '#kernel/result.ts'
import { createLayoutBuilder, round, type LayoutBuilder, type TablePlan } from '../builders.ts'
import { pitchDefault, type LayoutShape, type SeatFlag, type SeatLayout } from '../layout.ts'
import { validateLayout } from '../validate.ts'
import {
  boundsOf,
  factOf,
  hullOf,
  middleOf,
  pointsOf,
  roleOf,
  type Point,
} from './element-facts.ts'
import { readSvg, type DrawingProblem, type SvgElement } from './read-svg.ts'
import { apart, inOrder, rowPlan, type DrawnSeat } from './row-plan.ts'

interface DrawnTable {
  readonly label: string
  readonly element: SvgElement
  readonly shape: 'round' | 'rect' | 'booth'
  readonly seats: number
  readonly points: readonly Point[]
}

interface DrawnSection {
  readonly name: string
  readonly element: SvgElement
  readonly rows: Map<string, DrawnSeat[]>
  readonly tables: DrawnTable[]
  outline: readonly Point[] | null
  capacity: number | null
  kind: 'standing' | 'free'
}

interface Drawing {
  readonly sections: Map<string, DrawnSection>
  readonly zones: Map<string, { ka: string; en: string; fill: string }>
  readonly shapes: {
    readonly kind: LayoutShape['kind']
    readonly element: SvgElement
    readonly points: readonly Point[]
  }[]
  readonly problems: DrawingProblem[]
}

const drawable = new Set(['circle', 'ellipse', 'rect', 'path', 'polygon', 'polyline', 'line'])
const shapeKinds = new Set(['stage', 'pitch', 'screen', 'bar', 'floor', 'wall', 'line', 'entrance'])
const flagNames: readonly SeatFlag[] = ['accessible', 'companion', 'obstructed']
const problemsMost = 200

export interface DrawnLayout {
  readonly layout: SeatLayout
  readonly seats: number
  readonly areas: number
}

/**
 * A hall out of a drawing. Groups are sections and rows, shapes in a row are its seats; the conventions stand in the
 * README. Fails with `LayoutInvalid` and `detail: { problems }`, each with the line and the element it is about.
 */
export function importSvg(
  content: string,
  name: { readonly ka: string; readonly en: string },
): Result<DrawnLayout, 'LayoutInvalid'> {
  const read = readSvg(content)
  if (!read.ok) return fail('LayoutInvalid', read.detail)
  const drawing: Drawing = { sections: new Map(), zones: new Map(), shapes: [], problems: [] }
  walk(drawing, read.value, { section: null, row: null })
  if (drawing.problems.length === 0 && ![...drawing.sections.values()].some(sells))
    drawing.problems.push({ code: 'nothing-to-sell', line: 0, element: '' })
  if (drawing.problems.length > 0)
    return fail('LayoutInvalid', { problems: drawing.problems.slice(0, problemsMost) })
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
    return fail('LayoutInvalid', { problems: problems.slice(0, problemsMost) })
  }
  let seats = 0
  for (const section of drawing.sections.values()) {
    for (const row of section.rows.values()) seats += row.length
    for (const table of section.tables) seats += table.seats
  }
  const areas = [...drawing.sections.values()].filter((section) => section.capacity !== null).length
  return ok({ layout: checked.value, seats, areas })
}

function sells(section: DrawnSection): boolean {
  return section.rows.size > 0 || section.tables.length > 0 || section.capacity !== null
}

interface Within {
  readonly section: DrawnSection | null
  readonly row: string | null
}

function walk(drawing: Drawing, element: SvgElement, within: Within): void {
  if (
    ['defs', 'clipPath', 'mask', 'pattern', 'symbol', 'metadata', 'title', 'desc'].includes(
      element.name,
    )
  )
    return
  const role = roleOf(element)
  if (role?.kind === 'zones') return readLegend(drawing, element)
  let { section, row } = within
  if (role?.kind === 'section') section = sectionNamed(drawing, role.value, element)
  if (role && (role.kind === 'standing' || role.kind === 'free'))
    section = sectionNamed(drawing, role.value || role.kind, element)
  const rowFact = role?.kind === 'row' ? role.value : element.attributes['data-row']
  if (rowFact !== undefined) row = rowFact
  if (drawable.has(element.name)) readShape(drawing, element, role, { section, row })
  for (const child of element.children) walk(drawing, child, { section, row })
}

function sectionNamed(drawing: Drawing, name: string, element: SvgElement): DrawnSection {
  const known = drawing.sections.get(name)
  if (known) return known
  const made: DrawnSection = {
    name,
    element,
    rows: new Map(),
    tables: [],
    outline: null,
    capacity: null,
    kind: 'standing',
  }
  drawing.sections.set(name, made)
  return made
}

/** A legend: what each colour or key is called. */
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

function zoneKey(text: string): string {
  const key = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 32)
  return key || 'zone'
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
    else readSeat(section, row, element, role, note)
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

function readSeat(
  section: DrawnSection,
  row: string,
  element: SvgElement,
  role: { kind: string; value: string } | null,
  note: Note,
): void {
  const points = pointsOf(element)
  if (points.length < 2) return note('unsupported-shape')
  const seats = section.rows.get(row) ?? []
  section.rows.set(row, seats)
  const label = role?.kind === 'seat' ? role.value : ''
  if (label !== '' && seats.some((seat) => seat.label === label))
    note('seat-twice', { section: section.name, row, seat: label })
  const named =
    `${factOf(element, 'flags') ?? ''} ${element.attributes['class'] ?? ''}`.toLowerCase()
  const flags = flagNames.filter(
    (flag) => factOf(element, flag) !== undefined || named.split(/[\s,]+/).includes(flag),
  )
  seats.push({ at: middleOf(points), label, zone: zoneOfSeat(element), flags, element })
}

/** A zone said by the seat itself or its row; the section's is looked for later. */
function zoneOfSeat(element: SvgElement): string | undefined {
  for (let each: SvgElement | null = element; each; each = each.parent) {
    const zone = factOf(each, 'zone')
    if (zone !== undefined) return zoneKey(zone)
  }
  return undefined
}

function build(
  drawing: Drawing,
  root: SvgElement,
  name: { readonly ka: string; readonly en: string },
): SeatLayout {
  const sections = [...drawing.sections.values()].filter(sells)
  const seats = sections.flatMap((section) => [...section.rows.values()].flat())
  const scale = scaleOf(root, sections)
  const everything = [
    ...seats.map((seat) => seat.at),
    ...sections.flatMap((section) => [
      ...(section.outline ?? []),
      ...section.tables.flatMap((table) => [...table.points]),
    ]),
    ...drawing.shapes.flatMap((shape) => [...shape.points]),
  ]
  const bounds = boundsOf(everything)
  const margin = 12
  const place = (point: Point): Point => ({
    x: round((point.x - bounds.left) * scale + margin),
    y: round((point.y - bounds.top) * scale + margin),
  })
  const zoneOf = zoneFinder(drawing, sections)
  const stage = drawing.shapes.find((shape) => ['stage', 'pitch', 'screen'].includes(shape.kind))
  const focal = stage
    ? place(middleOf(stage.points))
    : place({ x: (bounds.left + bounds.right) / 2, y: bounds.top })
  const builder = createLayoutBuilder({
    name,
    width: round((bounds.right - bounds.left) * scale + margin * 2),
    height: round((bounds.bottom - bounds.top) * scale + margin * 2),
    focalPoint: focal,
    zones: zoneOf.list,
  })
  for (const { kind, element, points } of drawing.shapes) {
    const flat = points.map(place).flatMap(({ x, y }) => [x, y])
    const ka = factOf(element, 'name-ka')
    const text = ka === undefined ? {} : { text: { ka, en: factOf(element, 'name-en') ?? ka } }
    if (flat.length >= 4) builder.shape({ kind, points: flat, ...text })
  }
  for (const section of sections) addSection(builder, section, place, scale, zoneOf.of)
  return builder.build()
}

/** Units of ten centimetres in one of the drawing's: as it says, or so that neighbours sit 55 cm apart. */
function scaleOf(root: SvgElement, sections: readonly DrawnSection[]): number {
  const said = Number(root.attributes['data-unit-cm'])
  if (said > 0) return said / 10
  const gaps = sections.flatMap((section) =>
    [...section.rows.values()].flatMap((row) => {
      const ordered = inOrder(row)
      return ordered.slice(1).map((seat, index) => apart(ordered[index]?.at ?? seat.at, seat.at))
    }),
  )
  const median = gaps.filter((gap) => gap > 0).toSorted((one, other) => one - other)[
    Math.floor(gaps.length / 2)
  ]
  return median === undefined ? 1 : pitchDefault / median
}

/** Zones by what seats say, or else by their colour; the legend names both. */
function zoneFinder(drawing: Drawing, sections: readonly DrawnSection[]) {
  const byFill = new Map([...drawing.zones].map(([key, zone]) => [zone.fill, key]))
  const used = new Map<string, string>()
  const of = (
    section: DrawnSection,
    seat: { zone?: string | undefined; element: SvgElement },
  ): string => {
    const fill = seat.element.fill
    const key =
      seat.zone ??
      factOf(section.element, 'zone') ??
      byFill.get(fill) ??
      (/^#[0-9a-f]{3,8}$/.test(fill) ? `colour-${fill.slice(1)}` : 'standard')
    const known = zoneKey(key)
    used.set(known, drawing.zones.get(known)?.en ?? key)
    return known
  }
  for (const section of sections) {
    const seats = [...section.rows.values()].flat()
    if (seats.length + section.tables.length === 0)
      of(section, { element: section.element, zone: zoneOfSeat(section.element) })
    for (const seat of seats) of(section, seat)
    for (const table of section.tables)
      of(section, { element: table.element, zone: zoneOfSeat(table.element) })
  }
  const list = [...used].map(([key, en]) => [key, drawing.zones.get(key)?.ka ?? en, en] as const)
  return { of, list }
}

type ZoneOf = ReturnType<typeof zoneFinder>['of']

function addSection(
  builder: LayoutBuilder,
  section: DrawnSection,
  place: (point: Point) => Point,
  scale: number,
  zoneOf: ZoneOf,
): void {
  const { element } = section
  const seats = [...section.rows.values()].flat()
  const first = seats[0] ?? section.tables[0]
  const zone = zoneOf(section, first ? { ...first, zone: zoneOfSeat(first.element) } : { element })
  const ka = factOf(element, 'name-ka') ?? section.name
  const level = Number(factOf(element, 'level') ?? 0)
  const shortName =
    factOf(element, 'short') ?? (section.name.length <= 12 ? section.name : undefined)
  const around = [
    ...seats.map((seat) => place(seat.at)),
    ...section.tables.flatMap((table) => table.points.map(place)),
  ]
  const outline =
    section.outline && section.outline.length > 2
      ? section.outline.map(place)
      : grown(hullOf(around.flatMap(corners)))
  const plan = {
    name: { ka, en: factOf(element, 'name-en') ?? ka },
    ...(shortName === undefined ? {} : { shortName }),
    ...(Number.isInteger(level) && level > 0 ? { level } : {}),
    zone,
    outline: outline.flatMap(({ x, y }) => [round(x), round(y)]),
  }
  if (section.rows.size > 0) {
    const rows = [...section.rows].toSorted(([one], [other]) =>
      one.localeCompare(other, 'en', { numeric: true }),
    )
    builder.seated(
      plan,
      rows.map(([label, row]) => rowPlan(label, row, place, (seat) => zoneOf(section, seat), zone)),
    )
  }
  if (section.tables.length > 0)
    builder.tables(
      plan,
      section.tables.map((table) => tablePlan(table, place, scale)),
    )
  if (section.capacity !== null && section.rows.size + section.tables.length === 0)
    builder.pool(section.kind, plan, section.capacity)
}

/** Room around a seat, so that an outline holds more than its middle. */
function corners({ x, y }: Point): Point[] {
  const reach = 4.5
  return [
    { x: x - reach, y: y - reach },
    { x: x + reach, y: y - reach },
    { x: x + reach, y: y + reach },
    { x: x - reach, y: y + reach },
  ]
}

function grown(points: readonly Point[]): Point[] {
  return points.map(({ x, y }) => ({ x: Math.max(0, x), y: Math.max(0, y) }))
}

function tablePlan(table: DrawnTable, place: (point: Point) => Point, scale: number): TablePlan {
  const middle = place(middleOf(table.points))
  const { left, right, top, bottom } = boundsOf(table.points)
  const [radius, depth] = [round(((right - left) / 2) * scale), round(((bottom - top) / 2) * scale)]
  return {
    label: table.label,
    shape: table.shape,
    x: middle.x,
    y: middle.y,
    radius,
    ...(table.shape === 'round' ? {} : { depth }),
    numbering: [[table.seats, 1, 1]],
  }
}
