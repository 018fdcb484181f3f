/** Generic vehicles for imported trips whose feed names none; GTFS has no seats. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { modeOfRouteType } from '../travel-mode.ts'
import { placeAttribute, type VehiclePlan } from '../../shapes.ts'

interface GenericVehicle {
  readonly code: string
  readonly name: { readonly ka: string; readonly en: string }
  readonly coaches: number
  readonly rows: number
  /** What its parts are called; absent: coaches. */
  readonly part?: { readonly ka: string; readonly en: string }
}

const coach: GenericVehicle = {
  code: 'coach',
  name: { ka: 'ავტობუსი', en: 'Coach' },
  coaches: 1,
  rows: 12,
}
const train: GenericVehicle = {
  code: 'train',
  name: { ka: 'მატარებელი', en: 'Train' },
  coaches: 4,
  rows: 16,
}
const ship: GenericVehicle = {
  code: 'ship',
  name: { ka: 'გემი', en: 'Ship' },
  coaches: 1,
  rows: 30,
  part: { ka: 'სალონი', en: 'Saloon' },
}

/**
 * The generic vehicle of a `route_type` (extended types included); null where seats are not reserved (trams, metros, city
 * buses, cable cars, taxis), and for flights, which are not sold from a timetable.
 */
function genericVehicleFor(routeType: number): GenericVehicle | null {
  switch (modeOfRouteType(routeType)) {
    case 'train':
      return train
    case 'coach':
      return coach
    case 'bus':
      // Of the extended types only buses in general, and those between towns.
      return routeType < 100 || routeType <= 702 ? coach : null
    case 'ferry':
      return ship
    default:
      return null
  }
}

const seatsAcross = [0, 1, 3, 4] as const

/**
 * Creates the generic vehicles required by a feed's carriers and returns a function that finds the vehicle
 * id of a trip.
 */
export async function defaultVehicles(
  db: Database,
  feedId: number,
): Promise<(agencyId: number, routeType: number, code: string | null) => number | null> {
  const { rows: needed } = await sql<{ agencyId: number; routeType: number }>`
    select distinct agency_id as "agencyId", route_type as "routeType"
    from staged_trips join route on route.feed_id = ${feedId} and route.gtfs_id = staged_trips.route_id
    where bileti_vehicle is null`.execute(db)
  for (const { agencyId, routeType } of needed) {
    const generic = genericVehicleFor(routeType)
    if (generic) await makeVehicle(db, agencyId, generic)
  }
  const { rows } = await sql<{ id: number; agencyId: number; code: string }>`
    select vehicle_type.id, agency_id as "agencyId", code from vehicle_type
    join agency on agency.id = agency_id
    where agency.feed_id = ${feedId} and not vehicle_type.is_own order by vehicle_type.id`.execute(
    db,
  )
  const known = new Map(rows.map(({ id, agencyId, code }) => [`${agencyId} ${code}`, id]))
  return (agencyId, routeType, code) => {
    // `none` means that the carrier sells the trip only at its own office.
    if (code === 'none') return null
    return known.get(`${agencyId} ${code ?? genericVehicleFor(routeType)?.code}`) ?? null
  }
}

async function makeVehicle(db: Database, agencyId: number, generic: GenericVehicle): Promise<void> {
  const { rows: existing } = await sql`
    select from vehicle_type where agency_id = ${agencyId} and code = ${generic.code} and not is_own`.execute(
    db,
  )
  if (existing.length > 0) return
  const digest = createHash('sha256').update(JSON.stringify(generic)).digest('hex').slice(0, 32)
  const { rows: classes } = await sql<{ id: number }>`
    insert into travel_class (agency_id, code, name, position)
    values (${agencyId}, 'standard', ${JSON.stringify({ ka: 'სტანდარტი', en: 'Standard' })}::jsonb, 1)
    on conflict (agency_id, code) do update set code = excluded.code returning id`.execute(db)
  const numbers = Array.from({ length: generic.coaches }, (_, index) => index + 1)
  const { part = { ka: 'ვაგონი', en: 'Coach' } } = generic
  const plan: VehiclePlan = {
    coaches: numbers.map((number) => ({
      number,
      name: { ka: `${part.ka} ${number}`, en: `${part.en} ${number}` },
      deck: 0,
      width: generic.rows + 2,
      height: 5,
      marks: [{ kind: 'door', x: 0, y: 0, width: 1, height: 1 }],
    })),
  }
  const seats = numbers.flatMap((number) =>
    Array.from({ length: generic.rows }, (_, row) =>
      seatsAcross.map((y, index) => ({
        coach: number,
        label: String(row * seatsAcross.length + index + 1),
        x: row + 1,
        y,
        attributes: y === 0 || y === 4 ? placeAttribute.window : placeAttribute.aisle,
      })),
    ).flat(),
  )
  await sql`
    with made as (
      insert into vehicle_type (agency_id, code, name, digest, plan, place_count)
      values (${agencyId}, ${generic.code}, ${JSON.stringify(generic.name)}::jsonb, ${digest},
        ${JSON.stringify(plan)}::jsonb, ${seats.length})
      on conflict (agency_id, digest) do nothing returning id
    )
    insert into vehicle_place (vehicle_type_id, place_id, coach, label, class_id, x, y, facing, attributes)
    select made.id, position, coach, label, ${classes[0]?.id ?? 0}, x, y, 1, attributes
    from made, rows from (json_to_recordset(${JSON.stringify(seats)}::json)
      as (coach smallint, label text, x smallint, y smallint, attributes int)) with ordinality
      as seat (coach, label, x, y, attributes, position)`.execute(db)
}
