/**
 * What the shop says by itself: stories, advertising, banners, gifts, campaign pages, switches. Texts come in
 * the language of the request only; a `path` is one of our pages in that language.
 */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant } from '#contract/fields.ts'
import { images, listItem } from '#modules/catalogue/shapes.ts'

const id = z.number().int()

const storyItem = z.object({
  id,
  /** 9:16. */
  imageUrl: z.string(),
  title: z.string(),
  text: z.string(),
  /** How long it stays before the next one comes by itself. */
  seconds: z.number().int(),
  /** Where it leads; null: nowhere. */
  link: z.object({ kind: z.enum(['show', 'category', 'page']), path: z.string() }).nullable(),
  /** Visitors who saw it, each once a day. */
  viewCount: z.number().int(),
})

const story = z.object({
  storyId: id,
  slug: z.string(),
  title: z.string(),
  /** A square. */
  coverUrl: z.string(),
  position: z.number().int(),
  items: z.array(storyItem),
})
export type Story = z.infer<typeof story>
export type StoryItem = z.infer<typeof storyItem>

export const storiesList = defineCall({
  id: 'stories-list',
  area: 'stories',
  method: 'GET',
  path: '/v2/Stories',
  summary: 'Stories that run now, in their order; a story without items is left out',
  credential: 'api-key',
  reply: z.object({ items: z.array(story) }),
  cacheSeconds: 5,
})

export const storiesViewCount = defineCall({
  id: 'stories-view-count',
  area: 'stories',
  method: 'PATCH',
  path: '/v2/StoryItems/{id}/ViewCount',
  summary:
    'A visitor saw an item: counted once a day, and at most 20 visitors of one network address',
  credential: 'api-key',
  params: z.object({ id: identifier }),
  required: ['id'],
  reply: z.object({ id, viewCount: id }),
  errors: ['NotFound'],
})

const billboard = {
  title: z.string(),
  text: z.string(),
  images,
  /** The widest of `images`; empty when there is none. */
  imageUrl: z.string(),
  theme: z.enum(['light', 'dark', 'partner']).nullable(),
  path: z.string(),
}

const advertisement = z.object({
  adId: id,
  /** `home`, or `list`: among the shows of a list. */
  placement: z.enum(['home', 'list']),
  /** Only in the lists of this category; null: in all. */
  categorySlug: z.string().nullable(),
  /** Who pays; to be named beside the word advertising. Null: the shop itself. */
  advertiser: z.string().nullable(),
  ...billboard,
  weight: z.number().int(),
  /** From when until when it runs; null: without an end on that side. */
  fromDate: instant.nullable(),
  toDate: instant.nullable(),
})
export type Advertisement = z.infer<typeof advertisement>

export const presentationAds = defineCall({
  id: 'presentation-ads',
  area: 'presentation',
  method: 'GET',
  path: '/v2/presentation/ads',
  summary: 'Advertising that runs now, with where it belongs and how often it is picked',
  credential: 'api-key',
  reply: z.object({ items: z.array(advertisement) }),
  cacheSeconds: 5,
})

export const ownAdvertisement = defineCall({
  id: 'own-advertisement',
  area: 'own',
  method: 'GET',
  path: '/v2/advertisement',
  summary: 'One advertisement for a place, picked by weight; null when none runs there',
  credential: 'api-key',
  query: z.object({
    placement: z.enum(['home', 'list']),
    categorySlug: z
      .string()
      .regex(/^[a-z0-9-]{1,100}$/)
      .optional(),
  }),
  required: ['placement'],
  reply: z.object({ item: advertisement.nullable() }),
})

const notice = z.object({
  ...billboard,
  billboardId: id,
  advertiser: z.string().nullable(),
})
export type Notice = z.infer<typeof notice>

/** A card of a row: what cards of shows show, and where it leads. */
const frontCard = listItem
  .pick({
    itemId: true,
    itemType: true,
    showType: true,
    name: true,
    slug: true,
    eventCount: true,
    venueName: true,
    cityName: true,
    fromDate: true,
    toDate: true,
    timeZone: true,
    minPrice: true,
    maxPrice: true,
    currency: true,
    isSoldOut: true,
    categoryName: true,
    categorySlug: true,
    images: true,
  })
  .extend({ path: z.string() })

const frontRow = z.object({
  title: z.string(),
  more: z.object({ to: z.string(), text: z.string() }),
  cards: z.array(frontCard),
})
export type FrontRow = z.output<typeof frontRow>

export const ownFrontPage = defineCall({
  id: 'own-front-page',
  area: 'own',
  method: 'GET',
  path: '/v2/front-page',
  summary:
    'What the home page shows besides shows: covers of stories, banners, an advertisement, a gift, rows of verticals',
  credential: 'api-key',
  reply: z.object({
    stories: z.array(
      z.object({
        storyId: id,
        slug: z.string(),
        title: z.string(),
        coverUrl: z.string(),
        itemIds: z.array(id),
      }),
    ),
    banners: z.array(notice),
    advertisement: advertisement.nullable(),
    gift: notice.nullable(),
    /** What is on today besides shows, as each vertical puts it. */
    rows: z.array(frontRow),
  }),
})

const way = z.object({ path: z.string(), text: z.string() }).nullable()
const own = { id: z.string() }
const image = z.string().nullable()
const asked = z.object({ question: z.string(), answer: z.string() })

const campaignShow = z.object({
  showId: id,
  name: z.string(),
  path: z.string(),
  imageUrl: z.string().nullable(),
  fromDate: instant.nullable(),
  timeZone: z.string(),
  venueName: z.string(),
  minPrice: z.number().nullable(),
})

/** A part of a campaign's page. What leads nowhere any more is left out, and with its last entry the block. */
const shownBlock = z.discriminatedUnion('type', [
  z.object({ ...own, type: z.literal('hero'), title: z.string(), text: z.string(), image, way }),
  z.object({
    ...own,
    type: z.literal('text'),
    title: z.string(),
    paragraphs: z.array(z.string()),
    points: z.array(z.string()),
    way,
  }),
  z.object({
    ...own,
    type: z.literal('shows'),
    title: z.string(),
    shows: z.array(campaignShow),
  }),
  z.object({
    ...own,
    type: z.literal('carousel'),
    title: z.string(),
    slides: z.array(z.object({ title: z.string(), text: z.string(), image, path: z.string() })),
  }),
  z.object({
    ...own,
    type: z.literal('faq'),
    title: z.string(),
    items: z.array(asked),
  }),
  z.object({
    ...own,
    type: z.literal('countdown'),
    title: z.string(),
    until: instant,
    after: z.string(),
  }),
  z.object({
    ...own,
    type: z.literal('banner'),
    title: z.string(),
    text: z.string(),
    image,
    path: z.string(),
  }),
  z.object({
    ...own,
    type: z.literal('questions'),
    title: z.string(),
    items: z.array(asked),
  }),
])
export type ShownBlock = z.infer<typeof shownBlock>

const campaignPage = z.object({
  path: z.string(),
  theme: z.enum(['light', 'dark', 'partner']).nullable(),
  hidesHeader: z.boolean(),
  hidesFooter: z.boolean(),
  title: z.string(),
  summary: z.string(),
  /** Pages of the same campaign; empty when it has one only. */
  menu: z.array(z.object({ path: z.string(), title: z.string() })),
  blocks: z.array(shownBlock),
  /** What an operator looks at before it is published. */
  isPreview: z.boolean(),
})
export type CampaignPage = z.infer<typeof campaignPage>

const campaignPath = z.string().regex(/^\/[A-Za-z0-9/-]{1,100}$/)

export const ownCampaignPage = defineCall({
  id: 'own-campaign-page',
  area: 'own',
  method: 'GET',
  path: '/v2/campaign-page',
  summary: 'A campaign page by its path without a language',
  credential: 'api-key',
  query: z.object({
    path: campaignPath,
    /** Shows the edition that is being written, also of a page that is not there yet. */
    previewKey: z.uuid().optional(),
  }),
  required: ['path'],
  reply: campaignPage,
  errors: ['NotFound'],
})

export const ownCampaignSeen = defineCall({
  id: 'own-campaign-seen',
  area: 'own',
  method: 'POST',
  path: '/v2/campaign-page/seen',
  summary:
    'A campaign page was opened or a part of it was pressed: counted by day, without who it was',
  credential: 'api-key',
  body: z.object({
    path: campaignPath,
    /** The block that was pressed; empty: the page was opened. */
    place: z.string().regex(/^[a-z0-9-]{0,20}$/),
  }),
  required: ['body'],
  reply: z.object({ isCounted: z.boolean() }),
})
