import { z } from 'zod'
import { seatLayoutSchema } from './layout.ts'

/** The layout format as JSON Schema, for whoever draws halls with tools of their own. */
export function layoutJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(seatLayoutSchema), title: 'Bileti seat layout, format version 1' }
}
