import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text, uuid, wholeNumber } from '#contract/fields.ts'

export const operatorProfile = defineCall({
  id: 'own-operator-profile',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/profile',
  summary: 'Who runs this installation, as far as the caller does.',
  credential: 'operator',
  reply: z.object({ email: z.string(), fullName: z.string() }),
})

/** One change that an operator made by hand or by a file. */
const logEntry = z.object({
  logId: z.number().int(),
  at: instant,
  /** Empty: done from the command line. */
  operatorName: z.string(),
  /** Module and verb, `catalogue.change-event`. */
  action: z.string(),
  /** Kind and identifier, `event 101`. */
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
})

export type LogEntryView = z.output<typeof logEntry>

export const listOperatorLog = defineCall({
  id: 'own-operator-log',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/log',
  summary: 'What operators changed, the newest first, fifty at a time.',
  credential: 'operator',
  query: z.object({
    /** Entries older than this one; from the newest when absent. */
    before: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: z.object({
    entries: z.array(logEntry),
    /** Pass as `before` to go on; null at the end. */
    next: z.number().int().nullable(),
  }),
})

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
  /** Of all that applying would do; sent back with the request to apply. Null before the check. */
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
const slug = z.string().regex(/^[a-z0-9-]{1,80}$/)

const importId = z.object({ importId: uuid })

export const createImport = defineCall({
  id: 'own-operator-import-create',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/imports',
  summary:
    'Brings files of a programme (our JSON, schema.org JSON-LD, CSV) to be checked. Nothing is changed by it.',
  credential: 'operator',
  isForm: true,
  body: z.object({
    files: z
      .array(z.object({ name: text(200, 1), content: z.string().min(1).max(12_000_000) }))
      .min(1)
      .max(10),
    /** Whose keys the files use; the same key of the same source means the same thing next time. */
    source: sourceName,
    /** Slugs for new shows that do not say. */
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
  summary: 'How far an import is and what it would do.',
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
})
export type ImportItemView = z.output<typeof importItem>

export const listImportItems = defineCall({
  id: 'own-operator-import-items',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/imports/{importId}/items',
  summary: 'What an import would do, thing by thing, a hundred at a time.',
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
  area: 'own',
  method: 'GET',
  path: '/v2/operator/imports/{importId}/problems.csv',
  summary: 'Every mistake of an import as a table to work through.',
  credential: 'operator',
  params: importId,
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
  summary: 'Does all that the check said, or nothing of it.',
  credential: 'operator',
  params: importId,
  body: z.object({ digest: text(64, 64) }),
  reply: importView,
  errors: ['NotFound', 'ImportOutdated', 'ImportHasProblems', 'ImportStateNotAllowed'],
  required: ['importId', 'body'],
  limit: 'flood',
})

export const catalogueFileShape = defineCall({
  id: 'own-operator-catalogue-schema',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/catalogue-schema',
  summary: 'JSON Schema of a programme in our own format.',
  credential: 'operator',
  reply: z.record(z.string(), z.unknown()),
})

/** An instant of this century: PostgreSQL keeps no day before the year one. */
const moment = z.iso.datetime({ offset: true }).regex(/^20/)

const bothTexts = z.object({ ka: z.string(), en: z.string() })
const statuses = z.enum(['Active', 'Inactive', 'Stopped'])

const officeEvent = z.object({
  eventId: z.number().int(),
  showId: z.number().int(),
  slug: z.string(),
  showName: bothTexts,
  venueName: bothTexts,
  startsAt: instant,
  /** IANA zone of the venue, in which its times are said. */
  timeZone: z.string(),
  status: statuses,
  showStatus: statuses,
  isOnSale: z.boolean(),
  /** Places and room in pools: sold or held, and in all. */
  taken: z.number().int(),
  capacity: z.number().int(),
  salesOpenAt: instant.nullable(),
  salesCloseAt: instant.nullable(),
  placesPerOrderMax: z.number().int(),
  isPinned: z.boolean(),
  isMainBanner: z.boolean(),
  popularity: z.number().int(),
})
export type OfficeEventView = z.output<typeof officeEvent>

export const listOfficeEvents = defineCall({
  id: 'own-operator-events',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/events',
  summary: 'The programme with what is sold, fifty dates at a time in order of time.',
  credential: 'operator',
  query: z.object({
    text: text(100).optional(),
    when: z.enum(['coming', 'past']).optional(),
    page: wholeNumber(1, 10_000).optional(),
  }),
  reply: z.object({
    events: z.array(officeEvent),
    total: z.number().int(),
    page: z.number().int(),
  }),
})

export const getOfficeEvent = defineCall({
  id: 'own-operator-event',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/events/{eventId}',
  summary: 'One date of the programme with all that may be changed by hand.',
  credential: 'operator',
  params: z.object({ eventId: identifier }),
  reply: officeEvent,
  errors: ['NotFound'],
  required: ['eventId'],
})

export const changeOfficeEvent = defineCall({
  id: 'own-operator-event-change',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/events/{eventId}',
  summary: 'Changes how a date is sold from now on; what is sold stays sold.',
  credential: 'operator',
  isForm: true,
  params: z.object({ eventId: identifier }),
  body: z.object({
    status: statuses,
    isOnSale: flag,
    placesPerOrderMax: wholeNumber(1, 1_000),
    /** Left out: open since ever, never closes. */
    salesOpenAt: moment.optional(),
    salesCloseAt: moment.optional(),
  }),
  reply: officeEvent,
  errors: ['NotFound'],
  required: ['eventId', 'body'],
})

export const changeOfficeShow = defineCall({
  id: 'own-operator-show-change',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/shows/{showId}',
  summary: 'Changes whether and where a show stands in the lists.',
  credential: 'operator',
  isForm: true,
  params: z.object({ showId: identifier }),
  body: z.object({
    status: statuses,
    isPinned: flag,
    isMainBanner: flag,
    popularity: wholeNumber(0, 1_000_000),
  }),
  reply: z.object({ changed: z.literal(true) }),
  errors: ['NotFound'],
  required: ['showId', 'body'],
})

export const exportProgrammeJson = defineCall({
  id: 'own-operator-export-json',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/programme.json',
  summary: 'The whole programme in our own format; importing it again changes nothing.',
  credential: 'operator',
  reply: z.unknown(),
  produces: 'application/json',
})

export const exportProgrammeCsv = defineCall({
  id: 'own-operator-export-csv',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/programme.csv',
  summary: 'The whole programme as one table, a line a price.',
  credential: 'operator',
  reply: z.unknown(),
  produces: 'text/csv',
})

const named = z.object({ slug: z.string(), name: bothTexts })

export const exportExtras = defineCall({
  id: 'own-operator-export-extras',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/extras.csv',
  summary: 'Documents and delivery of the paid orders for one event, or for all events of a show.',
  credential: 'operator',
  query: z.object({ eventId: identifier.optional(), showId: identifier.optional() }),
  /** Logs who downloaded the data. */
  actsOnGet: true,
  reply: z.unknown(),
  produces: 'text/csv',
  errors: ['BadRequest'],
})

export const readNames = defineCall({
  id: 'own-operator-names',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/names',
  summary: 'What files may name: organisers, subcategories and venues of the shop, by slug.',
  credential: 'operator',
  reply: z.object({
    organisers: z.array(named),
    subcategories: z.array(named),
    venues: z.array(named),
  }),
})

const layoutHead = z.object({
  layoutId: z.number().int(),
  venueName: bothTexts,
  name: bothTexts,
  /** Empty: of the demo, named by its digest alone. */
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
  summary:
    'Every seat map of the shop, by venue, with its version and how many dates are sold by it.',
  credential: 'operator',
  reply: z.object({ layouts: z.array(layoutHead) }),
})

const shownLayout = z.object({
  capacity: z.number().int(),
  zones: z.array(z.object({ key: z.string(), name: bothTexts })),
  /** What a picture of it needs: outlines and, up to a few thousand, the seats. */
  width: z.number(),
  height: z.number(),
  outlines: z.array(z.object({ name: bothTexts, zone: z.int(), points: z.array(z.number()) })),
  shapes: z.array(z.object({ kind: z.string(), points: z.array(z.number()) })),
  /** `x, y, zone` of each seat, one after another. */
  seats: z.array(z.number()),
})
export type ShownLayout = z.output<typeof shownLayout>

export const bringLayout = defineCall({
  id: 'own-operator-layout-bring',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/layouts',
  summary:
    'Checks a seat map (SVG, or JSON of our own format) and, when asked, keeps it as the next version of its key.',
  credential: 'operator',
  isForm: true,
  body: z.object({
    venue: slug,
    key: slug,
    nameKa: text(120, 1),
    nameEn: text(120, 1),
    content: z.string().min(1).max(12_000_000),
    /** False: check only. */
    isKept: flag,
  }),
  reply: z.object({
    /** Null while there are problems. */
    shown: shownLayout.nullable(),
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
