/**
 * Lists of events cut from the catalogue's sorted lists: the start is found by binary search and reading stops when
 * the page is full, so the cost does not depend on the size of the catalogue.
 */
import { showStatus } from '#contract/enumerations.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Database } from '#platform/database/database.ts'
import type { ListItem } from '../../contract.ts'
import { presentEventItem, presentShowItem } from '../present.ts'
import type { Catalogue, EventRecord, Scope, ShowRecord } from '../records.ts'
import { rulesFor, weekdayOf, type Rule } from '#modules/sale-rules/server/public-api.ts'
import { addDays, localDate, weekendOf } from '../rules.ts'
import { emptyScope, scopeKey } from '../scopes.ts'
import { firstNot } from '../sorted.ts'

/** Maximum number of events in a list. */
export const eventsMax = 200
export const showsMax = 500

/** The context of one request: the catalogue version, the time and the language. */
export interface View {
  readonly db: Database
  readonly catalogue: Catalogue
  readonly now: Date
  readonly locale: Locale
  /** Special rules in force; most installations have few. */
  readonly rules: readonly Rule[]
}

/** The lists of a scope; empty ones when nothing is listed in it. */
export function scopeOf(catalogue: Catalogue, key: string): Scope {
  return catalogue.scopes.get(key) ?? emptyScope
}

/** Index of the first event that begins later than `at`. */
export function firstAfter(events: readonly EventRecord[], at: Date): number {
  return firstNot(events, (event) => event.startsAt <= at)
}

/** Events of a scope that have not begun, in chronological order, up to a maximum. */
export function upcomingEvents(
  view: View,
  most = eventsMax,
  key: string = scopeKey.all,
): readonly EventRecord[] {
  const { events } = scopeOf(view.catalogue, key)
  const first = firstAfter(events, view.now)
  if (!hidesDays(view)) return events.slice(first, first + most)
  const shown: EventRecord[] = []
  for (let index = first; index < events.length && shown.length < most; index += 1) {
    const event = events[index]
    if (event && !isHidden(view, event)) shown.push(event)
  }
  return shown
}

/** Whether any rule hides dates; cached counts are then invalid. */
export function hidesDays(view: Pick<View, 'rules'>): boolean {
  return view.rules.some((rule) => rule.kind === 'hidden-weekdays')
}

/** Whether a rule hides the date of this event, by its weekday in the venue's time zone. */
export function isHidden(
  view: Pick<View, 'catalogue' | 'rules' | 'now'>,
  event: EventRecord,
): boolean {
  if (!hidesDays(view)) return false
  const show = view.catalogue.shows.get(event.showId)
  if (!show) return false
  const subject = { eventId: event.id, showId: show.id, categoryId: show.category.id }
  const { hiddenWeekdays } = rulesFor(view.rules, subject, view.now)
  return hiddenWeekdays.has(weekdayOf(event.startsAt, event.venue.timeZone))
}

/** Whether an event is not sold here: its date is hidden, or its listing links to an external seller. */
export function isWithheld(
  view: Pick<View, 'rules' | 'now'>,
  show: ShowRecord,
  event: EventRecord,
): boolean {
  if (view.rules.length === 0) return false
  const subject = { eventId: event.id, showId: show.id, categoryId: show.category.id }
  const { hiddenWeekdays, transit } = rulesFor(view.rules, subject, view.now)
  return transit !== null || hiddenWeekdays.has(weekdayOf(event.startsAt, event.venue.timeZone))
}

export function upcomingCount(view: View, key: string): number {
  const { events } = scopeOf(view.catalogue, key)
  return events.length - firstAfter(events, view.now)
}

/** Events that are over, newest first, and how many there are. */
export function passedEvents(view: View, from: number, most: number) {
  const { listedEvents } = view.catalogue
  const totalCount = firstAfter(listedEvents, view.now)
  const end = Math.max(0, totalCount - from)
  return { totalCount, events: listedEvents.slice(Math.max(0, end - most), end).toReversed() }
}

/** Active events of one show that have not begun, in order of time. */
export function upcomingOf(
  show: ShowRecord,
  view: Pick<View, 'catalogue' | 'rules' | 'now'>,
): readonly EventRecord[] {
  return show.events.filter(
    (event) =>
      event.startsAt > view.now && event.status === showStatus.Active && !isHidden(view, event),
  )
}

export function hasUpcoming(show: ShowRecord, now: Date): boolean {
  return show.lastStartsAt > now.getTime()
}

export function eventItems(view: View, events: Iterable<EventRecord>): ListItem[] {
  return [...events].flatMap((event) => {
    const show = view.catalogue.shows.get(event.showId)
    return show ? [presentEventItem(show, event, view.locale)] : []
  })
}

/** One card per show, for its upcoming events. Shows without any are left out. */
export function showItems(view: View, shows: Iterable<ShowRecord>, most: number): ListItem[] {
  const items: ListItem[] = []
  for (const show of shows) {
    if (items.length >= most) break
    if (!hasUpcoming(show, view.now)) continue
    const events = upcomingOf(show, view)
    if (events.length > 0) items.push(presentShowItem(show, events, view.locale))
  }
  return items
}

/** Days as dates (`2026-11-21`); both inclusive. */
export interface Days {
  readonly from: string
  readonly to: string
}

const hourMilliseconds = 3_600_000
/** Maximum distance of a local day's start and end from midnight UTC, over all time zones. */
const earliestHours = 14
const latestHours = 24 + 12

/** The part of a list that can hold events of these days; its ends may include events of adjacent days. */
export function rangeOfDays(events: readonly EventRecord[], days: Days): [number, number] {
  const from = Date.parse(days.from) - earliestHours * hourMilliseconds
  const to = Date.parse(days.to) + latestHours * hourMilliseconds
  return [
    firstNot(events, (event) => event.startsAt.getTime() < from),
    firstNot(events, (event) => event.startsAt.getTime() <= to),
  ]
}

/**
 * Events of some days in their venue's time zone, of one scope; `begun` includes those that have begun. Offers have no
 * date and belong to no day.
 */
export function* eventsOfDays(
  view: View,
  days: Days,
  { begun = false, key = scopeKey.all }: { readonly begun?: boolean; readonly key?: string } = {},
): Generator<EventRecord, undefined> {
  const { events } = scopeOf(view.catalogue, key)
  const [from, to] = rangeOfDays(events, days)
  const first = begun ? from : Math.max(from, firstAfter(events, view.now))
  for (let index = first; index < to; index += 1) {
    const event = events[index]
    if (!event || view.catalogue.offerTerms.has(event.id)) continue
    if (event.localDate < days.from || event.localDate > days.to) continue
    if (!isHidden(view, event)) yield event
  }
  return undefined
}

export function eventsOfToday(view: View): Generator<EventRecord, undefined> {
  const day = localDate(view.now)
  return eventsOfDays(view, { from: day, to: day })
}

export function eventsOfTomorrow(view: View): Iterable<EventRecord> {
  const day = addDays(localDate(view.now), 1)
  return eventsOfDays(view, { from: day, to: day })
}

export function* eventsOfWeekend(view: View): Generator<EventRecord, undefined> {
  const { from, to, fromHour } = weekendOf(view.now)
  for (const event of eventsOfDays(view, { from, to }))
    if (event.localDate > from || event.localHour >= fromHour) yield event
  return undefined
}

/** Only the first event of each show, up to a maximum. */
export function oneOfEachShow(events: Iterable<EventRecord>, most: number): EventRecord[] {
  const found = new Map<number, EventRecord>()
  for (const event of events) {
    if (found.size >= most) break
    if (!found.has(event.showId)) found.set(event.showId, event)
  }
  return [...found.values()]
}

/** The most popular shows with their next event; for a channel, those of which it sells a ticket type. */
export function topEvents(view: View, most: number, channel?: string): EventRecord[] {
  const found: EventRecord[] = []
  for (const show of view.catalogue.listedShows) {
    if (found.length >= most) break
    if (!hasUpcoming(show, view.now)) continue
    const next = upcomingOf(show, view).find(
      (event) => channel === undefined || (event.channels?.includes(channel) ?? true),
    )
    if (next) found.push(next)
  }
  return found
}

/** Counts shows with upcoming events by subcategory. */
export function showCounts({ catalogue, now }: View): ReadonlyMap<number, number> {
  const subcategories = catalogue.categories.flatMap((category) => category.subcategories)
  return new Map(
    subcategories.map(({ id }) => {
      const { showsByEnd } = scopeOf(catalogue, scopeKey.subcategory(id))
      const over = firstNot(showsByEnd, (show) => show.lastStartsAt <= now.getTime())
      return [id, showsByEnd.length - over]
    }),
  )
}

/** Other shows a visitor of this one may like: the same subcategory, then the same category. */
export function similarShows(view: View, show: ShowRecord, most: number): ListItem[] {
  return showItems(view, others(view.catalogue, show), most)
}

function* others(catalogue: Catalogue, show: ShowRecord): Generator<ShowRecord, undefined> {
  for (const other of scopeOf(catalogue, scopeKey.subcategory(show.subcategory.id)).shows)
    if (other.id !== show.id) yield other
  for (const other of scopeOf(catalogue, scopeKey.category(show.category.id)).shows)
    if (other.subcategory.id !== show.subcategory.id) yield other
  return undefined
}
