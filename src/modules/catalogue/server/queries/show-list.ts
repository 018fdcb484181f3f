/** Shows with an event to come that fits a filter, page by page. */
import type { ListItem } from '../../contract.ts'
import { presentShowItem } from '../present.ts'
import type { EventRecord, ShowRecord } from '../records.ts'
import { dayOf } from '../rules.ts'
import { scopeKey } from '../scopes.ts'
import {
  firstAfter,
  isHidden,
  rangeOfDays,
  scopeOf,
  showsMost,
  upcomingOf,
  type View,
} from './listing.ts'

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
  const days = {
    from: filter.fromDate === undefined ? '0000-01-01' : dayOf(filter.fromDate),
    to: filter.toDate === undefined ? '9999-12-31' : dayOf(filter.toDate),
  }
  const fits = (event: EventRecord): boolean =>
    event.localDate >= days.from && event.localDate <= days.to && !isHidden(view, event)
  const { events } = scopeOf(view.catalogue, scopeOfFilter(filter))
  const [from, to] = rangeOfDays(events, days)
  const items = new Map<number, ListItem>()
  for (let index = Math.max(from, firstAfter(events, view.now)); index < to; index += 1) {
    const event = events[index]
    if (!event || items.has(event.showId) || !fits(event)) continue
    const show = view.catalogue.shows.get(event.showId)
    if (!show || !fitsCategory(show, filter)) continue
    items.set(show.id, presentShowItem(show, upcomingOf(show, view).filter(fits), view.locale))
    if (items.size >= showsMost) break
  }
  return [...items.values()]
}

/** The smallest scope that holds all that fits. */
function scopeOfFilter({ kind, categoryId, subCategoryId }: ShowFilter): string {
  if (subCategoryId !== undefined) return scopeKey.subcategory(subCategoryId)
  if (categoryId !== undefined) return scopeKey.category(categoryId)
  return kind === undefined ? scopeKey.all : scopeKey.kind(kind)
}

function fitsCategory(show: ShowRecord, filter: ShowFilter): boolean {
  return (
    (filter.kind === undefined || show.category.kind === filter.kind) &&
    (filter.categoryId === undefined || show.category.id === filter.categoryId) &&
    (filter.subCategoryId === undefined || show.subcategory.id === filter.subCategoryId)
  )
}
