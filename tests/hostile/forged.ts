import type { Call } from '#contract/call.ts'
import { jsonSchemaOf } from './json-schemas.ts'

/** The part of JSON Schema that the forger uses. */
interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minLength?: number
  readonly minimum?: number
  readonly default?: unknown
}

const parts = ['params', 'query', 'body'] as const

/** Values for fields by name; fields without one get a value generated from their schema. */
export interface Forger {
  readonly values: Readonly<Record<string, unknown>>
  /** Whether an optional field is filled too. */
  readonly isWanted: (name: string) => boolean
}

export interface Forged {
  readonly input: Readonly<Record<(typeof parts)[number], Readonly<Record<string, unknown>>>>
  /** Names of the fields that were filled from the values. */
  readonly used: ReadonlySet<string>
  /** Fields that can be filled neither from the values nor from their schema. */
  readonly missing: readonly string[]
}

/** Inputs that a call's declaration accepts, one for each kind of body. */
export function forge(call: Call, forger: Forger): Forged[] {
  const shapes = parts.map((part) => shapeOf(call, part))
  const bodies = shapes[2]?.anyOf ?? shapes[2]?.oneOf ?? [shapes[2] ?? {}]
  return bodies.map((body) => {
    const used = new Set<string>()
    const made = [shapes[0] ?? {}, shapes[1] ?? {}, body].map((shape) =>
      objectOf(shape, forger, used),
    )
    const [params = {}, query = {}, filled = {}] = made
    const input = { params, query, body: filled }
    const missing = parts.flatMap((part) => {
      const issues = call[part].safeParse(input[part]).error?.issues ?? []
      return issues.map(({ path }) => [part, ...path].join('.'))
    })
    return { input, used, missing }
  })
}

function shapeOf(call: Call, part: (typeof parts)[number]): Shape {
  return jsonSchemaOf(call[part]) as Shape
}

function objectOf(shape: Shape, forger: Forger, used: Set<string>): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(shape.properties ?? {})) {
    const isNeeded = shape.required?.includes(name) ?? false
    if (!isNeeded && !forger.isWanted(name) && !leadsToWanted(inner, forger)) continue
    if (name in forger.values && !inner.properties) {
      made[name] = forger.values[name]
      used.add(name)
    } else made[name] = valueOf(inner, forger, used)
  }
  return made
}

/** Whether a field below this optional one is wanted. */
function leadsToWanted(shape: Shape, forger: Forger): boolean {
  return Object.entries(shape.properties ?? {}).some(([name]) => forger.isWanted(name))
}

function valueOf(shape: Shape, forger: Forger, used: Set<string>): unknown {
  const [first] = shape.anyOf ?? shape.oneOf ?? shape.allOf ?? []
  if (first) return valueOf(first, forger, used)
  if (shape.enum) return shape.enum[0]
  if (shape.const !== undefined) return shape.const
  if (shape.default !== undefined) return shape.default
  switch (shape.type) {
    case 'object':
      return objectOf(shape, forger, used)
    case 'array':
      return shape.items ? [valueOf(shape.items, forger, used)] : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1)
    default:
      return textOf(shape)
  }
}

const byFormat: Readonly<Record<string, string>> = {
  uuid: '01900000-0000-7000-8000-00000000000f',
  email: 'mallory@example.com',
  date: '2030-01-01',
  'date-time': '2030-01-01T00:00:00Z',
  uri: 'https://example.com/',
}

function textOf({ format, minLength = 1 }: Shape): string {
  return byFormat[format ?? ''] ?? 'x'.repeat(Math.max(1, minLength))
}
