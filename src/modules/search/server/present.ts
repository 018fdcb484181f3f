/** Presenters of results in the language of the request. */
import {
  isHidden,
  presentShowItem,
  scopeKey,
  upcomingCount,
  upcomingOf,
} from '#modules/catalogue/server/public-api.ts'
import type { EventRecord } from '#modules/catalogue/server/public-api.ts'
import type { FoundItem, FoundPerson, FoundShow, FoundVenue, SuggestedShow } from '../contract.ts'
import { rangesIn } from './highlight.ts'
import type { ItemTarget, PersonTarget, ShowTarget, VenueTarget } from './targets.ts'
import type { SearchContext, SearchMatches } from './queries/find.ts'

/** The catalogue version of the result, to which rules that hide dates apply. */
function catalogueViewOf({ view, now, rules }: SearchMatches) {
  return { catalogue: view.catalogue, now, rules }
}

type Ranges = FoundShow['nameRanges']

function ranges({ found, view }: SearchMatches, name: string): Ranges {
  return rangesIn(name, found.words, (word, normalized) => view.index.matchesWord(word, normalized))
}

/** @param events upcoming events that match the filters */
export function presentFoundShow(
  matches: SearchMatches,
  { show }: ShowTarget,
  events: readonly EventRecord[],
  { locale }: SearchContext,
): FoundShow {
  return {
    ...presentShowItem(
      show,
      events.filter((event) => !isHidden(catalogueViewOf(matches), event)),
      locale,
    ),
    nameRanges: ranges(matches, show.name[locale]),
  }
}

export function presentSuggestedShow(
  matches: SearchMatches,
  { show }: ShowTarget,
  { locale }: SearchContext,
): SuggestedShow {
  const item = presentShowItem(show, upcomingOf(show, catalogueViewOf(matches)), locale)
  const image = show.images.icon ?? show.images.thumbnail ?? show.images.v3Poster
  return {
    itemId: show.id,
    itemType: 'Show',
    slug: show.slug,
    name: item.name,
    nameRanges: ranges(matches, item.name),
    venueName: item.venueName,
    cityName: item.cityName,
    fromDate: item.fromDate,
    timeZone: item.timeZone,
    imageUrl: image?.url ?? null,
  }
}

export function presentFoundVenue(
  matches: SearchMatches,
  { venue }: VenueTarget,
  context: SearchContext,
): FoundVenue {
  const { locale } = context
  const view = { ...catalogueViewOf(matches), db: context.db, locale }
  return {
    itemId: venue.id,
    itemType: 'Venue',
    slug: venue.slug,
    name: venue.name[locale],
    nameRanges: ranges(matches, venue.name[locale]),
    cityName: venue.city[locale],
    eventCount: upcomingCount(view, scopeKey.venue(venue.id)),
  }
}

const showsOfPersonMax = 5

export function presentFoundPerson(
  matches: SearchMatches,
  person: PersonTarget,
  { locale }: SearchContext,
): FoundPerson {
  return {
    itemId: person.id,
    itemType: 'Person',
    name: person.name[locale],
    nameRanges: ranges(matches, person.name[locale]),
    shows: person.shows.slice(0, showsOfPersonMax).map((show) => ({
      showId: show.id,
      slug: show.slug,
      name: show.name[locale],
    })),
  }
}

export function presentFoundItem(
  matches: SearchMatches,
  { id, source, item }: ItemTarget,
  { locale }: SearchContext,
): FoundItem {
  return {
    source,
    itemId: id,
    name: item.name[locale],
    nameRanges: ranges(matches, item.name[locale]),
    note: item.note[locale],
    path: item.path,
    imageUrl: item.imageUrl,
  }
}
