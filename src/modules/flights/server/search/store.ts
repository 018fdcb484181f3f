/** SQL statements of searches, suppliers' replies and lowest prices. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { cabins, type Cabin, type FlightOffer, type SearchCriteria } from '../../itinerary.ts'
import type { SupplierName } from '../supplier.ts'

type Stored = Pick<Context, 'db'>

export interface StoredAnswer {
  readonly supplier: SupplierName
  readonly state: 'running' | 'answered' | 'failed'
  readonly startedAt: Date
  readonly answeredAt: Date | null
}

export async function findSearch(
  { db }: Stored,
  criteriaKey: string,
  since: Date,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from flight_search where criteria_key = ${criteriaKey} and created_at > ${since}
    order by created_at desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Inserts a search with a row for each requested supplier. */
export async function insertSearch(
  { db }: Stored,
  search: {
    readonly id: string
    readonly criteriaKey: string
    readonly criteria: SearchCriteria
    readonly suppliers: readonly SupplierName[]
    readonly at: Date
  },
): Promise<void> {
  await sql`
    with search as (
      insert into flight_search (id, criteria_key, criteria, created_at)
      values (${search.id}, ${search.criteriaKey}, ${JSON.stringify(search.criteria)}::jsonb, ${search.at})
      returning id)
    insert into flight_search_answer (search_id, supplier, state, started_at)
    select id, supplier, 'running', ${search.at}::timestamptz
    from search, unnest(${[...search.suppliers]}::text[]) as supplier`.execute(db)
}

export async function readCriteria(
  { db }: Stored,
  searchId: string,
): Promise<SearchCriteria | null> {
  const { rows } = await sql<{ criteria: SearchCriteria }>`
    select criteria from flight_search where id = ${searchId}`.execute(db)
  return rows[0]?.criteria ?? null
}

export async function readStates({ db }: Stored, searchId: string): Promise<StoredAnswer[]> {
  const { rows } = await sql<StoredAnswer>`
    select supplier, state, started_at as "startedAt", answered_at as "answeredAt"
    from flight_search_answer where search_id = ${searchId} order by supplier`.execute(db)
  return rows
}

export async function readOffers(
  { db }: Stored,
  searchId: string,
  supplier: SupplierName,
): Promise<readonly FlightOffer[]> {
  const { rows } = await sql<{ offers: FlightOffer[] }>`
    select offers from flight_search_answer
    where search_id = ${searchId} and supplier = ${supplier} and state = 'answered'`.execute(db)
  return rows[0]?.offers ?? []
}

/** Takes over a request that another process did not finish. Of several processes one succeeds. */
export async function takeOverAnswer(
  { db }: Stored,
  searchId: string,
  supplier: SupplierName,
  times: { readonly startedBefore: Date; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update flight_search_answer set started_at = ${times.now}
    where search_id = ${searchId} and supplier = ${supplier} and state = 'running'
      and started_at < ${times.startedBefore} returning supplier`.execute(db)
  return rows.length === 1
}

export async function writeAnswer(
  { db }: Stored,
  searchId: string,
  supplier: SupplierName,
  answer: { readonly offers: readonly FlightOffer[] | null; readonly at: Date },
): Promise<void> {
  await sql`
    update flight_search_answer set state = ${answer.offers ? 'answered' : 'failed'}, answered_at = ${answer.at},
      offers = ${JSON.stringify(answer.offers ?? [])}::jsonb
    where search_id = ${searchId} and supplier = ${supplier} and state = 'running'`.execute(db)
}

export interface LowestFare {
  readonly from: string
  readonly to: string
  readonly departsOn: string
  readonly returnsOn: string
  readonly cabin: Cabin
  readonly supplier: SupplierName
  /** Price of one adult, in tetri. */
  readonly priceMinor: number
  readonly seenAt: Date
}

export async function writeLowest({ db }: Stored, fares: readonly LowestFare[]): Promise<void> {
  if (fares.length === 0) return
  await sql`
    insert into flight_lowest_fare (from_airport, to_airport, departs_on, returns_on, cabin, supplier,
      price_minor, seen_at)
    select "from", "to", "departsOn", "returnsOn", cabin, supplier, "priceMinor", "seenAt"
    from json_to_recordset(${JSON.stringify(fares)}::json) as seen("from" text, "to" text, "departsOn" date,
      "returnsOn" date, cabin text, supplier text, "priceMinor" integer, "seenAt" timestamptz)
    on conflict (from_airport, to_airport, departs_on, returns_on, cabin, supplier) do update
      set price_minor = excluded.price_minor, seen_at = excluded.seen_at`.execute(db)
}

export async function readLowest(
  { db }: Stored,
  filter: {
    readonly from: readonly string[]
    readonly to: readonly string[]
    readonly cabin: Cabin
    readonly departs: readonly [first: string, last: string]
    readonly isReturn: boolean
    readonly seenSince: Date
  },
): Promise<LowestFare[]> {
  const { rows } = await sql<LowestFare>`
    select from_airport as "from", to_airport as "to", departs_on::text as "departsOn",
      returns_on::text as "returnsOn", cabin, supplier, price_minor as "priceMinor", seen_at as "seenAt"
    from flight_lowest_fare
    where from_airport = any(${[...filter.from]}::text[]) and to_airport = any(${[...filter.to]}::text[])
      and cabin = ${cabins.includes(filter.cabin) ? filter.cabin : 'economy'}
      and departs_on between ${filter.departs[0]}::date and ${filter.departs[1]}::date
      and (returns_on <> departs_on) = ${filter.isReturn} and seen_at > ${filter.seenSince}`.execute(
    db,
  )
  return rows
}

/** Deletes searches older than an hour, and outdated prices. */
export async function deleteOldSearches({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000)
  await sql`delete from flight_search where created_at < ${before(1)}`.execute(db)
  await sql`delete from flight_lowest_fare where seen_at < ${before(72)}`.execute(db)
  await sql`delete from flight_price where created_at < ${before(48)}`.execute(db)
}
