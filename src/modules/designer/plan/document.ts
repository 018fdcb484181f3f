/**
 * The document of a plan: the layout format's own elements in flat lists, without the place numbers that are assigned
 * when a version is published (`compile.ts`). Values are immutable, so an element that is the same object is unchanged.
 */
import { z } from 'zod'
import {
  hallFields,
  poolSchema,
  rowFields,
  sectionFields,
  shapeFields,
  tableFields,
  zoneFields,
} from '#seatmap/layout.ts'

const identifier = z.int().positive().max(1_000_000)

const planSection = z.object({
  ...sectionFields,
  /** Absent for an outline around its contents. */
  outline: sectionFields.outline.optional(),
  pool: poolSchema.optional(),
})
const planRow = z
  .object({ ...rowFields, section: identifier })
  .refine(
    (row) => [row.line, row.arc, row.points].filter((way) => way !== undefined).length === 1,
    'A row has exactly one of line, arc and points',
  )
const planTable = z.object({ ...tableFields, section: identifier })
const planShape = z.object({ id: identifier, ...shapeFields })
const planZone = z.object({ id: identifier, ...zoneFields })

/** Position of the background picture; the picture itself is stored separately. */
const underlay = z.object({
  digest: z.string().regex(/^[0-9a-f]{40}$/),
  x: z.number().min(-100_000).max(100_000),
  y: z.number().min(-100_000).max(100_000),
  width: z.number().positive().max(100_000),
  height: z.number().positive().max(100_000),
  opacity: z.number().min(0.05).max(1),
})

export const planLimits = { places: 120_000, sections: 2_000, placed: 6_000, shapes: 500 } as const

export const planDocumentSchema = z.object({
  planVersion: z.literal(1),
  head: z.object({
    ...hallFields,
    /** Id of the next element; ids are never reused. */
    nextId: identifier,
    underlay: underlay.optional(),
  }),
  zones: z.array(planZone).min(1).max(32),
  shapes: z.array(planShape).max(planLimits.shapes),
  sections: z.array(planSection).max(planLimits.sections),
  rows: z.array(planRow).max(planLimits.placed),
  tables: z.array(planTable).max(planLimits.placed),
})

export type PlanDocument = z.infer<typeof planDocumentSchema>
export type PlanHead = PlanDocument['head']
export type PlanUnderlay = NonNullable<PlanHead['underlay']>
export type PlanZone = PlanDocument['zones'][number]
export type PlanShape = PlanDocument['shapes'][number]
export type PlanSection = PlanDocument['sections'][number]
export type PlanRow = PlanDocument['rows'][number]
export type PlanTable = PlanDocument['tables'][number]
/** An element with seats. */
export type PlanPlaced = PlanRow | PlanTable

/** Lists of elements that are found by `id`. */
export const collections = ['zones', 'shapes', 'sections', 'rows', 'tables'] as const
export type Collection = (typeof collections)[number]
export type PartOf<C extends Collection> = PlanDocument[C][number]

export function isTable(placed: PlanPlaced): placed is PlanTable {
  return 'shape' in placed
}

/** An empty plan: a price zone and a stage. */
export function emptyPlan(name: PlanHead['name']): PlanDocument {
  return {
    planVersion: 1,
    head: { name, width: 320, height: 260, focalPoint: { x: 160, y: 16 }, nextId: 3 },
    zones: [{ id: 1, key: 'standard', name: { ka: 'სტანდარტი', en: 'Standard' } }],
    shapes: [
      {
        id: 2,
        kind: 'stage',
        points: [100, 4, 220, 4, 220, 26, 100, 26],
        text: { ka: 'სცენა', en: 'Stage' },
      },
    ],
    sections: [],
    rows: [],
    tables: [],
  }
}
