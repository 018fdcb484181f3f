/** The catalogue's statements. Rows leave this file only as the records of `snapshot.ts` and `door.ts`. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Database } from '#platform/database/database.ts'

export async function readVersion(db: Database): Promise<number> {
  const row = await db
    .selectFrom('catalogue_version')
    .select('version')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return row.version
}

/** Every table of the catalogue, whole; deleted shows and events are left out. */
export async function readTables(db: Database) {
  const [merchants, categories, subcategories, venues, layouts, shows, images, events, types] =
    await Promise.all([
      db.selectFrom('merchant').selectAll().execute(),
      db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute(),
      db.selectFrom('subcategory').selectAll().orderBy('position').orderBy('id').execute(),
      db.selectFrom('venue').selectAll().orderBy('id').execute(),
      readLayoutHeads(db),
      db.selectFrom('show').selectAll().where('status', '<>', 4).orderBy('id').execute(),
      db.selectFrom('show_image').selectAll().execute(),
      readEvents(db),
      db.selectFrom('ticket_type').selectAll().orderBy('position').orderBy('id').execute(),
    ])
  const [feeRules, faq] = await Promise.all([
    db.selectFrom('fee_rule').selectAll().orderBy('id').execute(),
    db.selectFrom('faq_entry').selectAll().orderBy('position').orderBy('id').execute(),
  ])
  return {
    merchants,
    categories,
    subcategories,
    venues,
    layouts,
    shows,
    images,
    events,
    types,
    feeRules,
    faq,
  }
}
export type CatalogueTables = Awaited<ReturnType<typeof readTables>>

/** Layouts without their content, which is large and fetched by digest. */
function readLayoutHeads(db: Database) {
  return db
    .selectFrom('seat_layout')
    .select(['id', 'venue_id', 'name', 'digest', 'capacity'])
    .select(
      sql<boolean>`exists (select from jsonb_array_elements(content->'sections') section
        where section->>'kind' in ('seated', 'table'))`.as('has_numbered_seats'),
    )
    .execute()
}

/** Events with the rules of sale of their offering; an open end of the sales window reads as null. */
function readEvents(db: Database) {
  return db
    .selectFrom('event')
    .innerJoin('offering', 'offering.id', 'event.offering_id')
    .selectAll('event')
    .select(['offering.places_per_order_max', 'offering.is_on_sale'])
    .select(
      sql<Date | null>`case when isfinite(offering.sales_open_at) then offering.sales_open_at end`.as(
        'sales_open_at',
      ),
    )
    .select(
      sql<Date | null>`case when isfinite(offering.sales_close_at) then offering.sales_close_at end`.as(
        'sales_close_at',
      ),
    )
    .where('event.status', '<>', 4)
    .orderBy('event.starts_at')
    .orderBy('event.id')
    .execute()
}

/** Least word similarity of a good match: one wrong letter in a word of seven. */
const similarityGood = 0.5
/** Taken only when nothing is a good match: two letters that changed places. */
const similarityLeast = 0.3

/**
 * Shows whose folded words are like every word asked for, best first. The last word may be the
 * beginning of one, since people search while they type.
 */
export async function searchShowIds(
  db: Database,
  words: readonly string[],
  limit: number,
): Promise<number[]> {
  const result = await sql<{ id: number; least: number }>`
    select show.id, match.least::float8 as least
    from show, lateral (
      select min(score) as least, sum(score) as total
      from unnest(${words}::text[]) with ordinality as asked (word, place),
        lateral (select case
          when ' ' || search_text || ' ' like '% ' || word || ' %' then 1.2
          when ' ' || search_text like '% ' || word || '%' then 1.0
          when length(word) < 3 then 0
          else word_similarity(word, search_text) end as score) rated
    ) match
    where match.least > ${similarityLeast}::float8 and show.status = 1 and show.access <> 1
    order by match.total desc, show.popularity desc, show.id
    limit ${limit}`.execute(db)
  const good = result.rows.filter((row) => row.least >= similarityGood)
  return (good.length > 0 ? good : result.rows).map((row) => row.id)
}

export interface SaleRow {
  readonly eventId: number
  readonly offeringId: number
  readonly showId: number
  readonly slug: string
  readonly status: number
  readonly showStatus: number
  readonly access: number
  readonly previewKey: string | null
  /** Of an offer, which has no date: from when it is good; `startsAt` is until when. */
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
  readonly merchantId: number
  readonly feeRules: readonly {
    readonly eventId: number | null
    readonly showId: number | null
    readonly name: LocalizedText
    readonly basisPoints: number
    readonly fixedMinor: number
  }[]
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
  /** What is paid counts towards the bill. */
  readonly isDeposit: boolean
}

/** What one package holds of a ticket type, of any event. */
export interface PackagePart {
  readonly eventId: number
  readonly ticketTypeId: number
  readonly quantity: number
}

/** One statement, one row: an event as whoever sells it needs it. */
export async function readSaleRow(db: Database, eventId: number): Promise<SaleRow | undefined> {
  const result = await sql<{ sale: SaleRow }>`
    select jsonb_build_object(
      'eventId', event.id, 'offeringId', event.offering_id, 'showId', show.id, 'slug', show.slug,
      'status', event.status, 'showStatus', show.status, 'access', show.access,
      'previewKey', show.preview_key,
      'validFrom', (select valid_from from offer_term where offer_term.event_id = event.id),
      'name', show.name, 'venueName', venue.name, 'cityName', venue.city, 'address', venue.address,
      'timeZone', venue.time_zone,
      'startsAt', event.starts_at, 'doorsAt', event.doors_at, 'endsAt', event.ends_at,
      'layoutId', event.layout_id,
      'layoutDigest', (select digest from seat_layout where seat_layout.id = event.layout_id),
      'imageUrl', (select path from show_image where show_image.show_id = show.id and kind = 3),
      'merchantId', show.merchant_id,
      'feeRules', (select coalesce(jsonb_agg(jsonb_build_object(
          'eventId', fee.event_id, 'showId', fee.show_id, 'name', fee.name,
          'basisPoints', fee.basis_points, 'fixedMinor', fee.fixed_minor) order by fee.id), '[]')
        from fee_rule fee
        where fee.event_id = event.id or (fee.event_id is null and
          (fee.show_id = show.id or fee.show_id is null))),
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

/** Active events that have not begun, with what the lists say of them. */
export async function readSoldOutFlags(
  db: Database,
  now: Date,
): Promise<{ eventId: number; offeringId: number; isSoldOut: boolean }[]> {
  return db
    .selectFrom('event')
    .select(['id as eventId', 'offering_id as offeringId', 'is_sold_out as isSoldOut'])
    .where('status', '=', 1)
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
