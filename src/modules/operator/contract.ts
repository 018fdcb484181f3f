import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, logNames, text, wholeNumber } from '#contract/fields.ts'
import { tableFormat } from '#contract/table-format.ts'

export const operatorProfile = defineCall({
  id: 'own-operator-profile',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/profile',
  summary: 'The signed-in operator.',
  credential: 'operator',
  reply: z.object({ email: z.string(), fullName: z.string() }),
})

/** A change made by an operator, by hand or by a file. */
const logEntry = z.object({
  logId: z.number().int(),
  at: instant,
  /** Empty for changes from the command line. */
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
  summary: 'Change log of operators, newest first, fifty entries per page.',
  credential: 'operator',
  query: z.object({
    /** Id before which entries are listed; the newest ones when absent. */
    before: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: z.object({
    entries: z.array(logEntry),
    names: logNames,
    /** The next `before`; null on the last page. */
    next: z.number().int().nullable(),
  }),
})

export const slug = z.string().regex(/^[a-z0-9-]{1,80}$/)

export const catalogueFileShape = defineCall({
  id: 'own-operator-catalogue-schema',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/catalogue-schema',
  summary: 'JSON Schema of a programme in the platform’s own format.',
  credential: 'operator',
  reply: z.record(z.string(), z.unknown()),
})

/** An instant of this century: PostgreSQL stores no day before the year one. */
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
  /** IANA time zone of the venue, in which its times are displayed. */
  timeZone: z.string(),
  status: statuses,
  showStatus: statuses,
  showType: z.enum(['Show', 'GroupShow', 'Offer', 'OfferPackage']),
  showAccess: z.enum(['Default', 'Private', 'AccessCode']),
  isOnSale: z.boolean(),
  /** It does not take place, so it is never on sale again. */
  isCancelled: z.boolean(),
  /** Everything is sold, held or withheld. */
  isSoldOut: z.boolean(),
  /** Places and pool capacity: sold or held, and total. */
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

/** By time, by name in the language of the request, by share of places sold or held, and by status. */
export const officeEventSorts = [
  'soonest',
  'latest',
  'name',
  'nameReversed',
  'fullest',
  'emptiest',
  'status',
  'statusReversed',
] as const
export type OfficeEventSort = (typeof officeEventSorts)[number]

export const listOfficeEvents = defineCall({
  id: 'own-operator-events',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/events',
  summary: 'The programme with sales, fifty dates per page, in order of time by default.',
  credential: 'operator',
  query: z.object({
    text: text(100).optional(),
    when: z.enum(['coming', 'past']).optional(),
    page: wholeNumber(1, 10_000).optional(),
    /** By default the soonest first, of the past the latest first. */
    sort: z.enum(officeEventSorts).optional(),
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
  summary: 'One date of the programme with all editable fields.',
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
  summary: 'Changes how a date is sold from now on; past sales are unaffected.',
  credential: 'operator',
  isForm: true,
  params: z.object({ eventId: identifier }),
  body: z.object({
    status: statuses,
    isOnSale: flag,
    placesPerOrderMax: wholeNumber(1, 1_000),
    /** Sale open from the beginning when absent; it never closes when `salesCloseAt` is absent. */
    salesOpenAt: moment.optional(),
    salesCloseAt: moment.optional(),
  }),
  reply: officeEvent,
  errors: ['NotFound', 'DateCancelled', 'DateHasTickets'],
  required: ['eventId', 'body'],
})

export const changeOfficeShow = defineCall({
  id: 'own-operator-show-change',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/shows/{showId}',
  summary: 'Changes whether, where and to whom a show is listed, and its type.',
  credential: 'operator',
  isForm: true,
  params: z.object({ showId: identifier }),
  body: z.object({
    /** `Deleted`: it has no page any more and cannot be changed again; refused while a date has tickets. */
    status: z.enum(['Active', 'Inactive', 'Stopped', 'Deleted']),
    /** Unchanged when absent. */
    type: z.enum(['Show', 'GroupShow', 'Offer', 'OfferPackage']).optional(),
    /** Unchanged when absent. A private show without a key receives one. */
    access: z.enum(['Default', 'Private', 'AccessCode']).optional(),
    isPinned: flag,
    isMainBanner: flag,
    popularity: wholeNumber(0, 1_000_000),
  }),
  reply: z.object({
    changed: z.literal(true),
    /** Opens the page of a show that is private or not announced; null without one. */
    previewKey: z.string().nullable(),
  }),
  errors: ['NotFound', 'DateHasTickets'],
  required: ['showId', 'body'],
})

export const exportProgrammeJson = defineCall({
  id: 'own-operator-export-json',
  cost: 'search',
  limit: 'flood',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/programme.json',
  summary: 'The whole programme in the platform’s own format; importing it again changes nothing.',
  credential: 'operator',
  reply: z.unknown(),
  produces: 'application/json',
})

export const exportProgrammeCsv = defineCall({
  id: 'own-operator-export-csv',
  cost: 'search',
  limit: 'flood',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/programme.csv',
  summary: 'The whole programme as one table, one line per price.',
  credential: 'operator',
  query: z.object({ format: tableFormat.default('csv') }),
  reply: z.unknown(),
  produces: 'text/csv',
})

const named = z.object({ slug: z.string(), name: bothTexts })

export const exportExtras = defineCall({
  id: 'own-operator-export-extras',
  cost: 'search',
  limit: 'flood',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/extras.csv',
  summary: 'Checkout answers of the paid orders for one event, or for all events of a show.',
  credential: 'operator',
  query: z.object({
    eventId: identifier.optional(),
    showId: identifier.optional(),
    format: tableFormat.default('csv'),
  }),
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
  summary: 'Organisers, subcategories and venues that files can refer to, by slug.',
  credential: 'operator',
  reply: z.object({
    organisers: z.array(named),
    subcategories: z.array(named),
    venues: z.array(named),
  }),
})
