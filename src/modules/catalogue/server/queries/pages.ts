/** Whole pages in one answer. They read the snapshot only, so a page costs no query. */
import type { Locale } from '#kernel/locale.ts'
import type { CategoryPage, CategoryView, EventPage, HomePage, ShowPage } from '../../contract.ts'
import {
  presentCategory,
  presentEventOfShow,
  presentShowBase,
  presentShowDetail,
  presentShowItem,
  presentTicketType,
  presentVenue,
  withSummary,
} from '../present.ts'
import { isVisible } from '../rules.ts'
import type { Catalogue } from '../snapshot.ts'
import {
  eventItems,
  eventsOfToday,
  eventsOfTomorrow,
  eventsOfWeekend,
  filteredShows,
  newestShows,
  oneOfEachShow,
  showCounts,
  showItems,
  similarShows,
  upcomingEvents,
  upcomingOf,
  type ShowFilter,
  type View,
} from './listing.ts'

/** Cards in one row of the home page; a category shows fewer, since there are many of them. */
const rowMost = 8
const categoryRowMost = 4
const bannersMost = 5
const similarMost = 6

export function categoriesOf(view: View, status: string): CategoryView[] {
  const counts = showCounts(view)
  return view.catalogue.categories
    .filter((category) => category.status === status)
    .map((category) => presentCategory(category, counts, view.locale))
}

export function mainBanner(view: View) {
  return view.catalogue.listedShows
    .filter((show) => show.isMainBanner)
    .slice(0, bannersMost)
    .flatMap((show) => {
      const events = upcomingOf(show, view.now)
      if (events.length === 0) return []
      return [withSummary(presentShowItem(show, events, view.locale), show, view.locale)]
    })
}

export function pinnedShows(view: View) {
  return view.catalogue.listedShows.filter((show) => show.isPinned)
}

interface KeptHome {
  readonly second: number
  readonly page: HomePage
}

const keptHomes = new WeakMap<Catalogue, Map<Locale, KeptHome>>()

/** The home page, made anew each second at most: all who come within one see the same lists. */
export function homePageOf(view: View): HomePage {
  const second = Math.floor(view.now.getTime() / 1_000)
  const homes = keptHomes.get(view.catalogue) ?? new Map<Locale, KeptHome>()
  const kept = homes.get(view.locale)
  if (kept?.second === second) return kept.page
  const page = makeHomePage(view)
  keptHomes.set(view.catalogue, homes.set(view.locale, { second, page }))
  return page
}

function makeHomePage(view: View): HomePage {
  const row = (events: Parameters<typeof oneOfEachShow>[0]) =>
    eventItems(view, oneOfEachShow(events).slice(0, rowMost))
  const { listedShows } = view.catalogue
  const categories = categoriesOf(view, 'Active')
  return {
    categories,
    mainBanner: mainBanner(view),
    today: row(eventsOfToday(view)),
    tomorrow: row(eventsOfTomorrow(view)),
    weekend: row(eventsOfWeekend(view)),
    top: showItems(view, listedShows, rowMost),
    pinned: showItems(view, pinnedShows(view), rowMost),
    newest: showItems(view, newestShows(view.catalogue), rowMost),
    byCategory: categories.flatMap(({ categoryId }) => {
      const shows = listedShows.filter((show) => show.category.id === categoryId)
      const items = showItems(view, shows, categoryRowMost)
      return items.length > 0 ? [{ categoryId, items }] : []
    }),
  }
}

export function categoryPageOf(
  view: View,
  slug: string,
  subCategorySlug: string | undefined,
  days: Pick<ShowFilter, 'fromDate' | 'toDate'>,
): CategoryPage | null {
  const category = categoriesOf(view, 'Active').find((candidate) => candidate.slug === slug)
  if (!category) return null
  const subCategory = category.subCategories.find((candidate) => candidate.slug === subCategorySlug)
  if (subCategorySlug !== undefined && !subCategory) return null
  const subCategoryId = subCategory?.subCategoryId
  return {
    category,
    subCategoryId: subCategoryId ?? null,
    items: filteredShows(view, { categoryId: category.categoryId, subCategoryId, ...days }),
  }
}

export function showPageOf(view: View, slug: string, previewKey?: string): ShowPage | null {
  const show = view.catalogue.showsBySlug.get(slug)
  if (!show || !isVisible(show, previewKey)) return null
  const events = upcomingOf(show, view.now)
  return {
    show: presentShowDetail(show, events, view.locale, view.now),
    similar: similarShows(view, show, similarMost),
  }
}

export function eventPageOf(view: View, eventId: number, previewKey?: string): EventPage | null {
  const { catalogue, locale, now } = view
  const event = catalogue.events.get(eventId)
  const show = event && catalogue.shows.get(event.showId)
  if (!event || !show || !isVisible(show, previewKey)) return null
  if (!isVisible({ ...event, access: show.access, previewKey: show.previewKey }, previewKey))
    return null
  // A stopped show stops the sale of all its events.
  const sold = show.status === 1 ? event : { ...event, status: show.status }
  const { venue, layout } = event
  const venueEvents = upcomingEvents(view).filter((other) => other.venue.id === venue.id)
  return {
    event: {
      ...presentEventOfShow(sold, locale, now),
      itemId: event.id,
      itemType: 'Event',
      name: show.name[locale],
      placesPerOrderMax: event.placesPerOrderMax,
    },
    show: presentShowBase(show, locale),
    venue: presentVenue(venue, venueEvents.length, locale),
    layout: layout && {
      layoutId: layout.id,
      digest: layout.digest,
      name: layout.name[locale],
    },
    ticketTypes: event.ticketTypes.map((type) => presentTicketType(type, locale)),
    otherEvents: upcomingOf(show, now)
      .filter((other) => other.id !== event.id)
      .map((other) => presentEventOfShow(other, locale, now)),
    similar: similarShows(view, show, similarMost),
  }
}
