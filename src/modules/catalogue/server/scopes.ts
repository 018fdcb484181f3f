/** The sorted lists behind all list pages, updated incrementally. */
import { showStatus } from '#contract/enumerations.ts'
import type { EventRecord, Scope, ShowRecord } from './records.ts'
import { isListed } from './rules.ts'
import { inChunks, withChange, type ListChange, type Order } from './sorted.ts'

export const emptyScope: Scope = {
  events: [],
  eventsByPrice: [],
  shows: [],
  showsByNewest: [],
  showsByEnd: [],
  dayCounts: new Map(),
}

/** Names of scopes. A place scope contains shows by their events at that place. */
export const scopeKey = {
  all: 'all',
  kind: (kind: number) => `kind:${kind}`,
  category: (categoryId: number) => `category:${categoryId}`,
  subcategory: (subCategoryId: number) => `subcategory:${subCategoryId}`,
  venue: (venueId: number) => `venue:${venueId}`,
  venueOfCategory: (categoryId: number, venueId: number) => `category:${categoryId}/${venueId}`,
  /** A city by its name in either language. */
  city: (name: string) => `city:${name.trim().toLowerCase()}`,
} as const

export const byTime: Order<EventRecord> = (left, right) =>
  left.startsAt.getTime() - right.startsAt.getTime() || left.id - right.id
export const byPrice: Order<EventRecord> = (left, right) =>
  priceRank(left) - priceRank(right) || byTime(left, right)
export const byDemand: Order<ShowRecord> = (left, right) =>
  right.popularity - left.popularity || left.id - right.id
const byNewest: Order<ShowRecord> = (left, right) =>
  right.publishedAt.getTime() - left.publishedAt.getTime() || right.id - left.id
const byEnd: Order<ShowRecord> = (left, right) =>
  left.lastStartsAt - right.lastStartsAt || left.id - right.id

/** Shows processed before yielding to the event loop. */
export const showsPerTurn = 500

/** Above every price in lari. */
const foreignRank = 1_000_000_000_000

/** Sort key by price in lari; prices in other currencies come last, in the order of their amounts. */
export function priceRank(event: Pick<EventRecord, 'minPriceMinor' | 'currency'>): number {
  return event.minPriceMinor + (event.currency === 'GEL' ? 0 : foreignRank)
}

interface ScopeChange {
  readonly events: ListChange<EventRecord>
  readonly shows: ListChange<ShowRecord>
}

export interface ShowChange {
  readonly id: number
  readonly before: ShowRecord | undefined
  readonly after: ShowRecord | undefined
}

/** The scopes after these shows changed. Unaffected scopes stay the same objects. */
export async function changedScopes(
  scopes: ReadonlyMap<string, Scope>,
  changes: readonly ShowChange[],
): Promise<ReadonlyMap<string, Scope>> {
  const next = new Map(scopes)
  const gathered = new Map<string, ScopeChange>()
  await inChunks(changes, showsPerTurn, (some) => gather(gathered, some))
  for (const [key, change] of gathered) {
    const scope = await changedScope(scopes.get(key) ?? emptyScope, change)
    if (scope.shows.length > 0) next.set(key, scope)
    else next.delete(key)
  }
  return next
}

function gather(all: Map<string, ScopeChange>, changes: readonly ShowChange[]): void {
  const changeOf = (key: string): ScopeChange => {
    let change = all.get(key)
    if (!change) {
      change = {
        events: { removed: new Set(), added: [] },
        shows: { removed: new Set(), added: [] },
      }
      all.set(key, change)
    }
    return change
  }
  for (const { before, after } of changes) {
    if (before)
      for (const [key, events] of scopesOf(before)) {
        const change = changeOf(key)
        change.shows.removed.add(before)
        for (const event of events) change.events.removed.add(event)
      }
    if (after)
      for (const [key, events] of scopesOf(after)) {
        const change = changeOf(key)
        change.shows.added.push(after)
        change.events.added.push(...events)
      }
  }
}

/** Where a show is listed, and with which of its events; nowhere when it is not listed. */
function scopesOf(show: ShowRecord): ReadonlyMap<string, readonly EventRecord[]> {
  const scopes = new Map<string, EventRecord[]>()
  if (!isListed(show)) return scopes
  const events = show.events.filter((event) => event.status === showStatus.Active)
  for (const key of [
    scopeKey.all,
    scopeKey.kind(show.category.kind),
    scopeKey.category(show.category.id),
    scopeKey.subcategory(show.subcategory.id),
  ])
    scopes.set(key, events)
  for (const [venue, there] of Map.groupBy(events, (event) => event.venue)) {
    scopes.set(scopeKey.venue(venue.id), there)
    scopes.set(scopeKey.venueOfCategory(show.category.id, venue.id), there)
    for (const key of new Set([scopeKey.city(venue.city.ka), scopeKey.city(venue.city.en)]))
      scopes.set(key, [...(scopes.get(key) ?? []), ...there])
  }
  return scopes
}

async function changedScope(scope: Scope, { events, shows }: ScopeChange): Promise<Scope> {
  return {
    events: await withChange(scope.events, events, byTime),
    eventsByPrice: await withChange(scope.eventsByPrice, events, byPrice),
    shows: await withChange(scope.shows, shows, byDemand),
    showsByNewest: await withChange(scope.showsByNewest, shows, byNewest),
    showsByEnd: await withChange(scope.showsByEnd, shows, byEnd),
    dayCounts: changedCounts(scope.dayCounts, events),
  }
}

function changedCounts(
  counts: ReadonlyMap<string, number>,
  { removed, added }: ListChange<EventRecord>,
): ReadonlyMap<string, number> {
  const next = new Map(counts)
  const count = (day: string, by: number): void => {
    const sum = (next.get(day) ?? 0) + by
    if (sum === 0) next.delete(day)
    else next.set(day, sum)
  }
  for (const event of removed) count(event.localDate, -1)
  for (const event of added) count(event.localDate, 1)
  return next
}
