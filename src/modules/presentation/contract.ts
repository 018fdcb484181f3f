/**
 * Editorial content: stories, advertising, banners, gifts, campaign pages, switches. Texts are in the language of the
 * request only; a `path` is a page of the shop in that language.
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
  /** Display time before the next item is shown automatically. */
  seconds: z.number().int(),
  /** Target of the item; null without one. */
  link: z.object({ kind: z.enum(['show', 'category', 'page']), path: z.string() }).nullable(),
  /** Number of visitors who saw it, each counted once a day. */
  viewCount: z.number().int(),
})

const story = z.object({
  storyId: id,
  slug: z.string(),
  title: z.string(),
  /** Square. */
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
  summary: 'Stories that are currently shown, in order; stories without items are left out',
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
    'Records that a visitor saw an item: counted once a day, and for at most 20 visitors per network address',
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
  /** The widest of `images`; empty without any. */
  imageUrl: z.string(),
  theme: z.enum(['light', 'dark', 'partner']).nullable(),
  path: z.string(),
}

const advertisement = z.object({
  adId: id,
  /** `home`, or `list`: between the shows of a list. */
  placement: z.enum(['home', 'list']),
  /** Shown only in the lists of this category; null for all lists. */
  categorySlug: z.string().nullable(),
  /** The advertiser to be named next to the advertising label; null for the shop itself. */
  advertiser: z.string().nullable(),
  ...billboard,
  weight: z.number().int(),
  /** Display period; null for an open end. */
  fromDate: instant.nullable(),
  toDate: instant.nullable(),
})
export type Advertisement = z.infer<typeof advertisement>

export const presentationAds = defineCall({
  id: 'presentation-ads',
  area: 'presentation',
  method: 'GET',
  path: '/v2/presentation/ads',
  summary: 'Advertising that is currently shown, with its placement and its weight',
  credential: 'api-key',
  reply: z.object({ items: z.array(advertisement) }),
  cacheSeconds: 5,
})

export const ownAdvertisement = defineCall({
  id: 'own-advertisement',
  area: 'own',
  method: 'GET',
  path: '/v2/advertisement',
  summary: 'One advertisement for a placement, picked by weight; null when there is none',
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

/** A card of a row: the content of a show card, and its link. */
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
    'Editorial content of the home page: covers of stories, banners, an advertisement, a gift, rows of verticals',
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
    /** Today's offers of verticals other than shows. */
    rows: z.array(frontRow),
  }),
})

const way = z.object({ path: z.string(), text: z.string() }).nullable()
const own = { id: z.string() }
const image = z.string().nullable()
const faqEntry = z.object({ question: z.string(), answer: z.string() })

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

/** A block of a campaign page. Entries whose target is gone are left out, and with its last entry the block. */
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
    items: z.array(faqEntry),
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
    items: z.array(faqEntry),
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
  /** Pages of the same campaign; empty if it has only one. */
  menu: z.array(z.object({ path: z.string(), title: z.string() })),
  blocks: z.array(shownBlock),
  /** Whether it is the draft that an operator previews before publication. */
  isPreview: z.boolean(),
  /** Reachable by a link only; search engines do not list it. */
  isOutOfMenu: z.boolean(),
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
    /** Shows the draft, also of an unpublished page. */
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
    'Records that a campaign page was opened or one of its blocks was clicked: counted by day, without data of the visitor',
  credential: 'api-key',
  body: z.object({
    path: campaignPath,
    /** The clicked block; empty when the page was opened. */
    place: z.string().regex(/^[a-z0-9-]{0,20}$/),
  }),
  required: ['body'],
  reply: z.object({ isCounted: z.boolean() }),
})
