/**
 * Calls of the catalogue: shows, events, venues and prices. Texts are in the language of the request only.
 * `minPrice`, `maxPrice` are all-in major units (mandatory fees included); dates are ISO 8601 instants, to be shown
 * in `timeZone`.
 */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { categoryKind, itemKinds, otherStatuses } from '#contract/enumerations.ts'
import { identifier, isoDate, text, wholeNumber } from '#contract/fields.ts'
import { slug } from './list-calls.ts'
import {
  banner,
  category,
  eventPage,
  homePage,
  integrationItem,
  listItem,
  listItemWithSummary,
  showPage,
} from './shapes.ts'

export { listItem } from './shapes.ts'
export type {
  Banner,
  CategoryView,
  EventOfShow,
  EventPage,
  FaqEntry,
  HomePage,
  Images,
  ListItem,
  ListItemWithSummary,
  SaleState,
  ShowBase,
  ShowDetail,
  ShowPage,
  TicketTypeView,
  VenuePage,
  VenueView,
} from './shapes.ts'

export {
  listItemsMax,
  listPageItems,
  listSorts,
  ownCategoryPage,
  ownShowList,
  type CategoryPage,
  type ListSort,
} from './list-calls.ts'

/** A category kind by its number (`0`) or its name (`Event`). */
export const kind = z.union([
  wholeNumber(0, 5),
  z
    .enum(Object.keys(categoryKind) as [keyof typeof categoryKind])
    .transform((name) => categoryKind[name]),
])

const items = z.object({ items: z.array(listItem) })
/** Opens a show that is private or not yet announced. */
const previewKey = text(200, 1).optional()

export const catalogueCategories = defineCall({
  id: 'catalogue-categories',
  area: 'catalogue',
  method: 'GET',
  path: '/v2/Categories',
  summary: 'Categories with their subcategories; active ones unless a status is asked for',
  credential: 'api-key',
  query: z.object({ status: z.enum(otherStatuses).default('Active') }),
  reply: z.object({ items: z.array(category) }),
  cacheSeconds: 60,
})

export const catalogueEventsDay = defineCall({
  id: 'catalogue-events-day',
  area: 'catalogue',
  method: 'GET',
  path: '/v2/Events/Day',
  summary: 'Events of one day, by the clock of their venue; today when no date is given',
  credential: 'api-key',
  query: z.object({ date: isoDate.optional() }),
  reply: items,
  cacheSeconds: 5,
})

export const catalogueEventsToday = defineCall({
  id: 'catalogue-events-today',
  area: 'catalogue',
  method: 'GET',
  path: '/v2/Events/Today',
  summary: 'Events of today that have not begun',
  credential: 'api-key',
  reply: items,
  cacheSeconds: 5,
})

export const catalogueEventsTop = defineCall({
  id: 'catalogue-events-top',
  area: 'catalogue',
  method: 'GET',
  path: '/v2/Events/Top',
  summary: 'The most wanted shows, each by its next event; of one sales channel when it is named',
  credential: 'api-key',
  query: z.object({
    topEventCount: wholeNumber(1, 50).default(10),
    integrationChannel: text(60, 1).optional(),
  }),
  reply: items,
  cacheSeconds: 5,
})

export const catalogueEventsUpcoming = defineCall({
  id: 'catalogue-events-upcoming',
  area: 'catalogue',
  method: 'GET',
  path: '/v2/Events/Upcoming',
  summary: 'Events to come in order of time, 200 at most',
  credential: 'api-key',
  query: z.object({ subCategoryId: identifier.optional() }),
  reply: items,
  cacheSeconds: 5,
})

export const eventsOlderToday = defineCall({
  id: 'events-older-today',
  area: 'events-older',
  method: 'GET',
  path: '/v2/events/today',
  summary: 'Events of today that have not begun',
  credential: 'api-key',
  reply: items,
  cacheSeconds: 5,
})

export const eventsOlderTop = defineCall({
  id: 'events-older-top',
  area: 'events-older',
  method: 'GET',
  path: '/v2/events/top',
  summary: 'The ten most wanted shows, each by its next event',
  credential: 'api-key',
  reply: items,
  cacheSeconds: 5,
})

export const eventsOlderUpcoming = defineCall({
  id: 'events-older-upcoming',
  area: 'events-older',
  method: 'GET',
  path: '/v2/events/upcoming',
  summary: 'Events to come in order of time, 200 at most',
  credential: 'api-key',
  reply: items,
  cacheSeconds: 5,
})

export const showsInfo = defineCall({
  id: 'shows-info',
  area: 'shows',
  method: 'GET',
  path: '/v2/Shows/info',
  summary: 'A show or an event in short; `itemType` says which of the two `itemId` names',
  credential: 'api-key',
  query: z.object({ itemId: identifier, itemType: z.enum(itemKinds).default('Show') }),
  reply: listItemWithSummary,
  errors: ['NotFound'],
  cacheSeconds: 5,
})

export const showsList = defineCall({
  id: 'shows-list',
  area: 'shows',
  method: 'GET',
  path: '/v2/Shows/List',
  summary:
    'Shows with an event in the days from `fromDate` to `toDate` (both counted in), soonest first; films are among them, as show type 5. Lines of carriers (category 2) and cities with flights (4) are listed when their category is asked for, with the next departure and no events: `GET /v2/transport/journeys` and `GET /v2/flights/search` find the departures',
  credential: 'api-key',
  query: z.object({
    categoryType: kind.optional(),
    categoryId: identifier.optional(),
    fromDate: isoDate.optional(),
    toDate: isoDate.optional(),
  }),
  reply: items,
  cacheSeconds: 5,
})

export const showsIntegrationList = defineCall({
  id: 'shows-integration-list',
  area: 'shows',
  method: 'GET',
  path: '/v2/Shows/IntegrationList',
  summary:
    'What the channel of the api key may sell: events to come, soonest first, 200 at most, each with the ticket types open to that channel',
  credential: 'api-key',
  reply: z.object({ channel: z.string(), items: z.array(integrationItem) }),
})

export const showsMainBanner = defineCall({
  id: 'shows-main-banner',
  area: 'shows',
  method: 'GET',
  path: '/v2/Shows/MainBanner',
  summary: 'Shows chosen for the top of the home page',
  credential: 'api-key',
  reply: z.object({ items: z.array(listItemWithSummary) }),
  cacheSeconds: 5,
})

export const showsPinned = defineCall({
  id: 'shows-pinned',
  area: 'shows',
  method: 'GET',
  path: '/v2/Shows/Pinned',
  summary: 'Shows the editors keep in front',
  credential: 'api-key',
  reply: items,
  cacheSeconds: 5,
})

export const showsShortUrl = defineCall({
  id: 'shows-short-url',
  area: 'shows',
  method: 'GET',
  path: '/v2/Shows/ShortUrl',
  summary: 'The show behind a short address',
  credential: 'api-key',
  query: z.object({ shortUrl: text(100, 1) }),
  reply: z.object({
    itemId: z.number().int(),
    itemType: z.literal('Show'),
    showId: z.number().int(),
    slug: z.string(),
    shortUrl: z.string(),
    /** Path of the show's page in the language of the request. */
    path: z.string(),
  }),
  errors: ['NotFound'],
  cacheSeconds: 60,
})

export const presentationCategories = defineCall({
  id: 'presentation-categories',
  area: 'presentation',
  method: 'GET',
  path: '/v2/presentation/categories',
  summary: 'Categories of one status with their subcategories',
  credential: 'api-key',
  query: z.object({ status: z.enum(otherStatuses) }),
  required: ['status'],
  reply: z.object({ items: z.array(category) }),
  cacheSeconds: 60,
})

export const presentationBannersMain = defineCall({
  id: 'presentation-banners-main',
  area: 'presentation',
  method: 'GET',
  path: '/v2/presentation/banners/main',
  summary: 'Banners of the home page: picture, words and where they lead',
  credential: 'api-key',
  reply: z.object({ items: z.array(banner) }),
  cacheSeconds: 5,
})

export const presentationGenerateCalendar = defineCall({
  id: 'presentation-generate-calendar',
  area: 'presentation',
  method: 'GET',
  path: '/v2/presentation/generate-calendar',
  summary: 'An event as an iCalendar file',
  credential: 'api-key',
  query: z.object({ eventId: identifier }),
  reply: z.string(),
  produces: 'text/calendar',
  errors: ['NotFound'],
})

export const ownHomePage = defineCall({
  id: 'own-home-page',
  area: 'own',
  method: 'GET',
  path: '/v2/home-page',
  summary: 'All the home page shows, in one answer',
  credential: 'api-key',
  reply: homePage,
  cacheSeconds: 5,
})

export const ownShowPage = defineCall({
  id: 'own-show-page',
  area: 'own',
  method: 'GET',
  path: '/v2/show-page',
  summary: 'A show by slug with its events to come and shows like it',
  credential: 'api-key',
  query: z.object({ slug, previewKey }),
  required: ['slug'],
  reply: showPage,
  errors: ['NotFound'],
})

export const ownEventPage = defineCall({
  id: 'own-event-page',
  area: 'own',
  method: 'GET',
  path: '/v2/event-page',
  summary: 'All the event page shows, except what is free at the moment',
  credential: 'api-key',
  query: z.object({ eventId: identifier, previewKey }),
  required: ['eventId'],
  reply: eventPage,
  errors: ['NotFound'],
})
