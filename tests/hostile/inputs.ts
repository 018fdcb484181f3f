import type { Call } from '#contract/call.ts'
import { jsonSchemaOf, type Shape } from './json-schemas.ts'
import { kindOf } from './kinds.ts'
import type { Request } from './shop.ts'

/** The position of a value in an input. */
export interface Field {
  readonly path: readonly (string | number)[]
  readonly isRequired: boolean
  /** It may be null. */
  readonly isNullable: boolean
  /** Fields of one kind treat hostile values alike: see `kindOf`. */
  readonly kind: string
}

/** Input that a call accepts. */
export interface ValidInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

export type Part = 'params' | 'query' | 'body'

function shapeOf(call: Call, part: Part): Shape {
  return jsonSchemaOf(call[part]) as Shape
}

const known = new WeakMap<Call[Part], readonly Field[]>()

/** Every field that a part of a call declares, at every depth; lists are represented by their first element. */
export function fieldsOf(call: Call, part: Part): readonly Field[] {
  const schema = call[part]
  const fields = known.get(schema) ?? within(shapeOf(call, part), [])
  known.set(schema, fields)
  return fields
}

function isNullable({ type, anyOf = [] }: Shape): boolean {
  return type === 'null' || anyOf.some(isNullable)
}

function within(shape: Shape, path: Field['path']): Field[] {
  const fields = (shape.anyOf ?? []).flatMap((option) => within(option, path))
  for (const [name, inner] of Object.entries(shape.properties ?? {})) {
    const isRequired = shape.required?.includes(name) ?? false
    fields.push(
      { path: [...path, name], isRequired, isNullable: isNullable(inner), kind: kindOf(inner) },
      ...within(inner, [...path, name]),
    )
  }
  if (shape.items) fields.push(...within(shape.items, [...path, 0]))
  return fields
}

/** Names of all fields of a call, in any part. */
export function namesOf(call: Call): Set<string> {
  const parts: readonly Part[] = ['params', 'query', 'body']
  return new Set(
    parts.flatMap((part) => fieldsOf(call, part).map((field) => String(field.path.at(-1)))),
  )
}

/** The input that a call needs, from values by name; throws for a name without a value. */
export function validInput(
  call: Call,
  values: Readonly<Record<string, unknown>>,
  given: ValidInput = {},
): ValidInput {
  const part = (name: Part) => {
    const chosen: Record<string, unknown> = { ...given[name] }
    for (const key of shapeOf(call, name).required ?? []) {
      if (key in chosen) continue
      if (!(key in values)) throw new Error(`${call.id} needs a good value of ${name}.${key}`)
      chosen[key] = values[key]
    }
    return chosen
  }
  return { params: part('params'), query: part('query'), body: part('body') }
}

/** The HTTP request of an input. */
export function requestOf(call: Call, input: ValidInput): Request {
  const query = Object.entries(input.query ?? {})
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  const hasBody = call.method !== 'GET' && fieldsOf(call, 'body').length > 0
  return {
    method: call.method,
    path: addressOf(call, input.params ?? {}) + (query === '' ? '' : `?${query}`),
    ...(hasBody ? { payload: JSON.stringify(input.body ?? {}) } : {}),
  }
}

/** The path of a call with its parameters escaped. */
export function addressOf(call: Call, params: Readonly<Record<string, unknown>>): string {
  return call.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
}

/** A value for a field as raw JSON; without one the field is omitted. */
export interface Replacement {
  readonly path: Field['path']
  readonly json: string | undefined
}

const markerOf = (index: number) => `@hostile-${index}@`

/** A body as JSON in which some fields are replaced or omitted. */
export function bodyWith(
  body: Readonly<Record<string, unknown>>,
  replacements: readonly Replacement[],
): string {
  const copy = structuredClone(body) as Record<string | number, unknown>
  for (const [index, { path, json }] of replacements.entries())
    replaceIn(copy, path, json === undefined ? undefined : markerOf(index))
  return JSON.stringify(copy).replaceAll(
    /"@hostile-(\d+)@"/g,
    (_, index: string) => replacements[Number(index)]?.json ?? '',
  )
}

function replaceIn(
  copy: Record<string | number, unknown>,
  path: Field['path'],
  marker: string | undefined,
): void {
  let place = copy
  for (const [index, step] of path.slice(0, -1).entries()) {
    const next = typeof path[index + 1] === 'number' ? [] : {}
    place[step] = place[step] ?? next
    place = place[step] as Record<string | number, unknown>
  }
  const last = path.at(-1) ?? ''
  if (marker === undefined) delete place[last]
  else place[last] = marker
}
