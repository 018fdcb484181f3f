import { createHash } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import { unprintableLetters } from '#modules/tickets/server/public-api.ts'
import { groupRecords, type Item } from './group.ts'
import { planEvent, type PlannedEvent } from './plan-events.ts'
import { planPrices, type PlannedPrice } from './plan-prices.ts'
import { planShow, type Change, type Defaults, type PlannedShow } from './plan-shows.ts'
import { readFiles, type ImportFile } from './read-files.ts'
import type { Place, Problem, RecordKind } from './record.ts'
import { readImportSnapshot, type ImportSnapshot } from './snapshot.ts'

export interface ImportRequest {
  readonly files: Iterable<ImportFile> | AsyncIterable<ImportFile>
  /** Namespace of the keys; a file of our own format may specify it itself. */
  readonly source: string
  /** Defaults for new shows that do not specify them. */
  readonly defaults: Defaults
}

export const itemActions = ['new', 'changed', 'unchanged', 'bad'] as const
export type ItemAction = (typeof itemActions)[number]

/** One line of the report. */
export interface ItemReport {
  readonly kind: RecordKind | 'file'
  readonly key: string
  readonly action: ItemAction
  readonly place: Place
  readonly changes: readonly Change[]
  readonly problems: readonly Problem[]
  /** Letters of its names that no PDF can show: named to the operator, but no problem. */
  readonly unprintable: readonly string[]
}

export interface ImportPlan {
  readonly source: string
  readonly snapshot: ImportSnapshot | null
  readonly shows: readonly PlannedShow[]
  readonly events: readonly PlannedEvent[]
  readonly prices: readonly PlannedPrice[]
  readonly report: readonly ItemReport[]
  readonly counts: Readonly<Record<ItemAction, number>>
  /** Digest of all planned changes: the same files on the same data give the same digest. */
  readonly digest: string
}

export type Progress = (done: number, total: number) => Promise<void>

/** Compares files with the database and plans the import. Writes nothing. */
export async function planImport(
  context: Context,
  request: ImportRequest,
  progress: Progress = async () => {},
): Promise<ImportPlan> {
  const read = await readFiles(request.files)
  const source = read.source ?? request.source
  if (read.problems.length > 0) {
    const report = read.problems.map(({ place, problem }): ItemReport => ({
      kind: 'file',
      key: place.file,
      action: 'bad',
      place,
      changes: [],
      problems: [problem],
      unprintable: [],
    }))
    return finish({ source, snapshot: null, shows: [], events: [], prices: [], report })
  }
  const items = groupRecords(read.records)
  await progress(0, items.length)
  const snapshot = await readImportSnapshot(context, source, items)
  return planItems(snapshot, items, request.defaults, progress)
}

async function planItems(
  snapshot: ImportSnapshot,
  items: readonly Item[],
  defaults: Defaults,
  progress: Progress,
): Promise<ImportPlan> {
  const good = items.filter((item) => item.key !== '')
  const ofKind = (kind: RecordKind) => good.filter((item) => item.kind === kind)
  const taken = new Map<string, string>()
  const shows = ofKind('show').map((item) => planShow(snapshot, item, defaults, taken))
  await progress(shows.length, items.length)
  const organiserOf = new Map([
    ...shows.map(({ item, write }) => [item.key, write.merchantId] as const),
    ...[...snapshot.shows].map(([key, { merchantId }]) => [key, merchantId] as const),
  ])
  const events: PlannedEvent[] = []
  const prices: PlannedPrice[] = []
  const pricesOfEvent = Map.groupBy(ofKind('price'), (item) => item.fields.event ?? '')
  const eventItems = withReferencedEvents(snapshot, ofKind('event'), pricesOfEvent)
  const referenced = new Set(eventItems.slice(ofKind('event').length))
  for (const [index, item] of eventItems.entries()) {
    const event = planEvent(snapshot, item, organiserOf)
    events.push(event)
    prices.push(...planPrices(snapshot, event, pricesOfEvent.get(item.key) ?? []))
    pricesOfEvent.delete(item.key)
    if (index % 500 === 499)
      await progress(shows.length + events.length + prices.length, items.length)
  }
  for (const [value, orphans] of pricesOfEvent)
    for (const item of orphans)
      item.problems.push({ code: 'unknown-event', column: 'event', values: { value } })
  const broken = items.filter((item) => item.key === '' || hasNoEvent(item, pricesOfEvent))
  const letters = await unprintableLetters(items.flatMap(namesOf))
  const reportOf = (item: Item, known: object | undefined, changes: readonly Change[]) =>
    reported(item, known, changes, letters)
  const report = [
    ...shows.map((show) => reportOf(show.item, show.known, show.changes)),
    ...events
      .filter(({ item }) => !referenced.has(item) || item.problems.length > 0)
      .map((event) => reportOf(event.item, event.known, event.changes)),
    ...prices.map((price) => reportOf(price.item, price.known, price.changes)),
    ...broken.map((item) => reportOf(item, undefined, [])),
  ]
  return finish({ source: snapshot.source, snapshot, shows, events, prices, report })
}

/** Adds known events that only a file of prices refers to. */
function withReferencedEvents(
  snapshot: ImportSnapshot,
  events: readonly Item[],
  pricesOfEvent: ReadonlyMap<string, readonly Item[]>,
): Item[] {
  const listedKeys = new Set(events.map((item) => item.key))
  const referenced = [...pricesOfEvent].flatMap(([key, prices]): Item[] => {
    const [first] = prices
    if (listedKeys.has(key) || !snapshot.events.has(key) || !first) return []
    return [{ kind: 'event', key, place: first.place, fields: { event: key }, problems: [] }]
  })
  return [...events, ...referenced]
}

function hasNoEvent(item: Item, orphans: ReadonlyMap<string, readonly Item[]>): boolean {
  return item.kind === 'price' && item.key !== '' && orphans.has(item.fields.event ?? '')
}

function namesOf({ fields }: Item): string[] {
  return Object.entries(fields).flatMap(([column, text]) =>
    column.includes('_name_') && text ? [text] : [],
  )
}

function reported(
  item: Item,
  known: object | undefined,
  changes: readonly Change[],
  letters: readonly string[],
): ItemReport {
  const { kind, key, place, problems } = item
  const action =
    problems.length > 0 ? 'bad' : !known ? 'new' : changes.length > 0 ? 'changed' : 'unchanged'
  const unprintable = letters.filter((letter) =>
    namesOf(item).some((name) => name.includes(letter)),
  )
  return { kind, key, action, place, changes, problems, unprintable }
}

function finish(plan: Omit<ImportPlan, 'counts' | 'digest'>): ImportPlan {
  const counts = { new: 0, changed: 0, unchanged: 0, bad: 0 }
  const hash = createHash('sha256')
  for (const item of plan.report) {
    counts[item.action] += 1
    hash.update(JSON.stringify([item.kind, item.key, item.action, item.changes, item.problems]))
  }
  return { ...plan, counts, digest: hash.digest('hex') }
}
