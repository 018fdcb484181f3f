/** Calls that import a programme: upload, check, preview, apply. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, text, uuid, wholeNumber } from '#contract/fields.ts'
import { tableFormat } from '#contract/table-format.ts'
import { slug } from './contract.ts'

/** Progress of an import. `failed` means that nothing was applied. */
export const importStates = [
  'waiting',
  'checking',
  'checked',
  'applying',
  'applied',
  'failed',
] as const

const importView = z.object({
  importId: z.uuid(),
  name: z.string(),
  source: z.string(),
  state: z.enum(importStates),
  createdAt: instant,
  appliedAt: instant.nullable(),
  stepsDone: z.number().int(),
  stepsTotal: z.number().int(),
  /** Digest of the planned changes, returned with the request to apply. Null before the check. */
  digest: z.string().nullable(),
  counts: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    bad: z.number().int(),
  }),
  /** Why it failed, in the caller's language; empty otherwise. */
  failure: z.string(),
})

export type ImportView = z.output<typeof importView>

/** The name of an organiser's system. */
const sourceName = z.string().regex(/^[A-Za-z0-9._-]{1,60}$/)

const importId = z.object({ importId: uuid })

export const createImport = defineCall({
  id: 'own-operator-import-create',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/imports',
  summary:
    'Uploads files of a programme (our JSON, schema.org JSON-LD, CSV) to be checked. Changes nothing.',
  credential: 'operator',
  isForm: true,
  body: z.object({
    files: z
      .array(z.object({ name: text(200, 1), content: z.string().min(1).max(12_000_000) }))
      .min(1)
      .max(10),
    /** Namespace of the files' keys; the same key of the same source refers to the same entity in later imports. */
    source: sourceName,
    /** Defaults for new shows that do not specify them. */
    organiser: slug.optional(),
    subcategory: slug.optional(),
  }),
  reply: importView,
  required: ['body'],
  limit: 'flood',
  bodyBytesMax: 32_000_000,
})

export const listImports = defineCall({
  id: 'own-operator-imports',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/imports',
  summary: 'The latest twenty imports.',
  credential: 'operator',
  reply: z.object({ imports: z.array(importView) }),
})

export const getImport = defineCall({
  id: 'own-operator-import',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/imports/{importId}',
  summary: 'Progress of an import and its planned changes.',
  credential: 'operator',
  params: importId,
  reply: importView,
  errors: ['NotFound'],
  required: ['importId'],
})

const importItem = z.object({
  number: z.number().int(),
  kind: z.enum(['show', 'event', 'price', 'file']),
  key: z.string(),
  action: z.enum(['new', 'changed', 'unchanged', 'bad']),
  file: z.string(),
  /** Line of a CSV file, path in a JSON file. */
  at: z.string(),
  changes: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
  problems: z.array(z.object({ column: z.string(), code: z.string(), message: z.string() })),
  /** Letters of its new names that no PDF can show; they prevent nothing. */
  unprintable: z.array(z.string()),
})

export type ImportItemView = z.output<typeof importItem>

export const listImportItems = defineCall({
  id: 'own-operator-import-items',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/imports/{importId}/items',
  summary: 'Planned changes of an import, entity by entity, a hundred per page.',
  credential: 'operator',
  params: importId,
  query: z.object({
    action: z.enum(['new', 'changed', 'unchanged', 'bad']).optional(),
    /** Items after this number. */
    after: wholeNumber(0, 1_000_000).optional(),
  }),
  reply: z.object({ items: z.array(importItem), next: z.number().int().nullable() }),
  errors: ['NotFound'],
  required: ['importId'],
})

export const importProblemsFile = defineCall({
  id: 'own-operator-import-problems',
  cost: 'search',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/imports/{importId}/problems.csv',
  summary: 'All problems of an import as a table.',
  credential: 'operator',
  params: importId,
  query: z.object({ format: tableFormat.default('csv') }),
  reply: z.unknown(),
  produces: 'text/csv',
  errors: ['NotFound'],
  required: ['importId'],
})

export const applyImport = defineCall({
  id: 'own-operator-import-apply',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/imports/{importId}/apply',
  summary: 'Applies all planned changes, or nothing.',
  credential: 'operator',
  params: importId,
  body: z.object({ digest: text(64, 64) }),
  reply: importView,
  errors: ['NotFound', 'ImportOutdated', 'ImportHasProblems', 'ImportStateNotAllowed'],
  required: ['importId', 'body'],
  limit: 'flood',
})
