/** Credential and input are checked already; each handler reads the snapshot and presents. */
import { fail, ok } from '#kernel/result.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import {
  catalogueCategories,
  catalogueEventsDay,
  catalogueEventsToday,
  catalogueEventsTop,
  catalogueEventsUpcoming,
  eventsOlderPassed,
  eventsOlderToday,
  eventsOlderTop,
  eventsOlderUpcoming,
  ownCategoryPage,
  ownEventPage,
  ownHomePage,
  ownSearch,
  ownShowPage,
  presentationBannersMain,
  presentationCategories,
  presentationFaq,
  presentationGenerateCalendar,
  showsGet,
  showsInfo,
  showsList,
  showsMainBanner,
  showsNew,
  showsPinned,
  showsShortUrl,
  venuesTheatre,
} from '../contract.ts'
import { calendarOf } from './calendar.ts'
import {
  presentBanner,
  presentEventItem,
  presentFaq,
  presentShowDetail,
  presentShowItem,
  presentVenue,
  showPath,
  withSummary,
} from './present.ts'
import {
  eventItems,
  eventsMost,
  eventsOfDay,
  eventsOfToday,
  filteredShows,
  newestShows,
  showItems,
  showsMost,
  topEvents,
  upcomingEvents,
  upcomingOf,
  type View,
} from './queries/listing.ts'
import {
  categoriesOf,
  categoryPageOf,
  eventPageOf,
  homePageOf,
  mainBanner,
  pinnedShows,
  showPageOf,
} from './queries/pages.ts'
import { searchShows } from './queries/search.ts'
import { dayOf, isVisible, localDate } from './rules.ts'
import { readCatalogue } from './snapshot.ts'

const topMost = 10
const newestMost = 50
const passedPageSize = 20
const theatreKinds: readonly string[] = ['theatre', 'opera']

async function viewOf(context: CallContext): Promise<View> {
  return {
    catalogue: await readCatalogue(context.db),
    now: context.clock.now(),
    locale: context.locale,
  }
}

const eventRoutes: readonly Implementation[] = [
  implement(catalogueEventsDay, async (context, { query }) => {
    const view = await viewOf(context)
    const day = query.date === undefined ? localDate(view.now) : dayOf(query.date)
    return ok({ items: eventItems(view, eventsOfDay(view, day, true)) })
  }),
  implement(catalogueEventsToday, async (context) => {
    const view = await viewOf(context)
    return ok({ items: eventItems(view, eventsOfToday(view)) })
  }),
  implement(eventsOlderToday, async (context) => {
    const view = await viewOf(context)
    return ok({ items: eventItems(view, eventsOfToday(view)) })
  }),
  implement(catalogueEventsTop, async (context, { query }) => {
    const view = await viewOf(context)
    const events = topEvents(view, query.topEventCount, query.integrationChannel)
    return ok({ items: eventItems(view, events) })
  }),
  implement(eventsOlderTop, async (context) => {
    const view = await viewOf(context)
    return ok({ items: eventItems(view, topEvents(view, topMost)) })
  }),
  implement(catalogueEventsUpcoming, async (context, { query }) => {
    const view = await viewOf(context)
    const { subCategoryId } = query
    const events = upcomingEvents(view).filter(
      (event) =>
        subCategoryId === undefined ||
        view.catalogue.shows.get(event.showId)?.subcategory.id === subCategoryId,
    )
    return ok({ items: eventItems(view, events.slice(0, eventsMost)) })
  }),
  implement(eventsOlderUpcoming, async (context) => {
    const view = await viewOf(context)
    return ok({ items: eventItems(view, upcomingEvents(view).slice(0, eventsMost)) })
  }),
  implement(eventsOlderPassed, async (context, { query }) => {
    const view = await viewOf(context)
    const { listedEvents } = view.catalogue
    const passed = listedEvents.slice(0, listedEvents.length - upcomingEvents(view).length)
    const from = (query.page - 1) * passedPageSize
    const events = passed.toReversed().slice(from, from + passedPageSize)
    return ok({
      items: eventItems(view, events),
      page: query.page,
      pageSize: passedPageSize,
      totalCount: passed.length,
    })
  }),
]

const showRoutes: readonly Implementation[] = [
  implement(showsGet, async (context, { query }) => {
    const view = await viewOf(context)
    const show = view.catalogue.shows.get(query.itemId)
    if (!show || !isVisible(show, query.previewKey)) return fail('NotFound')
    if (query.category !== undefined && query.category !== show.category.kind)
      return fail('NotFound')
    return ok(presentShowDetail(show, upcomingOf(show, view.now), view.locale, view.now))
  }),
  implement(showsNew, async (context, { query }) => {
    const view = await viewOf(context)
    const previewed = query.itemId === undefined ? null : view.catalogue.shows.get(query.itemId)
    const shows =
      previewed === null
        ? newestShows(view.catalogue)
        : [previewed].filter((show) => show !== undefined && isVisible(show, query.previewKey))
    const fitting = shows.filter(
      (show) =>
        show !== undefined &&
        (query.category === undefined || show.category.kind === query.category),
    )
    return ok({
      items: showItems(
        view,
        fitting.filter((show) => show !== undefined),
        newestMost,
      ),
    })
  }),
  implement(showsInfo, async (context, { query }) => {
    const view = await viewOf(context)
    const { catalogue, locale, now } = view
    const event = query.itemType === 'Event' ? catalogue.events.get(query.itemId) : undefined
    const show = catalogue.shows.get(event?.showId ?? query.itemId)
    if (!show || !isVisible(show, undefined)) return fail('NotFound')
    if (query.itemType === 'Show')
      return ok(withSummary(presentShowItem(show, upcomingOf(show, now), locale), show, locale))
    if (!event || event.status === 2) return fail('NotFound')
    return ok(withSummary(presentEventItem(show, event, locale), show, locale))
  }),
  implement(showsList, async (context, { query }) => {
    const view = await viewOf(context)
    const { categoryType, categoryId, fromDate, toDate } = query
    return ok({ items: filteredShows(view, { kind: categoryType, categoryId, fromDate, toDate }) })
  }),
  implement(showsMainBanner, async (context) => ok({ items: mainBanner(await viewOf(context)) })),
  implement(showsPinned, async (context) => {
    const view = await viewOf(context)
    return ok({ items: showItems(view, pinnedShows(view), showsMost) })
  }),
  implement(showsShortUrl, async (context, { query }) => {
    const view = await viewOf(context)
    const show = view.catalogue.showsByShortUrl.get(query.shortUrl)
    if (!show?.shortUrl || !isVisible(show, undefined)) return fail('NotFound')
    return ok({
      itemId: show.id,
      itemType: 'Show' as const,
      showId: show.id,
      slug: show.slug,
      shortUrl: show.shortUrl,
      path: showPath(show, view.locale),
    })
  }),
]

const presentationRoutes: readonly Implementation[] = [
  implement(catalogueCategories, async (context, { query }) =>
    ok({ items: categoriesOf(await viewOf(context), query.status) }),
  ),
  implement(presentationCategories, async (context, { query }) =>
    ok({ items: categoriesOf(await viewOf(context), query.status) }),
  ),
  implement(presentationBannersMain, async (context) => {
    const view = await viewOf(context)
    const shows = mainBanner(view).flatMap((item) => view.catalogue.shows.get(item.showId) ?? [])
    return ok({ items: shows.map((show, index) => presentBanner(show, index + 1, view.locale)) })
  }),
  implement(presentationFaq, async (context) => {
    const view = await viewOf(context)
    return ok({ items: view.catalogue.faq.map((entry) => presentFaq(entry, view.locale)) })
  }),
  implement(presentationGenerateCalendar, async (context, { query }) => {
    const { catalogue, locale, now } = await viewOf(context)
    const event = catalogue.events.get(query.eventId)
    const show = event && catalogue.shows.get(event.showId)
    if (!event || !show || event.status === 2 || !isVisible(show, undefined))
      return fail('NotFound')
    return ok({
      contentType: 'text/calendar; charset=utf-8',
      content: calendarOf(show, event, { locale, origin: context.origin, now }),
      filename: `${show.slug}-${event.localDate}.ics`,
    })
  }),
  implement(venuesTheatre, async (context) => {
    const view = await viewOf(context)
    const counts = Map.groupBy(upcomingEvents(view), (event) => event.venue.id)
    return ok({
      items: view.catalogue.venues
        .filter((venue) => theatreKinds.includes(venue.kind))
        .map((venue) => presentVenue(venue, counts.get(venue.id)?.length ?? 0, view.locale)),
    })
  }),
]

const pageRoutes: readonly Implementation[] = [
  implement(ownSearch, async (context, { query }) => {
    const view = await viewOf(context)
    return ok({
      text: query.text,
      items: await searchShows(context.db, view, query.text, query.limit),
    })
  }),
  implement(ownHomePage, async (context) => ok(homePageOf(await viewOf(context)))),
  implement(ownCategoryPage, async (context, { query }) => {
    const { slug, subCategory, fromDate, toDate } = query
    const page = categoryPageOf(await viewOf(context), slug, subCategory, { fromDate, toDate })
    return page ? ok(page) : fail('NotFound')
  }),
  implement(ownShowPage, async (context, { query }) => {
    const page = showPageOf(await viewOf(context), query.slug, query.previewKey)
    return page ? ok(page) : fail('NotFound')
  }),
  implement(ownEventPage, async (context, { query }) => {
    const page = eventPageOf(await viewOf(context), query.eventId, query.previewKey)
    return page ? ok(page) : fail('NotFound')
  }),
]

/** Everything the catalogue answers. */
export const catalogueRoutes: readonly Implementation[] = [
  ...eventRoutes,
  ...showRoutes,
  ...presentationRoutes,
  ...pageRoutes,
]
