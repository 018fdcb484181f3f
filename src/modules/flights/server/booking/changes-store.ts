/** Stored changes of ticketed bookings by their airlines, and the selection of bookings to check. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { FlightSlice } from '../../itinerary.ts'

type Stored = Pick<Context, 'db'>

export interface FlightChange {
  readonly id: number
  readonly bookingId: number
  readonly supplierRef: string
  readonly before: readonly FlightSlice[]
  /** Empty if the flights are cancelled. */
  readonly after: readonly FlightSlice[]
  readonly state: 'open' | 'accepted' | 'refunded' | 'replaced'
}

/** Hours before departure at which returns end. */
export const returnHoursBefore = 24

/** The last instant of returns after a change by the airline: the departure, or what was sold with an earlier one. */
export function changedReturnEnd(departsAt: Date, { before }: Pick<FlightChange, 'before'>): Date {
  const sold = before[0]?.legs[0]?.departsAt
  if (sold === undefined) return departsAt
  const promised = new Date(new Date(sold).getTime() - returnHoursBefore * 3_600_000)
  return promised > departsAt ? promised : departsAt
}

const columns = sql`id, booking_id as "bookingId", supplier_ref as "supplierRef", before, after, state`

export async function readNewestChanges(
  { db }: Stored,
  bookingIds: readonly number[],
): Promise<ReadonlyMap<number, FlightChange>> {
  const { rows } = await sql<FlightChange>`
    select distinct on (booking_id) ${columns} from flight_change
    where booking_id = any(${[...bookingIds]}::integer[]) order by booking_id, id desc`.execute(db)
  return new Map(rows.map((change) => [change.bookingId, change]))
}

export async function readNewestChange(
  context: Stored,
  bookingId: number,
): Promise<FlightChange | null> {
  return (await readNewestChanges(context, [bookingId])).get(bookingId) ?? null
}

/** Records a change once; it replaces earlier open ones. Returns whether it is new. */
export async function insertChange(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  change: Pick<FlightChange, 'bookingId' | 'supplierRef' | 'before' | 'after'>,
): Promise<boolean> {
  const known = await sql`
    select from flight_change
    where booking_id = ${change.bookingId} and supplier_ref = ${change.supplierRef}`.execute(db)
  if (known.rows.length > 0) return false
  const now = clock.now()
  await sql`
    update flight_change set state = 'replaced', answered_at = ${now}
    where booking_id = ${change.bookingId} and state = 'open'`.execute(db)
  await sql`
    insert into flight_change (booking_id, supplier_ref, before, after, noticed_at)
    values (${change.bookingId}, ${change.supplierRef}, ${JSON.stringify(change.before)}::jsonb,
      ${JSON.stringify(change.after)}::jsonb, ${now})`.execute(db)
  return true
}

/** Closes the open change of a booking. Returns whether there was one. */
export async function closeChange(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  bookingId: number,
  state: 'accepted' | 'refunded',
): Promise<boolean> {
  const result = await sql`
    update flight_change set state = ${state}, answered_at = ${clock.now()}
    where booking_id = ${bookingId} and state = 'open'`.execute(db)
  return Number(result.numAffectedRows ?? 0) > 0
}

/** Selects ticketed bookings before departure that were not checked since `since`, and marks them as checked. */
export async function claimBookingsToCheck(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  since: Date,
  most: number,
): Promise<number[]> {
  const now = clock.now()
  const { rows } = await sql<{ id: number }>`
    update flight_booking set changes_checked_at = ${now}
    where id in (
      select id from flight_booking
      where state = 'ticketed' and departs_at > ${now}
        and (changes_checked_at is null or changes_checked_at <= ${since})
      order by changes_checked_at nulls first limit ${most} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
