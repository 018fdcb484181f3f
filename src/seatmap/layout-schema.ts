import { z } from 'zod'
import { seatLayoutSchema } from './layout.ts'

/** The layout format as JSON Schema, for external drawing tools. */
export function layoutJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(seatLayoutSchema), title: 'Bileti seat layout, format version 1' }
}
