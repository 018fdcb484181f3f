/**
 * Valid requests of the walk as examples of the document: written on demand, and their shape is compared in every
 * run.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { noInput } from '#contract/fields.ts'
import type { CallExample } from '#contract/openapi.ts'
import type { ValidInput } from './inputs.ts'
import { jsonSchemaOf } from './json-schemas.ts'

const file = new URL('../../src/apps/server/call-examples.json', import.meta.url)

/** Larger requests are not useful as examples; bytes of JSON. */
const exampleBytesMax = 2_000

/** Requests by call id: single ones of the hostile walk, and steps of the partner scenarios. */
type Examples = Readonly<Record<'requests' | 'walks', Readonly<Record<string, CallExample>>>>

export function readExamples(): Examples {
  return JSON.parse(readFileSync(file, 'utf8')) as Examples
}

/**
 * The present parts of a valid request, without fields that the call does not declare; null for a request without
 * input, and for one that is too long.
 */
export function exampleOf(call: Call, { params, query, body }: ValidInput): CallExample | null {
  const hasBody = call.method !== 'GET' && call.body !== noInput
  const parts = {
    ...(isFilled(params) ? { params: declared(call.params, params) } : {}),
    ...(isFilled(query) ? { query: joined(declared(call.query, query)) } : {}),
    ...(hasBody && isFilled(body) ? { body: declared(call.body, body) } : {}),
  }
  const length = JSON.stringify(parts).length
  return length > 2 && length < exampleBytesMax ? parts : null
}

/** A query as it is sent: lists are separated by commas, as in `requestOf`. */
function joined(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : value,
    ]),
  )
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: unknown
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
}

/** A value as JSON, with declared fields only. */
function declared(schema: z.ZodType, value: object): Readonly<Record<string, unknown>> {
  const shape = jsonSchemaOf(schema) as Shape
  return without(JSON.parse(JSON.stringify(value)), [shape]) as Record<string, unknown>
}

function without(value: unknown, shapes: readonly Shape[]): unknown {
  const all = shapes.flatMap((shape) => [shape, ...(shape.anyOf ?? []), ...(shape.oneOf ?? [])])
  if (Array.isArray(value)) {
    const items = all.flatMap((shape) => (shape.items ? [shape.items] : []))
    return value.map((each) => without(each, items))
  }
  if (typeof value !== 'object' || value === null) return value
  if (all.some((shape) => !shape.properties && typeof shape.additionalProperties === 'object'))
    return value
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const inner = all.flatMap(({ properties }) => (properties?.[name] ? [properties[name]] : []))
    return inner.length === 0 ? [] : [[name, without(each, inner)] as const]
  })
  return Object.fromEntries(entries)
}

/** The structure of an example: names and types of values; of lists their first element. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  const entries = Object.entries(value).toSorted(([left], [right]) => left.localeCompare(right))
  return Object.fromEntries(entries.map(([name, each]) => [name, shapeOf(each)]))
}

/** Replaces the examples, sorted by name. */
export function writeExamples(
  kind: keyof Examples,
  examples: ReadonlyMap<string, CallExample | null>,
): void {
  const known = readExamples()
  const all = new Map<string, CallExample | null>([...Object.entries(known[kind]), ...examples])
  const rows = [...all].filter(([, example]) => example !== null)
  const sorted = rows.toSorted(([left], [right]) => left.localeCompare(right))
  const renewed = { ...known, [kind]: Object.fromEntries(sorted) }
  writeFileSync(file, `${JSON.stringify(renewed, null, 2)}\n`)
}

function isFilled(part: object | undefined): part is object {
  return part !== undefined && Object.keys(part).length > 0
}
