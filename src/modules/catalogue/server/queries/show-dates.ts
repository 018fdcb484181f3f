import { showStatus } from '#contract/enumerations.ts'
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** A date of a show that has not ended and is not cancelled. */
export interface DateOfShow {
  readonly eventId: number
  readonly showId: number
  readonly offeringId: number
  readonly status: number
  readonly startsAt: Date
  readonly timeZone: string
}

/** The dates of these shows that people may still come to, whatever their status, the earliest first. */
export async function readDatesOfShows(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  showIds: readonly number[],
): Promise<readonly DateOfShow[]> {
  if (showIds.length === 0) return []
  const { rows } = await sql<DateOfShow>`
    select event.id as "eventId", event.show_id as "showId", event.offering_id::int8 as "offeringId", event.status,
      event.starts_at as "startsAt", venue.time_zone as "timeZone"
    from event join venue on venue.id = event.venue_id
    where event.show_id = any(${[...showIds]}::int[]) and event.status <> ${showStatus.Deleted}
      and event.cancelled_at is null and coalesce(event.ends_at, event.starts_at) > ${clock.now()}
    order by event.starts_at, event.id`.execute(db)
  return rows
}
