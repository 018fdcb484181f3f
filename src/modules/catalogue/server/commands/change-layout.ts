import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { showStatus } from '#contract/enumerations.ts'

/** An upcoming date that is sold by a layout. */
export interface DateOfLayout {
  readonly eventId: number
  readonly offeringId: number
  readonly layoutId: number
  readonly merchantId: number
  readonly showName: LocalizedText
  readonly startsAt: Date
  readonly timeZone: string
}

/** Upcoming dates, not cancelled, that are sold by one of these layouts, the next one first. */
export async function readDatesOfLayouts(
  context: Context,
  layoutIds: readonly number[],
): Promise<DateOfLayout[]> {
  if (layoutIds.length === 0) return []
  const { rows } = await sql<DateOfLayout>`
    select event.id as "eventId", event.offering_id as "offeringId", event.layout_id as "layoutId",
      show.merchant_id as "merchantId", show.name as "showName", event.starts_at as "startsAt",
      venue.time_zone as "timeZone"
    from event join show on show.id = event.show_id join venue on venue.id = event.venue_id
    where event.layout_id = any(${`{${layoutIds.join()}}`}::int[]) and event.status <> ${showStatus.Deleted}
      and show.status <> ${showStatus.Deleted}
      and event.cancelled_at is null and event.starts_at > ${context.clock.now()}
    order by event.starts_at, event.id limit 500`.execute(context.db)
  return rows
}

/** Sets another layout for a date, in the transaction that renumbers its places; returns the layout's digest. */
export async function changeEventLayout(
  context: Context,
  eventId: number,
  layoutId: number,
): Promise<string> {
  invariant(context.db.isTransaction, 'a layout changes together with the places')
  const { digest } = await context.db
    .updateTable('event')
    .from('seat_layout')
    .set({ layout_id: layoutId })
    .where('event.id', '=', eventId)
    .where('seat_layout.id', '=', layoutId)
    .returning('seat_layout.digest')
    .executeTakeFirstOrThrow()
  return digest
}
