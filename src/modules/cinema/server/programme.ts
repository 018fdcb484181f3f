import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import type { Format } from '../formats.ts'
import { momentOf, priceOf, type PriceRule, type ScreeningMoment } from './prices.ts'

export interface Film {
  readonly filmId: number
  /** Its number in the calls of shows; `filmId` is the number of the cinema's own calls. */
  readonly showId: number
  readonly slug: string
  readonly name: LocalizedText
  readonly originalName: string
  readonly summary: LocalizedText
  readonly description: LocalizedText
  readonly ageLimit: number
  readonly runtimeMinutes: number
  readonly genres: readonly LocalizedText[]
  readonly people: readonly { readonly role: 'director' | 'cast'; readonly name: LocalizedText }[]
  readonly trailerUrl: string | null
  readonly isForChildren: boolean
  readonly isPinned: boolean
  readonly popularity: number
  readonly colour: string
  /** Pictures by kind. */
  readonly images: Readonly<Record<string, FilmImage>>
  /** Release date, ISO 8601. */
  readonly releasedOn: string
}

export interface FilmImage {
  readonly url: string
  readonly width: number
  readonly height: number
}

export interface Cinema {
  readonly cinemaId: number
  /** Its number in replies, where it stands among those of venues. */
  readonly venueId: number
  readonly slug: string
  readonly merchantId: number
  readonly name: LocalizedText
  readonly city: LocalizedText
  readonly address: LocalizedText
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
  readonly forbidsSingleSeats: boolean
}

export interface Hall {
  readonly hallId: number
  readonly cinemaId: number
  readonly name: LocalizedText
  readonly formats: readonly Format[]
  readonly layoutDigest: string
  readonly cleaningMinutes: number
}

export interface Screening {
  readonly screeningId: number
  readonly filmId: number
  readonly cinemaId: number
  readonly hallId: number
  readonly layoutDigest: string
  readonly priceGroupId: number
  /** The run that creates it each day; null if it was added individually. */
  readonly runId: number | null
  /** ISO 8601; screenings after midnight belong to the day before. */
  readonly businessDate: string
  readonly startsAt: Date
  readonly filmStartsAt: Date
  readonly endsAt: Date
  readonly format: Format
  /** Spoken language, BCP 47. */
  readonly language: string
  readonly subtitles: string | null
  readonly isUnallocated: boolean
  readonly salesOpenAt: Date | null
  readonly salesCloseAt: Date
  /** Null until its places are first requested. */
  readonly offeringId: number | null
  readonly supplier: string | null
  readonly supplierSession: string | null
  readonly movedFrom: Date | null
  readonly fullRefundUntil: Date | null
  readonly cancelledAt: Date | null
  readonly cancelReason: LocalizedText | null
  readonly capacity: number
}

export interface TicketType {
  readonly ticketTypeId: number
  readonly name: LocalizedText
  /** For children below this age; null without an age limit. */
  readonly ageMax: number | null
  readonly needsProof: boolean
}

export interface Product {
  /** Also the id of its pool and of its ticket type. */
  readonly productId: number
  readonly kind: 'glasses' | 'food' | 'drink'
  readonly name: LocalizedText
  readonly priceMinor: number
  /** Null: sold for all screenings. */
  readonly formats: readonly Format[] | null
  readonly perScreening: number
  readonly isOnSale: boolean
}

/** Data that changes rarely. */
export interface ReferenceData {
  readonly films: ReadonlyMap<number, Film>
  readonly cinemas: ReadonlyMap<number, Cinema>
  readonly halls: ReadonlyMap<number, Hall>
  readonly prices: ReadonlyMap<number, readonly PriceRule[]>
  readonly ticketTypes: readonly TicketType[]
  readonly products: readonly Product[]
}

/** Reference data with the current and upcoming screenings. */
export interface Programme extends ReferenceData {
  /** Neither cancelled nor over, the next first. */
  readonly screenings: readonly Screening[]
}

/** Maximum delay until a change by another process is seen. */
const cacheMilliseconds = 5_000
const daysAhead = 15

interface CacheEntry {
  readonly readAt: number
  readonly value: Promise<Programme>
}
const cache = new WeakMap<Database, CacheEntry>()

/** The programme of the coming days, at most five seconds old; read from the database inside a transaction. */
export function readProgramme(context: Pick<Context, 'db' | 'clock'>): Promise<Programme> {
  const now = context.clock.now().getTime()
  if (context.db.isTransaction) return loadProgramme(context)
  const found = cache.get(context.db)
  if (found && now >= found.readAt && now - found.readAt < cacheMilliseconds) return found.value
  const value = refreshProgramme(context, found)
  const entry = { readAt: now, value }
  cache.set(context.db, entry)
  value.catch(() => {
    if (cache.get(context.db) === entry) cache.delete(context.db)
  })
  return value
}

/** Clears the cache after a change of the programme in this process. */
export function invalidateProgramme(context: Pick<Context, 'db'>): void {
  cache.delete(context.db)
}

const versions = new WeakMap<Programme, string>()

/** Reloads the programme only if its version has changed, since it has thousands of screenings. */
async function refreshProgramme(
  context: Pick<Context, 'db' | 'clock'>,
  before: CacheEntry | undefined,
): Promise<Programme> {
  // The version is read before the programme, so that concurrent changes are detected by the next refresh.
  const version = await readVersion(context)
  const known = await before?.value.catch(() => null)
  if (known && versions.get(known) === version) return known
  const programme = await loadProgramme(context)
  versions.set(programme, version)
  return programme
}

/** A version that changes with any data of the programme. */
async function readVersion(context: Pick<Context, 'db' | 'clock'>): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ',
      (select concat_ws(' ', count(*), count(s.offering_id), sum(s.id), sum(extract(epoch from s.updated_at)))
        from screening s where ${isUpcoming(context)}),
      (select md5(string_agg(one::text, '' order by one.id)) from film one),
      (select md5(string_agg(one::text, '' order by one.id)) from cinema one),
      (select md5(string_agg(one::text, '' order by one.id)) from cinema_hall one),
      (select md5(string_agg(one::text, '' order by one.id)) from cinema_price one),
      (select md5(string_agg(one::text, '' order by one.id)) from cinema_ticket_type one),
      (select md5(string_agg(one::text, '' order by one.id)) from cinema_product one)) as version`.execute(
    context.db,
  )
  return rows[0]?.version ?? ''
}

/** A condition on `screening s`: neither cancelled nor over, within the coming days. */
function isUpcoming({ clock }: Pick<Context, 'clock'>) {
  const now = clock.now()
  const until = new Date(now.getTime() + daysAhead * 86_400_000)
  return sql`s.cancelled_at is null and s.ends_at > ${now} and s.starts_at < ${until}`
}

async function loadProgramme(context: Pick<Context, 'db' | 'clock'>): Promise<Programme> {
  const reference = await loadReferenceData(context)
  const screenings = await readScreeningRows(context, isUpcoming(context))
  return {
    ...reference,
    screenings: screenings.filter(({ filmId }) => reference.films.has(filmId)),
  }
}

/** Screenings by id, regardless of their state and date. */
export function readScreenings(
  context: Pick<Context, 'db'>,
  screeningIds: readonly number[],
): Promise<Screening[]> {
  if (screeningIds.length === 0) return Promise.resolve([])
  return readScreeningRows(context, sql`s.id = any(${[...new Set(screeningIds)]}::int[])`)
}

/** Screenings that match a condition on `screening s`, the next first. */
export async function readScreeningRows(
  context: Pick<Context, 'db'>,
  condition: ReturnType<typeof sql>,
): Promise<Screening[]> {
  const { rows } = await sql<Screening>`
    select s.id as "screeningId", s.film_id as "filmId", s.cinema_id as "cinemaId", s.hall_id as "hallId",
      s.layout_digest as "layoutDigest", s.price_group_id as "priceGroupId", s.run_id as "runId",
      s.business_date::text as "businessDate", s.starts_at as "startsAt", s.film_starts_at as "filmStartsAt",
      s.ends_at as "endsAt", s.format, s.language, s.subtitles, s.is_unallocated as "isUnallocated",
      s.sales_open_at as "salesOpenAt", s.sales_close_at as "salesCloseAt", s.offering_id::int8 as "offeringId",
      s.supplier, s.supplier_session as "supplierSession", s.moved_from as "movedFrom",
      s.full_refund_until as "fullRefundUntil", s.cancelled_at as "cancelledAt", s.cancel_reason as "cancelReason",
      l.capacity
    from screening s join cinema_layout l on l.digest = s.layout_digest
    where ${condition} order by s.starts_at, s.id`.execute(context.db)
  return rows
}

/** Films, cinemas, halls and prices. */
export async function loadReferenceData(context: Pick<Context, 'db'>): Promise<ReferenceData> {
  const { db } = context
  const films = await sql<Film>`
    select id as "filmId", show_id as "showId", slug, name, original_name as "originalName", summary, description,
      age_limit as "ageLimit", runtime_minutes as "runtimeMinutes", genres, people, trailer_url as "trailerUrl",
      is_for_children as "isForChildren", is_pinned as "isPinned", popularity, colour, images,
      released_on::text as "releasedOn"
    from film where status = 'Active' order by popularity desc, id`.execute(db)
  const cinemas = await sql<Cinema>`
    select id as "cinemaId", venue_id as "venueId", slug, merchant_id as "merchantId", name, city, address, latitude, longitude,
      time_zone as "timeZone", forbids_single_seats as "forbidsSingleSeats"
    from cinema order by id`.execute(db)
  const halls = await sql<Hall>`
    select id as "hallId", cinema_id as "cinemaId", name, formats, layout_digest as "layoutDigest",
      cleaning_minutes as "cleaningMinutes"
    from cinema_hall order by id`.execute(db)
  const prices = await sql<PriceRule & { readonly priceGroupId: number }>`
    select id as "priceId", price_group_id as "priceGroupId", zone, ticket_type_id as "ticketTypeId", weekdays,
      minute_from as "minuteFrom", minute_to as "minuteTo", price_minor as "priceMinor"
    from cinema_price order by id`.execute(db)
  const types = await sql<TicketType>`
    select id as "ticketTypeId", name, age_max as "ageMax", needs_proof as "needsProof"
    from cinema_ticket_type order by position`.execute(db)
  const products = await sql<Product>`
    select id as "productId", kind, name, price_minor as "priceMinor", formats,
      per_screening as "perScreening", is_on_sale as "isOnSale"
    from cinema_product order by position, id`.execute(db)
  return {
    films: new Map(films.rows.map((film) => [film.filmId, film])),
    cinemas: new Map(cinemas.rows.map((cinema) => [cinema.cinemaId, cinema])),
    halls: new Map(halls.rows.map((hall) => [hall.hallId, hall])),
    prices: Map.groupBy(prices.rows, ({ priceGroupId }) => priceGroupId),
    ticketTypes: types.rows,
    products: products.rows,
  }
}

export interface PricedTicketType extends TicketType {
  readonly priceMinor: number
}

const momentCache = new WeakMap<Screening, ScreeningMoment>()

function momentOfScreening(reference: ReferenceData, screening: Screening): ScreeningMoment {
  let moment = momentCache.get(screening)
  if (!moment) {
    const { businessDate, startsAt, cinemaId } = screening
    const timeZone = reference.cinemas.get(cinemaId)?.timeZone ?? 'Asia/Tbilisi'
    momentCache.set(screening, (moment = momentOf(businessDate, startsAt, timeZone)))
  }
  return moment
}

/** Ticket types of a seat class of a screening with their prices, in display order. */
export function typesForZone(
  reference: ReferenceData,
  screening: Screening,
  zone: string | null,
): PricedTicketType[] {
  const rules = reference.prices.get(screening.priceGroupId) ?? []
  const at = momentOfScreening(reference, screening)
  const ageLimit = reference.films.get(screening.filmId)?.ageLimit ?? 0
  return reference.ticketTypes.flatMap((type) => {
    if (type.ageMax !== null && ageLimit > type.ageMax) return []
    const priceMinor = priceOf(rules, { zone, ticketTypeId: type.ticketTypeId }, at)
    return priceMinor === null ? [] : [{ ...type, priceMinor }]
  })
}

/** Lowest and highest price of a seat of a screening for whoever comes, in minor units; null without prices. */
export function priceRange(reference: ReferenceData, screening: Screening): PriceRange | null {
  const known = priceRanges.get(screening)
  if (known !== undefined) return known
  const rules = reference.prices.get(screening.priceGroupId) ?? []
  const zones = new Set(
    rules.map(({ zone }) => zone).filter((zone) => (zone === null) === screening.isUnallocated),
  )
  const prices = [...zones].flatMap((zone) =>
    typesForZone(reference, screening, zone)
      .filter(({ ageMax, needsProof }) => ageMax === null && !needsProof)
      .map(({ priceMinor }) => priceMinor),
  )
  const range =
    prices.length > 0 ? { lowest: Math.min(...prices), highest: Math.max(...prices) } : null
  priceRanges.set(screening, range)
  return range
}
const priceRanges = new WeakMap<Screening, PriceRange | null>()

interface PriceRange {
  readonly lowest: number
  readonly highest: number
}

export function lowestPrice(reference: ReferenceData, screening: Screening): number | null {
  return priceRange(reference, screening)?.lowest ?? null
}

/** Products of the bar that are sold with a screening. */
export function productsFor(reference: ReferenceData, screening: Screening): Product[] {
  return reference.products.filter(
    ({ formats, ...product }) =>
      product.isOnSale && (formats === null || formats.includes(screening.format)),
  )
}

/** The business date of an instant at a cinema; it ends at 06:00 of the following day. */
export function businessDateOf({ timeZone }: Pick<Cinema, 'timeZone'>, at: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime() - 6 * 3_600_000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

/** Whether places of a screening are on sale at `now`. */
export function isOnSale(screening: Screening, now: Date): boolean {
  const { cancelledAt, salesOpenAt, salesCloseAt } = screening
  // As numbers: comparing dates converts them, and a page asks this of every screening of the programme.
  const moment = now.getTime()
  return (
    cancelledAt === null &&
    (salesOpenAt === null || salesOpenAt.getTime() <= moment) &&
    moment < salesCloseAt.getTime()
  )
}
