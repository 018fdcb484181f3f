/**
 * What people chose after which text, read from the database once a minute and cached: it raises frequently chosen
 * results and makes the list of top searches.
 */
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { normalizedKey } from './normalize.ts'
import type { SearchIndexView } from './index-sync.ts'
import type { Target } from './targets.ts'
import { readChoices, readTopTexts } from './store.ts'

/** Lifetime of the cache. */
const cacheMilliseconds = 60_000
/** Days that count; half as much after each half-life. */
const chosenDays = { most: 30, halfLife: 7 } as const
/** A text is shown to others when so many people used it within one day. */
const peopleLeast = 3
const topMost = 20

/** Maximum that clicks add to a score: enough to order equals, too little to outrank a better match. */
const boostMost = 0.1
const boostStep = 0.02

interface Chosen {
  readonly readAt: number
  /** By normalised text: chosen items with their weights. */
  readonly choices: ReadonlyMap<string, readonly Choice[]>
  readonly top: readonly string[]
}
interface Choice {
  readonly itemType: string
  readonly itemId: number
  readonly weight: number
}

interface Kept {
  chosen: Promise<Chosen>
  renewing: boolean
}
const kept = new WeakMap<Database, Kept>()

type Reading = Pick<Context, 'db' | 'clock' | 'log'>

/** Refreshes an outdated cache in the background; only the first query waits. */
async function readChosen(context: Reading): Promise<Chosen> {
  const entry = kept.get(context.db) ?? { chosen: load(context), renewing: false }
  if (!kept.has(context.db)) {
    kept.set(context.db, entry)
    entry.chosen.catch(() => kept.delete(context.db))
  }
  const chosen = await entry.chosen
  const age = context.clock.now().getTime() - chosen.readAt
  if (age > cacheMilliseconds && !entry.renewing) {
    entry.renewing = true
    load(context)
      .then((fresh) => (entry.chosen = Promise.resolve(fresh)))
      .catch((error: unknown) => context.log.warn({ err: error }, 'chosen searches are not read'))
      .finally(() => (entry.renewing = false))
  }
  return chosen
}

async function load({ db, clock }: Reading): Promise<Chosen> {
  const today = clock.now().toISOString().slice(0, 10)
  const [rows, top] = await Promise.all([
    readChoices(db, today, chosenDays),
    readTopTexts(db, today, { ...chosenDays, peopleLeast, topMost }),
  ])
  return {
    readAt: clock.now().getTime(),
    choices: Map.groupBy(rows, (row) => row.textKey),
    top,
  }
}

export async function topSearches(context: Reading): Promise<readonly string[]> {
  return (await readChosen(context)).top
}

/** What earlier visitors' choices add to the scores of this text's hits. */
export async function boostsOf(
  context: Reading,
  index: SearchIndexView,
  text: string,
): Promise<ReadonlyMap<Target, number>> {
  const { choices } = await readChosen(context)
  const boosts = new Map<Target, number>()
  for (const { itemType, itemId, weight } of choices.get(normalizedKey(text)) ?? []) {
    const target = targetOf(index, itemType, itemId)
    if (target) boosts.set(target, Math.min(boostMost, boostStep * Math.log2(1 + weight)))
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
