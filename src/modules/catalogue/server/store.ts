/** The catalogue's statements. Rows leave this file only as the records of `snapshot.ts` and `public-api.ts`. */
import { sql, type NotNull } from 'kysely'
import { imageKind, showStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Database } from '#platform/database/database.ts'
import * as columns from './columns.ts'
import { passedOnColumns, readPassedOn, type PassedOnRow } from './passed-on-store.ts'

/** The newest version, and the shows changed after the given version; 0 means data shared by all shows. */
export async function readChanges(
  db: Database,
  since: number,
): Promise<{ version: number; showIds: readonly number[] }> {
  const result = await sql<{ version: number; showIds: number[] | null }>`
    select version, (select array_agg(show_id) from catalogue_change
      where catalogue_change.version > ${since}::bigint) as "showIds"
    from catalogue_version where id = 1`.execute(db)
  const { version = since, showIds } = result.rows[0] ?? {}
  return { version, showIds: showIds ?? [] }
}

/** Changes whenever data affecting the sale of an event changes; two numbers, cheap enough for any transaction. */
export async function readSaleVersion(db: Database): Promise<string> {
  // With a parameter the statement is sent prepared; planning it again costs ten times what reading two rows does.
  const onlyRow = 1
  const result = await sql<{ version: string }>`
    select (select version from catalogue_version where id = ${onlyRow}) || '.'
      || (select version from sale_version where id = ${onlyRow}) as version`.execute(db)
  return result.rows[0]?.version ?? ''
}

export async function readVersion(db: Database): Promise<number> {
  const row = await db
    .selectFrom('catalogue_version')
    .select('version')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return row.version
}

export async function readShowIds(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('show')
    .select('id')
    .where('status', '<>', showStatus.Deleted)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The tables all shows share, whole; of the layouts, which never change, only those not known yet. */
export async function readFrameTables(db: Database, layoutIdsKnown: readonly number[]) {
  return {
    merchants: await db.selectFrom('merchant').select(['id', 'name']).execute(),
    categories: await db
      .selectFrom('category')
      .select(columns.categoryColumns)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    subcategories: await db
      .selectFrom('subcategory')
      .select(columns.subcategoryColumns)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    venues: await db.selectFrom('venue').select(columns.venueColumns).orderBy('id').execute(),
    layouts: await readLayoutHeads(db, layoutIdsKnown),
    feeRules: await db
      .selectFrom('fee_rule')
      .select(columns.feeRuleColumns)
      .where('show_id', 'is', null)
      .where('event_id', 'is', null)
      .orderBy('id')
      .execute(),
    passedOnFees: await readPassedOn(db),
    members: await db
      .selectFrom('show_member')
      .select(['group_show_id', 'member_show_id'])
      .orderBy('group_show_id')
      .orderBy('position')
      .execute(),
    terms: await db.selectFrom('offer_term').select(['event_id', 'valid_from']).execute(),
    faq: await db
      .selectFrom('faq_entry')
      .select(columns.questionColumns)
      .orderBy('position')
      .orderBy('id')
      .execute(),
  }
}
export type FrameTables = Awaited<ReturnType<typeof readFrameTables>>

/** Layouts without their content, which is large and fetched by digest. */
async function readLayoutHeads(db: Database, idsKnown: readonly number[]) {
  const result = await sql<{
    id: number
    name: LocalizedText
    digest: string
    has_numbered_seats: boolean
  }>`
    select id, name, digest,
      exists (select from jsonb_array_elements(content->'sections') section
        where section->>'kind' in ('seated', 'table')) as has_numbered_seats
    from seat_layout where id <> all(${idsKnown}::integer[])`.execute(db)
  return result.rows
}

/** These shows with their pictures and events; deleted shows and events are left out. */
export async function readShowTables(db: Database, showIds: readonly number[]) {
  const shows = await db
    .selectFrom('show')
    .select(columns.showColumns)
    .where(sql<boolean>`id = any(${showIds}::integer[])`)
    .where('status', '<>', showStatus.Deleted)
    .execute()
  const images = await db
    .selectFrom('show_image')
    .select(columns.imageColumns)
    .where(sql<boolean>`show_id = any(${showIds}::integer[])`)
    .execute()
  return { shows, images, events: await readEvents(db, showIds) }
}
export type ShowTables = Awaited<ReturnType<typeof readShowTables>>

/**
 * Events with the rules of sale of their offering, their day and hour in the venue's time zone, and an aggregate of
 * their ticket types. An open end of the sales window reads as null.
 */
function readEvents(db: Database, showIds: readonly number[]) {
  const finite = (column: string) =>
    sql<Date | null>`case when isfinite(${sql.ref(column)}) then ${sql.ref(column)} end`
  return (
    db
      .selectFrom('event')
      .innerJoin('offering_sale as offering', 'offering.offering_id', 'event.offering_id')
      .innerJoin('venue', 'venue.id', 'event.venue_id')
      .select([
        'event.id',
        'event.show_id',
        'event.venue_id',
        'event.layout_id',
        'event.status',
        'event.starts_at',
        'event.cancelled_at',
        'event.moved_from',
        'event.doors_at',
        'event.ends_at',
        'event.min_price_minor',
        'event.max_price_minor',
        'event.is_sold_out',
        'offering.places_per_order_max',
        'offering.is_on_sale',
        finite('offering.sales_open_at').as('sales_open_at'),
        finite('offering.sales_close_at').as('sales_close_at'),
        sql<string>`to_char(event.starts_at at time zone venue.time_zone, 'YYYY-MM-DD')`.as(
          'local_date',
        ),
        sql<number>`extract(hour from event.starts_at at time zone venue.time_zone)::integer`.as(
          'local_hour',
        ),
        sql<string | null>`(select currency from ticket_type where event_id = event.id
        order by position, id limit 1)`.as('currency'),
        sql<boolean>`exists (select from ticket_type
        where event_id = event.id and status = 'Active' and channels is null)`.as(
          'is_sold_everywhere',
        ),
        sql<string[]>`array(select distinct unnest(channels) from ticket_type
        where event_id = event.id and status = 'Active')`.as('channels'),
      ])
      .where(sql<boolean>`event.show_id = any(${showIds}::integer[])`)
      .where('event.status', '<>', showStatus.Deleted)
      .orderBy('event.starts_at')
      .orderBy('event.id')
      // Columns of a view are nullable in the generated types.
      .$narrowType<{ is_on_sale: NotNull; places_per_order_max: NotNull }>()
      .execute()
  )
}

/** The long texts of one show. */
export function readShowTextsRow(db: Database, showId: number) {
  return db
    .selectFrom('show')
    .select(['summary', 'description', 'performers'])
    .where('id', '=', showId)
    .executeTakeFirst()
}

/** The ticket types of one event, and the fee rules of it and of its show. */
export async function readTicketTypes(db: Database, event: { id: number; showId: number }) {
  const [types, feeRules] = await Promise.all([
    db
      .selectFrom('ticket_type')
      .select(columns.ticketTypeColumns)
      .select(
        sql<boolean>`exists (select from package_part
          where package_part.package_type_id = ticket_type.id)`.as('isPackage'),
      )
      .where('event_id', '=', event.id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('fee_rule')
      .select(columns.feeRuleColumns)
      .where((where) =>
        where.or([
          where('event_id', '=', event.id),
          where.and([where('event_id', 'is', null), where('show_id', '=', event.showId)]),
        ]),
      )
      .orderBy('id')
      .execute(),
  ])
  return { types, feeRules }
}

export interface SaleRow {
  readonly eventId: number
  readonly offeringId: number
  readonly showId: number
  readonly categoryId: number
  readonly categoryKind: number
  readonly slug: string
  readonly status: number
  readonly showStatus: number
  readonly access: number
  readonly previewKey: string | null
  readonly forbidsSingleSeats: boolean
  /** For an offer without a date: start of validity; `startsAt` is its end. */
  readonly validFrom: string | null
  readonly name: LocalizedText
  readonly venueName: LocalizedText
  readonly cityName: LocalizedText
  readonly address: LocalizedText
  readonly timeZone: string
  readonly startsAt: string
  readonly doorsAt: string | null
  readonly endsAt: string | null
  readonly layoutId: number | null
  readonly layoutDigest: string | null
  readonly imageUrl: string | null
  readonly colour: string | null
  readonly merchantId: number
  readonly feeRules: readonly {
    readonly eventId: number | null
    readonly showId: number | null
    readonly name: LocalizedText
    readonly basisPoints: number
    readonly fixedMinor: number
  }[]
  /** Of the organisers of its types, ordered by their start. */
  readonly passedOnFees: readonly PassedOnRow[]
  readonly ticketTypes: readonly {
    readonly ticketTypeId: number
    readonly merchantId: number
    readonly name: LocalizedText
    readonly zone: string | null
    readonly poolId: number | null
    readonly priceMinor: number
    readonly currency: string
    readonly status: 'Active' | 'Inactive' | 'Pending'
    readonly channels: readonly string[] | null
    readonly perOrderMax: number | null
    readonly table: TableSale | null
    readonly parts: readonly PackagePart[]
  }[]
}

/** A ticket type that sells whole tables. */
export interface TableSale {
  readonly guestsMin: number
  readonly guestsMax: number
  /** The price is for one guest; otherwise for the table. */
  readonly isPerGuest: boolean
  /** The amount paid is a deposit that counts towards the bill. */
  readonly isDeposit: boolean
}

/** A part of a package: a ticket type of any event and its quantity. */
export interface PackagePart {
  readonly eventId: number
  readonly ticketTypeId: number
  readonly quantity: number
}

/** An event with everything needed to sell it, in one statement and one row. */
export async function readSaleRow(db: Database, eventId: number): Promise<SaleRow | undefined> {
  const result = await sql<{ sale: SaleRow }>`
    select jsonb_build_object(
      'eventId', event.id, 'offeringId', event.offering_id, 'showId', show.id, 'slug', show.slug,
      'categoryId', (select category_id from subcategory where subcategory.id = show.subcategory_id),
      'categoryKind', (select category.kind from subcategory join category
        on category.id = subcategory.category_id where subcategory.id = show.subcategory_id),
      'status', case when event.cancelled_at is null then event.status else 3 end, 'showStatus', show.status, 'access', show.access,
      'previewKey', show.preview_key, 'forbidsSingleSeats', event.forbids_single_seats,
      'validFrom', (select valid_from from offer_term where offer_term.event_id = event.id),
      'name', show.name, 'venueName', venue.name, 'cityName', venue.city, 'address', venue.address,
      'timeZone', venue.time_zone,
      'startsAt', event.starts_at, 'doorsAt', event.doors_at, 'endsAt', event.ends_at,
      'layoutId', event.layout_id,
      'layoutDigest', (select digest from seat_layout where seat_layout.id = event.layout_id),
      'imageUrl', (select path from show_image where show_image.show_id = show.id and kind = ${sql.lit(imageKind.Thumbnail)}),
      'colour', show.colour, 'merchantId', show.merchant_id,
      'feeRules', (select coalesce(jsonb_agg(jsonb_build_object(
          'eventId', fee.event_id, 'showId', fee.show_id, 'name', fee.name,
          'basisPoints', fee.basis_points, 'fixedMinor', fee.fixed_minor) order by fee.id), '[]')
        from fee_rule fee
        where fee.event_id = event.id or (fee.event_id is null and
          (fee.show_id = show.id or fee.show_id is null))),
      'passedOnFees', (select coalesce(jsonb_agg(to_jsonb(fee) order by fee."validFrom", fee.id), '[]')
        from (select id, ${passedOnColumns} from passed_on_fee
          where merchant_id in (select merchant_id from ticket_type where event_id = event.id)) fee),
      'ticketTypes', (select coalesce(jsonb_agg(jsonb_build_object(
          'ticketTypeId', type.id, 'merchantId', type.merchant_id, 'name', type.name,
          'zone', type.zone, 'poolId', type.pool_id, 'priceMinor', type.price_minor,
          'currency', type.currency, 'status', type.status, 'channels', type.channels,
          'perOrderMax', type.per_order_max,
          'table', (select jsonb_build_object('guestsMin', guests_min, 'guestsMax', guests_max,
              'isPerGuest', is_per_guest, 'isDeposit', is_deposit)
            from table_type where table_type.ticket_type_id = type.id),
          'parts', (select coalesce(jsonb_agg(jsonb_build_object('eventId', part.event_id,
              'ticketTypeId', part.id, 'quantity', package_part.quantity)
              order by package_part.position), '[]')
            from package_part join ticket_type part on part.id = package_part.part_type_id
            where package_part.package_type_id = type.id)) order by type.position, type.id), '[]')
        from ticket_type type where type.event_id = event.id)
    ) as sale
    from event
    join show on show.id = event.show_id
    join venue on venue.id = event.venue_id
    where event.id = ${eventId}`.execute(db)
  return result.rows[0]?.sale
}

export async function readLayoutContent(db: Database, digest: string): Promise<unknown> {
  const row = await db
    .selectFrom('seat_layout')
    .select('content')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row?.content
}

export interface SoldOutFlag {
  readonly eventId: number
  readonly offeringId: number
  readonly isSoldOut: boolean
  /** Sells packages: their availability follows from their parts in other offerings. */
  readonly hasPackages: boolean
}

/** Active events that have not begun, with their list data. */
export async function readSoldOutFlags(db: Database, now: Date): Promise<SoldOutFlag[]> {
  return db
    .selectFrom('event')
    .select(['id as eventId', 'offering_id as offeringId', 'is_sold_out as isSoldOut'])
    .select(
      sql<boolean>`exists (select from package_part
        join ticket_type type on type.id = package_part.package_type_id
        where type.event_id = event.id)`.as('hasPackages'),
    )
    .where('status', '=', showStatus.Active)
    .where('starts_at', '>', now)
    .execute()
}

export async function writeSoldOut(
  db: Database,
  eventId: number,
  isSoldOut: boolean,
): Promise<void> {
  await db
    .updateTable('event')
    .set({ is_sold_out: isSoldOut })
    .where('id', '=', eventId)
    .where('is_sold_out', '<>', isSoldOut)
    .execute()
}
