/**
 * The catalogue in memory: each process holds what lists, filters, search and prices need of every show, and asks the
 * database once a second, in one small query, which shows changed. Only those are reloaded, so the cost depends on
 * the change and not on the size of the catalogue. A change is seen at most `checkedMilliseconds` late, and lists
 * need no query.
 */
import { invariant } from '#kernel/result.ts'
import type { Database } from '#platform/database/database.ts'
import { repeatTransaction } from '#platform/database/repeat-transaction.ts'
import { frameOf, showRecords } from './build-records.ts'
import { IdMap } from './id-map.ts'
import type { Catalogue, EventRecord, Frame, ShowRecord } from './records.ts'
import { isListed } from './rules.ts'
import {
  byDemand,
  changedScopes,
  emptyScope,
  scopeKey,
  showsPerTurn,
  type ShowChange,
} from './scopes.ts'
import { inChunks } from './sorted.ts'
import { readChanges, readFrameTables, readShowIds, readShowTables, readVersion } from './store.ts'

/** How long a copy is served without a check, in monotonic time, so that clock changes have no effect. */
const checkedMilliseconds = 1_000
/** Shows read and built into records in one chunk: a few milliseconds of work. */
const chunkShows = 200
/** While more than these are loading, pages continue with the current version. */
const awaitedShowsMax = 1_000
/** Id in the table of changes for data shared by all shows. */
const sharedId = 0

interface Kept {
  catalogue: Promise<Catalogue>
  checkedAt: number
  /** When the last change notification arrived: a lookup that started before it may be stale. */
  toldAt: number
  checking: Promise<void> | null
  /** A large change that is being loaded while the version before it is served. */
  loading: Promise<void> | null
}

export type { Catalogue, CategoryRecord, EventRecord, ShowRecord, VenueRecord } from './records.ts'

const kept = new WeakMap<Database, Kept>()

/** The catalogue as of at most a second ago. Inside a transaction it is read again and not cached. */
export async function readCatalogue(db: Database): Promise<Catalogue> {
  if (db.isTransaction) return load(db)
  let entry = kept.get(db)
  if (!entry) {
    const checkedAt = performance.now()
    entry = { catalogue: load(db), checkedAt, toldAt: 0, checking: null, loading: null }
    kept.set(db, entry)
    entry.catalogue.catch(() => kept.delete(db))
  }
  if (isDue(entry)) {
    entry.checking ??= check(db, entry)
    await entry.checking
    // The shared check may have started before the notification.
    if (entry.checkedAt < entry.toldAt) await (entry.checking ??= check(db, entry))
  }
  return entry.catalogue
}

function isDue({ checkedAt, toldAt }: Kept): boolean {
  return checkedAt < toldAt || performance.now() - checkedAt > checkedMilliseconds
}

/** Handles a change notification: the next reader checks for changes, however recent the last check. */
export function recheckCatalogue(db: Database): void {
  const entry = kept.get(db)
  if (entry) entry.toldAt = performance.now()
}

async function check(db: Database, entry: Kept): Promise<void> {
  const startedAt = performance.now()
  try {
    const before = await entry.catalogue
    const changes = entry.loading ? null : await readChanges(db, before.version)
    if (changes && changes.version !== before.version) {
      const work = loadChanges(db, entry, before)
      if (changes.showIds.length <= awaitedShowsMax) await work
      else entry.loading = work.catch(() => undefined).finally(() => (entry.loading = null))
    }
    entry.checkedAt = startedAt
  } finally {
    entry.checking = null
  }
}

async function loadChanges(db: Database, entry: Kept, before: Catalogue): Promise<void> {
  const after = await atOneMoment(db, async (moment) => {
    const changes = await readChanges(moment, before.version)
    const frame = changes.showIds.includes(sharedId) ? await readFrame(moment, before) : before
    const showIds = changes.showIds.filter((id) => id !== sharedId)
    const shows = await readShows(moment, frame, showIds)
    return changed(before, { frame, version: changes.version, showIds, shows })
  })
  entry.catalogue = Promise.resolve(after)
}

function load(db: Database): Promise<Catalogue> {
  return atOneMoment(db, async (moment) => {
    const version = await readVersion(moment)
    const frame = await readFrame(moment, null)
    const showIds = await readShowIds(moment)
    const shows = await readShows(moment, frame, showIds)
    return changed(emptyCatalogue(frame), { frame, version, showIds, shows })
  })
}

/** Runs several statements on one database snapshot, so that referenced rows exist. */
function atOneMoment<Value>(
  db: Database,
  read: (moment: Database) => Promise<Value>,
): Promise<Value> {
  if (db.isTransaction) return read(db)
  return repeatTransaction(null, () =>
    db.transaction().setIsolationLevel('repeatable read').execute(read),
  )
}

async function readFrame(db: Database, before: Frame | null): Promise<Frame> {
  return frameOf(await readFrameTables(db, [...(before?.layouts.keys() ?? [])]), before)
}

/** In chunks, so that other requests are not blocked. */
async function readShows(
  db: Database,
  frame: Frame,
  showIds: readonly number[],
): Promise<ShowRecord[]> {
  const shows: ShowRecord[] = []
  for (let from = 0; from < showIds.length; from += chunkShows)
    shows.push(
      ...showRecords(await readShowTables(db, showIds.slice(from, from + chunkShows)), frame),
    )
  return shows
}

/** Ids by name, shared by all versions; an entry is valid only when the version's own record has the same name. */
interface Names {
  readonly slugs: Map<string, number>
  readonly shortUrls: Map<string, number>
}

const namesOf = new WeakMap<Catalogue, Names>()

function emptyCatalogue(frame: Frame): Catalogue {
  const shows = new IdMap<ShowRecord>()
  const names: Names = { slugs: new Map(), shortUrls: new Map() }
  const catalogue = {
    ...frame,
    version: 0,
    shows,
    events: new IdMap<EventRecord>(),
    ...lookUps(names, shows),
    scopes: new Map(),
    listedEvents: [],
    listedShows: [],
    pinnedShows: [],
    bannerShows: [],
  }
  namesOf.set(catalogue, names)
  return catalogue
}

interface NextVersion {
  readonly version: number
  readonly frame: Frame
  /** Changed shows; those that are missing from `shows` were deleted. */
  readonly showIds: readonly number[]
  readonly shows: readonly ShowRecord[]
}

async function changed(before: Catalogue, next: NextVersion): Promise<Catalogue> {
  const found = new Map(next.shows.map((show) => [show.id, show]))
  const changes = next.showIds.map((id) => ({
    id,
    before: before.shows.get(id),
    after: found.get(id),
  }))
  let { shows, events } = before
  // Removals are applied before additions, because an event may have moved between shows.
  await inChunks(changes, showsPerTurn, (some) => {
    shows = shows.withChanges(some.map(({ id, after }) => [id, after]))
    const gone = some.flatMap((change) => change.before?.events ?? [])
    events = events.withChanges(gone.map((event) => [event.id, undefined]))
  })
  await inChunks(changes, showsPerTurn, (some) => {
    const come = some.flatMap(({ after }) => after?.events ?? [])
    events = events.withChanges(come.map((event) => [event.id, event]))
  })
  const scopes = await changedScopes(before.scopes, changes)
  const all = scopes.get(scopeKey.all) ?? emptyScope
  const names = namesOf.get(before)
  invariant(names, 'every version of the catalogue knows its names')
  rename(names, changes)
  const catalogue: Catalogue = {
    ...frameFields(next.frame),
    version: next.version,
    shows,
    events,
    ...lookUps(names, shows),
    scopes,
    listedEvents: all.events,
    listedShows: all.shows,
    pinnedShows: chosen(before.pinnedShows, changes, (show) => show.isPinned),
    bannerShows: chosen(before.bannerShows, changes, (show) => show.isMainBanner),
  }
  namesOf.set(catalogue, names)
  return catalogue
}

function frameFields(frame: Frame): Frame {
  const { categories, venues, venuesById, merchants, layouts, feeRules, passedOnFees } = frame
  const { faq, members, offerTerms } = frame
  return {
    categories,
    venues,
    venuesById,
    merchants,
    layouts,
    feeRules,
    passedOnFees,
    faq,
    members,
    offerTerms,
  }
}

function rename({ slugs, shortUrls }: Names, changes: readonly ShowChange[]): void {
  for (const { before, after } of changes) {
    if (!before) continue
    if (before.slug !== after?.slug && slugs.get(before.slug) === before.id)
      slugs.delete(before.slug)
    const { shortUrl } = before
    if (shortUrl !== null && shortUrl !== after?.shortUrl && shortUrls.get(shortUrl) === before.id)
      shortUrls.delete(shortUrl)
  }
  for (const { after } of changes) {
    if (!after) continue
    slugs.set(after.slug, after.id)
    if (after.shortUrl !== null) shortUrls.set(after.shortUrl, after.id)
  }
}

function lookUps(
  { slugs, shortUrls }: Names,
  shows: IdMap<ShowRecord>,
): Pick<Catalogue, 'showsBySlug' | 'showsByShortUrl'> {
  const found = (id: number | undefined) => (id === undefined ? undefined : shows.get(id))
  return {
    showsBySlug: {
      get(slug) {
        const show = found(slugs.get(slug))
        return show?.slug === slug ? show : undefined
      },
    },
    showsByShortUrl: {
      get(shortUrl) {
        const show = found(shortUrls.get(shortUrl))
        return show?.shortUrl === shortUrl ? show : undefined
      },
    },
  }
}

function chosen(
  before: readonly ShowRecord[],
  changes: readonly ShowChange[],
  isChosen: (show: ShowRecord) => boolean,
): readonly ShowRecord[] {
  const added = changes.flatMap(({ after }) =>
    after && isListed(after) && isChosen(after) ? [after] : [],
  )
  const removed = new Set(changes.map((change) => change.before))
  const others = before.filter((show) => !removed.has(show))
  if (added.length === 0 && others.length === before.length) return before
  return [...others, ...added].toSorted(byDemand)
}
