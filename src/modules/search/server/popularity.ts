/**
 * Choices of earlier visitors by text, read from the database once a minute and cached: they raise frequently chosen
 * results and provide the list of top searches.
 */
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { normalizedKey } from './normalize.ts'
import type { SearchIndexView } from './index-sync.ts'
import type { Target } from './targets.ts'
import { readChoices, readSearchWords, readTopTexts } from './store.ts'

/** Lifetime of the cache. */
const cacheMilliseconds = 60_000
/** Choices of the last `max` days count; their weight halves with each half-life, in days. */
const chosenDays = { max: 30, halfLife: 7 } as const
/** A text is shown to others when people of this many networks used it within one day, and it may be shown. */
const peopleMin = 3
const topMax = 20
/** Texts that are read, since others than those that the programme says are left out. */
const candidatesMax = 200

/** Maximum addition to a score by clicks: enough to order equal matches, too little to outrank a better one. */
const boostMax = 0.1
const boostStep = 0.02

interface Popularity {
  readonly readAt: number
  /** Chosen items with their weights, by normalised text. */
  readonly choices: ReadonlyMap<string, readonly Choice[]>
  readonly top: readonly string[]
  /** Words that operators have let through, normalised. */
  readonly letThrough: ReadonlySet<string>
}
interface Choice {
  readonly itemType: string
  readonly itemId: number
  readonly weight: number
}

interface CacheEntry {
  popularity: Promise<Popularity>
  isRefreshing: boolean
}
const caches = new WeakMap<Database, CacheEntry>()

type ReadContext = Pick<Context, 'db' | 'clock' | 'log'>

/** Reads the cache; an outdated one is refreshed in the background, so only the first query waits. */
async function readPopularity(context: ReadContext): Promise<Popularity> {
  const entry = caches.get(context.db) ?? { popularity: load(context), isRefreshing: false }
  if (!caches.has(context.db)) {
    caches.set(context.db, entry)
    entry.popularity.catch(() => caches.delete(context.db))
  }
  const popularity = await entry.popularity
  const age = context.clock.now().getTime() - popularity.readAt
  if (age > cacheMilliseconds && !entry.isRefreshing) {
    entry.isRefreshing = true
    load(context)
      .then((refreshed) => (entry.popularity = Promise.resolve(refreshed)))
      .catch((error: unknown) => context.log.warn({ err: error }, 'reading search choices failed'))
      .finally(() => (entry.isRefreshing = false))
  }
  return popularity
}

async function load({ db, clock }: ReadContext): Promise<Popularity> {
  const today = clock.now().toISOString().slice(0, 10)
  const [rows, top, words] = await Promise.all([
    readChoices(db, today, chosenDays),
    readTopTexts(db, today, { ...chosenDays, peopleMin, topMax: candidatesMax }),
    readSearchWords(db),
  ])
  return {
    readAt: clock.now().getTime(),
    choices: Map.groupBy(rows, (row) => row.textKey),
    top,
    letThrough: new Set(words.map(({ textKey }) => textKey)),
  }
}

const offered = new WeakMap<Popularity, readonly string[]>()

/**
 * What people search for, without anything that neither the programme says itself nor an operator has let through:
 * otherwise a few could put words before everybody.
 */
export async function topSearches(
  context: ReadContext,
  { index }: Pick<SearchIndexView, 'index'>,
): Promise<readonly string[]> {
  const popularity = await readPopularity(context)
  const known = offered.get(popularity)
  if (known) return known
  const now = context.clock.now().getTime()
  const top: string[] = []
  for (const text of popularity.top) {
    if (top.length >= topMax) break
    if (popularity.letThrough.has(normalizedKey(text)) || index.says(text, now)) top.push(text)
  }
  offered.set(popularity, top)
  return top
}

/** What enough people search for, and others do not see. For operators. */
export async function withheldSearches(
  context: ReadContext,
  { index }: Pick<SearchIndexView, 'index'>,
): Promise<readonly string[]> {
  const { top, letThrough } = await readPopularity(context)
  const now = context.clock.now().getTime()
  return top.filter((text) => !letThrough.has(normalizedKey(text)) && !index.says(text, now))
}

/** After an operator's decision this process reads anew; the others do within a minute. */
export function forgetPopularity(db: Database): void {
  caches.delete(db)
}

/** Additions to the scores of this text's results from the choices of earlier visitors. */
export async function boostsOf(
  context: ReadContext,
  index: SearchIndexView,
  text: string,
): Promise<ReadonlyMap<Target, number>> {
  const { choices } = await readPopularity(context)
  const boosts = new Map<Target, number>()
  for (const { itemType, itemId, weight } of choices.get(normalizedKey(text)) ?? []) {
    const target = targetOf(index, itemType, itemId)
    if (target) boosts.set(target, Math.min(boostMax, boostStep * Math.log2(1 + weight)))
  }
  return boosts
}

/** Choices of an event count for its show. */
export function targetOf(
  index: SearchIndexView,
  itemType: string,
  itemId: number,
): Target | undefined {
  if (itemType === 'Event') {
    const event = index.catalogue.events.get(itemId)
    return event && index.target('Show', event.showId)
  }
  if (itemType === 'Show' || itemType === 'Venue' || itemType === 'Person')
    return index.target(itemType, itemId)
  return undefined
}
