/** Shows that organisers create in their back office. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, text, uuid, wholeNumber } from '#contract/fields.ts'

const line = text(200).default('')
const both = z.object({ ka: line, en: line }).default({ ka: '', en: '' })
const long = text(20_000).default('')
const bothLong = z.object({ ka: long, en: long }).default({ ka: '', en: '' })
/** Value of a browser's date and time field in the time zone of the venue: `2027-03-05T20:00`; empty when not set. */
const moment = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/)
  .default('')
/** A number as typed; validated when the show is checked. */
const figure = text(12).default('')
/** Permanent identifier of a date or a price within its draft. */
const key = z.string().regex(/^[a-z0-9]{1,20}$/)

const draftDate = z.object({ key, startsAt: moment, doorsAt: moment, endsAt: moment })
export type DraftDate = z.output<typeof draftDate>

const draftPrice = z.object({
  key,
  name: both,
  /** Zone of the seat plan; empty without one. */
  zone: text(40).default(''),
  /** Number of places, without a seat plan. */
  capacity: figure,
  /** In lari. */
  price: figure,
  /** Prices that apply from later times, earliest first. */
  phases: z
    .array(z.object({ from: moment, price: figure }))
    .max(12)
    .default([]),
})
export type DraftPrice = z.output<typeof draftPrice>

const draftField = z.object({
  key,
  label: both,
  per: z.enum(['ticket', 'order']).default('ticket'),
  kind: z.enum(['text', 'personalNumber', 'passport', 'date', 'phone']).default('text'),
  isRequired: z.boolean().default(true),
  /** Printed on the ticket, and shown whole at the door. */
  isOnTicket: z.boolean().default(false),
})

/** The typed content, possibly incomplete. */
export const draftContent = z.object({
  name: both,
  summary: z
    .object({ ka: text(500).default(''), en: text(500).default('') })
    .default({ ka: '', en: '' }),
  description: bothLong,
  subcategory: text(80).default(''),
  ageLimit: figure,
  durationMinutes: figure,
  /** URL of its page on YouTube or Vimeo. */
  trailerUrl: text(200).default(''),
  venue: text(120).default(''),
  /** Key of a seat plan of the venue; empty for places without numbers. */
  layout: text(120).default(''),
  perOrderMax: figure,
  salesOpenAt: moment,
  dates: z.array(draftDate).max(200).default([]),
  prices: z.array(draftPrice).max(60).default([]),
  fields: z.array(draftField).max(20).default([]),
  refund: z
    .object({
      /** `usual`: the platform's terms; `none`: no returns; `tiers`: by time. */
      kind: z.enum(['usual', 'none', 'tiers']).default('usual'),
      tiers: z
        .array(z.object({ hoursBefore: figure, percentBack: figure }))
        .max(6)
        .default([]),
    })
    .default({ kind: 'usual', tiers: [] }),
})
export type DraftContent = z.output<typeof draftContent>

const problem = z.object({
  /** Path within the content: `prices.0.price`. */
  path: z.string(),
  message: z.string(),
})
export type DraftProblem = z.output<typeof problem>

/** `draft`: never published; `preview`: visible with the key; `public`: on sale; `archived`: off sale. */
export const draftStates = ['draft', 'preview', 'public', 'archived'] as const

const draftLine = z.object({
  draftId: uuid,
  /** Null before it is first published or previewed. */
  showId: z.number().int().nullable(),
  name: z.string(),
  state: z.enum(draftStates),
  dateCount: z.number().int(),
  firstDate: z.string(),
  hasChanges: z.boolean(),
  updatedAt: instant,
  pictureUrl: z.string().nullable(),
})
export type DraftLine = z.output<typeof draftLine>

export const draftView = z.object({
  draftId: uuid,
  version: z.number().int(),
  state: z.enum(draftStates),
  content: draftContent,
  /** Whether it has changed since it was last published. */
  hasChanges: z.boolean(),
  updatedAt: instant,
  showId: z.number().int().nullable(),
  /** Path of the show's page; with the key if it is not public. */
  pagePath: z.string().nullable(),
  pictureUrl: z.string().nullable(),
})
export type DraftView = z.output<typeof draftView>

const shared = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const
const ofDraft = z.object({ draftId: uuid })

export const listDrafts = defineCall({
  ...shared,
  id: 'own-merchant-shows',
  method: 'GET',
  path: '/v2/merchantusers/shows',
  summary: 'Shows created in the back office, newest first',
  reply: z.object({ items: z.array(draftLine) }),
})

export const showChoices = defineCall({
  ...shared,
  id: 'own-merchant-show-choices',
  method: 'GET',
  path: '/v2/merchantusers/shows/choices',
  summary: 'Options for a show: venues with their seat plans and zones, and categories',
  reply: z.object({
    subcategories: z.array(z.object({ slug: z.string(), name: z.string(), category: z.string() })),
    venues: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        capacity: z.number().int(),
        layouts: z.array(
          z.object({
            key: z.string(),
            name: z.string(),
            capacity: z.number().int(),
            zones: z.array(
              z.object({
                key: z.string(),
                name: z.string(),
                /** What tickets of the zone are called at first, in the language of each field. */
                names: z.object({ ka: z.string(), en: z.string() }),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
})

export const openDraft = defineCall({
  ...shared,
  id: 'own-merchant-show-new',
  method: 'POST',
  path: '/v2/merchantusers/shows',
  summary: 'Creates a show, empty or as a copy of another one without its dates',
  required: ['body'],
  body: z.object({ copyOf: uuid.optional() }),
  reply: draftView,
  errors: ['NotFound', 'TooManyShowDrafts'],
})

export const readDraft = defineCall({
  ...shared,
  id: 'own-merchant-show',
  method: 'GET',
  path: '/v2/merchantusers/shows/draft',
  summary: 'The content of a show as typed',
  required: ['draftId'],
  query: ofDraft,
  reply: draftView,
  errors: ['NotFound'],
})

export const saveDraft = defineCall({
  ...shared,
  id: 'own-merchant-show-save',
  method: 'POST',
  path: '/v2/merchantusers/shows/draft',
  summary: 'Saves the content of a draft; refused when somebody else has saved it since `version`',
  required: ['body'],
  body: ofDraft.extend({ version: wholeNumber(1, 2_147_483_647), content: draftContent }),
  reply: z.object({
    version: z.number().int(),
    problems: z.array(problem),
    /** Letters of its names that no PDF can show; they prevent nothing. */
    unprintable: z.array(z.string()),
  }),
  errors: ['NotFound', 'ShowDraftChanged'],
  bodyBytesMax: 256 * 1024,
})

const published = z.object({
  /** Why it was not published; empty on success. */
  problems: z.array(problem),
  draft: draftView,
})

export const publishDraft = defineCall({
  ...shared,
  id: 'own-merchant-show-publish',
  method: 'POST',
  path: '/v2/merchantusers/shows/publish',
  summary: 'Publishes a show to the catalogue: for holders of its preview key, or for everybody',
  required: ['body'],
  body: ofDraft.extend({
    version: wholeNumber(1, 2_147_483_647),
    isPublic: z.boolean(),
  }),
  reply: published,
  errors: ['NotFound', 'ShowDraftChanged', 'ImportOutdated'],
  limit: 'flood',
})

export const archiveDraft = defineCall({
  ...shared,
  id: 'own-merchant-show-archive',
  method: 'POST',
  path: '/v2/merchantusers/shows/archive',
  summary:
    'Takes a show off sale, or restores it. Refused while a date to come has tickets: that is cancelled or over first',
  required: ['body'],
  body: ofDraft.extend({ isArchived: z.boolean() }),
  reply: draftView,
  errors: ['NotFound', 'DateHasTickets'],
})

const part = z.number().min(0).max(1)

export const setShowPicture = defineCall({
  ...shared,
  id: 'own-merchant-show-picture',
  cost: 'picture',
  method: 'POST',
  path: '/v2/merchantusers/shows/picture',
  summary:
    'Sets the picture of a show, cut to all sizes around its focal point; without one a picture is generated',
  required: ['body'],
  body: ofDraft.extend({
    /** JPEG, PNG or WebP as base64; absent to generate one. */
    picture: z.base64().max(8_000_000).optional(),
    /** Fractions of the picture's width and height. */
    crop: z.object({ left: part, top: part, width: part, height: part }).optional(),
    focus: z.object({ x: part, y: part }).optional(),
  }),
  reply: z.object({ pictureUrl: z.string() }),
  errors: ['NotFound', 'PictureInvalid', 'PictureTooLarge', 'TooManyRequests'],
  bodyBytesMax: 9_000_000,
  limit: 'flood',
})

export const showPicture = defineCall({
  id: 'own-show-picture',
  area: 'own',
  method: 'GET',
  path: '/v2/show-pictures/{digest}',
  summary: 'A picture of a show; its URL changes with its content',
  credential: 'none',
  params: z.object({ digest: z.string().regex(/^[a-f0-9]{40}$/) }),
  reply: z.unknown(),
  produces: 'image/webp',
  errors: ['NotFound'],
  cacheSeconds: 31_536_000,
})
