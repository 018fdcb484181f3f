/** Errors and warnings of a plan, with the elements they concern. */
import { grouped } from '#kernel/grouped.ts'
import { boundsOf, containsPoint, type Box, type Point } from '#seatmap/geometry.ts'
import { seatCount } from '#seatmap/layout.ts'
import { seatDistanceMin } from '#seatmap/validate.ts'
import { contentsOf } from './compile.ts'
import { isTable, type PlanDocument, type PlanPlaced, type PlanSection } from './document.ts'
import { outlineAround } from './outline.ts'
import { boxOfPlaced, middleOf, placedParts, spotsOf } from './placed.ts'
import { allPlaced, joinBoxes, type Item } from './selection.ts'

export const errorCodes = [
  'empty',
  'double-section',
  'double-row',
  'double-seat',
  'overlap',
  'outside',
] as const
export const warningCodes = [
  'row-gap',
  'seat-gap',
  'sections-overlap',
  'companion-missing',
  'unused-zone',
  'no-stage',
] as const
export type FindingCode = (typeof errorCodes)[number] | (typeof warningCodes)[number]

export interface Finding {
  readonly code: FindingCode
  /** Whether it prevents publication. */
  readonly isError: boolean
  /** Placeholders of the message: labels, counts. */
  readonly values: Readonly<Record<string, string>>
  /** The elements to select and show when the finding is clicked. */
  readonly items: readonly Item[]
  readonly at: Point | null
}

/** Maximum number of findings per kind; more of the same kind add no information. */
const findingsPerKindMax = 40
/** A finding of more elements is shown at the middle of the first. */
const shownItemsMax = 50
/** Seats that are compared with those around them, of one level and of a square as wide as they are apart: four fit. */
const seatsPerCellMax = 12
/** Comparisons of seats with edges of outlines; a real plan has thousands. */
const outlineEffortMax = 3_000_000
const errors: ReadonlySet<string> = new Set(errorCodes)

interface Found {
  add(
    code: FindingCode,
    items: readonly Item[],
    values?: Readonly<Record<string, string>>,
    at?: Point,
  ): void
}

/** All findings; yields regularly, so that a browser can render in between. */
export function* findFindings(document: PlanDocument): Generator<undefined, Finding[]> {
  const findings: Finding[] = []
  const counts = new Map<FindingCode, number>()
  const found: Found = {
    add(code, items, values = {}, at) {
      const count = counts.get(code) ?? 0
      counts.set(code, count + 1)
      if (count >= findingsPerKindMax) return
      const place = at ?? placeOf(document, items)
      findings.push({ code, isError: errors.has(code), values, items, at: place })
    },
  }
  checkComplete(document, found)
  yield
  const bySection = grouped(allPlaced(document), (one) => one.section)
  for (const section of document.sections) {
    checkSection(section, bySection.get(section.id) ?? [], found)
    yield
  }
  yield* checkSeats(document, found)
  yield* checkOverlaps(document, found)
  yield* checkOutlines(document, found)
  return findings.toSorted((a, b) => Number(b.isError) - Number(a.isError))
}

export function findingsOf(document: PlanDocument): Finding[] {
  const search = findFindings(document)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
}

function placeOf(document: PlanDocument, items: readonly Item[]): Point | null {
  const boxes = items.slice(0, shownItemsMax).flatMap((item): Box[] => {
    if (item.kind === 'section') {
      const inside = allPlaced(document).filter((one) => one.section === item.id)
      const own = document.sections.find(({ id }) => id === item.id)?.outline
      return own ? [boundsOf(own)] : inside.length > 0 ? [boundsOf(outlineAround(inside))] : []
    }
    if (item.kind === 'shape') return []
    const placed = allPlaced(document).find(({ id }) => id === item.id)
    if (!placed) return []
    const spots = spotsOf(placed)
    const chosen = item.kind === 'seat' ? spots.slice(item.at, item.at + 1) : spots
    return chosen.map(({ x, y }) => ({ left: x, right: x, top: y, bottom: y }))
  })
  const box = joinBoxes(boxes)
  return box && middleOf(box)
}

function checkComplete(document: PlanDocument, found: Found): void {
  const pools = document.sections.filter(({ pool }) => pool)
  if (document.rows.length + document.tables.length + pools.length === 0) found.add('empty', [])
  if (!document.shapes.some(({ kind }) => ['stage', 'pitch', 'screen'].includes(kind)))
    found.add('no-stage', [])
  const used = new Set(document.sections.map(({ zone }) => zone))
  for (const placed of allPlaced(document)) {
    if (placed.zone !== undefined) used.add(placed.zone)
    for (const { zone } of placed.exceptions ?? []) if (zone !== undefined) used.add(zone)
  }
  for (const { key, name } of document.zones)
    if (!used.has(key)) found.add('unused-zone', [], { zoneKa: name.ka, zoneEn: name.en })
  for (const language of ['ka', 'en'] as const) {
    const byName = grouped(document.sections, ({ name }) => name[language].trim())
    for (const [name, sections] of byName)
      if (sections.length > 1)
        found.add(
          'double-section',
          sections.map(({ id }) => ({ kind: 'section', id })),
          { name },
        )
  }
}

function checkSection(section: PlanSection, inside: readonly PlanPlaced[], found: Found): void {
  const values = { section: section.name.ka, sectionEn: section.name.en }
  for (const [label, same] of grouped(inside, (one) => one.label))
    if (same.length > 1)
      found.add(
        'double-row',
        same.map(({ id }) => ({ kind: 'placed', id })),
        { ...values, row: label },
      )
  const missing = missingIn(inside.map(({ label }) => label))
  if (missing !== null)
    found.add('row-gap', [{ kind: 'section', id: section.id }], { ...values, row: missing })
}

/** The first number missing in a series of labels; null when it is complete, or no series. */
export function missingIn(labels: readonly string[]): string | null {
  if (labels.length < 3 || labels.some((label) => !/^\d{1,6}$/.test(label))) return null
  const numbers = [...new Set(labels.map(Number))].toSorted((a, b) => a - b)
  let step = Infinity
  for (const [index, number] of numbers.entries())
    if (index > 0) step = Math.min(step, number - (numbers[index - 1] ?? 0))
  for (const [index, number] of numbers.entries()) {
    const before = numbers[index - 1]
    if (before !== undefined && number - before !== step) return String(before + step)
  }
  return null
}

function* checkSeats(document: PlanDocument, found: Found): Generator<undefined> {
  const { width, height } = document.head
  const names = new Map(document.sections.map(({ id, name }) => [id, name]))
  for (const [index, placed] of allPlaced(document).entries()) {
    if (index % 50 === 49) yield
    const { spots, labels } = placedParts(placed)
    const name = names.get(placed.section)
    const values = { row: placed.label, section: name?.ka ?? '', sectionEn: name?.en ?? '' }
    for (const [label, same] of grouped(labels.entries(), ([, text]) => text))
      if (same.length > 1)
        found.add(
          'double-seat',
          seatsAt(
            placed,
            same.map(([at]) => at),
          ),
          { ...values, seat: label },
        )
    const missing = isTable(placed) ? null : missingIn(labels)
    if (missing !== null)
      found.add('seat-gap', [{ kind: 'placed', id: placed.id }], { ...values, seat: missing })
    const { left, top, right, bottom } = boxOfPlaced(placed)
    const isInside = left >= 0 && top >= 0 && right <= width && bottom <= height
    const out = (isInside ? [] : spots).flatMap((spot, at) => {
      const [x, y] = [Math.fround(spot.x), Math.fround(spot.y)]
      return x < 0 || y < 0 || x > width || y > height ? [at] : []
    })
    if (out.length > 0)
      found.add('outside', seatsAt(placed, out), { ...values, count: String(out.length) })
    checkCompanions(placed, values, found)
  }
}

function seatsAt(placed: PlanPlaced, seats: readonly number[]): Item[] {
  return seats.map((at) => ({ kind: 'seat', id: placed.id, at }))
}

/** A wheelchair space should have a companion seat next to it. */
function checkCompanions(placed: PlanPlaced, values: Finding['values'], found: Found): void {
  const flags = new Map(placed.exceptions?.map((one) => [one.at, one.flags ?? []]) ?? [])
  const alone = [...flags].flatMap(([at, own]) =>
    own.includes('accessible') &&
    ![at - 1, at + 1].some((next) => {
      const neighbourFlags = flags.get(next) ?? []
      return neighbourFlags.includes('companion')
    })
      ? [at]
      : [],
  )
  if (alone.length > 0)
    found.add('companion-missing', seatsAt(placed, alone), {
      ...values,
      count: String(alone.length),
    })
}

interface Seat {
  readonly placed: PlanPlaced
  readonly at: number
  readonly x: number
  readonly y: number
}

/** Uses the same minimum distance as the validation of layouts. */
function* checkOverlaps(document: PlanDocument, found: Found): Generator<undefined> {
  const levels = new Map(document.sections.map(({ id, level }) => [id, level ?? 0]))
  const cells = new Map<number, Seat[]>()
  const pairs = new Set<string>()
  let seen = 0
  for (const placed of allPlaced(document)) {
    const level = levels.get(placed.section) ?? 0
    for (const [at, spot] of spotsOf(placed).entries()) {
      seen += 1
      if (seen % 600 === 0) yield
      const seat: Seat = { placed, at, x: Math.fround(spot.x), y: Math.fround(spot.y) }
      const column = Math.floor(seat.x / seatDistanceMin) + 50_000
      const line = Math.floor(seat.y / seatDistanceMin) + 50_000
      for (let cell = 0; cell < 9; cell += 1) {
        const around = (line + Math.floor(cell / 3) - 1) * 100_003 + column + (cell % 3) - 1
        for (const other of cells.get(level * levelStep + around) ?? []) {
          if (Math.hypot(seat.x - other.x, seat.y - other.y) >= seatDistanceMin) continue
          const pair = `${other.placed.id} ${placed.id}`
          if (pairs.has(pair)) continue
          pairs.add(pair)
          const items = [...seatsAt(other.placed, [other.at]), ...seatsAt(placed, [at])]
          found.add('overlap', items, { row: other.placed.label, other: placed.label }, seat)
        }
      }
      const key = level * levelStep + line * 100_003 + column
      const cell = cells.get(key)
      if (!cell) cells.set(key, [seat])
      else if (cell.length < seatsPerCellMax) cell.push(seat)
    }
  }
}

/** More than any id of a section. */
const sectionIdStep = 10_000_000
/** More than the keys of the cells of one level. */
const levelStep = 100_003 * 200_000

/** The first, middle and last seat of a row, which approximate its position. */
function endsOf(placed: PlanPlaced): Point[] {
  const spots = spotsOf(placed)
  const seats = [0, spots.length >> 1, spots.length - 1]
  return seats.flatMap((at) => spots[at] ?? [])
}

/** Seats of one section inside the outline of another one on the same level are hard to find. */
function* checkOutlines(document: PlanDocument, found: Found): Generator<undefined> {
  const contents = contentsOf(document)
  const outlined = document.sections.flatMap((section) => {
    const { rows = [], tables = [] } = contents.get(section.id) ?? {}
    const placed = [...rows, ...tables]
    const outline = section.outline ?? (placed.length > 0 ? outlineAround(placed) : null)
    return outline ? [{ section, placed, outline, box: boundsOf(outline) }] : []
  })
  /** Pairs that are found already: each of two sections may have seats in the other. */
  const pairs = new Set<number>()
  let effort = 0
  for (const one of outlined) {
    yield
    for (const other of outlined) {
      if (one === other || (one.section.level ?? 0) !== (other.section.level ?? 0)) continue
      const { left, right, top, bottom } = other.box
      if (
        left > one.box.right ||
        right < one.box.left ||
        top > one.box.bottom ||
        bottom < one.box.top
      )
        continue
      const ids = [one.section.id, other.section.id]
      const pair = Math.min(...ids) * sectionIdStep + Math.max(...ids)
      if (pairs.has(pair)) continue
      effort += other.placed.length * one.outline.length
      if (effort > outlineEffortMax) return
      const lost = other.placed.find((placed) =>
        endsOf(placed).some((spot) => containsPoint(one.outline, spot)),
      )
      if (!lost) continue
      pairs.add(pair)
      const items: Item[] = [one, other].map(({ section }) => ({ kind: 'section', id: section.id }))
      const names = { section: one.section.name.ka, sectionEn: one.section.name.en }
      const others = { other: other.section.name.ka, otherEn: other.section.name.en }
      found.add('sections-overlap', items, { ...names, ...others }, spotsOf(lost)[0])
    }
  }
}

/** Capacity of a plan: seats, and places of areas. */
export function capacityOf(document: PlanDocument): {
  readonly seats: number
  readonly room: number
} {
  return {
    seats: allPlaced(document).reduce((sum, { numbering }) => sum + seatCount(numbering), 0),
    room: document.sections.reduce((sum, { pool }) => sum + (pool?.capacity ?? 0), 0),
  }
}
