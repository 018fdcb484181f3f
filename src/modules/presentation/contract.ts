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

const section = z.object({
  title: z.string(),
  paragraphs: z.array(z.string()).default([]),
  points: z.array(z.string()).default([]),
  link: z.object({ path: z.string(), text: z.string() }).optional(),
})
const question = z.object({ question: z.string(), answer: z.string() })

const campaignPage = z.object({
  path: z.string(),
  theme: z.enum(['light', 'dark', 'partner']).nullable(),
  hidesHeader: z.boolean(),
  hidesFooter: z.boolean(),
  title: z.string(),
  summary: z.string(),
  /** Pages of the same campaign; empty when it has one only. */
  menu: z.array(z.object({ path: z.string(), title: z.string() })),
  sections: z.array(section),
  shows: z.array(
    z.object({
      showId: id,
      name: z.string(),
      path: z.string(),
      imageUrl: z.string().nullable(),
      fromDate: instant.nullable(),
      timeZone: z.string(),
      venueName: z.string(),
      minPrice: z.number().nullable(),
    }),
  ),
  questions: z.array(question),
})
export type CampaignPage = z.infer<typeof campaignPage>

export const ownCampaignPage = defineCall({
  id: 'own-campaign-page',
  area: 'own',
  method: 'GET',
  path: '/v2/campaign-page',
  summary: 'A campaign page by its path without a language',
  credential: 'api-key',
  query: z.object({ path: z.string().regex(/^\/[A-Za-z0-9/-]{1,100}$/) }),
  required: ['path'],
  reply: campaignPage,
  errors: ['NotFound'],
})
