/** Moves schemas that occur several times in a document into its components, under names that clients can be generated with. */

export type Json = Readonly<Record<string, unknown>>

/** JSON schemas that hold others, by the keyword: one schema, a list of them, or schemas by name. */
const inner = ['items', 'additionalProperties', 'not'] as const
const listed = ['anyOf', 'allOf', 'oneOf', 'prefixItems'] as const

/** Bytes of JSON below which a reference would be no shorter. */
const sharedBytesMin = 80

/** Names that are ambiguous without the name of their parent. */
const vague =
  /^(?:About|Address|Answer|Before|Body|Change|Code|Draft|From|Item|Kind|Line|Name|Next|Order|Outcome|Price|Question|Reply|State|Status|StatusName|Summary|Text|Title|To|Totals|Type|Value|Way)s?$/

interface Sighting {
  readonly schema: Json
  count: number
  /** The names under which the schema was used, with how often each was. */
  readonly hints: Map<string, number>
}

/** Name of a schema at its position, and its parent. */
interface Hint {
  readonly name: string
  readonly of: string
}

/**
 * Names for schemas that occur several times. Usage: `see` each schema of the document with a hint of its name, then
 * `refer` to each in its place, then take `components`.
 */
export class SharedSchemas {
  readonly #sightings = new Map<string, Sighting>()
  readonly #given = new Map<string, string>()
  readonly #components: Record<string, Json> = {}
  #names: Map<string, string> | undefined

  /** A named schema, wherever it is used. */
  name(schema: Json, name: string): void {
    this.#given.set(JSON.stringify(schema), name)
  }

  see(schema: Json, hint: Hint): void {
    const key = JSON.stringify(schema)
    const known = this.#sightings.get(key)
    const sighting = known ?? { schema, count: 0, hints: new Map() }
    sighting.count += 1
    const word = vague.test(hint.name) ? hint.of + hint.name : hint.name
    sighting.hints.set(word, (sighting.hints.get(word) ?? 0) + 1)
    if (known) return
    this.#sightings.set(key, sighting)
    forEachInner(schema, { name: word, of: hint.of }, (each, its) => this.see(each, its))
  }

  refer(schema: Json): Json {
    this.#names ??= this.#chooseNames()
    const name = this.#names.get(JSON.stringify(schema))
    if (name === undefined) return this.#within(schema)
    if (!(name in this.#components)) {
      // Inserted before its parts are visited, so that components are ordered by first use.
      this.#components[name] = {}
      this.#components[name] = this.#within(schema)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  get components(): Readonly<Record<string, Json>> {
    return this.#components
  }

  #within(schema: Json): Json {
    return mapInner(schema, (each) => this.refer(each))
  }

  #chooseNames(): Map<string, string> {
    const names = new Map<string, string>()
    const taken = new Set<string>(['Error', ...this.#given.values()])
    for (const [key, { count, schema, hints }] of this.#sightings) {
      const given = this.#given.get(key)
      if (given !== undefined) names.set(key, given)
      else if (count > 1 && key.length > sharedBytesMin && isWorthAName(schema))
        names.set(key, freeName(hints, taken))
    }
    return names
  }
}

/** Objects, unions and enumerations; no schema that only makes another one nullable, and no plain strings. */
function isWorthAName(schema: Json): boolean {
  const choices = (schema['anyOf'] ?? []) as readonly Json[]
  if (choices.length === 2 && choices.some(({ type }) => type === 'null')) return false
  return ['properties', 'anyOf', 'oneOf', 'enum'].some((key) => key in schema)
}

/** The most frequent hint, with a number appended when another schema already has that name. */
function freeName(hints: ReadonlyMap<string, number>, taken: Set<string>): string {
  const [[best = 'Value'] = []] = [...hints].toSorted(
    ([left, many], [right, few]) => few - many || left.localeCompare(right),
  )
  let name = best
  for (let number = 2; taken.has(name); number += 1) name = `${best}${number}`
  taken.add(name)
  return name
}

function forEachInner(schema: Json, hint: Hint, visit: (schema: Json, hint: Hint) => void): void {
  for (const [name, each] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>))
    visit(each, { name: pascal(name), of: hint.name.replace(/(?:Reply|Body)$/, '') })
  for (const key of inner)
    if (isSchema(schema[key])) visit(schema[key], { ...hint, name: singular(hint.name) })
  for (const key of listed)
    for (const each of (schema[key] ?? []) as readonly Json[]) visit(each, hint)
}

function mapInner(schema: Json, change: (schema: Json) => Json): Json {
  const copy: Record<string, unknown> = { ...schema }
  if (schema['properties'])
    copy['properties'] = Object.fromEntries(
      Object.entries(schema['properties'] as Record<string, Json>).map(([name, each]) => [
        name,
        change(each),
      ]),
    )
  for (const key of inner) if (isSchema(schema[key])) copy[key] = change(schema[key])
  for (const key of listed)
    if (schema[key]) copy[key] = (schema[key] as readonly Json[]).map((each) => change(each))
  return copy
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `ticketTypes` → `TicketTypes`, `p.rrn` → `PRrn`. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

/** The singular of a name: `TicketTypes` → `TicketType`. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(?:ss|us|is)$/.test(name)) return name
  return name.replace(/(?<=ch|sh|x|ss)es$|s$/, '')
}
