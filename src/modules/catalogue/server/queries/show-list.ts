/**
 * Shows with an upcoming event that matches a filter. A show appears once in a list, at the position of its best
 * matching event; whether an event is the best one follows from its show alone, so reading can begin at any cursor
 * and ends when the page is full.
 */
import type { ListItem, ListSort } from '../../contract.ts'
import { presentShowItem } from '../present.ts'
import type { EventRecord, Scope, ShowRecord } from '../records.ts'
import { dayOf, withTickets } from '../rules.ts'
import { byTime, priceRank, scopeKey } from '../scopes.ts'
import { firstNot } from '../sorted.ts'
import {
  firstAfter,
  hidesDays,
  isHidden,
  rangeOfDays,
  scopeOf,
  showsMax,
  upcomingOf,
  type View,
} from './listing.ts'

export interface ShowFilter {
  readonly kind?: number
  readonly categoryId?: number
  readonly subCategoryId?: number
  /** ISO dates or instants; both days inclusive. */
  readonly fromDate?: string
  readonly toDate?: string
  readonly venueId?: number
  /** Name of a city in either language. */
  readonly city?: string
  /** All-in minor units of lari; events priced in another currency match no such bound. */
  readonly priceFromMinor?: number
  readonly priceToMinor?: number
  readonly isFree?: boolean
}

export interface ListPage {
  readonly items: ListItem[]
  readonly nextCursor: string | null
  readonly totalCount: number | null
}

/** With at most this many candidate events, all matches are collected, counted and sorted. */
const gatheredMax = 2_000

/** A show at its place in a list; keys are compared number by number. */
interface Placed {
  readonly show: ShowRecord
  readonly key: readonly number[]
}

/** Shows with a matching upcoming event, soonest first; each card describes the matching events only. */
export function filteredShows(view: View, filter: ShowFilter): ListItem[] {
  return showListOf(view, filter, { sort: 'soonest', limit: showsMax }).items
}

/** One page. A cursor of another sorting is null. */
export function showListOf(
  view: View,
  filter: ShowFilter,
  page: { readonly sort: ListSort; readonly cursor?: string; readonly limit: number },
): ListPage {
  const question = questionOf(view, filter)
  const after = page.cursor === undefined ? null : cursorKey(page.cursor)
  const isFew = question.end - question.start <= gatheredMax
  const gathered = isFew ? gather(question, page.sort) : null
  const placed = gathered ? laterThan(gathered, after) : walk(question, page.sort, after)
  const found: Placed[] = []
  for (const one of placed) {
    found.push(one)
    if (found.length > page.limit) break
  }
  const shown = found.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ show }) => presentShowItem(show, question.fitting(show), view.locale)),
    nextCursor: last && found.length > shown.length ? [page.sort, ...last.key].join('.') : null,
    totalCount: gathered?.length ?? keptCount(question, filter),
  }
}

/** Whether a cursor was given for this sorting. */
export function isCursorOf(cursor: string, sort: ListSort): boolean {
  return cursor.startsWith(`${sort}.`) && cursorKey(cursor).length === keyLength[sort]
}

const keyLength = { soonest: 2, cheapest: 3, wanted: 2 } as const satisfies Record<ListSort, number>

function cursorKey(cursor: string): number[] {
  return cursor.split('.').slice(1).map(Number)
}

/** A filter over the smallest scope that contains all matches. */
interface Question {
  readonly view: View
  readonly scope: Scope
  /** The part of the scope's events, in chronological order, that can match. */
  readonly start: number
  readonly end: number
  readonly highestPriceMinor: number
  /** Free events are a small part of all, found by their price. */
  readonly isFree: boolean
  /** The same part of another list of the scope in that order. */
  partOf(events: readonly EventRecord[]): { readonly start: number; readonly end: number }
  fits(event: EventRecord): boolean
  fitsShow(show: ShowRecord): boolean
  /** Matching events of a show, in chronological order. */
  fitting(show: ShowRecord): readonly EventRecord[]
}

function questionOf(view: View, filter: ShowFilter): Question {
  const days = {
    from: filter.fromDate === undefined ? '0000-01-01' : dayOf(filter.fromDate),
    to: filter.toDate === undefined ? '9999-12-31' : dayOf(filter.toDate),
  }
  const scope = smallestScope(view, filter)
  const partOf = (events: readonly EventRecord[]) => {
    const [from, to] = rangeOfDays(events, days)
    return { start: Math.max(from, firstAfter(events, view.now)), end: to }
  }
  const city = filter.city === undefined ? null : scopeKey.city(filter.city)
  const { isFree, priceFromMinor, priceToMinor, venueId } = filter
  const isPriced = priceFromMinor !== undefined || priceToMinor !== undefined
  const least = priceFromMinor ?? 0
  const most = isFree === true ? 0 : (priceToMinor ?? Number.MAX_SAFE_INTEGER)
  const fits = (event: EventRecord): boolean =>
    event.localDate >= days.from &&
    event.localDate <= days.to &&
    event.minPriceMinor <= most &&
    event.maxPriceMinor >= least &&
    (!isPriced || event.currency === 'GEL') &&
    (isFree !== true || event.maxPriceMinor === 0) &&
    (venueId === undefined || event.venue.id === venueId) &&
    (city === null ||
      scopeKey.city(event.venue.city.ka) === city ||
      scopeKey.city(event.venue.city.en) === city) &&
    !isHidden(view, event)
  return {
    view,
    scope,
    ...partOf(scope.events),
    partOf,
    highestPriceMinor: most,
    isFree: isFree === true,
    fits,
    fitsShow: (show) =>
      (filter.kind === undefined || show.category.kind === filter.kind) &&
      (filter.categoryId === undefined || show.category.id === filter.categoryId) &&
      (filter.subCategoryId === undefined || show.subcategory.id === filter.subCategoryId),
    fitting: (show) => upcomingOf(show, view).filter(fits),
  }
}

function smallestScope({ catalogue }: View, filter: ShowFilter): Scope {
  const { kind, categoryId, subCategoryId, venueId, city } = filter
  const keys: string[] = [kind === undefined ? scopeKey.all : scopeKey.kind(kind)]
  if (categoryId !== undefined) keys.push(scopeKey.category(categoryId))
  if (subCategoryId !== undefined) keys.push(scopeKey.subcategory(subCategoryId))
  if (city !== undefined) keys.push(scopeKey.city(city))
  if (venueId !== undefined) keys.push(scopeKey.venue(venueId))
  if (venueId !== undefined && categoryId !== undefined)
    keys.push(scopeKey.venueOfCategory(categoryId, venueId))
  return keys
    .map((key) => scopeOf(catalogue, key))
    .reduce((least, scope) => (scope.events.length < least.events.length ? scope : least))
}

/** All matches in the requested order. */
function gather(question: Question, sort: ListSort): Placed[] {
  const shows = new Map<number, Placed>()
  for (let index = question.start; index < question.end; index += 1) {
    const event = question.scope.events[index]
    if (!event || shows.has(event.showId) || !question.fits(event)) continue
    const show = question.view.catalogue.shows.get(event.showId)
    if (show && question.fitsShow(show))
      shows.set(show.id, { show, key: placeOf(question, show, sort) })
  }
  return [...shows.values()].toSorted((left, right) => compareKeys(left.key, right.key))
}

function laterThan(placed: readonly Placed[], after: readonly number[] | null): readonly Placed[] {
  if (after === null) return placed
  return placed.slice(firstNot(placed, ({ key }) => compareKeys(key, after) <= 0))
}

/** Sort key of a matching show: its best matching event with tickets, or its popularity. */
function placeOf(question: Question, show: ShowRecord, sort: ListSort): readonly number[] {
  if (sort === 'wanted') return wantKey(show)
  const keys = withTickets(question.fitting(show)).map((event) => eventKey(event, sort))
  return keys.reduce((best, key) => (compareKeys(key, best) < 0 ? key : best))
}

/** Matching shows in the requested order, starting after the cursor. */
function* walk(
  question: Question,
  sort: ListSort,
  after: readonly number[] | null,
): Generator<Placed, undefined> {
  if (sort === 'wanted') yield* walkShows(question, after)
  else yield* walkEvents(question, sort, after)
  return undefined
}

function* walkShows(
  question: Question,
  after: readonly number[] | null,
): Generator<Placed, undefined> {
  const { shows } = question.scope
  const first = after ? firstNot(shows, (show) => compareKeys(wantKey(show), after) <= 0) : 0
  for (let index = first; index < shows.length; index += 1) {
    const show = shows[index]
    if (!show || show.lastStartsAt <= question.view.now.getTime()) continue
    if (question.fitsShow(show) && question.fitting(show).length > 0)
      yield { show, key: wantKey(show) }
  }
  return undefined
}

function* walkEvents(
  question: Question,
  sort: 'soonest' | 'cheapest',
  after: readonly number[] | null,
): Generator<Placed, undefined> {
  const { view } = question
  const isByTime = sort === 'soonest'
  const { events, start, end } = sortedFor(question, sort)
  const first = after
    ? firstNot(events, (event) => compareKeys(eventKey(event, sort), after) <= 0)
    : 0
  for (let index = Math.max(first, start); index < end; index += 1) {
    const event = events[index]
    if (!event || event.startsAt <= view.now) continue
    if (!isByTime && priceRank(event) > question.highestPriceMinor) return undefined
    if (!question.fits(event)) continue
    const show = view.catalogue.shows.get(event.showId)
    if (!show || !question.fitsShow(show)) continue
    const key = eventKey(event, sort)
    if (compareKeys(placeOf(question, show, sort), key) === 0) yield { show, key }
  }
  return undefined
}

/** The events to read in the requested order, and the part of them that can match. */
function sortedFor(question: Question, sort: 'soonest' | 'cheapest') {
  const { scope, start, end } = question
  if (sort === 'cheapest')
    return { events: scope.eventsByPrice, start: 0, end: scope.eventsByPrice.length }
  if (!question.isFree) return { events: scope.events, start, end }
  const events = freeEvents(scope)
  return { events, ...question.partOf(events) }
}

const freeByScope = new WeakMap<Scope, readonly EventRecord[]>()

/** Events that cost nothing, in chronological order: the first of those by price, and of those in other currencies. */
function freeEvents(scope: Scope): readonly EventRecord[] {
  const known = freeByScope.get(scope)
  if (known) return known
  const { eventsByPrice } = scope
  const ofCurrency = (currency: Pick<EventRecord, 'currency'>): EventRecord[] => {
    const rank = priceRank({ minPriceMinor: 0, ...currency })
    return eventsByPrice.slice(
      firstNot(eventsByPrice, (event) => priceRank(event) < rank),
      firstNot(eventsByPrice, (event) => priceRank(event) <= rank),
    )
  }
  const [inLari, foreign] = [ofCurrency({ currency: 'GEL' }), ofCurrency({ currency: 'USD' })]
  const free = foreign.length === 0 ? inLari : [...inLari, ...foreign].toSorted(byTime)
  freeByScope.set(scope, free)
  return free
}

function wantKey(show: ShowRecord): readonly number[] {
  return [-show.popularity, show.id]
}

function eventKey(event: EventRecord, sort: 'soonest' | 'cheapest'): readonly number[] {
  const at = event.startsAt.getTime()
  return sort === 'soonest' ? [at, event.id] : [priceRank(event), at, event.id]
}

function compareKeys(left: readonly number[], right: readonly number[]): number {
  for (const [index, value] of left.entries()) {
    const difference = value - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Counts are cached for whole categories; for narrower filters over many events the count is unknown. */
function keptCount({ scope, view }: Question, filter: ShowFilter): number | null {
  const { kind, categoryId, subCategoryId, ...narrower } = filter
  if (hidesDays(view) || Object.values(narrower).some((value) => value !== undefined)) return null
  // Two conditions may contradict each other; then the smaller scope is not the result.
  if ([kind, categoryId, subCategoryId].filter((value) => value !== undefined).length > 1)
    return null
  return (
    scope.showsByEnd.length -
    firstNot(scope.showsByEnd, (show) => show.lastStartsAt <= view.now.getTime())
  )
}
