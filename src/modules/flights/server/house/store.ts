/** Sold seats and bookings of the platform's own supplier. Seats are checked and taken in one statement. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { FlightOffer } from '../../itinerary.ts'
import type { SupplierBooking } from '../supplier.ts'
import { takenKey, type TakenSeats } from './cabin.ts'
import type { SoldSeats } from './search.ts'

type Stored = Pick<Context, 'db'>

export async function readSold({ db }: Stored, keys: readonly string[]): Promise<SoldSeats> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; sold: number }>`
    select stock_key as key, sold from flight_house_stock where stock_key = any(${[...keys]}::text[])
  `.execute(db)
  return new Map(rows.map(({ key, sold }) => [key, sold]))
}

/** Takes seats of all flights or of none, in a transaction. Keys are sorted to prevent deadlocks. */
export async function takeSeats(
  { db }: Stored,
  requested: readonly { readonly key: string; readonly allotment: number }[],
  seats: number,
): Promise<boolean> {
  const sorted = requested.toSorted((left, right) => (left.key < right.key ? -1 : 1))
  const { rows } = await sql`
    insert into flight_house_stock (stock_key, sold)
    select key, ${seats} from unnest(
      ${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ allotment }) => allotment)}::integer[]
    ) as wanted(key, allotment) where allotment >= ${seats}
    on conflict (stock_key) do update set sold = flight_house_stock.sold + excluded.sold
      where flight_house_stock.sold + excluded.sold <= (
        select allotment from unnest(
          ${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ allotment }) => allotment)}::integer[]
        ) as again(key, allotment) where key = flight_house_stock.stock_key)
    returning stock_key`.execute(db)
  return rows.length === requested.length
}

export async function releaseSeats(
  { db }: Stored,
  keys: readonly string[],
  seats: number,
): Promise<void> {
  await sql`
    update flight_house_stock set sold = sold - ${seats}
    where stock_key = any(${keys.toSorted()}::text[])`.execute(db)
}

/** Numbered seats sold on these flights, as keys of `takenKey`. */
export async function readTakenSeats(
  { db }: Stored,
  flightKeys: readonly string[],
): Promise<TakenSeats> {
  const { rows } = await sql<{ flightKey: string; seat: string }>`
    select flight_key as "flightKey", seat from flight_house_seat
    where flight_key = any(${[...flightKeys]}::text[])`.execute(db)
  return new Set(rows.map(({ flightKey, seat }) => takenKey(flightKey, seat)))
}

/** Takes numbered seats, sorted like in `takeSeats`. Returns false if one is taken; the caller then rolls back. */
export async function takeNamedSeats(
  { db }: Stored,
  bookingKey: string,
  requested: readonly { readonly flightKey: string; readonly seat: string }[],
): Promise<boolean> {
  if (requested.length === 0) return true
  const sorted = requested.toSorted((left, right) =>
    takenKey(left.flightKey, left.seat) < takenKey(right.flightKey, right.seat) ? -1 : 1,
  )
  const { rows } = await sql`
    insert into flight_house_seat (flight_key, seat, booking_key)
    select flight_key, seat, ${bookingKey} from unnest(
      ${sorted.map(({ flightKey }) => flightKey)}::text[], ${sorted.map(({ seat }) => seat)}::text[]
    ) with ordinality as wanted(flight_key, seat, place) order by place
    on conflict do nothing returning seat`.execute(db)
  return rows.length === requested.length
}

export async function releaseNamedSeats({ db }: Stored, bookingKey: string): Promise<void> {
  await sql`delete from flight_house_seat where booking_key = ${bookingKey}`.execute(db)
}

export interface HouseBooking {
  readonly key: string
  readonly reference: string
  readonly state: 'reserved' | 'ticketed' | 'cancelled'
  readonly bookingCode: string
  readonly ticketNumbers: readonly string[]
  readonly offer: FlightOffer
  readonly seats: number
  readonly totalMinor: number
  readonly expiresAt: Date | null
}

const columns = sql`key, reference, state, booking_code as "bookingCode", ticket_numbers as "ticketNumbers",
  offer, seats, total_minor as "totalMinor", expires_at as "expiresAt"`

/** Inserts a booking. Returns false if the key has a booking already. */
export async function insertBooking(
  { db }: Stored,
  booking: HouseBooking,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into flight_house_booking (key, reference, state, booking_code, ticket_numbers, offer, seats,
      total_minor, expires_at, created_at)
    values (${booking.key}, ${booking.reference}, ${booking.state}, ${booking.bookingCode}, '{}',
      ${JSON.stringify(booking.offer)}::jsonb, ${booking.seats}, ${booking.totalMinor}, ${booking.expiresAt}, ${now})
    on conflict (key) do nothing returning key`.execute(db)
  return rows.length === 1
}

export async function findBooking(
  { db }: Stored,
  by: { readonly key: string } | { readonly reference: string },
  options: { readonly isLocked?: boolean } = {},
): Promise<HouseBooking | null> {
  const where = 'key' in by ? sql`key = ${by.key}` : sql`reference = ${by.reference}`
  const { rows } = await sql<HouseBooking>`
    select ${columns} from flight_house_booking where ${where}
    ${options.isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0] ?? null
}

export async function updateBooking(
  { db }: Stored,
  key: string,
  change: {
    readonly state: HouseBooking['state']
    readonly ticketNumbers: readonly string[]
    readonly expiresAt: Date | null
  },
): Promise<void> {
  await sql`
    update flight_house_booking set state = ${change.state}, expires_at = ${change.expiresAt},
      ticket_numbers = ${[...change.ticketNumbers]}::text[]
    where key = ${key}`.execute(db)
}

/** Keys of expired unpaid bookings. */
export async function listExpired({ db }: Stored, now: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from flight_house_booking
    where state = 'reserved' and expires_at <= ${now} order by key limit 200`.execute(db)
  return rows.map(({ key }) => key)
}

export function asSupplierBooking(booking: HouseBooking): SupplierBooking {
  return {
    reference: booking.reference,
    state: booking.state,
    bookingCode: booking.bookingCode,
    ticketNumbers: booking.ticketNumbers,
    totalMinor: booking.totalMinor,
    currency: booking.offer.currency,
    expiresAt: booking.expiresAt,
  }
}
