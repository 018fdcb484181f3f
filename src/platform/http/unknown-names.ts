/** Names in a request that no part of its schema has, where ignoring them would lose what the caller meant. */
import type { z } from 'zod'

interface UnknownName {
  readonly path: string
  readonly message: string
}

/** What a schema knows of one object: its names, which of them may be absent, and the schemas of their values. */
interface KnownNames {
  readonly fields: ReadonlyMap<string, z.ZodType>
  readonly optional: ReadonlySet<string>
  /** It refuses unknown names itself, with a message of its own. */
  readonly isStrict: boolean
}

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: unknown
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly left?: z.ZodType
  readonly right?: z.ZodType
}

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition
const known = new WeakMap<z.ZodType, KnownNames | null>()

/** Sent with any call, whatever it declares. */
const always = new Set(['api_key'])

/**
 * Misspelt names, and all names of an object that has none of the schema's: with them ignored, a filter would not
 * filter and a change would change nothing. Other unknown names are ignored, because clients send more than is read.
 */
export function findUnknownNames(
  schema: z.ZodType,
  value: unknown,
  { path, isChange = false }: { readonly path: string; readonly isChange?: boolean },
): UnknownName[] {
  const found: UnknownName[] = []
  collect(schema, value, { path, isChange, found, judged: { left: judgedMax } })
  return found
}

/** Unknown names that are compared with known ones: a body of nothing else would take a tenth of a second. */
const judgedMax = 40

interface Collecting {
  readonly path: string
  /** It says what to change: with no name that may be absent, nothing would change. */
  readonly isChange: boolean
  readonly found: UnknownName[]
  /** Over all parts of the value. */
  readonly judged: { left: number }
}

function collect(schema: z.ZodType, value: unknown, into: Collecting): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const element = elementOf(schema)
    if (element)
      value.forEach((one, index) =>
        collect(element, one, { ...into, isChange: false, path: `${into.path}.${index}` }),
      )
    return
  }
  const names = namesOf(schema)
  if (!names || names.fields.size === 0) return
  const given = Object.entries(value).filter(([, one]) => one !== undefined)
  const unknown = given.flatMap(([name]) =>
    names.fields.has(name) || always.has(name) ? [] : [name],
  )
  if (unknown.length > 0) judge(names, given, unknown, into)
  for (const [name, one] of given) {
    const field = typeof one === 'object' ? names.fields.get(name) : undefined
    if (field) collect(field, one, { ...into, isChange: false, path: `${into.path}.${name}` })
  }
}

function judge(
  { fields, optional, isStrict }: KnownNames,
  given: readonly (readonly [string, unknown])[],
  unknown: readonly string[],
  { path, isChange, found, judged }: Collecting,
): void {
  const names = new Set(given.map(([name]) => name))
  const absent = [...fields.keys()].filter((name) => !names.has(name))
  const isQuery = path === 'query'
  const isLost =
    !isQuery &&
    !isStrict &&
    (given.every(([name]) => !fields.has(name)) ||
      (isChange && optional.size > 0 && !given.some(([name]) => optional.has(name))))
  const taken = unknown.slice(0, judged.left)
  judged.left -= taken.length
  for (const name of taken) {
    const nearest = nearestName(name, absent)
    if (nearest !== null)
      found.push({ path: `${path}.${name}`, message: `Unknown: did you mean ${nearest}?` })
    else if (isLost)
      found.push({
        path: `${path}.${name}`,
        message: `Unknown: known are ${[...fields.keys()].slice(0, 12).join(', ')}`,
      })
  }
}

/** The name that was probably meant; null when none is near. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const lower = name.toLowerCase()
  let nearest: { readonly name: string; readonly distance: number } | null = null
  for (const one of names) {
    const most = Math.min(one.length, name.length) < 5 ? 1 : 2
    if (Math.abs(one.length - name.length) > most) continue
    const distance = distanceOf(lower, one.toLowerCase())
    // One letter of a short name makes another name: `to`, `at`.
    if (distance > most || (distance > 0 && one.length < 4)) continue
    if (!nearest || distance < nearest.distance) nearest = { name: one, distance }
  }
  return nearest?.name ?? null
}

/** Number of letters to add, remove, replace or swap with the next. */
function distanceOf(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, i) => i),
  ]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + Number(!isSame),
      )
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    ;[before, last] = [last, row]
  }
  return last[other.length] ?? 0
}

/** The names of an object's schema; null where any name is allowed or the schema is of something else. */
function namesOf(schema: z.ZodType): KnownNames | null {
  const stored = known.get(schema)
  if (stored !== undefined) return stored
  const names = readNames(schema)
  known.set(schema, names)
  return names
}

function readNames(schema: z.ZodType): KnownNames | null {
  const {
    type,
    shape,
    catchall,
    innerType,
    in: input,
    out,
    options,
    left,
    right,
  } = definitionOf(schema)
  if (type === 'object') {
    // What a strict object refuses, it refuses itself; a loose one takes any name.
    if (!shape || catchall !== undefined) return catchallNames(shape, catchall)
    return ofShape(shape)
  }
  if (innerType) return namesOf(innerType)
  if (type === 'pipe' && input && out)
    return namesOf(definitionOf(input).type === 'transform' ? out : input)
  if (options) return joined(options.filter((one) => !isScalar(one)).map(namesOf))
  if (left && right) return joined([namesOf(left), namesOf(right)])
  return null
}

function catchallNames(
  shape: Readonly<Record<string, z.ZodType>> | undefined,
  catchall: unknown,
): KnownNames | null {
  const isStrict = definitionOf(catchall as z.ZodType).type === 'never'
  return shape && isStrict ? ofShape(shape, true) : null
}

function ofShape(shape: Readonly<Record<string, z.ZodType>>, isStrict = false): KnownNames {
  const fields = new Map(Object.entries(shape))
  const optional = [...fields].filter(([, field]) => field.safeParse(undefined).success)
  return { fields, optional: new Set(optional.map(([name]) => name)), isStrict }
}

function isScalar(schema: z.ZodType): boolean {
  return !['object', 'optional', 'nullable', 'default', 'pipe', 'union', 'intersection'].includes(
    definitionOf(schema).type,
  )
}

/** Names of several schemas together; null when one of them takes any name. */
function joined(parts: readonly (KnownNames | null)[]): KnownNames | null {
  if (parts.length === 0 || parts.includes(null)) return null
  const all = parts.filter((part) => part !== null)
  return {
    fields: new Map(all.flatMap(({ fields }) => [...fields])),
    optional: new Set(all.flatMap(({ optional }) => [...optional])),
    isStrict: all.some(({ isStrict }) => isStrict),
  }
}

function elementOf(schema: z.ZodType): z.ZodType | null {
  const { element, innerType, type, in: input, out } = definitionOf(schema)
  if (type === 'array') return element ?? null
  if (innerType) return elementOf(innerType)
  if (type === 'pipe' && input && out)
    return elementOf(definitionOf(input).type === 'transform' ? out : input)
  return null
}
