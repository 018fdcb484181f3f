import { sql } from 'kysely'
import {
  readDatesOfShows,
  readDirectory,
  readLayouts,
  readProgramme,
  readShowSlugs,
  type DateOfShow,
  type Directory,
  type EventExport,
  type LayoutEntry,
  type ShowExport,
  type TicketTypeExport,
} from '#modules/catalogue/server/public-api.ts'
import { readUse, type OfferingUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { placeCount, poolsOf, type SeatLayout } from '#seatmap/layout.ts'
import type { Item } from './group.ts'

/** Keys of the platform's own entities, as written by the export: `show` by slug, `event-101`, `type-1001`. */
export const ownSource = 'bileti'

/** The part of a layout that prices and offerings need. */
export interface LayoutFacts {
  readonly entry: LayoutEntry
  readonly placeCount: number
  readonly pools: readonly { readonly poolId: number; readonly capacity: number }[]
  /** What each zone sells; `mixed` cannot be sold by one price. */
  readonly zones: ReadonlyMap<
    string,
    {
      readonly name: { readonly ka: string; readonly en: string }
      readonly sells: 'seats' | number | 'mixed' | 'nothing'
    }
  >
}

/** The current data that the files refer to. */
export interface ImportSnapshot {
  readonly now: Date
  readonly source: string
  readonly directory: Directory
  readonly shows: ReadonlyMap<string, ShowExport>
  readonly events: ReadonlyMap<string, EventExport>
  /** By event id and external key of the price. */
  readonly ticketTypes: ReadonlyMap<string, TicketTypeExport>
  readonly typesOfEvent: ReadonlyMap<number, readonly TicketTypeExport[]>
  /** Dates to come of the shows that the files hide. */
  readonly dates: readonly DateOfShow[]
  readonly use: ReadonlyMap<number, OfferingUse>
  readonly layouts: ReadonlyMap<number, LayoutFacts>
  /** Slugs of other shows. */
  readonly slugs: ReadonlyMap<string, number>
}

export async function readImportSnapshot(
  context: Context,
  source: string,
  items: readonly Item[],
): Promise<ImportSnapshot> {
  const directory = await readDirectory(context)
  const references = await readReferences(context, source, items)
  const { shows, events, ticketTypes } = await readProgramme(context, {
    showIds: [...references.show.values()],
    showSlugs: [...references.slugs],
    eventIds: [...references.event.values()],
    isLocked: context.db.isTransaction,
    // A file that was imported before names them again: they stay deleted.
    includesDeleted: true,
  })
  const showOfId = new Map(shows.map((show) => [show.id, show]))
  const eventOfId = new Map(events.map((event) => [event.id, event]))
  const typeOfId = new Map(ticketTypes.map((type) => [type.id, type]))
  const layouts = await readLayoutFacts(context, directory, items, events)
  const hidden = items.filter(
    ({ kind, fields }) => kind === 'show' && isInactive(fields.show_status),
  )
  const hiddenKeys = new Set(hidden.map(({ key }) => key))
  const dates = await readDatesOfShows(
    context,
    shows
      .filter(({ id, slug }) => hiddenKeys.has(slug) || isNamed(references.show, hiddenKeys, id))
      .map(({ id }) => id),
  )
  return {
    now: context.clock.now(),
    source,
    directory,
    shows: new Map([
      ...shows.flatMap((show) =>
        references.slugs.has(show.slug) ? [[show.slug, show] as const] : [],
      ),
      ...resolved(references.show, showOfId),
    ]),
    events: resolved(references.event, eventOfId),
    ticketTypes: resolved(references['ticket-type'], typeOfId),
    typesOfEvent: Map.groupBy(ticketTypes, (type) => type.eventId),
    dates,
    use: await readUse(
      context,
      [...events, ...dates].map(({ offeringId }) => offeringId),
    ),
    layouts,
    slugs: await readShowSlugs(context),
  }
}

function isInactive(status: string | undefined): boolean {
  return status !== undefined && status.toLowerCase() !== 'active'
}

function isNamed(ids: ReadonlyMap<string, number>, keys: ReadonlySet<string>, id: number): boolean {
  return [...keys].some((key) => ids.get(key) === id)
}

function resolved<Value>(
  ids: ReadonlyMap<string, number>,
  values: ReadonlyMap<number, Value>,
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  for (const [key, id] of ids) {
    const value = values.get(id)
    if (value !== undefined) found.set(key, value)
  }
  return found
}

type Kind = 'show' | 'event' | 'ticket-type'

/** Ids of entities that were imported with these keys of a source; unknown keys are left out. */
export async function readImported(
  context: Context,
  source: string,
  kind: 'show' | 'event',
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; id: number }>`
    select key, subject_id as id from external_reference
    where source = ${source} and kind = ${kind} and key = any(${[...keys]}::text[])`.execute(
    context.db,
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}

async function readReferences(
  context: Context,
  source: string,
  items: readonly Item[],
): Promise<Record<Kind, ReadonlyMap<string, number>> & { slugs: ReadonlySet<string> }> {
  const keys = {
    show: new Set<string>(),
    event: new Set<string>(),
    'ticket-type': new Set<string>(),
  }
  for (const item of items) {
    if (item.key === '') continue
    keys[item.kind === 'price' ? 'ticket-type' : item.kind].add(item.key)
    if (item.fields.show !== undefined) keys.show.add(item.fields.show)
    if (item.fields.event !== undefined) keys.event.add(item.fields.event)
  }
  const found: Record<Kind, Map<string, number>> = {
    show: new Map(),
    event: new Map(),
    'ticket-type': new Map(),
  }
  const { rows } = await sql<{ kind: Kind; key: string; id: number }>`
    select kind, key, subject_id as id from external_reference
    where source = ${source} and (
      (kind = 'show' and key = any(${[...keys.show]}::text[]))
      or (kind = 'event' and key = any(${[...keys.event]}::text[]))
      or (kind = 'ticket-type' and key = any(${[...keys['ticket-type']]}::text[])))`.execute(
    context.db,
  )
  if (source === ownSource) {
    addOwnNumbers(found.event, keys.event, /^event-(\d{1,9})$/)
    addOwnNumbers(found['ticket-type'], keys['ticket-type'], /\/type-(\d{1,9})$/)
  }
  for (const { kind, key, id } of rows) found[kind].set(key, id)
  return { ...found, slugs: source === ownSource ? keys.show : new Set() }
}

function addOwnNumbers(into: Map<string, number>, keys: Iterable<string>, pattern: RegExp): void {
  for (const key of keys) {
    const match = pattern.exec(key)
    if (match) into.set(key, Number(match[1]))
  }
}

/** Reads only layouts that are named or in use, since a stadium's is large. */
async function readLayoutFacts(
  context: Context,
  directory: Directory,
  items: readonly Item[],
  events: readonly EventExport[],
): Promise<ReadonlyMap<number, LayoutFacts>> {
  const names = new Set(items.flatMap((item) => item.fields.layout?.replace(/@\d+$/, '') ?? []))
  const used = new Set(events.map((event) => event.layoutId))
  const entries = directory.layouts.filter(
    (entry) =>
      used.has(entry.id) || names.has(entry.digest) || (entry.key !== null && names.has(entry.key)),
  )
  const contents = await readLayouts(
    context,
    entries.map((entry) => entry.id),
  )
  return new Map(
    entries.flatMap((entry) => {
      const content = contents.get(entry.id)
      return content ? [[entry.id, layoutFacts(entry, content)] as const] : []
    }),
  )
}

function layoutFacts(entry: LayoutEntry, layout: SeatLayout): LayoutFacts {
  const pools = poolsOf(layout)
  const seated = new Set<string>()
  for (const section of layout.sections) {
    for (const row of [...(section.rows ?? []), ...(section.tables ?? [])]) {
      seated.add(row.zone ?? section.zone)
      for (const exception of row.exceptions ?? []) if (exception.zone) seated.add(exception.zone)
    }
  }
  const sells = (zone: string) => {
    const [pool, ...more] = pools.filter(({ section }) => section.zone === zone)
    if (!pool) return seated.has(zone) ? 'seats' : 'nothing'
    return more.length > 0 || seated.has(zone) ? 'mixed' : pool.pool.poolId
  }
  return {
    entry,
    placeCount: placeCount(layout),
    pools: pools.map(({ pool }) => pool),
    zones: new Map(layout.zones.map(({ key, name }) => [key, { name, sells: sells(key) }])),
  }
}
