/** Imports data that only our own feeds contain: towns, classes, and vehicles with their seats. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { vehiclePlan } from '../../shapes.ts'

/**
 * Existing towns stay unchanged. Must run after the stops are imported and before stops without a town are
 * assigned one.
 */
export async function applyTowns(db: Database, feedId: number): Promise<void> {
  await sql`
    insert into locality (code, name, aliases, country, latitude, longitude)
    select locality_id, names::jsonb, array(select jsonb_array_elements_text(coalesce(aliases, '[]')::jsonb)),
      coalesce(country, 'ZZ'), latitude, longitude
    from staged_bileti_localities order by locality_id
    on conflict (code) do nothing`.execute(db)
  await sql`
    update stop set locality_id = locality.id
    from staged_stops as staged join locality on locality.code = staged.bileti_locality
    where stop.feed_id = ${feedId} and stop.gtfs_id = staged.stop_id and stop.locality_id is distinct from locality.id`.execute(
    db,
  )
}

/**
 * Returns the number of added vehicles. Vehicles are immutable: a changed plan is a new vehicle with the
 * same code.
 */
export async function applyVehicles(db: Database, feedId: number): Promise<number> {
  await sql`
    insert into travel_class (agency_id, code, name, position)
    select agency.id, class_id, names::jsonb, staged.position
    from staged_bileti_classes as staged
    join agency on agency.feed_id = ${feedId} and agency.gtfs_id = coalesce(staged.agency_id, '')
    order by staged.line
    on conflict (agency_id, code) do nothing`.execute(db)
  const { rows } = await sql<{
    agencyId: number
    code: string
    names: string
    plan: string
    places: string
  }>`
    select agency.id as "agencyId", vehicle_id as code, names, plan, places
    from staged_bileti_vehicles as staged
    join agency on agency.feed_id = ${feedId} and agency.gtfs_id = coalesce(staged.agency_id, '')
    order by staged.line`.execute(db)
  let added = 0
  for (const { agencyId, code, names, plan, places } of rows) {
    const checked = vehiclePlan.parse(JSON.parse(plan))
    const digest = createHash('sha256')
      .update(`${code} ${names} ${plan} ${places}`)
      .digest('hex')
      .slice(0, 32)
    const result = await sql`
      with seat as (
        select number, place from json_array_elements(${places}::json) with ordinality as one (place, number)
      ), made as (
        insert into vehicle_type (agency_id, code, name, digest, plan, place_count)
        select ${agencyId}::int, ${code}, ${names}::jsonb, ${digest}, ${JSON.stringify(checked)}::jsonb, (select count(*) from seat)
        where not exists (select from vehicle_type where agency_id = ${agencyId} and digest = ${digest})
        returning id
      )
      insert into vehicle_place (vehicle_type_id, place_id, coach, label, class_id, x, y, facing, attributes)
      select made.id, seat.number, (place->>0)::smallint, place->>1, travel_class.id, (place->>3)::smallint,
        (place->>4)::smallint, (place->>5)::smallint, (place->>6)::int
      from made, seat join travel_class on travel_class.agency_id = ${agencyId} and travel_class.code = place->>2`.execute(
      db,
    )
    if (Number(result.numAffectedRows ?? 0) > 0) added += 1
  }
  return added
}
