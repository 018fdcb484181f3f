/** Invariants of any plan, including unfinished ones: references are valid, and numbers are within bounds. */
import { seatCount } from '#seatmap/layout.ts'
import {
  collections,
  isTable,
  planLimits,
  type Collection,
  type PlanDocument,
  type PlanHead,
  type PlanPlaced,
  type PlanSection,
  type PlanShape,
} from './document.ts'
import type { Edit, Step } from './steps.ts'

const far = 100_000
/** Maximum number of rows, or tables, per section of the format. */
const inSectionMax = 500

/** Whether all values are finite and within bounds. */
function areWithinBounds(...values: readonly (number | undefined)[]): boolean {
  return values.every((value) => value === undefined || Math.abs(value) <= far)
}

function areIntegers(...values: readonly number[]): boolean {
  return values.every((value) => Number.isSafeInteger(value))
}

function isSize(value: number): boolean {
  return value > 0 && value <= far
}

function isText(text: { readonly ka: string; readonly en: string }): boolean {
  return [text.ka, text.en].every(({ length }) => length >= 1 && length <= 120)
}

interface Names {
  readonly zones: ReadonlySet<string>
  readonly sections: ReadonlyMap<number, PlanSection>
}

function namesOf({ zones, sections }: PlanDocument): Names {
  return {
    zones: new Set(zones.map(({ key }) => key)),
    sections: new Map(sections.map((section) => [section.id, section])),
  }
}

function placedProblem(placed: PlanPlaced, { zones, sections }: Names): string | null {
  const count = seatCount(placed.numbering)
  const section = sections.get(placed.section)
  if (section?.kind !== (isTable(placed) ? 'table' : 'seated')) return 'section'
  if (placed.zone !== undefined && !zones.has(placed.zone)) return 'zone'
  if (placed.label.length < 1 || placed.label.length > 12) return 'label'
  const runsMax = isTable(placed) ? 10 : 50
  if (placed.numbering.length < 1 || placed.numbering.length > runsMax) return 'numbering'
  for (const [size, start, step] of placed.numbering) {
    const lowest = Math.min(start, start + step * (size - 1))
    if (!areIntegers(size, start, step)) return 'numbering'
    if (size < 1 || size > 2_000 || start > 100_000 || lowest < 0 || Math.abs(step) > 100)
      return 'numbering'
  }
  for (const exception of placed.exceptions ?? []) {
    if (exception.at >= count) return 'exception'
    if (exception.zone !== undefined && !zones.has(exception.zone)) return 'zone'
    if (exception.label !== undefined && (exception.label === '' || exception.label.length > 12))
      return 'label'
  }
  if (isTable(placed))
    return areWithinBounds(placed.x, placed.y) && isSize(placed.radius) && isSize(placed.depth ?? 1)
      ? null
      : 'position'
  if (placed.points) {
    if (placed.points.length !== count * 2) return 'points'
    return areWithinBounds(...placed.points) ? null : 'position'
  }
  if ((placed.gaps ?? []).some(([after, width]) => after >= count - 1 || !isSize(width)))
    return 'gaps'
  if (Math.abs(placed.pitch ?? 1) > 100) return 'pitch'
  if (placed.arc && !isSize(placed.arc[2])) return 'position'
  return areWithinBounds(...(placed.line ?? []), ...(placed.arc ?? [])) ? null : 'position'
}

function partProblem(document: PlanDocument, name: Collection, id: number, names: Names) {
  if (name === 'rows' || name === 'tables') {
    const placed = (document[name] as readonly PlanPlaced[]).find((part) => part.id === id)
    return placed ? placedProblem(placed, names) : null
  }
  if (name === 'shapes') {
    const shape = document.shapes.find((part) => part.id === id)
    return shape ? shapeProblem(shape) : null
  }
  if (name === 'zones') return documentProblems(document)[0] ?? null
  if (name === 'sections') {
    const section = names.sections.get(id)
    return section ? sectionProblem(section, names) : null
  }
  return null
}

function shapeProblem({ points, text }: PlanShape): string | null {
  if (
    !areWithinBounds(...points) ||
    points.length < 4 ||
    points.length > 4_000 ||
    points.length % 2 !== 0
  )
    return 'position'
  return text && !isText(text) ? 'text' : null
}

function headProblem({ name, width, height, focalPoint, underlay }: PlanHead): string | null {
  if (!isText(name)) return 'name'
  if (!isSize(width) || !isSize(height) || !areWithinBounds(focalPoint.x, focalPoint.y))
    return 'size'
  if (!underlay) return null
  const { x, y, opacity } = underlay
  const isPlaced = areWithinBounds(x, y) && isSize(underlay.width) && isSize(underlay.height)
  return isPlaced && opacity >= 0.05 && opacity <= 1 ? null : 'underlay'
}

function sectionProblem(section: PlanSection, { zones }: Names): string | null {
  const isPool = section.kind === 'standing' || section.kind === 'free'
  if (!zones.has(section.zone)) return 'zone'
  if (isPool !== (section.pool !== undefined)) return 'pool'
  if (isPool && section.outline === undefined) return 'outline'
  const { outline, labelAt, level, shortName, pool } = section
  if (
    outline &&
    (!areWithinBounds(...outline) ||
      outline.length < 6 ||
      outline.length > 4_000 ||
      outline.length % 2 !== 0)
  )
    return 'position'
  if (!areWithinBounds(...(labelAt ?? []))) return 'position'
  if (level !== undefined && (!areIntegers(level) || level < 0 || level > 20)) return 'level'
  if (shortName !== undefined && (shortName === '' || shortName.length > 12)) return 'name'
  if (pool && (!areIntegers(pool.capacity) || pool.capacity < 1 || pool.capacity > 1_000_000))
    return 'pool'
  return isText(section.name) ? null : 'name'
}

function firstDuplicate(values: readonly (string | number)[]): string | number | undefined {
  const seen = new Set<string | number>()
  for (const value of values) {
    if (seen.has(value)) return value
    seen.add(value)
  }
  return undefined
}

/** Problems of a plan as a whole; empty for any result of the commands. */
export function documentProblems(document: PlanDocument): string[] {
  const names = namesOf(document)
  const problems: string[] = []
  for (const name of collections)
    for (const { id } of document[name])
      if (id >= document.head.nextId) problems.push(`${name} ${id}: id`)
  for (const name of ['zones', 'shapes', 'sections'] as const) {
    const twice = firstDuplicate(document[name].map(({ id }) => id))
    if (twice !== undefined) problems.push(`${name} ${twice}: twice`)
  }
  const placed = [...document.rows, ...document.tables]
  const twice = firstDuplicate(placed.map(({ id }) => id))
  if (twice !== undefined) problems.push(`rows and tables ${twice}: twice`)
  const key = firstDuplicate(document.zones.map((zone) => zone.key))
  if (key !== undefined) problems.push(`zones ${key}: twice`)
  const pools = document.sections.flatMap(({ pool }) => (pool ? [pool.poolId] : []))
  const pool = firstDuplicate(pools)
  if (pool !== undefined) problems.push(`pools ${pool}: twice`)
  for (const one of placed) {
    const problem = placedProblem(one, names)
    if (problem !== null) problems.push(`${isTable(one) ? 'tables' : 'rows'} ${one.id}: ${problem}`)
  }
  for (const section of document.sections) {
    const problem = sectionProblem(section, names)
    if (problem !== null) problems.push(`sections ${section.id}: ${problem}`)
  }
  for (const shape of document.shapes) {
    const problem = shapeProblem(shape)
    if (problem !== null) problems.push(`shapes ${shape.id}: ${problem}`)
  }
  for (const zone of document.zones) if (!isText(zone.name)) problems.push(`zones ${zone.id}: name`)
  const ofHead = headProblem(document.head)
  if (ofHead !== null) problems.push(`head: ${ofHead}`)
  problems.push(...limitProblems(document))
  return problems
}

function limitProblems(document: PlanDocument): string[] {
  const problems: string[] = []
  const { rows, tables, sections, shapes, zones } = document
  if (document.zones.length === 0 || zones.length > 32) problems.push('zones: number')
  if (shapes.length > planLimits.shapes) problems.push('shapes: number')
  if (sections.length > planLimits.sections) problems.push('sections: number')
  if (rows.length > planLimits.placed || tables.length > planLimits.placed)
    problems.push('rows: number')
  const counts = new Map<number, number>()
  let places = 0
  for (const placed of [...rows, ...tables]) {
    places += seatCount(placed.numbering)
    counts.set(placed.section, (counts.get(placed.section) ?? 0) + 1)
  }
  if (places > planLimits.places) problems.push('places: number')
  if ([...counts.values()].some((count) => count > inSectionMax)) problems.push('section: number')
  return problems
}

/** A step that cannot change how much a plan contains, nor what other elements refer to. */
function isPlainReplacement(step: Step): boolean {
  if (step.in === 'head') return true
  if (!step.before || !step.after || step.in === 'zones') return false
  if (step.in === 'shapes') return true
  if (step.in === 'sections')
    return step.before.kind === step.after.kind && step.before.pool === step.after.pool
  return (
    step.before.section === step.after.section && step.before.numbering === step.after.numbering
  )
}

function stepProblem(step: Step, names: Names): string | null {
  if (step.in === 'head') return headProblem(step.after)
  if (!step.after || step.in === 'zones') return null
  if (step.in === 'shapes') return shapeProblem(step.after)
  return step.in === 'sections'
    ? sectionProblem(step.after, names)
    : placedProblem(step.after, names)
}

/** Whether the elements that a command touched are valid, given that all were valid before. */
export function isValidEdit(document: PlanDocument, edit: Edit): boolean {
  const names = namesOf(document)
  // Moving a section of a stadium must not examine the whole stadium within a frame.
  if (edit.every(isPlainReplacement)) {
    const latest = new Map(
      edit.map((step) => [step.in === 'head' ? step.in : `${step.in} ${step.id}`, step]),
    )
    return [...latest.values()].every((step) => stepProblem(step, names) === null)
  }
  if (limitProblems(document).length > 0 || headProblem(document.head) !== null) return false
  if (edit.length > 40) return documentProblems(document).length === 0
  return edit.every(
    (step) => step.in === 'head' || partProblem(document, step.in, step.id, names) === null,
  )
}
