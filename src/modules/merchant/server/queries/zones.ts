import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { readZoneNames } from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { eventSource } from './names.ts'
import { sumFigures, type Group, type ZoneGroup } from './statistics.ts'

/**
 * Figures by the names that zones have in the halls' plans, the highest amount first. Zones of one name are one,
 * whichever hall they are in; the name is empty without a zone, and the key of a zone that the plan no longer has.
 */
export async function nameZones(
  context: Context,
  zones: readonly ZoneGroup[],
): Promise<readonly Group[]> {
  const ofEvents = zones.flatMap(({ eventId, key }) =>
    eventId === null || key === '' ? [] : [eventId],
  )
  const nameOf = await readZoneNames(context, ofEvents)
  const inPlan = ({ eventId, key }: ZoneGroup) =>
    eventId === null ? undefined : nameOf(eventId, key)
  // Without a zone of the plan the key is the English name of the section on the tickets.
  const others = zones.filter((zone) => zone.key !== '' && !inPlan(zone))
  const sections = await readSections(context, others)
  const named = Map.groupBy(zones, (zone) => {
    const name = inPlan(zone) ?? sections.get(zone.key)
    return name?.[context.locale] ?? zone.key
  })
  return [...named]
    .map(([key, all]) => ({ key, ...sumFigures(all) }))
    .toSorted((one, other) => other.soldMinor - one.soldMinor || one.key.localeCompare(other.key))
}

/** The name of the section of tickets, or of their price zone in the hall's plan; empty without one. */
export async function readSectionNames(
  context: Context,
  sold: readonly { readonly source: string; readonly itemId: number; readonly zone: string }[],
): Promise<(one: (typeof sold)[number]) => string> {
  const zones = sold.flatMap(({ source, itemId, zone }) =>
    zone === '' ? [] : [{ source, itemId, key: zone }],
  )
  const nameOf = await readZoneNames(
    context,
    zones.flatMap(({ source, itemId }) => (source === eventSource ? [itemId] : [])),
  )
  const inPlan = ({ source, itemId, key }: (typeof zones)[number]) =>
    source === eventSource ? nameOf(itemId, key) : undefined
  const sections = await readSections(
    context,
    zones.filter((zone) => !inPlan(zone)),
  )
  return ({ zone: key, ...item }) =>
    (inPlan({ ...item, key }) ?? sections.get(key))?.[context.locale] ?? key
}

/** Names of sections as they are printed on tickets, by their English name; for each a ticket of one item is read. */
async function readSections(
  context: Context,
  zones: readonly Pick<ZoneGroup, 'key' | 'source' | 'itemId'>[],
): Promise<ReadonlyMap<string, LocalizedText>> {
  const byKey = new Map(zones.map(({ key, source, itemId }) => [key, { key, source, itemId }]))
  if (byKey.size === 0) return new Map()
  const { rows } = await sql<{ key: string; name: LocalizedText }>`
    select wanted.key, t.section_name as name
    from jsonb_to_recordset(${JSON.stringify([...byKey.values()])}::jsonb)
      as wanted(key text, source text, "itemId" integer)
    cross join lateral (
      select section_name from ticket_summary
      where source = wanted.source and item_id = wanted."itemId" and section_name ->> 'en' = wanted.key
      limit 1
    ) as t`.execute(context.db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}
