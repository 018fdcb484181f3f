import { sql } from 'kysely'
import { showStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

/** Cancels a date irrevocably and ends its sale; returns whether it was active until now. */
export async function cancelEvent(
  context: Context,
  eventId: number,
  reason: LocalizedText,
): Promise<boolean> {
  const { numUpdatedRows } = await context.db
    .updateTable('event')
    .set({
      cancelled_at: context.clock.now(),
      cancel_reason: JSON.stringify(reason),
      status: showStatus.Stopped,
    })
    .where('id', '=', eventId)
    .where('status', '<>', showStatus.Deleted)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Reschedules an active, future event; doors, end and end of sale shift by the same amount. Returns whether it was
 * rescheduled. The original time is stored at the first move; the period for a full refund starts again.
 */
export async function moveEvent(
  context: Context,
  eventId: number,
  move: { readonly startsAt: Date; readonly fullRefundUntil: Date },
): Promise<boolean> {
  const { startsAt, fullRefundUntil } = move
  const now = context.clock.now()
  const { rows } = await sql<{ offering_id: number }>`
    update event set
      moved_from = coalesce(moved_from, starts_at), moved_at = ${now}::timestamptz,
      full_refund_until = ${fullRefundUntil}::timestamptz,
      doors_at = doors_at + (${startsAt}::timestamptz - starts_at),
      ends_at = ends_at + (${startsAt}::timestamptz - starts_at),
      starts_at = ${startsAt}::timestamptz
    where id = ${eventId} and status <> ${showStatus.Deleted} and cancelled_at is null
      and starts_at > ${now} and starts_at <> ${startsAt}
    returning offering_id
  `.execute(context.db)
  return rows.length > 0
}

/** Dates that begin after the first instant, up to and including the second, and are not cancelled. */
export async function listEventsStarting(
  context: Pick<Context, 'db'>,
  from: Date,
  until: Date,
): Promise<{ eventId: number; offeringId: number; startsAt: Date }[]> {
  const rows = await context.db
    .selectFrom('event')
    .select(['id', 'offering_id', 'starts_at'])
    .where('starts_at', '>', from)
    .where('starts_at', '<=', until)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    eventId: row.id,
    offeringId: row.offering_id,
    startsAt: row.starts_at,
  }))
}

/** Rescheduled dates whose holders may still get a full refund, ordered by the end of that period. */
export async function listMovedEvents(
  context: Pick<Context, 'db' | 'clock'>,
  most: number,
): Promise<{ eventId: number; offeringId: number; fullRefundUntil: Date }[]> {
  const { rows } = await sql<{ eventId: number; offeringId: number; fullRefundUntil: Date }>`
    select id as "eventId", offering_id as "offeringId", full_refund_until as "fullRefundUntil"
    from event
    where full_refund_until > ${context.clock.now()} and cancelled_at is null
    order by full_refund_until, id limit ${most}
  `.execute(context.db)
  return rows
}
