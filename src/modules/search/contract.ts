/**
 * Calls of search: results for a text and filters, suggestions while typing, recorded choices, top searches, and
 * saved searches. `…Ranges` are the parts of a name that match the text, for highlighting: pairs of start and end in
 * UTF-16 units.
 */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, identifierList, isoDate, text, wholeNumber } from '#contract/fields.ts'
import {
  savedSearch,
  searchReply,
  suggestions,
  type FoundItem,
  type FoundPerson,
  type FoundShow,
  type FoundVenue,
} from './shapes.ts'

export type { FoundItem, FoundPerson, FoundShow, FoundVenue }
export type { SearchFacets, SearchReply, SuggestedShow, Suggestions } from './shapes.ts'

/** Types of results that a click can refer to. */
export const clickedKinds = ['Show', 'Event', 'Venue', 'Person'] as const
/** Named days; `weekend` is from Friday 17:00 to Sunday, `month` the next thirty days. */
export const searchWhens = ['today', 'tomorrow', 'weekend', 'month'] as const

/** Comma-separated texts in a query. */
const textList = z.union([z.array(text(60, 1)).max(20), text(600)]).transform((value) =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
        .slice(0, 20)
    : value,
)

export const ownSearch = defineCall({
  id: 'own-search',
  area: 'own',
  method: 'GET',
  path: '/v2/search',
  summary:
    'Shows, venues and people by text (Georgian, English or Georgian in Latin letters, tolerating typing errors) and filters, with counts for the choices of each filter',
  credential: 'api-key',
  query: z.object({
    text: text(100),
    limit: wholeNumber(1, 50).default(20),
    offset: wholeNumber(0, 100_000).default(0),
    categoryIds: identifierList(20).optional(),
    venueIds: identifierList(20).optional(),
    /** English names of cities. */
    cities: textList.optional(),
    /** In any case: the specification writes `Today`. */
    when: z
      .string()
      .max(10)
      .transform((when) => when.toLowerCase())
      .pipe(z.enum(searchWhens))
      .optional(),
    /** Both days inclusive; `when` takes precedence. */
    fromDate: isoDate.optional(),
    toDate: isoDate.optional(),
    /** Major units, all-in: an event matches when one of its prices does. */
    priceFrom: wholeNumber(0, 1_000_000).optional(),
    priceTo: wholeNumber(0, 1_000_000).optional(),
  }),
  required: ['text'],
  reply: searchReply,
  cacheSeconds: 5,
})

export const ownSearchSuggest = defineCall({
  id: 'own-search-suggest',
  area: 'own',
  method: 'GET',
  path: '/v2/search/suggest',
  summary: 'Suggestions for a text being typed: the best shows, venues and people; top searches',
  credential: 'api-key',
  query: z.object({ text: text(100), limit: wholeNumber(1, 10).default(5) }),
  required: ['text'],
  reply: suggestions,
  cacheSeconds: 5,
})

export const searchClick = defineCall({
  id: 'search-click',
  area: 'search',
  method: 'POST',
  path: '/v2/Search/SearchClick',
  summary: 'Records that an item was chosen from the results of a text',
  credential: 'api-key',
  body: z.object({
    text: text(100, 1),
    itemId: identifier,
    itemType: z.enum(clickedKinds),
    /** Position in the list, from 0. */
    position: wholeNumber(0, 10_000).default(0),
  }),
  reply: z.object({ isCounted: z.boolean() }),
  errors: ['NotFound'],
})

export const searchTop = defineCall({
  id: 'search-top',
  area: 'search',
  method: 'GET',
  path: '/v2/Search/TopSearch',
  summary: 'Texts after which most people chose a result recently, the most frequent first',
  credential: 'api-key',
  reply: z.object({ items: z.array(z.object({ text: z.string() })) }),
  cacheSeconds: 60,
})

export const searchSave = defineCall({
  id: 'search-save',
  cost: 'message',
  area: 'search',
  method: 'POST',
  path: '/v2/shows/search/save',
  summary:
    'Saves a search for the signed-in customer, or anonymously for others; `userId` may only be the caller’s own',
  credential: 'api-key',
  query: z.object({
    keyword: text(100, 1),
    ipAddress: text(45).optional(),
    userAgent: text(400).optional(),
    userId: text(60).optional(),
  }),
  required: [],
  reply: z.object({ keyword: z.string(), isKeptForCustomer: z.boolean() }),
  errors: ['Forbidden'],
  limit: 'flood',
})

export const ownSavedSearches = defineCall({
  id: 'own-saved-searches',
  area: 'own',
  method: 'GET',
  path: '/v2/search/saved',
  summary: 'The customer’s saved searches, newest first',
  credential: 'customer',
  reply: z.object({ items: z.array(savedSearch) }),
})

export const ownSavedSearchDelete = defineCall({
  id: 'own-saved-search-delete',
  area: 'own',
  method: 'DELETE',
  path: '/v2/search/saved/{savedSearchId}',
  summary: 'Deletes a saved search',
  credential: 'customer',
  params: z.object({ savedSearchId: identifier }),
  reply: z.object({ savedSearchId: z.number().int() }),
  errors: ['NotFound'],
})
