/** What is on, out of the snapshot: the events and shows each list is made of. */
import type { Locale } from '#kernel/locale.ts'
import type { ListItem } from '../../contract.ts'
import { presentEventItem, presentShowItem } from '../present.ts'
import { addDays, dayOf, localDate, weekendOf } from '../rules.ts'
import type { Catalogue, EventRecord, ShowRecord } from '../snapshot.ts'

/** The most a list of events answers with. */
export const eventsMost = 200
export const showsMost = 500

/** What one request looks at: the catalogue, from when on, in which language. */
export interface View {
  readonly catalogue: Catalogue
  readonly now: Date
  readonly locale: Locale
}

/** Listed events that have not begun, in order of time. */
export function upcomingEvents({ catalogue, now }: View): readonly EventRecord[] {
  return catalogue.listedEvents.slice(firstAfter(catalogue.listedEvents, now))
}

/** Where events later than `at` begin, by halving. */
function firstAfter(events: readonly EventRecord[], at: Date): number {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const event = events[middle]
    if (event && event.startsAt <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** Active events of one show that have not begun, in order of time. */
export function upcomingOf(show: ShowRecord, now: Date): readonly EventRecord[] {
  return show.events.filter((event) => event.startsAt > now && event.status === 1)
}

export function eventItems(view: View, events: readonly EventRecord[]): ListItem[] {
  return events.slice(0, eventsMost).flatMap((event) => {
    const show = view.catalogue.shows.get(event.showId)
    return show ? [presentEventItem(show, event, view.locale)] : []
  })
}

/** One card a show, standing for its events to come. Shows with none are left out. */
export function showItems(view: View, shows: readonly ShowRecord[], most: number): ListItem[] {
  const items: ListItem[] = []
  for (const show of shows) {
    if (items.length >= most) break
    const events = upcomingOf(show, view.now)
    if (events.length > 0) items.push(presentShowItem(show, events, view.locale))
  }
  return items
}

/** Events of a day by the clock of their venue; with `begun` those too that have begun. */
export function eventsOfDay(view: View, day: string, begun: boolean): readonly EventRecord[] {
  const events = begun ? view.catalogue.listedEvents : upcomingEvents(view)
  return events.filter((event) => event.localDate === day)
}

export function eventsOfToday(view: View): readonly EventRecord[] {
  return eventsOfDay(view, localDate(view.now), false)
}

export function eventsOfTomorrow(view: View): readonly EventRecord[] {
  return eventsOfDay(view, addDays(localDate(view.now), 1), false)
}

export function eventsOfWeekend(view: View): readonly EventRecord[] {
  const { from, to, fromHour } = weekendOf(view.now)
  return upcomingEvents(view).filter(
    (event) =>
      event.localDate >= from &&
      event.localDate <= to &&
      (event.localDate > from || event.localHour >= fromHour),
  )
}

/** The first event of each show only. */
export function oneOfEachShow(events: readonly EventRecord[]): EventRecord[] {
  const seen = new Set<number>()
  return events.filter((event) => !seen.has(event.showId) && seen.add(event.showId))
}

/** The most wanted shows by their next event; of a channel, those it sells a ticket type of. */
export function topEvents(view: View, most: number, channel?: string): EventRecord[] {
  const found: EventRecord[] = []
  for (const show of view.catalogue.listedShows) {
    if (found.length >= most) break
    const next = upcomingOf(show, view.now).find(
      (event) => channel === undefined || isSoldThrough(event, channel),
    )
    if (next) found.push(next)
  }
  return found
}

function isSoldThrough(event: EventRecord, channel: string): boolean {
  return event.ticketTypes.some(
    (type) => type.status === 'Active' && (type.channels?.includes(channel) ?? true),
  )
}

/** Shows announced last, newest first. */
export function newestShows(catalogue: Catalogue): ShowRecord[] {
  return catalogue.listedShows.toSorted(
    (left, right) => right.publishedAt.getTime() - left.publishedAt.getTime() || right.id - left.id,
  )
}

export interface ShowFilter {
  readonly kind?: number
  readonly categoryId?: number
  readonly subCategoryId?: number
  /** ISO dates or instants; both days are counted in. */
  readonly fromDate?: string
  readonly toDate?: string
}

/** Shows with an event to come that fits, soonest first; the card stands for the fitting events only. */
export function filteredShows(view: View, filter: ShowFilter): ListItem[] {
  const from = filter.fromDate === undefined ? '' : dayOf(filter.fromDate)
  const to = filter.toDate === undefined ? '9999-12-31' : dayOf(filter.toDate)
  const fitting = upcomingEvents(view).filter(
    (event) => event.localDate >= from && event.localDate <= to,
  )
  const items: ListItem[] = []
  for (const [showId, events] of Map.groupBy(fitting, (event) => event.showId)) {
    const show = view.catalogue.shows.get(showId)
    if (!show || !fitsCategory(show, filter)) continue
    items.push(presentShowItem(show, events, view.locale))
    if (items.length >= showsMost) break
  }
  return items
}

function fitsCategory(show: ShowRecord, filter: ShowFilter): boolean {
  return (
    (filter.kind === undefined || show.category.kind === filter.kind) &&
    (filter.categoryId === undefined || show.category.id === filter.categoryId) &&
    (filter.subCategoryId === undefined || show.subcategory.id === filter.subCategoryId)
  )
}

/** Listed shows with something to come, counted by subcategory. */
export function showCounts({ catalogue, now }: View): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const show of catalogue.listedShows) {
    if (upcomingOf(show, now).length === 0) continue
    counts.set(show.subcategory.id, (counts.get(show.subcategory.id) ?? 0) + 1)
  }
  return counts
}

/** Other shows a visitor of this one may like: the same subcategory, then the same category. */
export function similarShows(view: View, show: ShowRecord, most: number): ListItem[] {
  const others = view.catalogue.listedShows.filter(
    (other) => other.id !== show.id && other.category.id === show.category.id,
  )
  const near = others.filter((other) => other.subcategory.id === show.subcategory.id)
  const far = others.filter((other) => other.subcategory.id !== show.subcategory.id)
  return showItems(view, [...near, ...far], most)
}
