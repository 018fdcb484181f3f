import { sql, type NotNull, type Selectable } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { Show as ShowTable } from '#platform/database/types.ts'
import { seatLayoutSchema, type SeatLayout } from '#seatmap/layout.ts'
import type { ShowWrite } from '../commands/save-programme.ts'
import { showStatus } from '#contract/enumerations.ts'

const { Deleted } = showStatus

/** Entities that an import file may refer to: venues, categories and organisers. */
export interface Directory {
  readonly venues: readonly {
    readonly id: number
    readonly slug: string
    readonly name: LocalizedText
    readonly capacity: number
    readonly timeZone: string
  }[]
  readonly subcategories: readonly {
    readonly id: number
    readonly slug: string
    readonly name: LocalizedText
    readonly categoryName: LocalizedText
  }[]
  readonly merchants: readonly {
    readonly id: number
    readonly slug: string
    readonly name: LocalizedText
  }[]
  readonly layouts: readonly LayoutEntry[]
}

export interface LayoutEntry {
  readonly id: number
  readonly venueId: number
  readonly venueName: LocalizedText
  readonly key: string | null
  readonly version: number
  readonly digest: string
  readonly name: LocalizedText
  readonly capacity: number
  /** Events sold by this layout. */
  readonly eventCount: number
}

/** Used slugs, with their shows. */
export async function readShowSlugs(context: Context): Promise<ReadonlyMap<string, number>> {
  const rows = await context.db.selectFrom('show').select(['id', 'slug']).execute()
  return new Map(rows.map((row) => [row.slug, row.id]))
}

export async function readDirectory(context: Context): Promise<Directory> {
  const { db } = context
  const [venues, subcategories, merchants, layouts] = [
    await db
      .selectFrom('venue')
      .select(['id', 'slug', 'name', 'capacity', 'time_zone'])
      .orderBy('id')
      .execute(),
    await db
      .selectFrom('subcategory')
      .innerJoin('category', 'category.id', 'subcategory.category_id')
      .select(['subcategory.id', 'subcategory.slug', 'subcategory.name'])
      .select('category.name as category_name')
      .orderBy('category.position')
      .orderBy('subcategory.position')
      .execute(),
    await db.selectFrom('merchant').select(['id', 'slug', 'name']).orderBy('id').execute(),
    await db
      .selectFrom('seat_layout')
      .innerJoin('venue', 'venue.id', 'seat_layout.venue_id')
      .select(['seat_layout.id', 'venue_id', 'key', 'version', 'digest', 'seat_layout.capacity'])
      .select(['seat_layout.name', 'venue.name as venue_name'])
      .select(
        sql<number>`(select count(*)::int from event where event.layout_id = seat_layout.id)`.as(
          'event_count',
        ),
      )
      .orderBy('venue_id')
      .orderBy('seat_layout.id')
      .execute(),
  ]
  return {
    venues: venues.map((row) => ({
      id: row.id,
      slug: row.slug,
      name: localized(row.name),
      capacity: row.capacity,
      timeZone: row.time_zone,
    })),
    subcategories: subcategories.map((row) => ({
      id: row.id,
      slug: row.slug,
      name: localized(row.name),
      categoryName: localized(row.category_name),
    })),
    merchants: merchants.map((row) => ({ id: row.id, slug: row.slug, name: localized(row.name) })),
    layouts: layouts.map((row) => ({
      id: row.id,
      venueId: row.venue_id,
      venueName: localized(row.venue_name),
      key: row.key,
      version: row.version,
      digest: row.digest,
      name: localized(row.name),
      capacity: row.capacity,
      eventCount: row.event_count,
    })),
  }
}

/** Layouts with their content, by id. */
export async function readLayouts(
  context: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SeatLayout>> {
  if (ids.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('seat_layout')
    .select(['id', 'content'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, seatLayoutSchema.parse(row.content)]))
}

export interface ShowExport extends ShowWrite {
  readonly isPinned: boolean
  readonly isMainBanner: boolean
  readonly popularity: number
}

export interface EventExport {
  readonly id: number
  readonly showId: number
  readonly venueId: number
  readonly layoutId: number | null
  readonly offeringId: number
  readonly status: number
  readonly startsAt: Date
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
  readonly minPriceMinor: number
  readonly maxPriceMinor: number
  readonly isOnSale: boolean
  /** It does not take place: it is never on sale again. */
  readonly isCancelled: boolean
  readonly placesPerOrderMax: number
  readonly salesOpenAt: Date | null
  readonly salesCloseAt: Date | null
}

export interface TicketTypeExport {
  readonly id: number
  readonly eventId: number
  readonly merchantId: number
  readonly name: LocalizedText
  readonly zone: string | null
  readonly poolId: number | null
  readonly priceMinor: number
  readonly position: number
  /** False: off sale; sold tickets stay valid. */
  readonly isActive: boolean
}

const showColumns = [
  'id',
  'slug',
  'subcategory_id',
  'merchant_id',
  'status',
  'type',
  'access',
  'name',
  'summary',
  'description',
  'performers',
  'age_limit',
  'duration_minutes',
  'is_pinned',
  'is_main_banner',
  'popularity',
] as const satisfies readonly (keyof ShowTable)[]

function showExport(row: Pick<Selectable<ShowTable>, (typeof showColumns)[number]>): ShowExport {
  return {
    id: row.id,
    slug: row.slug,
    subcategoryId: row.subcategory_id,
    merchantId: row.merchant_id,
    status: row.status,
    type: row.type,
    access: row.access,
    name: localized(row.name),
    summary: localized(row.summary),
    description: localized(row.description),
    performers: row.performers as unknown as ShowExport['performers'],
    ageLimit: row.age_limit,
    durationMinutes: row.duration_minutes,
    isPinned: row.is_pinned,
    isMainBanner: row.is_main_banner,
    popularity: row.popularity,
  }
}

const typeColumns = [
  'id',
  'event_id',
  'merchant_id',
  'name',
  'zone',
  'pool_id',
  'price_minor',
  'position',
  'status',
] as const

const eventColumns = [
  'event.id',
  'event.show_id',
  'event.venue_id',
  'event.layout_id',
  'event.offering_id',
  'event.status',
  'event.starts_at',
  'event.doors_at',
  'event.ends_at',
  'event.min_price_minor',
  'event.max_price_minor',
  'event.cancelled_at',
] as const

/** The programme as stored: everything, or the requested shows and events that exist. */
export async function readProgramme(
  context: Context,
  wanted?: {
    readonly showIds: readonly number[]
    readonly showSlugs: readonly string[]
    readonly eventIds: readonly number[]
    /** Locks them until the transaction ends. */
    readonly isLocked?: boolean
    /** Also shows that were deleted, of which nothing can be changed. */
    readonly includesDeleted?: boolean
  },
): Promise<{
  readonly shows: readonly ShowExport[]
  readonly events: readonly EventExport[]
  readonly ticketTypes: readonly TicketTypeExport[]
}> {
  const { db } = context
  let shows = db.selectFrom('show').select(showColumns).orderBy('id')
  if (!wanted?.includesDeleted) shows = shows.where('status', '<>', Deleted)
  let events = db
    .selectFrom('event')
    .innerJoin('offering_sale as offering', 'offering.offering_id', 'event.offering_id')
    .select(eventColumns)
    .select(['offering.is_on_sale', 'offering.places_per_order_max'])
    .select(['offering.sales_open_at', 'offering.sales_close_at'])
    .$narrowType<{ is_on_sale: NotNull; places_per_order_max: NotNull }>()
    .where('event.status', '<>', Deleted)
    .orderBy('event.starts_at')
    .orderBy('event.id')
  let types = db.selectFrom('ticket_type').select(typeColumns).orderBy('position').orderBy('id')
  if (wanted) {
    const eventIds = sql<number>`any(${`{${wanted.eventIds.join()}}`}::int[])`
    shows = shows.where(
      sql<boolean>`(id = any(${`{${wanted.showIds.join()}}`}::int[]) or slug = any(${wanted.showSlugs}::text[]))`,
    )
    events = events.where('event.id', '=', eventIds)
    types = types.where('event_id', '=', eventIds)
    if (wanted.isLocked) {
      shows = shows.forUpdate()
      events = events.forUpdate('event')
      types = types.forUpdate()
    }
  }
  const showRows = await shows.execute()
  const eventRows = await events.execute()
  const typeRows = await types.execute()
  return {
    shows: showRows.map(showExport),
    events: eventRows.map((row) => ({
      id: row.id,
      showId: row.show_id,
      venueId: row.venue_id,
      layoutId: row.layout_id,
      offeringId: row.offering_id,
      status: row.status,
      startsAt: row.starts_at,
      doorsAt: row.doors_at,
      endsAt: row.ends_at,
      minPriceMinor: row.min_price_minor,
      maxPriceMinor: row.max_price_minor,
      isOnSale: row.is_on_sale,
      isCancelled: row.cancelled_at !== null,
      placesPerOrderMax: row.places_per_order_max,
      salesOpenAt: instantOf(row.sales_open_at),
      salesCloseAt: instantOf(row.sales_close_at),
    })),
    ticketTypes: typeRows.map((row) => ({
      id: row.id,
      eventId: row.event_id,
      merchantId: row.merchant_id,
      name: localized(row.name),
      zone: row.zone,
      poolId: row.pool_id,
      priceMinor: row.price_minor,
      position: row.position,
      isActive: row.status === 'Active',
    })),
  }
}

/** Text columns (`jsonb`) hold both languages; nothing else is written. */
function localized(value: unknown): LocalizedText {
  return value as LocalizedText
}

/** The driver returns PostgreSQL's infinities as numbers, whatever the column's type. */
function instantOf(value: unknown): Date | null {
  return value instanceof Date ? value : null
}
