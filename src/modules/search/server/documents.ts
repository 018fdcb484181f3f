/** The search texts of shows, venues, people and items of verticals. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { SearchableItem } from './search-source.ts'
import type { SearchDocument } from './text-index.ts'

const both = (text: LocalizedText): readonly string[] => [text.ka, text.en]

/** The searchable texts of a show. */
export interface ShowTexts {
  readonly name: LocalizedText
  readonly performers: readonly { readonly name: LocalizedText }[]
  readonly places: readonly { readonly name: LocalizedText; readonly city: LocalizedText }[]
  /** Category and subcategory. */
  readonly categories: readonly LocalizedText[]
  readonly popularity: number
  readonly overAt: number
}

export function showDocument<Value>(value: Value, show: ShowTexts): SearchDocument<Value> {
  return {
    value,
    texts: {
      name: both(show.name),
      performer: show.performers.flatMap(({ name }) => both(name)),
      place: show.places.flatMap(({ name }) => both(name)),
      city: show.places.flatMap(({ city }) => both(city)),
      category: show.categories.flatMap(both),
    },
    popularity: show.popularity,
    overAt: show.overAt,
  }
}

export function venueDocument<Value>(
  value: Value,
  venue: {
    readonly name: LocalizedText
    readonly city: LocalizedText
    readonly eventCount: number
  },
): SearchDocument<Value> {
  return {
    value,
    texts: { name: both(venue.name), city: both(venue.city) },
    popularity: venue.eventCount,
    overAt: Number.POSITIVE_INFINITY,
  }
}

export function personDocument<Value>(
  value: Value,
  person: { readonly name: LocalizedText; readonly popularity: number; readonly overAt: number },
): SearchDocument<Value> {
  return {
    value,
    texts: { name: both(person.name) },
    popularity: person.popularity,
    overAt: person.overAt,
  }
}

export function itemDocument<Value>(value: Value, item: SearchableItem): SearchDocument<Value> {
  return {
    value,
    texts: {
      name: [...both(item.name), ...(item.aliases ?? [])],
      place: (item.places ?? []).flatMap(both),
    },
    popularity: item.popularity,
    overAt: item.overAt?.getTime() ?? Number.POSITIVE_INFINITY,
  }
}
