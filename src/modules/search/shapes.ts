/** Shapes of what search answers. */
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { listItem } from '#modules/catalogue/contract.ts'

const id = z.number().int()
/** Start and end of each part of a name that fits. */
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
  /** Events to come. */
  eventCount: z.number().int(),
})
export type FoundVenue = z.infer<typeof foundVenue>

const foundPerson = z.object({
  /** Equal for equal names in every process; people have no record of their own. */
  itemId: id,
  itemType: z.literal('Person'),
  name: z.string(),
  nameRanges: ranges,
  /** Shows they are announced in, the most wanted first, passed ones too; five at most. */
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
  /** Its page, without a language. */
  path: z.string(),
  imageUrl: z.string().nullable(),
})
export type FoundItem = z.infer<typeof foundItem>

const count = z.number().int()

/** Choices of each filter; a count is of what fits the text and the other filters. */
const facets = z.object({
  categories: z.array(
    z.object({ categoryId: id, slug: z.string(), name: z.string(), colour: z.string(), count }),
  ),
  when: z.object({ today: count, tomorrow: count, weekend: count, month: count }),
  /** Bands of all-in prices in major units; a show of several prices may be in several. */
  prices: z.array(z.object({ priceFrom: z.number(), priceTo: z.number().nullable(), count })),
  /** The least and the greatest price there is; null when nothing is to come. */
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
  /** Parts of the text that were understood as days or prices, as if they had been chosen as filters. */
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
  /** When no show matches: the nearest days, the same without filters, or popular shows. */
  alternatives: z
    .object({
      reason: z.enum(['OtherDays', 'OtherFilters', 'Popular']),
      items: z.array(foundShow),
    })
    .nullable(),
  /** Those of the first page only. */
  venues: z.array(foundVenue),
  people: z.array(foundPerson),
  /** What else is sold here: stops, films. */
  others: z.array(foundItem),
  facets,
  /** The text as it was probably meant, when nothing fits it as it is typed. */
  didYouMean: z.string().nullable(),
  /** Nothing has all the words; what has most of them is shown. */
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
  /** The next event's start; null when none is to come. */
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
  /** What else is sold here: stops, films. */
  others: z.array(foundItem),
  /** Top searches; of those that begin so when a text is given. */
  texts: z.array(z.string()),
  didYouMean: z.string().nullable(),
})
export type Suggestions = z.infer<typeof suggestions>

export const savedSearch = z.object({ savedSearchId: id, keyword: z.string(), savedAt: instant })
