/** Builds a seat layout from a drawing. */
import { createLayoutBuilder, round, type LayoutBuilder, type TablePlan } from '../builders.ts'
import { pitchDefault, type SeatLayout } from '../layout.ts'
import { boundsOf, factOf, hullOf, middleOf, type Point } from './element-facts.ts'
import type { SvgElement } from './elements.ts'
import { apart, inOrder, rowPlan } from './row-plan.ts'
import { type Drawing, type DrawnSection, type DrawnTable, zoneKey, zoneOfSeat } from './drawing.ts'

export function sells(section: DrawnSection): boolean {
  return section.rows.size > 0 || section.tables.length > 0 || section.capacity !== null
}

export function build(
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

/** Units (10 cm) per unit of the drawing: as declared, or so that neighbours are 55 cm apart. */
function scaleOf(root: SvgElement, sections: readonly DrawnSection[]): number {
  const said = Number(root.attributes['data-unit-cm'])
  if (said > 0) return said / 10
  const gaps = sections.flatMap((section) =>
    [...section.rows.values()].flatMap((row) => {
      const ordered = inOrder(row)
      return ordered.slice(1).map((seat, index) => apart(ordered[index]?.at ?? seat.at, seat.at))
    }),
  )
  const ordered = gaps.filter((gap) => gap > 0).toSorted((one, other) => one - other)
  // Of two scales in one drawing the smaller decides, so that no seats come to lie on each other.
  const median = ordered[Math.floor((ordered.length - 1) / 2)]
  return median === undefined ? 1 : pitchDefault / median
}

/** Zones by the seats' attributes, or else by colour; the legend names both. */
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

/** Corners around a seat, so that an outline includes the whole seat. */
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
