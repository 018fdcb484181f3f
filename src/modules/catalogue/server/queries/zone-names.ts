import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

type ZoneNames = ReadonlyMap<string, LocalizedText>

/** Names of the zones of a plan, by its digest: a plan with other names has another digest. */
const known = new Map<string, ZoneNames>()
const knownMax = 500

/**
 * Names of the price zones of events' seat plans. The same key may have different names in two halls, so it is asked
 * with its event; undefined when the event's plan has no such zone.
 */
export async function readZoneNames(
  context: Pick<Context, 'db'>,
  eventIds: readonly number[],
): Promise<(eventId: number, zone: string) => LocalizedText | undefined> {
  if (eventIds.length === 0) return () => undefined
  const { rows: events } = await sql<{ eventId: number; digest: string }>`
    select event.id as "eventId", seat_layout.digest from event
    join seat_layout on seat_layout.id = event.layout_id
    where event.id = any(${[...new Set(eventIds)]}::integer[])`.execute(context.db)
  const zones = await zonesOf(
    context,
    events.map(({ digest }) => digest),
  )
  const byEvent = new Map(events.map(({ eventId, digest }) => [eventId, zones.get(digest)]))
  return (eventId, zone) => byEvent.get(eventId)?.get(zone)
}

async function zonesOf(
  context: Pick<Context, 'db'>,
  digests: readonly string[],
): Promise<ReadonlyMap<string, ZoneNames>> {
  const wanted = [...new Set(digests)]
  const found = new Map(
    wanted.flatMap((digest) => {
      const zones = known.get(digest)
      return zones ? [[digest, zones] as const] : []
    }),
  )
  const missing = wanted.filter((digest) => !found.has(digest))
  if (missing.length === 0) return found
  const { rows } = await sql<{ digest: string; zones: { key: string; name: LocalizedText }[] }>`
    select digest, content -> 'zones' as zones from seat_layout
    where digest = any(${missing}::text[])`.execute(context.db)
  if (known.size + rows.length > knownMax) known.clear()
  for (const { digest, zones } of rows) {
    const names = new Map(zones.map(({ key, name }) => [key, name]))
    known.set(digest, names)
    found.set(digest, names)
  }
  return found
}
