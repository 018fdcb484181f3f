/** Operators' calls for importing feeds: upload in parts, validation, and application. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, text, uuid, wholeNumber } from '#contract/fields.ts'
import { brands } from './shapes.ts'

/** Maximum size in bytes of a feed, and of one uploaded part. */
export const feedBytesMax = 200_000_000
export const partBytesMax = 600_000

/** State of an import. If it is `failed`, nothing was applied. */
export const feedImportStates = [
  'uploading',
  'waiting',
  'checking',
  'checked',
  'applying',
  'applied',
  'failed',
] as const

/** Why an entity of a real-time message is passed over. */
export const passedOverReasons = [
  'trip_not_found',
  'additional_trip',
  'measured_in_future',
] as const

/** What an import is doing: reading rows, comparing trips, creating the runs of the coming days. */
const importSteps = ['read', 'trips', 'runs'] as const
export type ImportStep = (typeof importSteps)[number]

const notice = z.object({
  severity: z.enum(['error', 'warning']),
  /** Code of the GTFS validator, for example `missing_required_field`. */
  code: z.string(),
  file: z.string(),
  /** 1 is the header line; null if the notice concerns the whole file. */
  line: z.number().int().nullable(),
  field: z.string().nullable(),
  value: z.string().nullable(),
})

/** What an operator may answer about a run with passengers; `move`: it is the train that the feed has now. */
const runAnswers = ['keep', 'cancel', 'move'] as const

/** Answers about runs with passengers that a feed does not settle. */
export const importAnswers = z.object({
  /** Runs that are no longer there, or no longer call at somebody's stop. */
  missing: z.enum(['keep', 'cancel']).optional(),
  /** Runs of which it is not sure which train they are now. */
  unsure: z.enum(runAnswers).optional(),
  /** Of single runs; they take precedence. */
  runs: z
    .array(z.object({ runId: identifier, answer: z.enum(runAnswers) }))
    .max(1_000)
    .optional(),
})
export type ImportAnswers = z.output<typeof importAnswers>
export type RunAnswer = (typeof runAnswers)[number]

/** The answer about one run, if there is one. */
export function answerAbout(
  { missing, unsure, runs = [] }: ImportAnswers,
  { runId, found }: Pick<SoldRun, 'runId' | 'found'>,
): RunAnswer | undefined {
  const own = runs.find((one) => one.runId === runId)
  return own?.answer ?? (found === 'unsure' ? unsure : missing)
}

const soldRun = z.object({
  runId: z.number().int(),
  tripId: z.string(),
  /** Id of the trip that it is now, or may be; null if there is none. */
  newTripId: z.string().nullable(),
  /** ISO date of the service day. */
  serviceDate: z.string(),
  /** `broken`: the same train, but somebody's stop is gone. */
  found: z.enum(['same', 'moved', 'unsure', 'broken', 'missing']),
  /** How much later the times are that changed most; earlier is negative. */
  minutes: z.number().int(),
  /** Whether it calls at other stops; the sold rides are possible. */
  hasOtherStops: z.boolean(),
  /** `asked`: stays on sale as it was sold until the operator answers. */
  outcome: z.enum(['moved', 'kept', 'cancelled', 'asked']),
  /** Sold or held places, each counted once for however many legs. */
  places: z.number().int(),
})
export type SoldRun = z.output<typeof soldRun>

const soldRunCounts = z.object({
  same: z.number().int(),
  moved: z.number().int(),
  kept: z.number().int(),
  cancelled: z.number().int(),
  asked: z.number().int(),
})

const feedReport = z.object({
  rows: z.number().int(),
  /** Whether the feed is identical to the last imported version. */
  isSame: z.boolean(),
  errors: z.number().int(),
  notices: z.array(notice),
  noticeCounts: z.array(z.object({ file: z.string(), code: z.string(), count: z.number().int() })),
  /** Number of rows added or changed, by kind. */
  changes: z.record(z.string(), z.number().int()),
  trips: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    removed: z.number().int(),
    unchanged: z.number().int(),
    /** Of the added ones, those that are a removed one with another id. */
    renamed: z.number().int(),
  }),
  runsRemoved: z.number().int(),
  /** Runs with passengers whose trip or day has changed, those that need an answer first; at most 1,000. */
  soldRuns: z.array(soldRun),
  /** How many of them there are: unchanged for passengers, or by what becomes of them. */
  soldRunCounts,
})
export type FeedReportView = z.output<typeof feedReport>

const feedImportView = z.object({
  importId: z.uuid(),
  /** Name of the feed; importing under the same name updates it. */
  name: z.string(),
  brand: z.enum(brands),
  fileName: z.string(),
  state: z.enum(feedImportStates),
  createdAt: instant,
  appliedAt: instant.nullable(),
  step: z.enum(importSteps).nullable(),
  stepsDone: z.number().int(),
  /** Null while unknown. */
  stepsTotal: z.number().int().nullable(),
  /** Result of the validation or of the import. */
  report: feedReport.nullable(),
  failure: z.string(),
})
export type FeedImportView = z.output<typeof feedImportView>

const importId = z.object({ importId: uuid })
const shared = { area: 'own', credential: 'operator' } as const

export const readFeeds = defineCall({
  ...shared,
  id: 'own-operator-feeds',
  method: 'GET',
  path: '/v2/operator/feeds',
  summary: 'Feeds that are in, the latest imports, and the sources of realtime messages.',
  reply: z.object({
    feeds: z.array(
      z.object({
        name: z.string(),
        version: z.string().nullable(),
        importedAt: instant.nullable(),
        carriers: z.array(z.object({ ka: z.string(), en: z.string() })),
        trips: z.number().int(),
        alerts: z.number().int(),
        /** Of its services: ISO dates; null without any. */
        firstDay: z.iso.date().nullable(),
        lastDay: z.iso.date().nullable(),
        /** Its last day is over in the time zone of its carriers. */
        isOver: z.boolean(),
      }),
    ),
    /** Of the carriers; each has an exported feed of its own, and the first is the one by default. */
    timeZones: z.array(z.string()),
    imports: z.array(feedImportView.omit({ report: true })),
    sources: z.array(
      z.object({
        feed: z.string(),
        /** Host of the source's URL. */
        host: z.string(),
        askedAt: instant,
        answeredAt: instant.nullable(),
        /** Timestamp of the carrier's last message. */
        madeAt: instant.nullable(),
        trips: z.number().int(),
        alerts: z.number().int(),
        /** Number of entities of the last message that were passed over, by reason. */
        passedOver: z.partialRecord(z.enum(passedOverReasons), z.number().int()),
        /** Version of the feed on which the last message is based, if another one is imported. */
        otherVersion: z.string().nullable(),
        /** Error of the last request; null if it succeeded. */
        error: z.string().nullable(),
      }),
    ),
    organisers: z.array(
      z.object({ slug: z.string(), name: z.object({ ka: z.string(), en: z.string() }) }),
    ),
  }),
})

export const createFeedImport = defineCall({
  ...shared,
  id: 'own-operator-feed-create',
  method: 'POST',
  path: '/v2/operator/feeds/imports',
  summary: 'Announces a GTFS feed; its pieces follow.',
  required: ['body'],
  body: z.object({
    name: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u),
    brand: z.enum(brands),
    /** Slug of the organiser who receives the revenue. */
    organiser: text(80, 1),
    fileName: text(200, 1),
    bytes: wholeNumber(1, feedBytesMax),
  }),
  reply: feedImportView,
  errors: ['NotFound', 'FeedOfAnother'],
  limit: 'flood',
})

export const sendFeedPart = defineCall({
  ...shared,
  id: 'own-operator-feed-part',
  method: 'POST',
  path: '/v2/operator/feeds/imports/{importId}/parts',
  summary: 'A piece of an announced feed, by its number from 0; the same piece may come again.',
  params: importId,
  required: ['importId', 'body'],
  body: z.object({
    number: wholeNumber(0, 10_000),
    /** At most 600,000 bytes, Base64-encoded. */
    content: z
      .string()
      .regex(/^[A-Za-z0-9+/]+={0,2}$/)
      .max((partBytesMax / 3) * 4),
  }),
  reply: z.object({ bytes: z.number().int() }),
  errors: ['NotFound', 'ImportStateNotAllowed'],
  bodyBytesMax: 900_000,
})

export const checkFeedImport = defineCall({
  ...shared,
  id: 'own-operator-feed-check',
  method: 'POST',
  path: '/v2/operator/feeds/imports/{importId}/check',
  summary: 'Has a feed checked whose pieces have all arrived. Nothing is changed by it.',
  params: importId,
  required: ['importId'],
  reply: feedImportView,
  errors: ['NotFound', 'ImportStateNotAllowed', 'ImportOutdated'],
})

export const getFeedImport = defineCall({
  ...shared,
  id: 'own-operator-feed',
  method: 'GET',
  path: '/v2/operator/feeds/imports/{importId}',
  summary: 'How far a feed is, and what it would do or did.',
  params: importId,
  required: ['importId'],
  reply: feedImportView,
  errors: ['NotFound'],
})

export const applyFeedImport = defineCall({
  ...shared,
  id: 'own-operator-feed-apply',
  method: 'POST',
  path: '/v2/operator/feeds/imports/{importId}/apply',
  summary:
    'Carries a checked feed out, whole or not at all; says what becomes of sold runs that it does not settle.',
  params: importId,
  required: ['importId', 'body'],
  body: importAnswers,
  reply: feedImportView,
  errors: ['NotFound', 'ImportHasProblems', 'ImportNeedsAnswers', 'ImportStateNotAllowed'],
  limit: 'flood',
})
