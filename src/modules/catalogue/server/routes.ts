/** Credential and input are checked already; each handler reads the snapshot and presents. */
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { z } from 'zod'
import { showStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { limitGuesses } from '#platform/http/guess-limit.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import {
  catalogueCategories,
  catalogueEventsDay,
  catalogueEventsToday,
  catalogueEventsTop,
  catalogueEventsUpcoming,
  eventsOlderToday,
  eventsOlderTop,
  eventsOlderUpcoming,
  ownCategoryPage,
  ownEventPage,
  ownHomePage,
  ownShowList,
  ownShowPage,
  presentationCategories,
  presentationGenerateCalendar,
  showsInfo,
  showsIntegrationList,
  showsList,
  showsMainBanner,
  showsPinned,
  showsShortUrl,
  type ListItem,
  type ListItemWithSummary,
} from '../contract.ts'
import { ownCalendarPage } from '../calendar-contract.ts'
import { ownVenues } from '../venues-contract.ts'
import { venuesTheatre } from '../theatres-contract.ts'
import { presentationFaq } from '../faq-contract.ts'
import { ownVenuePage } from '../venue-page-contract.ts'
import { eventsOlderPassed } from '../passed-contract.ts'
import { firstListed, listedItem, listedItems, type CataloguePorts } from './listed-source.ts'
import { calendarOf } from './calendar.ts'
import { showTextsOf } from './details.ts'
import { presentEventItem, presentFaq, presentShowItem, showPath, withSummary } from './present.ts'
import {
  eventItems,
  eventsMax,
  eventsOfDays,
  eventsOfToday,
  isHidden,
  passedEvents,
  showItems,
  showsMax,
  topEvents,
  upcomingEvents,
  upcomingOf,
  type View,
} from './queries/listing.ts'
import { calendarPageOf, categoryPageOf, showPageOfList } from './queries/list-pages.ts'
import { categoriesOf, eventPageOf, homePageOf, mainBanner, showPageOf } from './queries/pages.ts'
import { integrationListOf } from './queries/integration-list.ts'
import { filteredShows, isCursorOf } from './queries/show-list.ts'
import { venuesOf, venuePageOf } from './queries/venues.ts'
import { countShowView } from './commands/count-show-view.ts'
import { readShowViews } from './queries/show-views.ts'
import { findSubjects as findSubjectsCall } from '../office-contract.ts'
import { sendViewContentEvent, showViews } from '../views-contract.ts'
import { findSubjects } from './queries/find-subjects.ts'
import type { EventRecord } from './records.ts'
import { dayOf, isVisible, localDate } from './rules.ts'
import { scopeKey } from './scopes.ts'
import { viewOf } from './view.ts'

/** Whether an event is visible to callers who request it by number. */
function isShown(view: View, event: EventRecord): boolean {
  return event.status !== showStatus.Inactive && !isHidden(view, event)
}

function bySoonest(one: ListItem, other: ListItem): number {
  return (one.fromDate ?? '9999').localeCompare(other.fromDate ?? '9999')
}

function calendarFile(content: string, name: string) {
  return { contentType: 'text/calendar; charset=utf-8', content, filename: `${name}.ics` }
}

type InfoQuery = z.output<(typeof showsInfo)['query']>

/** A show or an event in short, of the catalogue or of a vertical. */
async function showInfo(
  context: Context,
  ports: CataloguePorts,
  { itemId, itemType }: InfoQuery,
): Promise<Result<ListItemWithSummary, ErrorCode>> {
  const view = await viewOf(context)
  const { catalogue, locale } = view
  const event = itemType === 'Event' ? catalogue.events.get(itemId) : undefined
  const show = catalogue.shows.get(itemType === 'Event' ? (event?.showId ?? 0) : itemId)
  if (!show) {
    const listed = await firstListed(ports, (source) =>
      itemType === 'Event' ? source.findEvent(context, itemId) : source.findShow(context, itemId),
    )
    if (!listed) return fail('NotFound')
    const { item, detail } = listed.found
    const own = itemType === 'Event' ? { ...item, itemId, itemType } : item
    return ok({
      ...listedItem(view, listed.source, own),
      summary: detail.summary,
      theme: null,
    })
  }
  if (!isVisible(show, undefined)) return fail('NotFound')
  if (itemType === 'Event' && !(event && isShown(view, event))) return fail('NotFound')
  const item = event
    ? presentEventItem(show, event, locale)
    : presentShowItem(show, upcomingOf(show, view), locale)
  return ok(withSummary(item, show, await showTextsOf(view.db, show), locale))
}

const topMax = 10
const passedPageSize = 20
const theatreKinds: readonly string[] = ['theatre', 'opera']

const viewRoutes = (ports: CataloguePorts): readonly Implementation[] => [
  implement(sendViewContentEvent, async (context, { params }) =>
    ok({ isCounted: await countShowView(context, ports, params.showId) }),
  ),
  implement(showViews, requireOperator, async (context, { params }) =>
    ok({ days: await readShowViews(context, params.showId) }),
  ),
  implement(findSubjectsCall, requireOperator, async (context, { query }) =>
    ok({ subjects: await findSubjects(context, query) }),
  ),
]

const eventRoutes: readonly Implementation[] = [
  implement(catalogueEventsDay, async (context, { query }) => {
    const view = await viewOf(context)
    const day = query.date === undefined ? localDate(view.now) : dayOf(query.date)
    const events = eventsOfDays(view, { from: day, to: day }, { begun: true }).take(eventsMax)
    return ok({ items: eventItems(view, events) })
  }),
  implement(catalogueEventsToday, async (context) => {
    const view = await viewOf(context)
    return ok({ items: eventItems(view, eventsOfToday(view).take(eventsMax)) })
  }),
  implement(eventsOlderToday, async (context) => {
    const view = await viewOf(context)
    return ok({ items: eventItems(view, eventsOfToday(view).take(eventsMax)) })
  }),
  implement(catalogueEventsTop, async (context, { query }) => {
    const view = await viewOf(context)
    const events = topEvents(view, query.topEventCount, query.integrationChannel)
    return ok({ items: eventItems(view, events) })
  }),
  implement(eventsOlderTop, async (context) => {
    const view = await viewOf(context)
    return ok({ items: eventItems(view, topEvents(view, topMax)) })
  }),
  implement(catalogueEventsUpcoming, async (context, { query }) => {
    const view = await viewOf(context)
    const { subCategoryId } = query
    const key = subCategoryId === undefined ? scopeKey.all : scopeKey.subcategory(subCategoryId)
    return ok({ items: eventItems(view, upcomingEvents(view, eventsMax, key)) })
  }),
  implement(eventsOlderUpcoming, async (context) => {
    const view = await viewOf(context)
    return ok({ items: eventItems(view, upcomingEvents(view)) })
  }),
  implement(eventsOlderPassed, async (context, { query }) => {
    const view = await viewOf(context)
    const from = (query.page - 1) * passedPageSize
    const { events, totalCount } = passedEvents(view, from, passedPageSize)
    return ok({
      items: eventItems(view, events),
      page: query.page,
      pageSize: passedPageSize,
      totalCount,
    })
  }),
]

const showRoutes = (ports: CataloguePorts): readonly Implementation[] => [
  implement(showsInfo, (context, { query }) => showInfo(context, ports, query)),
  implement(showsList, async (context, { query }) => {
    const { categoryType, categoryId, fromDate, toDate } = query
    const view = await viewOf(context)
    const own = filteredShows(view, { kind: categoryType, categoryId, fromDate, toDate })
    const days = {
      fromDate: fromDate && dayOf(fromDate),
      toDate: toDate && dayOf(toDate),
    }
    const listed = await listedItems(context, view, ports, {
      category: categoryType,
      categoryId,
      ...days,
    })
    const items = [...own, ...listed.map(({ item }) => item)].toSorted(bySoonest)
    return ok({ items: items.slice(0, showsMax) })
  }),
  implement(showsIntegrationList, async (context) => {
    const items = await integrationListOf(await viewOf(context), context.channel)
    return ok({ channel: context.channel, items })
  }),
  implement(showsMainBanner, async (context) =>
    ok({ items: await mainBanner(await viewOf(context)) }),
  ),
  implement(showsPinned, async (context) => {
    const view = await viewOf(context)
    const own = showItems(view, view.catalogue.pinnedShows, showsMax)
    const listed = await listedItems(context, view, ports, {})
    const pinned = listed.flatMap(({ item, show }) => (show.isPinned ? item : []))
    return ok({ items: [...own, ...pinned] })
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

const presentationRoutes = (ports: CataloguePorts): readonly Implementation[] => [
  implement(catalogueCategories, async (context, { query }) =>
    ok({ items: categoriesOf(await viewOf(context), query.status) }),
  ),
  implement(presentationCategories, async (context, { query }) =>
    ok({ items: categoriesOf(await viewOf(context), query.status) }),
  ),
  implement(presentationFaq, async (context) => {
    const view = await viewOf(context)
    return ok({ items: view.catalogue.faq.map((entry) => presentFaq(entry, view.locale)) })
  }),
  implement(presentationGenerateCalendar, async (context, { query }) => {
    const view = await viewOf(context)
    const { db, catalogue, locale, now } = view
    const event = catalogue.events.get(query.eventId)
    const show = event && catalogue.shows.get(event.showId)
    if (!event) {
      const listed = await firstListed(ports, (source) => source.calendarOf(context, query.eventId))
      return listed ? ok(calendarFile(listed.found, `event-${query.eventId}`)) : fail('NotFound')
    }
    if (!show || !isShown(view, event) || !isVisible(show, undefined)) return fail('NotFound')
    const content = calendarOf(show, await showTextsOf(db, show), event, {
      locale,
      origin: context.origin,
      now,
      version: catalogue.version,
    })
    return ok(calendarFile(content, `${show.slug}-${event.localDate}`))
  }),
  implement(venuesTheatre, async (context) =>
    ok({ items: venuesOf(await viewOf(context), theatreKinds) }),
  ),
]

const pageRoutes: readonly Implementation[] = [
  implement(ownHomePage, async (context) => ok(await homePageOf(await viewOf(context)))),
  implement(ownShowList, async (context, { query }) => {
    const { cursor, sort } = query
    if (cursor !== undefined && !isCursorOf(cursor, sort)) return fail('BadRequest')
    const page = showPageOfList(await viewOf(context), query.category, query)
    return page ? ok(page) : fail('NotFound')
  }),
  implement(ownCategoryPage, async (context, { query }) => {
    const { cursor, sort } = query
    if (cursor !== undefined && !isCursorOf(cursor, sort)) return fail('BadRequest')
    const page = categoryPageOf(await viewOf(context), query.slug, query)
    return page ? ok(page) : fail('NotFound')
  }),
  implement(ownCalendarPage, async (context, { query }) => {
    const page = calendarPageOf(await viewOf(context), query)
    return page ? ok(page) : fail('NotFound')
  }),
  implement(ownShowPage, (context, { query }) =>
    limitGuesses(
      context,
      query.previewKey,
      async () => {
        const page = await showPageOf(await viewOf(context), query.slug, query.previewKey)
        return page ? ok(page) : fail('NotFound')
      },
      ['NotFound'],
    ),
  ),
  implement(ownVenues, async (context) => ok({ items: venuesOf(await viewOf(context)) })),
  implement(ownVenuePage, async (context, { query }) => {
    const page = await venuePageOf(await viewOf(context), query.slug)
    return page ? ok(page) : fail('NotFound')
  }),
  implement(ownEventPage, (context, { query }) =>
    limitGuesses(
      context,
      query.previewKey,
      async () => {
        const page = await eventPageOf(await viewOf(context), query.eventId, query.previewKey)
        return page ? ok(page) : fail('NotFound')
      },
      ['NotFound'],
    ),
  ),
]

/** All calls of the catalogue. */
export const catalogueRoutes = (ports: CataloguePorts): readonly Implementation[] => [
  ...viewRoutes(ports),
  ...eventRoutes,
  ...showRoutes(ports),
  ...presentationRoutes(ports),
  ...pageRoutes,
]
