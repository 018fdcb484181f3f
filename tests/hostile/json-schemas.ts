import { z } from 'zod'

/** The part of a schema that the walk uses. */
export interface Shape {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
}

const known = new WeakMap<z.ZodType, unknown>()

/** The JSON Schema of what a schema takes, computed once. */
export function jsonSchemaOf(schema: z.ZodType): unknown {
  const made = known.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  known.set(schema, made)
  return made
}
