/** SQL statements of confirmed prices and bookings. The state of a booking changes by one conditional statement. */
import { sql, type RawBuilder } from 'kysely'
import { ticketStatus } from '#contract/enumerations.ts'
import type { Rate } from '#modules/rates/server/public-api.ts'
import type { Actor, Context } from '#platform/context.ts'
import type { FlightOffer, SearchCriteria } from '../../itinerary.ts'
import type { ChosenSeat } from '../../seats.ts'
import type { SupplierBooking, SupplierName, Traveller } from '../supplier.ts'

type Stored = Pick<Context, 'db'>

export type BookingState =
  | 'draft'
  | 'held'
  | 'reserving'
  | 'reserved'
  | 'ticketing'
  | 'ticketed'
  | 'refused'
  | 'cancelling'
  | 'cancelled'

interface Owned {
  readonly sessionId: string
  readonly customerId: string | null
}

export interface StoredPrice extends Owned {
  readonly id: string
  readonly supplier: SupplierName
  readonly criteria: SearchCriteria
  readonly offer: FlightOffer
  readonly totalMinor: number
  readonly searchedMinor: number
  readonly rate: Rate | null
  readonly expiresAt: Date
}

export interface Booking extends Owned {
  readonly id: number
  readonly number: string
  readonly pseudoKey: string
  readonly supplier: SupplierName
  readonly supplierKey: string
  readonly state: BookingState
  readonly criteria: SearchCriteria
  readonly offer: FlightOffer
  readonly rate: Rate | null
  readonly revision: number
  /** The last confirmed price, in tetri. */
  readonly totalMinor: number
  readonly risenOffer: FlightOffer | null
  /** Chosen seats at their confirmed prices, which are included in the total. */
  readonly seats: readonly ChosenSeat[]
  readonly contactEmail: string
  readonly contactPhone: string
  readonly offeringId: number | null
  readonly orderKey: string | null
  readonly reference: string | null
  readonly bookingCode: string | null
  readonly ticketNumbers: readonly string[]
  readonly reservedUntil: Date | null
  readonly travellersKey: string | null
  readonly refusal: string | null
  readonly departsAt: Date
  readonly arrivesAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Whether the actor owns a price or booking; customers also own those of their session as a guest. */
export function isOwn(actor: Actor, { sessionId, customerId }: Owned): boolean {
  if (actor.kind === 'guest') return actor.sessionId === sessionId
  if (actor.kind !== 'customer') return false
  return customerId === null ? actor.sessionId === sessionId : actor.customerId === customerId
}

export function ownerOf(actor: Actor): Owned | null {
  if (actor.kind === 'guest') return { sessionId: actor.sessionId, customerId: null }
  if (actor.kind === 'customer') return { sessionId: actor.sessionId, customerId: actor.customerId }
  return null
}

export async function insertPrice(
  { db }: Stored,
  price: StoredPrice & { readonly createdAt: Date },
): Promise<void> {
  await sql`
    insert into flight_price (id, session_id, customer_id, supplier, criteria, offer, total_minor, searched_minor,
      rate, expires_at, created_at)
    values (${price.id}, ${price.sessionId}, ${price.customerId}, ${price.supplier},
      ${JSON.stringify(price.criteria)}::jsonb, ${JSON.stringify(price.offer)}::jsonb, ${price.totalMinor},
      ${price.searchedMinor}, ${price.rate && JSON.stringify(price.rate)}::jsonb, ${price.expiresAt}, ${price.createdAt})
  `.execute(db)
}

export async function findPrice({ db }: Stored, id: string): Promise<StoredPrice | null> {
  const { rows } = await sql<StoredPrice>`
    select id, session_id as "sessionId", customer_id as "customerId", supplier, criteria, offer,
      total_minor as "totalMinor", searched_minor as "searchedMinor", rate, expires_at as "expiresAt"
    from flight_price where id = ${id}`.execute(db)
  return rows[0] ?? null
}

const columns = sql`id, number, pseudo_key as "pseudoKey", session_id as "sessionId", customer_id as "customerId",
  supplier, supplier_key as "supplierKey", state, criteria, offer, rate, revision, total_minor as "totalMinor",
  risen_offer as "risenOffer", seats, contact_email as "contactEmail", contact_phone as "contactPhone",
  offering_id::int as "offeringId", order_key as "orderKey", reference, booking_code as "bookingCode",
  ticket_numbers as "ticketNumbers", reserved_until as "reservedUntil", travellers_key as "travellersKey", refusal,
  departs_at as "departsAt", arrives_at as "arrivesAt", created_at as "createdAt", updated_at as "updatedAt"`

export type NewBooking = Owned &
  Pick<
    Booking,
    | 'number'
    | 'pseudoKey'
    | 'supplier'
    | 'supplierKey'
    | 'criteria'
    | 'offer'
    | 'rate'
    | 'totalMinor'
    | 'contactEmail'
    | 'contactPhone'
    | 'departsAt'
    | 'arrivesAt'
    | 'createdAt'
  >

export async function insertBooking({ db }: Stored, booking: NewBooking): Promise<Booking> {
  const { rows } = await sql<Booking>`
    insert into flight_booking (number, pseudo_key, session_id, customer_id, supplier, supplier_key, criteria, offer,
      rate, total_minor, contact_email, contact_phone, departs_at, arrives_at, created_at, updated_at)
    values (${booking.number}, ${booking.pseudoKey}, ${booking.sessionId}, ${booking.customerId}, ${booking.supplier},
      ${booking.supplierKey}, ${JSON.stringify(booking.criteria)}::jsonb, ${JSON.stringify(booking.offer)}::jsonb,
      ${booking.rate && JSON.stringify(booking.rate)}::jsonb, ${booking.totalMinor}, ${booking.contactEmail},
      ${booking.contactPhone}, ${booking.departsAt}, ${booking.arrivesAt}, ${booking.createdAt}, ${booking.createdAt})
    returning ${columns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A booking was inserted')
  return row
}

async function findWhere(
  { db }: Stored,
  where: RawBuilder<unknown>,
  isLocked = false,
): Promise<Booking | null> {
  const { rows } = await sql<Booking>`
    select ${columns} from flight_booking where ${where} ${isLocked ? sql`for update` : sql``}
  `.execute(db)
  return rows[0] ?? null
}

export function findByNumber(context: Stored, number: string): Promise<Booking | null> {
  return findWhere(context, sql`number = ${number}`)
}

export function findById(context: Stored, id: number): Promise<Booking | null> {
  return findWhere(context, sql`id = ${id}`)
}

export function findByPseudoKey(context: Stored, pseudoKey: string): Promise<Booking | null> {
  return findWhere(context, sql`pseudo_key = ${pseudoKey}`)
}

export function findByOrder(context: Stored, orderKey: string): Promise<Booking | null> {
  return findWhere(context, sql`order_key = ${orderKey}`)
}

/** Reads a booking, locked until the open transaction ends. */
export function lockBooking(context: Stored, id: number): Promise<Booking | null> {
  return findWhere(context, sql`id = ${id}`, true)
}

export async function findByIds({ db }: Stored, ids: readonly number[]): Promise<Booking[]> {
  const { rows } = await sql<Booking>`
    select ${columns} from flight_booking where id = any(${[...ids]}::integer[])`.execute(db)
  return rows
}

/** The newest bookings of a caller. */
export async function findOfOwner(
  { db }: Stored,
  { sessionId, customerId }: Owned,
  most: number,
): Promise<Booking[]> {
  const { rows } = await sql<Booking>`
    select ${columns} from flight_booking
    where session_id = ${sessionId} or (${customerId}::uuid is not null and customer_id = ${customerId}::uuid)
    order by id desc limit ${most}`.execute(db)
  return rows
}

/** Bookings in these states that were last updated before `until`, the oldest first. */
export async function listWaiting(
  { db }: Stored,
  states: readonly BookingState[],
  until: Date,
  most: number,
): Promise<Booking[]> {
  const { rows } = await sql<Booking>`
    select ${columns} from flight_booking
    where state = any(${[...states]}::text[]) and updated_at <= ${until} order by updated_at limit ${most}
  `.execute(db)
  return rows
}

/** Ticketed bookings that depart between two instants. */
export async function listDeparting({ db }: Stored, from: Date, until: Date): Promise<Booking[]> {
  const { rows } = await sql<Booking>`
    select ${columns} from flight_booking
    where state = 'ticketed' and departs_at > ${from} and departs_at <= ${until} order by departs_at
  `.execute(db)
  return rows
}

export interface BookingChange {
  readonly state?: BookingState
  readonly supplierKey?: string
  readonly offer?: FlightOffer
  readonly revision?: number
  readonly totalMinor?: number
  readonly risenOffer?: FlightOffer | null
  readonly seats?: readonly ChosenSeat[]
  readonly contactEmail?: string
  readonly contactPhone?: string
  readonly offeringId?: number
  readonly orderKey?: string
  readonly reference?: string | null
  readonly bookingCode?: string | null
  readonly ticketNumbers?: readonly string[]
  readonly reservedUntil?: Date | null
  readonly travellersKey?: string | null
  readonly refusal?: string | null
  readonly cancelRefundMinor?: number
  readonly departsAt?: Date
  readonly arrivesAt?: Date
}

const columnOf: Readonly<Record<keyof BookingChange, string>> = {
  state: 'state',
  supplierKey: 'supplier_key',
  offer: 'offer',
  revision: 'revision',
  totalMinor: 'total_minor',
  risenOffer: 'risen_offer',
  seats: 'seats',
  contactEmail: 'contact_email',
  contactPhone: 'contact_phone',
  offeringId: 'offering_id',
  orderKey: 'order_key',
  reference: 'reference',
  bookingCode: 'booking_code',
  ticketNumbers: 'ticket_numbers',
  reservedUntil: 'reserved_until',
  travellersKey: 'travellers_key',
  refusal: 'refusal',
  cancelRefundMinor: 'cancel_refund_minor',
  departsAt: 'departs_at',
  arrivesAt: 'arrives_at',
}

const jsonFields = new Set(['offer', 'risenOffer', 'seats'])

/** Changes a booking that is in one of these states, and logs it. Returns null if it is in another state. */
export async function changeBooking(
  context: Pick<Context, 'db' | 'clock'>,
  id: number,
  from: readonly BookingState[],
  change: BookingChange,
  entry: string,
): Promise<Booking | null> {
  const now = context.clock.now()
  const sets = Object.entries(change).map(([field, value]) => {
    const column = sql.ref(columnOf[field as keyof BookingChange])
    if (!jsonFields.has(field)) return sql`${column} = ${value}`
    return sql`${column} = ${value === null ? null : JSON.stringify(value)}::jsonb`
  })
  const detail = JSON.stringify({ state: change.state, refusal: change.refusal })
  const { rows } = await sql<Booking>`
    with changed as (
      update flight_booking set ${sql.join([...sets, sql`updated_at = ${now}`])}
      where id = ${id} and state = any(${[...from]}::text[]) returning ${columns}),
    logged as (
      insert into flight_booking_log (booking_id, at, entry, detail)
      select id, ${now}, ${entry}, ${detail}::jsonb from changed)
    select * from changed`.execute(context.db)
  return rows[0] ?? null
}

/** The fields of a supplier's booking that are stored. */
export function storedFields(booking: SupplierBooking): BookingChange {
  return {
    reference: booking.reference,
    bookingCode: booking.bookingCode,
    ticketNumbers: booking.ticketNumbers,
    reservedUntil: booking.expiresAt,
  }
}

export interface StoredTraveller extends Traveller {
  /** Place of the offering, from 1. */
  readonly position: number
  readonly documentKind: 'passport' | 'identity-card' | null
}

export async function writeTravellers(
  { db }: Stored,
  bookingId: number,
  travellers: readonly StoredTraveller[],
): Promise<void> {
  await sql`delete from flight_traveller where booking_id = ${bookingId}`.execute(db)
  await sql`
    insert into flight_traveller (booking_id, position, kind, given_name, family_name, gender, birth_date,
      document_kind, document_number, nationality, document_expires_on)
    select ${bookingId}, position, kind, "givenName", "familyName", gender, "birthDate", "documentKind",
      "documentNumber", nationality, "documentExpiresOn"
    from json_to_recordset(${JSON.stringify(travellers)}::json) as t(position smallint, kind text, "givenName" text,
      "familyName" text, gender text, "birthDate" date, "documentKind" text, "documentNumber" text,
      nationality text, "documentExpiresOn" date)`.execute(db)
}

export async function readTravellers(
  { db }: Stored,
  bookingIds: readonly number[],
): Promise<(StoredTraveller & { readonly bookingId: number })[]> {
  const { rows } = await sql<StoredTraveller & { bookingId: number }>`
    select booking_id as "bookingId", position, kind, given_name as "givenName", family_name as "familyName", gender,
      birth_date::text as "birthDate", document_kind as "documentKind", document_number as "documentNumber",
      nationality, document_expires_on::text as "documentExpiresOn"
    from flight_traveller where booking_id = any(${[...bookingIds]}::integer[])
    order by booking_id desc, position`.execute(db)
  return rows
}

/** Valid tickets of a booking. */
export async function readTicketIdentifiers({ db }: Stored, bookingId: number): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select identifier from ticket_summary
    where source = 'flight' and item_id = ${bookingId} and status = ${ticketStatus.Active}
    order by ticket_id`.execute(db)
  return rows.map(({ identifier }) => identifier)
}

export async function readOwnTraveller(
  { db }: Stored,
  customerId: string,
): Promise<StoredTraveller | null> {
  const { rows } = await sql<{ traveller: StoredTraveller }>`
    select traveller from flight_own_traveller where customer_id = ${customerId}`.execute(db)
  return rows[0]?.traveller ?? null
}

export async function writeOwnTraveller(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  customerId: string,
  traveller: StoredTraveller,
): Promise<void> {
  await sql`
    insert into flight_own_traveller (customer_id, traveller, updated_at)
    values (${customerId}, ${JSON.stringify(traveller)}::jsonb, ${clock.now()})
    on conflict (customer_id) do update set traveller = excluded.traveller, updated_at = excluded.updated_at
  `.execute(db)
}

/** Erases the personal data of a customer's flights; bookings are retained for accounting. */
export async function eraseTravellers({ db }: Stored, customerId: string): Promise<void> {
  await sql`delete from flight_own_traveller where customer_id = ${customerId}`.execute(db)
  await sql`
    delete from flight_traveller t using flight_booking b
    where b.id = t.booking_id and b.customer_id = ${customerId}`.execute(db)
  await sql`
    update flight_booking set contact_email = '', contact_phone = '' where customer_id = ${customerId}
  `.execute(db)
}
