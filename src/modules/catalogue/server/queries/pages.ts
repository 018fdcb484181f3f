/** Data of whole pages from the snapshot; only long texts outside the cache need a query. */
import { showStatus } from '#contract/enumerations.ts'
import { dayKey } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import type {
  CategoryView,
  EventPage,
  HomePage,
  ListItemWithSummary,
  ShowPage,
} from '../../contract.ts'
import { showTextsOf, ticketTypesOf } from '../details.ts'
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
import type { Catalogue, EventRecord, ShowRecord } from '../records.ts'
import { rulesFor } from '#modules/sale-rules/server/public-api.ts'
import { isListed, isVisible } from '../rules.ts'
import { scopeKey } from '../scopes.ts'
import { groupsOf, membersOf } from './groups.ts'
import {
  eventItems,
  eventsOfToday,
  eventsOfTomorrow,
  eventsOfWeekend,
  hasUpcoming,
  oneOfEachShow,
  scopeOf,
  showCounts,
  showItems,
  similarShows,
  upcomingCount,
  isHidden,
  upcomingOf,
  type View,
} from './listing.ts'

/** Cards in one row of the home page; a category shows fewer, since there are many of them. */
const rowMax = 8
const categoryRowMax = 4
const bannersMax = 5
const similarMax = 6

export function categoriesOf(view: View, status: string): CategoryView[] {
  const counts = showCounts(view)
  return view.catalogue.categories
    .filter((category) => category.status === status)
    .map((category) => presentCategory(category, counts, view.locale))
}

/** Shows for the top of the home page with upcoming events. */
export function bannerShows({ catalogue, now }: View): readonly ShowRecord[] {
  return catalogue.bannerShows.slice(0, bannersMax).filter((show) => hasUpcoming(show, now))
}

export function mainBanner(view: View): Promise<ListItemWithSummary[]> {
  return Promise.all(
    bannerShows(view).map(async (show) => {
      const item = presentShowItem(show, upcomingOf(show, view), view.locale)
      return withSummary(item, show, await showTextsOf(view.db, show), view.locale)
    }),
  )
}

interface CachedHome {
  readonly second: number
  readonly page: Promise<HomePage>
}

const cachedHomes = new WeakMap<Catalogue, Map<Locale, CachedHome>>()

/** The home page, built at most once a second: all visitors within that second see the same lists. */
export function homePageOf(view: View): Promise<HomePage> {
  const second = Math.floor(view.now.getTime() / 1_000)
  const homes = cachedHomes.get(view.catalogue) ?? new Map<Locale, CachedHome>()
  const kept = homes.get(view.locale)
  if (kept?.second === second) return kept.page
  const page = makeHomePage(view)
  cachedHomes.set(view.catalogue, homes.set(view.locale, { second, page }))
  page.catch(() => homes.delete(view.locale))
  return page
}

async function makeHomePage(view: View): Promise<HomePage> {
  const row = (events: Parameters<typeof oneOfEachShow>[0]) =>
    eventItems(view, oneOfEachShow(events, rowMax))
  const { catalogue } = view
  const categories = categoriesOf(view, 'Active')
  return {
    categories,
    cities: citiesOf(view),
    mainBanner: await mainBanner(view),
    today: row(eventsOfToday(view)),
    tomorrow: row(eventsOfTomorrow(view)),
    weekend: row(eventsOfWeekend(view)),
    top: showItems(view, catalogue.listedShows, rowMax),
    pinned: showItems(view, catalogue.pinnedShows, rowMax),
    newest: showItems(view, scopeOf(catalogue, scopeKey.all).showsByNewest, rowMax),
    byCategory: categories.flatMap(({ categoryId }) => {
      const { shows } = scopeOf(catalogue, scopeKey.category(categoryId))
      const items = showItems(view, shows, categoryRowMax)
      return items.length > 0 ? [{ categoryId, items }] : []
    }),
  }
}

const citiesMax = 12

/** Cities with upcoming events, ordered by their number, which is counted in each city's sorted list. */
function citiesOf(view: View): HomePage['cities'] {
  const cities = new Map(view.catalogue.venues.map(({ city }) => [city.en, city]))
  return [...cities.values()]
    .map((city) => ({ city, count: upcomingCount(view, scopeKey.city(city.en)) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, citiesMax)
    .map(({ city }) => ({ city: city.en, cityName: city[view.locale] }))
}

export async function showPageOf(
  view: View,
  slug: string,
  previewKey?: string,
): Promise<ShowPage | null> {
  const show = view.catalogue.showsBySlug.get(slug)
  if (!show || !isVisible(show, previewKey)) return null
  const texts = await showTextsOf(view.db, show)
  return {
    show: presentShowDetail(show, texts, upcomingOf(show, view), view),
    members: membersOf(view, show).map((member) => ({
      item: presentShowItem(member, upcomingOf(member, view), view.locale),
      events: upcomingOf(member, view).map((event) => presentEventOfShow(event, view)),
    })),
    groups: groupsOf(view, show),
    transit: transitOf(view, show, 0),
    similar: similarShows(view, show, similarMax),
  }
}

export async function eventPageOf(
  view: View,
  eventId: number,
  previewKey?: string,
): Promise<EventPage | null> {
  const { db, catalogue, locale } = view
  const event = catalogue.events.get(eventId)
  const show = event && catalogue.shows.get(event.showId)
  if (!event || !show || !isVisible(show, previewKey)) return null
  if (!isVisible({ ...event, access: show.access, previewKey: show.previewKey }, previewKey))
    return null
  if (isHidden(view, event)) return null
  // A stopped show stops the sale of all its events.
  const sold = show.status === showStatus.Active ? event : { ...event, status: show.status }
  const { venue, layout } = event
  const [texts, ticketTypes] = await Promise.all([
    showTextsOf(db, show),
    ticketTypesOf(view, event),
  ])
  return {
    event: {
      ...presentEventOfShow(sold, view),
      itemId: event.id,
      itemType: 'Event',
      name: show.name[locale],
      placesPerOrderMax: event.placesPerOrderMax,
    },
    show: presentShowBase(show, texts, locale),
    venue: presentVenue(venue, upcomingCount(view, scopeKey.venue(venue.id)), locale),
    layout: layout && {
      layoutId: layout.id,
      digest: layout.digest,
      name: layout.name[locale],
    },
    ticketTypes: ticketTypes.map((type) => presentTicketType(type, locale)),
    otherEvents: upcomingOf(show, view)
      .filter((other) => other.id !== event.id)
      .map((other) => presentEventOfShow(other, view)),
    transit: transitOf(view, show, event.id),
    flights: flightsTo(view, show, event),
    similar: similarShows(view, show, similarMax),
  }
}

/** The search for flights on the day before a date that has not begun; null where none are promoted. */
function flightsTo(view: View, show: ShowRecord, event: EventRecord): EventPage['flights'] {
  const subject = { eventId: event.id, showId: show.id, categoryId: show.category.id }
  const { flights } = rulesFor(view.rules, subject, view.now)
  if (!flights || event.startsAt <= view.now) return null
  const { fromAirport, toAirport, label } = flights
  const before = Math.max(view.now.getTime(), event.startsAt.getTime() - 86_400_000)
  const fromDate = dayKey(new Date(before), event.venue.timeZone)
  const query = new URLSearchParams({ fromAirport, toAirport, fromDate })
  return { label: label[view.locale], path: `/fly/result?${query}` }
}

/** External address of a listing that is sold elsewhere; null for events sold here. */
function transitOf(view: View, show: ShowRecord, eventId: number): EventPage['transit'] {
  const subject = { eventId, showId: show.id, categoryId: show.category.id }
  const { transit } = rulesFor(view.rules, subject, view.now)
  if (!transit) return null
  const label = transit.label[view.locale]
  if (transit.url !== undefined) return { label, url: transit.url, path: null }
  const target = view.catalogue.showsBySlug.get(transit.showSlug ?? '')
  return { label, url: null, path: target && isListed(target) ? `/shows/${target.slug}` : null }
}
