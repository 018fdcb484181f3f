/** How an operator edits, looks at, schedules, publishes and measures pages of campaigns. */
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
  /** Never published, published for later, there now, or over. */
  state: pageState,
  hasDraft: z.boolean(),
  /** When the draft takes over; null: it waits, or there is none. */
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
  summary: 'Pages of campaigns with their state and how often they were opened.',
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
  /** The draft, or what is shown when there is none. */
  edition: campaignEdition,
  /** Of the last thirty days: each day's openings, and how often each block was pressed. */
  days: z.array(z.object({ day: z.iso.date(), views: z.number().int(), clicks: z.number().int() })),
  pressed: z.array(z.object({ blockId: z.string(), clicks: z.number().int() })),
})
export type PageView = z.output<typeof pageView>

export const operatorPage = defineCall({
  id: 'own-operator-page',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/pages/{pageId}',
  summary: 'One page of a campaign as it is being written, with its figures.',
  credential: 'operator',
  params: z.object({ pageId: identifier }),
  required: ['pageId', 'authorization'],
  reply: pageView.extend({
    /** What blocks may name. */
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
  summary: 'Begins a page at an address; it is there for nobody until it is published.',
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
    'Saves the draft of a page; what is shown stays as it is. Saving takes a planned publication back.',
  credential: 'operator',
  params: z.object({ pageId: identifier }),
  body: z.object({ version: z.number().int(), edition: campaignEdition }),
  required: ['pageId', 'body', 'authorization'],
  reply: z.object({ version: z.number().int() }),
  errors: ['NotFound', 'PageChanged'],
})

export const operatorPagePublish = defineCall({
  id: 'own-operator-page-publish',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/pages/{pageId}/publish',
  summary: 'Shows the draft of a page to everybody, at once or from a moment on.',
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
  summary: 'Throws the draft of a page away; what is shown stays.',
  credential: 'operator',
  params: z.object({ pageId: identifier }),
  body: z.object({ version: z.number().int() }),
  required: ['pageId', 'body', 'authorization'],
  reply: z.object({ version: z.number().int() }),
  errors: ['NotFound', 'PageChanged'],
})

export const operatorPictureSend = defineCall({
  id: 'own-operator-front-picture',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/front-pictures',
  summary: 'A picture for pages, banners and stories: encoded anew, at most 1600 pixels wide.',
  credential: 'operator',
  body: z.object({ picture: z.base64().max(8_000_000) }),
  required: ['body', 'authorization'],
  reply: z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }),
  errors: ['PictureInvalid'],
  bodyBytesMax: 9_000_000,
  limit: 'flood',
})

export const frontPicture = defineCall({
  id: 'own-front-picture',
  area: 'own',
  method: 'GET',
  path: '/v2/front-pictures/{digest}',
  summary: 'A picture of a page, a banner or a story; its address changes with it',
  credential: 'none',
  params: z.object({ digest: z.string().regex(/^[a-f0-9]{40}$/) }),
  reply: z.unknown(),
  produces: 'image/webp',
  errors: ['NotFound'],
  cacheSeconds: 31_536_000,
})
