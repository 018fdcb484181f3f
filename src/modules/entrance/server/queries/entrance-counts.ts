/** How many have gone in: used tickets of public shows, of the last days. Nobody is told of shows that lists hide. */
import { sql, type RawBuilder } from 'kysely'
import { showAccess, showStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { countedDays } from '../../contract.ts'
import { eventSourceName } from '../store.ts'

export interface Counts<Row> {
  readonly since: Date
  readonly rows: readonly Row[]
}

async function count<Row>(
  context: Context,
  columns: RawBuilder<unknown>,
  grouping: RawBuilder<unknown>,
): Promise<Counts<Row & { readonly entranceCount: number }>> {
  const since = new Date(context.clock.now().getTime() - countedDays * 86_400_000)
  const { rows } = await sql<Row & { entranceCount: number }>`
    select ${columns}, count(*) as "entranceCount"
    from ticket t
    join event on event.id = t.item_id and t.source = ${eventSourceName}
    join show on show.id = event.show_id
    join venue on venue.id = event.venue_id
    where t.used_at >= ${since} and show.access = ${showAccess.Default}
      and show.status = ${showStatus.Active}
    group by ${grouping}`.execute(context.db)
  return { since, rows }
}

export function countByEvent(context: Context) {
  return count<{ eventId: number; name: LocalizedText; venue: LocalizedText; startsAt: Date }>(
    context,
    sql`event.id as "eventId", show.name, venue.name as venue, event.starts_at as "startsAt"`,
    sql`event.id, show.name, venue.name, event.starts_at order by event.starts_at desc, event.id`,
  )
}

export function countByDepartment(context: Context) {
  return count<{ venueId: number; venue: LocalizedText; department: LocalizedText | null }>(
    context,
    sql`venue.id as "venueId", venue.name as venue, t.section_name as department`,
    sql`venue.id, venue.name, t.section_name order by venue.id, count(*) desc`,
  )
}

export function countByRegion(context: Context) {
  return count<{ region: LocalizedText; eventCount: number }>(
    context,
    sql`venue.city as region, count(distinct event.id) as "eventCount"`,
    sql`venue.city order by count(*) desc`,
  )
}
