import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import { money } from '#kernel/money.ts'
import { readStaffEvents } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { ReservationView } from '../basket-contract.ts'
import { presentDate } from './dates.ts'

/** Names and phone numbers are deleted so many days after the deadline. */
const retentionDays = 30
const shownMax = 200
/** States of an order that holds places; a declined card leaves it in `PaymentPending`. */
const heldStatuses = [orderStatus.Draft, orderStatus.Checkout, orderStatus.PaymentPending]

export interface NewReservation {
  readonly orderKey: string
  readonly eventId: number
  readonly name: string
  readonly phone: string
  readonly note: string
  readonly until: Date
}

/** Saves the reservation of an order, in the transaction that extends its deadline; a repeat replaces it. */
export async function writeReservation(
  context: Context,
  { merchantId, staffId }: StaffActor,
  given: NewReservation,
): Promise<void> {
  await sql`
    insert into counter_reservation (order_key, merchant_id, event_id, staff_id, name, phone, note, until, created_at)
    values (${given.orderKey}, ${merchantId}, ${given.eventId}, ${staffId}, ${given.name}, ${given.phone},
      ${given.note}, ${given.until}, ${context.clock.now()})
    on conflict (order_key) do update set name = excluded.name, phone = excluded.phone, note = excluded.note,
      until = excluded.until`.execute(context.db)
}

interface ReservationRow {
  readonly orderKey: string
  readonly orderNumber: string
  readonly eventId: number
  readonly name: string
  readonly phone: string
  readonly note: string
  readonly until: Date
  readonly places: number
  readonly totalMinor: number
}

/** Unsold reservations of the caller's organiser: all, or that of one order. */
export async function listOpenReservations(
  context: Context,
  actor: StaffActor,
  orderKey: string | null = null,
): Promise<ReservationView[]> {
  const { rows } = await sql<ReservationRow>`
    select r.order_key as "orderKey", o.order_number as "orderNumber", r.event_id as "eventId", r.name, r.phone,
      r.note, o.deadline_at as until, o.total_minor::integer as "totalMinor",
      (select coalesce(sum(quantity), 0) from order_line_summary l
        where l.order_id = o.order_id and l.kind = 'Ticket')::integer as places
    from counter_reservation r join order_summary o on o.order_key = r.order_key
    where r.merchant_id = ${actor.merchantId} and o.status = any(${heldStatuses}::smallint[])
      and o.deadline_at > ${context.clock.now()}
      and (${orderKey}::uuid is null or r.order_key = ${orderKey})
    order by o.deadline_at, r.order_key limit ${shownMax}`.execute(context.db)
  if (rows.length === 0) return []
  const events = new Map(
    (await readStaffEvents(context, actor)).map((event) => [event.eventId, event]),
  )
  return rows.flatMap(({ eventId, until, totalMinor, ...row }) => {
    const event = events.get(eventId)
    if (!event || row.places === 0) return []
    return [
      {
        ...row,
        until: until.toISOString(),
        event: presentDate(context, event),
        total: money(totalMinor),
      },
    ]
  })
}

/** Name of an order's reservation; null without one. */
export async function findReservedName(context: Context, orderKey: string): Promise<string | null> {
  const row = await context.db
    .selectFrom('counter_reservation')
    .select('name')
    .where('order_key', '=', orderKey)
    .executeTakeFirst()
  return row?.name ?? null
}

/** The newest order of a shift that holds places and is not reserved under a name. */
export async function findOpenBasket(
  context: Context,
  sessionId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ orderKey: string }>`
    select o.order_key as "orderKey" from order_summary o
    where o.session_id = ${sessionId} and o.status = any(${heldStatuses}::smallint[])
      and o.deadline_at > ${context.clock.now()}
      and not exists (select from counter_reservation r where r.order_key = o.order_key)
    order by o.order_id desc limit 1`.execute(context.db)
  return rows[0]?.orderKey
}

/** Whether the session belongs to a shift of the organiser, so that its orders are the counter's. */
export async function isCounterSession(
  context: Context,
  { merchantId }: StaffActor,
  sessionId: string,
): Promise<boolean> {
  const row = await context.db
    .selectFrom('counter_shift')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row !== undefined
}

/** Retention sweep: deletes old reservations. Returns how many. */
export async function deleteReservations(context: Context): Promise<number> {
  const before = new Date(context.clock.now().getTime() - retentionDays * 86_400_000)
  const { numDeletedRows } = await context.db
    .deleteFrom('counter_reservation')
    .where('until', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
