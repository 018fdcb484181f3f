import { z } from 'zod'

const known = new WeakMap<z.ZodType, unknown>()

/** The JSON Schema of what a schema takes, computed once. */
export function jsonSchemaOf(schema: z.ZodType): unknown {
  const made = known.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  known.set(schema, made)
  return made
}
