/**
 * The whole catalogue in memory. It changes seldom and is read by every page, so each process keeps one
 * copy and asks the database once a second, in one small query, whether it is still the newest. A change
 * is therefore seen at most `checkedMilliseconds` late, and a page costs no query at all.
 */
import type { LocalizedText } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import type { Currency } from '#kernel/money.ts'
import type { Database } from '#platform/database/database.ts'
import type { Images } from '../contract.ts'
import {
  allInPrice,
  currencyOf,
  feeRuleFor,
  isListed,
  localDate,
  localHour,
  type FeeRuleOfScope,
  type Sale,
} from './rules.ts'
import { imagesOf } from './images.ts'
import { readTables, readVersion, type CatalogueTables } from './store.ts'

/** How long a copy is served without asking; monotonic time, since this is no business of the clock. */
const checkedMilliseconds = 1_000

export type CategoryRecord = CatalogueTables['categories'][number] & {
  readonly name: LocalizedText
  readonly subcategories: readonly SubcategoryRecord[]
}
export type SubcategoryRecord = CatalogueTables['subcategories'][number] & {
  readonly name: LocalizedText
}

export interface VenueRecord {
  readonly id: number
  readonly slug: string
  readonly kind: string
  readonly name: LocalizedText
  readonly city: LocalizedText
  readonly address: LocalizedText
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
  readonly capacity: number
}

export interface TicketTypeRecord {
  readonly id: number
  readonly name: LocalizedText
  readonly zone: string | null
  readonly poolId: number | null
  readonly priceMinor: number
  readonly feeMinor: number
  readonly totalMinor: number
  readonly currency: Currency
  readonly position: number
  readonly status: string
  readonly channels: readonly string[] | null
  readonly perOrderMax: number | null
}

export interface EventRecord extends Sale {
  readonly id: number
  readonly showId: number
  readonly venue: VenueRecord
  readonly layout: {
    readonly id: number
    readonly digest: string
    readonly name: LocalizedText
    readonly hasNumberedSeats: boolean
  } | null
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
  /** Date and hour on the wall of the venue. */
  readonly localDate: string
  readonly localHour: number
  readonly placesPerOrderMax: number
  readonly minPriceMinor: number
  readonly maxPriceMinor: number
  readonly currency: Currency
  readonly ticketTypes: readonly TicketTypeRecord[]
}

export interface ShowRecord {
  readonly id: number
  readonly slug: string
  readonly category: CategoryRecord
  readonly subcategory: SubcategoryRecord
  readonly merchant: { readonly id: number; readonly name: LocalizedText }
  readonly type: number
  readonly status: number
  readonly access: number
  readonly name: LocalizedText
  readonly summary: LocalizedText
  readonly description: LocalizedText
  readonly performers: readonly { readonly name: LocalizedText; readonly role: LocalizedText }[]
  readonly ageLimit: number
  readonly durationMinutes: number | null
  readonly isPinned: boolean
  readonly isMainBanner: boolean
  readonly shortUrl: string | null
  readonly previewKey: string | null
  readonly theme: 'light' | 'dark' | 'partner' | null
  readonly popularity: number
  readonly publishedAt: Date
  readonly images: Images
  /** In order of time, passed ones too. */
  readonly events: readonly EventRecord[]
}

export interface Catalogue {
  readonly version: number
  readonly categories: readonly CategoryRecord[]
  readonly venues: readonly VenueRecord[]
  readonly shows: ReadonlyMap<number, ShowRecord>
  readonly showsBySlug: ReadonlyMap<string, ShowRecord>
  readonly showsByShortUrl: ReadonlyMap<string, ShowRecord>
  readonly events: ReadonlyMap<number, EventRecord>
  /** Active events of listed shows, in order of time, passed ones too. */
  readonly listedEvents: readonly EventRecord[]
  /** Listed shows, the most wanted first. */
  readonly listedShows: readonly ShowRecord[]
  readonly faq: readonly {
    readonly id: number
    readonly question: LocalizedText
    readonly answer: LocalizedText
  }[]
}

interface Kept {
  catalogue: Promise<Catalogue>
  checkedAt: number
  checking: Promise<void> | null
}

const kept = new WeakMap<Database, Kept>()

/** The catalogue as it was at most a second ago. Inside a transaction it is read anew and not kept. */
export async function readCatalogue(db: Database): Promise<Catalogue> {
  if (db.isTransaction) return load(db)
  let entry = kept.get(db)
  if (!entry) {
    entry = { catalogue: load(db), checkedAt: performance.now(), checking: null }
    kept.set(db, entry)
    entry.catalogue.catch(() => kept.delete(db))
  }
  if (performance.now() - entry.checkedAt > checkedMilliseconds) {
    entry.checking ??= check(db, entry)
    await entry.checking
  }
  return entry.catalogue
}

async function check(db: Database, entry: Kept): Promise<void> {
  const startedAt = performance.now()
  try {
    const { version } = await entry.catalogue
    if ((await readVersion(db)) !== version) {
      const fresh = await load(db)
      entry.catalogue = Promise.resolve(fresh)
    }
    entry.checkedAt = startedAt
  } finally {
    entry.checking = null
  }
}

/** The version is read before the tables: a change in between is loaded again, never missed. */
async function load(db: Database): Promise<Catalogue> {
  const version = await readVersion(db)
  return build(version, await readTables(db))
}

function build(version: number, tables: CatalogueTables): Catalogue {
  const categories = tables.categories.map((row) => ({
    ...row,
    name: localized(row.name),
    subcategories: tables.subcategories
      .filter((subcategory) => subcategory.category_id === row.id)
      .map((subcategory) => ({ ...subcategory, name: localized(subcategory.name) })),
  }))
  const venues = new Map(tables.venues.map((row) => [row.id, venueRecord(row)]))
  const eventsOfShow = Map.groupBy(eventRecords(tables, venues), (event) => event.showId)
  const shows = showRecords(tables, categories, eventsOfShow)
  const listedShows = shows
    .filter(isListed)
    .toSorted((left, right) => right.popularity - left.popularity || left.id - right.id)
  return {
    version,
    categories,
    venues: [...venues.values()],
    shows: new Map(shows.map((show) => [show.id, show])),
    showsBySlug: new Map(shows.map((show) => [show.slug, show])),
    showsByShortUrl: new Map(
      shows.flatMap((show) => (show.shortUrl === null ? [] : [[show.shortUrl, show]])),
    ),
    events: new Map(shows.flatMap((show) => show.events.map((event) => [event.id, event]))),
    listedEvents: listedShows
      .flatMap((show) => show.events.filter((event) => event.status === 1))
      .toSorted(byTime),
    listedShows,
    faq: tables.faq.map((row) => ({
      id: row.id,
      question: localized(row.question),
      answer: localized(row.answer),
    })),
  }
}

export function byTime(left: EventRecord, right: EventRecord): number {
  return left.startsAt.getTime() - right.startsAt.getTime() || left.id - right.id
}

function venueRecord(row: CatalogueTables['venues'][number]): VenueRecord {
  return {
    id: row.id,
    slug: row.slug,
    kind: row.kind,
    name: localized(row.name),
    city: localized(row.city),
    address: localized(row.address),
    latitude: row.latitude,
    longitude: row.longitude,
    timeZone: row.time_zone,
    capacity: row.capacity,
  }
}

function eventRecords(
  tables: CatalogueTables,
  venues: ReadonlyMap<number, VenueRecord>,
): EventRecord[] {
  const typesOfEvent = Map.groupBy(tables.types, (row) => row.event_id)
  const layouts = new Map(tables.layouts.map((row) => [row.id, row]))
  const rules: FeeRuleOfScope[] = tables.feeRules.map((row) => ({
    showId: row.show_id,
    eventId: row.event_id,
    basisPoints: row.basis_points,
    fixedMinor: row.fixed_minor,
  }))
  return tables.events.map((row) => {
    const venue = known(venues, row.venue_id)
    const layout = row.layout_id === null ? undefined : layouts.get(row.layout_id)
    const rule = feeRuleFor(rules, { id: row.id, showId: row.show_id })
    const ticketTypes = (typesOfEvent.get(row.id) ?? []).map((type) => ({
      id: type.id,
      name: localized(type.name),
      zone: type.zone,
      poolId: type.pool_id,
      ...allInPrice(type.price_minor, rule),
      currency: currencyOf(type.currency),
      position: type.position,
      status: type.status,
      channels: type.channels,
      perOrderMax: type.per_order_max,
    }))
    return {
      id: row.id,
      showId: row.show_id,
      venue,
      layout: layout
        ? {
            id: layout.id,
            digest: layout.digest,
            name: localized(layout.name),
            hasNumberedSeats: layout.has_numbered_seats,
          }
        : null,
      status: row.status,
      startsAt: row.starts_at,
      doorsAt: row.doors_at,
      endsAt: row.ends_at,
      localDate: localDate(row.starts_at, venue.timeZone),
      localHour: localHour(row.starts_at, venue.timeZone),
      isSoldOut: row.is_sold_out,
      isOnSale: row.is_on_sale,
      salesOpenAt: row.sales_open_at,
      salesCloseAt: row.sales_close_at,
      placesPerOrderMax: row.places_per_order_max,
      minPriceMinor: row.min_price_minor,
      maxPriceMinor: row.max_price_minor,
      currency: ticketTypes[0]?.currency ?? 'GEL',
      ticketTypes,
    }
  })
}

function showRecords(
  tables: CatalogueTables,
  categories: readonly CategoryRecord[],
  eventsOfShow: ReadonlyMap<number, readonly EventRecord[]>,
): ShowRecord[] {
  const merchants = new Map(
    tables.merchants.map((row) => [row.id, { id: row.id, name: localized(row.name) }]),
  )
  const imagesOfShow = Map.groupBy(tables.images, (row) => row.show_id)
  const places = new Map(
    categories.flatMap((category) =>
      category.subcategories.map((subcategory) => [subcategory.id, { category, subcategory }]),
    ),
  )
  return tables.shows.map((row) => ({
    id: row.id,
    slug: row.slug,
    ...known(places, row.subcategory_id),
    merchant: known(merchants, row.merchant_id),
    type: row.type,
    status: row.status,
    access: row.access,
    name: localized(row.name),
    summary: localized(row.summary),
    description: localized(row.description),
    performers: row.performers as unknown as ShowRecord['performers'],
    ageLimit: row.age_limit,
    durationMinutes: row.duration_minutes,
    isPinned: row.is_pinned,
    isMainBanner: row.is_main_banner,
    shortUrl: row.short_url,
    previewKey: row.preview_key,
    theme: row.theme as ShowRecord['theme'],
    popularity: row.popularity,
    publishedAt: row.published_at,
    images: imagesOf(imagesOfShow.get(row.id) ?? []),
    events: eventsOfShow.get(row.id) ?? [],
  }))
}

/** `jsonb` columns of texts hold both languages; the seed and the back office write nothing else. */
function localized(value: unknown): LocalizedText {
  return value as LocalizedText
}

/** Foreign keys hold, so what a row names is there. */
function known<Value>(values: ReadonlyMap<number, Value>, id: number): Value {
  const value = values.get(id)
  invariant(value, `the catalogue names ${id}, which it does not have`)
  return value
}
