/** Admission counts: used tickets of public shows of the last days. Hidden shows are left out. */
import { sql, type RawBuilder } from 'kysely'
import { showAccess, showStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { eventSourceName } from '../../contract.ts'
import { countedDays } from '../../count-contract.ts'

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
    from ticket_summary t
    join event_summary e on e.event_id = t.item_id and t.source = ${eventSourceName}
    where t.used_at >= ${since} and e.show_access = ${showAccess.Default}
      and e.show_status = ${showStatus.Active}
    group by ${grouping}`.execute(context.db)
  return { since, rows }
}

/** Caches a count for five seconds, since open pages poll it. */
function shared<Row>(read: (context: Context) => Promise<Counts<Row>>) {
  const cached = createTtlCache<'all', Counts<Row>>({ milliseconds: 5_000, most: 1, read })
  return (context: Context): Promise<Counts<Row>> => cached(context, 'all')
}

export const countByEvent = shared((context) =>
  count<{ eventId: number; name: LocalizedText; venue: LocalizedText; startsAt: Date }>(
    context,
    sql`e.event_id as "eventId", e.name, e.venue_name as venue, e.starts_at as "startsAt"`,
    sql`e.event_id, e.name, e.venue_name, e.starts_at order by e.starts_at desc, e.event_id`,
  ),
)

export const countByDepartment = shared((context) =>
  count<{ venueId: number; venue: LocalizedText; department: LocalizedText | null }>(
    context,
    sql`e.venue_id as "venueId", e.venue_name as venue, t.section_name as department`,
    sql`e.venue_id, e.venue_name, t.section_name order by e.venue_id, count(*) desc`,
  ),
)

export const countByRegion = shared((context) =>
  count<{ region: LocalizedText; eventCount: number }>(
    context,
    sql`e.city_name as region, count(distinct e.event_id) as "eventCount"`,
    sql`e.city_name order by count(*) desc`,
  ),
)
