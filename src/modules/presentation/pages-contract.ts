/** Calls by which operators edit, preview, schedule, publish and measure campaign pages. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, localizedText, text } from '#contract/fields.ts'
import { campaignEdition } from './block-shapes.ts'

const pageId = z.number().int()

const pageState = z.enum(['draft', 'planned', 'live', 'over'])

const pageRow = z.object({
  pageId,
  path: z.string(),
  title: localizedText,
  /** Never published, scheduled, published, or ended. */
  state: pageState,
  hasDraft: z.boolean(),
  /** When the draft is published; null without a scheduled draft. */
  publishAt: instant.nullable(),
  changedAt: instant,
  /** Of the last thirty days. */
  views: z.number().int(),
  clicks: z.number().int(),
})
export type PageRow = z.output<typeof pageRow>

export const operatorPages = defineCall({
  id: 'own-operator-pages',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/pages',
  summary: 'Campaign pages with their state and number of views.',
  credential: 'operator',
  reply: z.object({ items: z.array(pageRow) }),
})

const pageView = z.object({
  pageId,
  path: z.string(),
  state: pageState,
  version: z.number().int(),
  previewKey: z.uuid(),
  publishAt: instant.nullable(),
  hasDraft: z.boolean(),
  /** The draft, or the published edition without a draft. */
  edition: campaignEdition,
  /** Views and clicks per day, for the last thirty days. */
  days: z.array(z.object({ day: z.iso.date(), views: z.number().int(), clicks: z.number().int() })),
  pressed: z.array(z.object({ blockId: z.string(), clicks: z.number().int() })),
})
export type PageView = z.output<typeof pageView>

export const operatorPage = defineCall({
  id: 'own-operator-page',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/pages/{pageId}',
  summary: 'The draft of a campaign page, with its statistics.',
  credential: 'operator',
  params: z.object({ pageId: identifier }),
  required: ['pageId', 'authorization'],
  reply: pageView.extend({
    /** Shows that blocks can refer to. */
    shows: z.array(z.object({ slug: z.string(), name: z.string() })),
    faq: z.array(z.object({ faqId: z.number().int(), question: z.string() })),
  }),
  errors: ['NotFound'],
})

export const operatorPageMake = defineCall({
  id: 'own-operator-page-make',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/pages',
  summary: 'Creates an unpublished page at a path.',
  credential: 'operator',
  body: z.object({
    path: z
      .string()
      .regex(/^(\/[A-Za-z0-9][A-Za-z0-9-]*){1,5}$/)
      .max(100),
    titleKa: text(160, 1),
    titleEn: text(160, 1),
  }),
  required: ['body', 'authorization'],
  reply: z.object({ pageId }),
  errors: ['PageAddressTaken'],
  isForm: true,
})

export const operatorPageSave = defineCall({
  id: 'own-operator-page-save',
  area: 'own',
  method: 'PUT',
  path: '/v2/operator/pages/{pageId}',
  summary:
    'Saves the draft of a page; the published edition is unchanged. Saving cancels a scheduled publication.',
  credential: 'operator',
  params: z.object({ pageId: identifier }),
  body: z.object({ version: z.number().int(), edition: campaignEdition }),
  required: ['pageId', 'body', 'authorization'],
  reply: z.object({ version: z.number().int() }),
  errors: ['NotFound', 'PageChanged', 'BadRequest'],
})

export const operatorPagePublish = defineCall({
  id: 'own-operator-page-publish',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/pages/{pageId}/publish',
  summary: 'Publishes the draft of a page, immediately or at a given time.',
  credential: 'operator',
  params: z.object({ pageId: identifier }),
  body: z.object({ version: z.number().int(), at: instant.nullable().default(null) }),
  required: ['pageId', 'body', 'authorization'],
  reply: z.object({ version: z.number().int(), state: pageState }),
  errors: ['NotFound', 'PageChanged', 'BadRequest'],
})

export const operatorPageDiscard = defineCall({
  id: 'own-operator-page-discard',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/pages/{pageId}/discard',
  summary: 'Discards the draft of a page; the published edition stays.',
  credential: 'operator',
  params: z.object({ pageId: identifier }),
  body: z.object({ version: z.number().int() }),
  required: ['pageId', 'body', 'authorization'],
  reply: z.object({ version: z.number().int() }),
  errors: ['NotFound', 'PageChanged'],
})

export const operatorPictureSend = defineCall({
  id: 'own-operator-front-picture',
  cost: 'picture',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/front-pictures',
  summary:
    'Uploads a picture for pages, banners and stories: re-encoded, at most 1600 pixels wide.',
  credential: 'operator',
  body: z.object({ picture: z.base64().max(8_000_000) }),
  required: ['body', 'authorization'],
  reply: z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }),
  errors: ['PictureInvalid', 'PictureTooLarge', 'TooManyRequests'],
  bodyBytesMax: 9_000_000,
  limit: 'flood',
})

export const frontPicture = defineCall({
  id: 'own-front-picture',
  area: 'own',
  method: 'GET',
  path: '/v2/front-pictures/{digest}',
  summary: 'A picture of a page, a banner or a story; its URL changes with its content',
  credential: 'none',
  params: z.object({ digest: z.string().regex(/^[a-f0-9]{40}$/) }),
  reply: z.unknown(),
  produces: 'image/webp',
  errors: ['NotFound'],
  cacheSeconds: 31_536_000,
})
