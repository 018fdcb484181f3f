/**
 * Gates of the demo's venues: one at a small hall, three at a large one, with a separate gate for the
 * floor.
 */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Halls with more places than this have several gates. */
const largeFrom = 700

const main = { ka: 'მთავარი შესასვლელი', en: 'Main entrance' }
const side = { ka: 'გვერდითი შესასვლელი', en: 'Side entrance' }
const floor = { ka: 'ფანზონის შესასვლელი', en: 'Floor entrance' }

export async function writeEntrances(context: Context): Promise<void> {
  await sql`
    insert into gate (venue_id, name, position)
    select venue.id, gate.name, gate.position from venue,
      (values (1, ${JSON.stringify(main)}::jsonb), (2, ${JSON.stringify(side)}::jsonb),
        (3, ${JSON.stringify(floor)}::jsonb)) as gate (position, name)
    where gate.position = 1 or (venue.capacity > ${largeFrom} and (gate.position = 2
      or exists (select from event join ticket_type type on type.event_id = event.id
        where event.venue_id = venue.id and type.pool_id is not null)))
    order by venue.id, gate.position`.execute(context.db)
  await writeGateTypes(context)
}

/** Gates of ticket types, of these events or of all. */
export async function writeGateTypes(
  context: Context,
  eventIds: readonly number[] | null = null,
): Promise<void> {
  // Seats are admitted at the side gate, the floor at its own gate, everyone at the main gate.
  await sql`
    insert into gate_ticket_type (event_id, gate_id, ticket_type_id)
    select event.id, gate.id, type.id from event
    join gate on gate.venue_id = event.venue_id and gate.position in (2, 3)
    join ticket_type type on type.event_id = event.id
      and (type.pool_id is not null) = (gate.position = 3)
    where exists (select from ticket_type other where other.event_id = event.id and other.pool_id is not null)
      and exists (select from ticket_type other where other.event_id = event.id and other.zone is not null)
      and exists (select from gate third where third.venue_id = event.venue_id and third.position = 3)
      and (${eventIds}::int[] is null or event.id = any(${eventIds}::int[]))`.execute(context.db)
}
