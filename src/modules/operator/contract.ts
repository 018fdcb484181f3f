import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text, wholeNumber } from '#contract/fields.ts'

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

export const slug = z.string().regex(/^[a-z0-9-]{1,80}$/)

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

export const bothTexts = z.object({ ka: z.string(), en: z.string() })

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
