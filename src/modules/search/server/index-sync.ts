/**
 * One index per process, synchronised with the catalogue: an unchanged show is the same object, so changes are found
 * by comparing references. Large changes are applied in small batches, so that other requests are not blocked.
 */
import type { LocalizedText } from '#kernel/locale.ts'
import {
  readCatalogue,
  scopeKey,
  type Catalogue,
  type ShowRecord,
  type VenueRecord,
} from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { personDocument, showDocument, venueDocument } from './documents.ts'
import { normalizedKey } from './normalize.ts'
import type { SearchSource } from './search-source.ts'
import { SourceSync } from './source-sync.ts'
import type { PersonTarget, ShowTarget, Target, VenueTarget } from './targets.ts'
import { TextIndex } from './text-index.ts'

export interface SearchIndexView {
  readonly index: TextIndex<Target>
  readonly catalogue: Catalogue
  /** An indexed object by kind and id. */
  target(kind: 'Show' | 'Venue' | 'Person', id: number): Target | undefined
}

/** Maximum time between two yields to the event loop. */
const batchMilliseconds = 8

type IndexContext = Pick<Context, 'db' | 'clock' | 'log'>

/** An index with the objects it contains. */
class SearchIndexSync {
  readonly index = new TextIndex<Target>()
  #catalogue: Catalogue | null = null
  #syncing: Promise<void> | null = null
  readonly #shows = new Map<number, ShowTarget>()
  readonly #venues = new Map<number, VenueTarget>()
  readonly #people = new Map<number, PersonTarget>()
  readonly #sources = new Map<string, SourceSync>()

  async read(context: IndexContext, sources: readonly SearchSource[]): Promise<SearchIndexView> {
    const catalogue = await readCatalogue(context.db)
    if (this.#catalogue === null) await (this.#syncing ??= this.#sync(catalogue))
    else if (this.#catalogue !== catalogue) {
      // A small change is applied before the query is processed; a large one continues in the background.
      this.#syncing ??= this.#sync(catalogue)
      await Promise.race([this.#syncing, yieldToEventLoop()])
    }
    for (const source of sources) await this.#syncOf(source).refresh(context)
    return {
      index: this.index,
      catalogue,
      target: (kind, id) =>
        (kind === 'Show' ? this.#shows : kind === 'Venue' ? this.#venues : this.#people).get(id),
    }
  }

  #syncOf(source: SearchSource): SourceSync {
    let sync = this.#sources.get(source.name)
    if (!sync) {
      sync = new SourceSync(source, this.index)
      this.#sources.set(source.name, sync)
    }
    return sync
  }

  async #sync(catalogue: Catalogue): Promise<void> {
    try {
      const affected = new Map<number, LocalizedText>()
      await inBatches(this.#showChanges(catalogue), ([before, after]) => {
        if (before) this.index.remove(before)
        if (after) this.#addShow(after)
        else if (before) this.#shows.delete(before.id)
        for (const show of [before?.show, after])
          for (const { name } of show?.performers ?? []) affected.set(personId(name), name)
      })
      const showsOf = this.#showsOfPeople(affected)
      await inBatches(affected, ([id, name]) => this.#updatePerson(id, name, showsOf.get(id) ?? []))
      for (const venue of catalogue.venues) this.#updateVenue(venue, catalogue)
      this.#catalogue = catalogue
    } finally {
      this.#syncing = null
    }
  }

  *#showChanges(
    catalogue: Catalogue,
  ): Generator<readonly [ShowTarget | undefined, ShowRecord | undefined], undefined> {
    const listed = new Set(catalogue.listedShows)
    for (const target of this.#shows.values()) {
      if (listed.has(target.show)) continue
      const now = catalogue.shows.get(target.id)
      yield [target, now && listed.has(now) ? now : undefined]
    }
    for (const show of catalogue.listedShows) if (!this.#shows.has(show.id)) yield [undefined, show]
    return undefined
  }

  #addShow(show: ShowRecord): void {
    const target: ShowTarget = { kind: 'Show', id: show.id, show }
    this.#shows.set(show.id, target)
    this.index.add(
      showDocument<Target>(target, {
        ...show,
        places: [...new Set(show.events.map((event) => event.venue))],
        categories: [show.category.name, show.subcategory.name],
        overAt: show.lastStartsAt,
      }),
    )
  }

  /** All shows of the given people, whose entries are rebuilt because one of their shows changed. */
  #showsOfPeople(people: ReadonlyMap<number, LocalizedText>): Map<number, ShowRecord[]> {
    const showsOf = new Map<number, ShowRecord[]>()
    if (people.size === 0) return showsOf
    for (const { show } of this.#shows.values()) {
      for (const { name } of show.performers) {
        const id = personId(name)
        if (!people.has(id)) continue
        const shows = showsOf.get(id)
        if (shows) shows.push(show)
        else showsOf.set(id, [show])
      }
    }
    return showsOf
  }

  #updatePerson(id: number, name: LocalizedText, shows: readonly ShowRecord[]): void {
    const before = this.#people.get(id)
    if (before) this.index.remove(before)
    this.#people.delete(id)
    if (shows.length === 0) return
    const byPopularity = shows.toSorted((left, right) => right.popularity - left.popularity)
    const target: PersonTarget = { kind: 'Person', id, name, shows: byPopularity }
    this.#people.set(id, target)
    this.index.add(
      personDocument<Target>(target, {
        name,
        popularity: byPopularity[0]?.popularity ?? 0,
        overAt: Math.max(...shows.map((show) => show.lastStartsAt)),
      }),
    )
  }

  #updateVenue(venue: VenueRecord, catalogue: Catalogue): void {
    const before = this.#venues.get(venue.id)
    if (before?.venue === venue) return
    if (before) this.index.remove(before)
    const target: VenueTarget = { kind: 'Venue', id: venue.id, venue }
    this.#venues.set(venue.id, target)
    const eventCount = catalogue.scopes.get(scopeKey.venue(venue.id))?.events.length ?? 0
    this.index.add(venueDocument<Target>(target, { ...venue, eventCount }))
  }
}

const syncs = new WeakMap<Database, SearchIndexSync>()

/** The index of listed shows, venues and people and of the sources' items, about a second old at most. */
export function readIndex(
  context: IndexContext,
  sources: readonly SearchSource[],
): Promise<SearchIndexView> {
  const { db } = context
  let sync = syncs.get(db)
  if (!sync) {
    sync = new SearchIndexSync()
    syncs.set(db, sync)
  }
  return sync.read(context, sources)
}

/** The name of the person with this id; null when no listed show announces them. */
export async function readPersonName(
  context: IndexContext,
  id: number,
): Promise<LocalizedText | null> {
  const target = (await readIndex(context, [])).target('Person', id)
  return target?.kind === 'Person' ? target.name : null
}

const idOfName = new Map<string, number>()
const cachedNamesMax = 200_000

/** An id from 1 to 2³¹ − 1 derived from the normalised name: equal in every process and after every restart. */
export function personId(name: LocalizedText): number {
  const known = idOfName.get(name.ka)
  if (known !== undefined) return known
  let hash = 0x811c9dc5
  for (const character of normalizedKey(name.ka)) {
    hash ^= character.charCodeAt(0)
    hash = Math.imul(hash, 0x01000193)
  }
  const id = hash & 0x7fffffff || 1
  if (idOfName.size >= cachedNamesMax) idOfName.clear()
  idOfName.set(name.ka, id)
  return id
}

async function inBatches<Item>(items: Iterable<Item>, apply: (item: Item) => void): Promise<void> {
  let began = performance.now()
  for (const item of items) {
    apply(item)
    if (performance.now() - began < batchMilliseconds) continue
    await yieldToEventLoop()
    began = performance.now()
  }
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
