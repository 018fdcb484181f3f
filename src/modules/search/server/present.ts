/** Targets to replies, in one language. */
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
import type { Asking, Finding } from './queries/find.ts'

/** Rules that hide dates apply to the catalogue version of the result. */
function lookOf({ kept, now, rules }: Finding) {
  return { catalogue: kept.catalogue, now, rules }
}

type Ranges = FoundShow['nameRanges']

function ranges({ found, kept }: Finding, name: string): Ranges {
  return rangesIn(name, found.words, (asked, normalized) => kept.index.isMeant(asked, normalized))
}

/** @param events those to come that fit the filters */
export function presentFoundShow(
  finding: Finding,
  { show }: ShowTarget,
  events: readonly EventRecord[],
  { locale }: Asking,
): FoundShow {
  return {
    ...presentShowItem(
      show,
      events.filter((event) => !isHidden(lookOf(finding), event)),
      locale,
    ),
    nameRanges: ranges(finding, show.name[locale]),
  }
}

export function presentSuggestedShow(
  finding: Finding,
  { show }: ShowTarget,
  { locale }: Asking,
): SuggestedShow {
  const item = presentShowItem(show, upcomingOf(show, lookOf(finding)), locale)
  const image = show.images.icon ?? show.images.thumbnail ?? show.images.v3Poster
  return {
    itemId: show.id,
    itemType: 'Show',
    slug: show.slug,
    name: item.name,
    nameRanges: ranges(finding, item.name),
    venueName: item.venueName,
    cityName: item.cityName,
    fromDate: item.fromDate,
    timeZone: item.timeZone,
    imageUrl: image?.url ?? null,
  }
}

export function presentFoundVenue(
  finding: Finding,
  { venue }: VenueTarget,
  context: Asking,
): FoundVenue {
  const { locale } = context
  const view = { ...lookOf(finding), db: context.db, locale }
  return {
    itemId: venue.id,
    itemType: 'Venue',
    slug: venue.slug,
    name: venue.name[locale],
    nameRanges: ranges(finding, venue.name[locale]),
    cityName: venue.city[locale],
    eventCount: upcomingCount(view, scopeKey.venue(venue.id)),
  }
}

const showsOfPersonMost = 5

export function presentFoundPerson(
  finding: Finding,
  person: PersonTarget,
  { locale }: Asking,
): FoundPerson {
  return {
    itemId: person.id,
    itemType: 'Person',
    name: person.name[locale],
    nameRanges: ranges(finding, person.name[locale]),
    shows: person.shows.slice(0, showsOfPersonMost).map((show) => ({
      showId: show.id,
      slug: show.slug,
      name: show.name[locale],
    })),
  }
}

export function presentFoundItem(
  finding: Finding,
  { id, source, item }: ItemTarget,
  { locale }: Asking,
): FoundItem {
  return {
    source,
    itemId: id,
    name: item.name[locale],
    nameRanges: ranges(finding, item.name[locale]),
    note: item.note[locale],
    path: item.path,
    imageUrl: item.imageUrl,
  }
}
