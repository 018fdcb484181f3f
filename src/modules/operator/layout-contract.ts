/** Calls for seat maps in the back office. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, text } from '#contract/fields.ts'
import { bothTexts, slug } from './contract.ts'

const layoutHead = z.object({
  layoutId: z.number().int(),
  venueName: bothTexts,
  name: bothTexts,
  /** Empty for maps of the demo, which are named by their digest only. */
  key: z.string(),
  version: z.number().int(),
  digest: z.string(),
  capacity: z.number().int(),
  eventCount: z.number().int(),
})

export type LayoutHeadView = z.output<typeof layoutHead>

export const listOfficeLayouts = defineCall({
  id: 'own-operator-layouts',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/layouts',
  summary: 'All seat maps by venue, with their version and the number of dates that use them.',
  credential: 'operator',
  reply: z.object({ layouts: z.array(layoutHead) }),
})

const sectionCount = z.object({
  id: z.int(),
  name: bothTexts,
  kind: z.enum(['seated', 'standing', 'table', 'free']),
  /** Rows or tables. */
  rows: z.int(),
  places: z.int(),
})

const shownLayout = z.object({
  capacity: z.number().int(),
  zones: z.array(z.object({ key: z.string(), name: bothTexts })),
  /** Data of a preview: outlines and, up to a few thousand, the seats. */
  width: z.number(),
  height: z.number(),
  outlines: z.array(z.object({ name: bothTexts, zone: z.int(), points: z.array(z.number()) })),
  /** What is sold of each section, to be compared with the drawing. */
  sections: z.array(sectionCount),
  shapes: z.array(z.object({ kind: z.string(), points: z.array(z.number()) })),
  /** `x, y, zone` of each seat, one after another. */
  seats: z.array(z.number()),
})

export type ShownLayout = z.output<typeof shownLayout>

export const importLayout = defineCall({
  id: 'own-operator-layout-bring',
  cost: 'picture',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/layouts',
  summary:
    'Validates a seat map (SVG, or JSON of our own format) and optionally stores it as the next version of its key.',
  credential: 'operator',
  isForm: true,
  body: z.object({
    venue: slug,
    key: slug,
    nameKa: text(120, 1),
    nameEn: text(120, 1),
    content: z.string().min(1).max(12_000_000),
    /** False to validate only. */
    isKept: flag,
  }),
  reply: z.object({
    /** Null if the file is refused; `problems` says why. */
    shown: shownLayout.nullable(),
    /** Beside a seat map: what of the drawing was not taken over, and why. */
    problems: z.array(
      z.object({
        line: z.number().int(),
        element: z.string(),
        code: z.string(),
        message: z.string(),
      }),
    ),
    /** The stored version; null when it was not stored. */
    version: z.number().int().nullable(),
    isKnown: z.boolean(),
  }),
  errors: ['NotFound'],
  required: ['body'],
  limit: 'flood',
  bodyBytesMax: 16_000_000,
})

export const layoutFileShape = defineCall({
  id: 'own-layout-schema',
  area: 'own',
  method: 'GET',
  path: '/v2/layouts/schema',
  summary: 'JSON Schema of the seat map format.',
  credential: 'none',
  reply: z.record(z.string(), z.unknown()),
  cacheSeconds: 3_600,
})
