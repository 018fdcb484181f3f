/** Shapes of the replies of search. */
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { listItem } from '#modules/catalogue/contract.ts'

const id = z.number().int()
/** Start and end of each part of a name that matches. */
const ranges = z.array(z.tuple([z.number().int(), z.number().int()]))

const foundShow = listItem.extend({ nameRanges: ranges })
export type FoundShow = z.infer<typeof foundShow>

const foundVenue = z.object({
  itemId: id,
  itemType: z.literal('Venue'),
  slug: z.string(),
  name: z.string(),
  nameRanges: ranges,
  cityName: z.string(),
  /** Number of upcoming events. */
  eventCount: z.number().int(),
})
export type FoundVenue = z.infer<typeof foundVenue>

const foundPerson = z.object({
  /** Derived from the name, equal in every process; people have no rows in the database. */
  itemId: id,
  itemType: z.literal('Person'),
  name: z.string(),
  nameRanges: ranges,
  /** Up to five shows that announce the person, past ones included, the most popular first. */
  shows: z.array(z.object({ showId: id, slug: z.string(), name: z.string() })),
})
export type FoundPerson = z.infer<typeof foundPerson>

/** An item of a vertical: a stop, a film. */
const foundItem = z.object({
  source: z.string(),
  /** Unique in its source. */
  itemId: id,
  name: z.string(),
  nameRanges: ranges,
  note: z.string(),
  /** Path of its page, without the language prefix. */
  path: z.string(),
  imageUrl: z.string().nullable(),
})
export type FoundItem = z.infer<typeof foundItem>

const count = z.number().int()

/** Choices of each filter; counts reflect the text and the other filters. */
const facets = z.object({
  categories: z.array(
    z.object({ categoryId: id, slug: z.string(), name: z.string(), colour: z.string(), count }),
  ),
  when: z.object({ today: count, tomorrow: count, weekend: count, month: count }),
  /** Bands of all-in prices in major units; a show of several prices may be in several. */
  prices: z.array(z.object({ priceFrom: z.number(), priceTo: z.number().nullable(), count })),
  /** The lowest and the highest price; null without upcoming events. */
  priceRange: z.object({ min: z.number(), max: z.number() }).nullable(),
  cities: z.array(z.object({ city: z.string(), cityName: z.string(), count })),
  venues: z.array(z.object({ venueId: id, venueName: z.string(), cityName: z.string(), count })),
})
export type SearchFacets = z.infer<typeof facets>

export const searchReply = z.object({
  text: z.string(),
  items: z.array(foundShow),
  totalCount: z.number().int(),
  /** Where the next page begins; null at the end. */
  nextOffset: z.number().int().nullable(),
  /** Parts of the text that were interpreted as days or prices and applied as filters. */
  understood: z.array(
    z.object({
      /** As it was typed. */
      written: z.string(),
      when: z.enum(['today', 'tomorrow', 'weekend', 'month']).nullable(),
      fromDate: z.string().nullable(),
      toDate: z.string().nullable(),
      /** Major units; 0 is free. */
      priceTo: z.number().nullable(),
    }),
  ),
  /** Given when no show matches: the nearest days, the same without filters, or popular shows. */
  alternatives: z
    .object({
      reason: z.enum(['OtherDays', 'OtherFilters', 'Popular']),
      items: z.array(foundShow),
    })
    .nullable(),
  /** Given on the first page only. */
  venues: z.array(foundVenue),
  people: z.array(foundPerson),
  /** Items of other verticals: stops, films. */
  others: z.array(foundItem),
  facets,
  /** The corrected text, when nothing matches the text as typed. */
  didYouMean: z.string().nullable(),
  /** No result has all words; those with most of them are returned. */
  isPartial: z.boolean(),
})
export type SearchReply = z.infer<typeof searchReply>

const suggestedShow = z.object({
  itemId: id,
  itemType: z.literal('Show'),
  slug: z.string(),
  name: z.string(),
  nameRanges: ranges,
  venueName: z.string(),
  cityName: z.string(),
  /** Start of the next event; null without upcoming events. */
  fromDate: instant.nullable(),
  timeZone: z.string(),
  imageUrl: z.string().nullable(),
})
export type SuggestedShow = z.infer<typeof suggestedShow>

export const suggestions = z.object({
  text: z.string(),
  shows: z.array(suggestedShow),
  venues: z.array(foundVenue),
  people: z.array(foundPerson),
  /** Items of other verticals: stops, films. */
  others: z.array(foundItem),
  /** Top searches; if a text is given, those that begin with it. */
  texts: z.array(z.string()),
  didYouMean: z.string().nullable(),
})
export type Suggestions = z.infer<typeof suggestions>

export const savedSearch = z.object({ savedSearchId: id, keyword: z.string(), savedAt: instant })
