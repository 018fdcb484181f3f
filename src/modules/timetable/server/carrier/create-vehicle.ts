/** Vehicles made by their carrier's staff. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { placeAttribute, type VehiclePlan } from '../../shapes.ts'
import {
  draftProblems,
  type DraftProblem,
  type DraftSeat,
  type VehicleDraft,
} from '../../vehicle-shapes.ts'
import { raiseTimetableVersion, readNetwork, reloadNetwork } from '../network-cache.ts'
import { readClasses } from './travel-classes.ts'
import { lockCarrier } from './trip-vehicles.ts'

export interface NewVehicle extends VehicleDraft {
  readonly agencyId: number
  /** The vehicle of which it is a new version. */
  readonly replacesId: number | null
}

export interface CreatedVehicle {
  readonly vehicleTypeId: number
  /** False if the same vehicle had been created before. */
  readonly isNew: boolean
}

type Refusal = 'NotFound' | 'VehicleNameTaken' | 'VehiclesTooMany' | DraftProblem['code']

/** Vehicles of one carrier, which every process holds in memory. */
const vehiclesMax = 500

/**
 * Creates a vehicle, or a new version of one: vehicles themselves never change, so the runs of the former version keep
 * it until another one is assigned. Creating the same vehicle again answers the first one.
 */
export async function createVehicle(
  context: Context,
  { merchantId }: Pick<StaffActor, 'merchantId'>,
  vehicle: NewVehicle,
): Promise<Result<CreatedVehicle, Refusal>> {
  const created = await inTransaction(context, async (inside) => {
    const network = await readNetwork(inside)
    const { agencyId, replacesId } = vehicle
    if (network.agencies.get(agencyId)?.merchantId !== merchantId) return fail('NotFound')
    const classes = [...network.classes.values()].filter((one) => one.agencyId === agencyId)
    const [problem] = draftProblems(
      vehicle,
      classes.map(({ code }) => code),
    )
    if (problem) return fail(problem.code, 'detail' in problem ? problem.detail : undefined)
    await lockCarrier(inside, agencyId)
    // A class may have been removed since the network was read.
    const present = new Map((await readClasses(inside, agencyId)).map(({ id, code }) => [code, id]))
    const isGone = ({ classCode }: DraftSeat) => !present.has(classCode)
    if (vehicle.coaches.some(({ seats }) => seats.some(isGone))) return fail('TravelClassUnknown')
    const known = await knownVehicles(inside, agencyId)
    const digest = digestOf(vehicle)
    const same = known.find((one) => one.digest === digest)
    if (same) return ok({ vehicleTypeId: same.id, isNew: false })
    if (replacesId !== null && !known.some(({ id }) => id === replacesId)) return fail('NotFound')
    if (known.length >= vehiclesMax) return fail('VehiclesTooMany', { most: vehiclesMax })
    // Lists of vehicles and the log name them.
    const { ka, en } = vehicle.name
    if (known.some(({ name }) => name.ka === ka || name.en === en)) return fail('VehicleNameTaken')
    const vehicleTypeId = await insertVehicle(inside, { classIds: present, vehicle, digest })
    await logStaffChange(inside, {
      action: 'vehicles.create',
      subject: `vehicle ${vehicleTypeId}`,
      before: replacesId === null ? {} : { vehicleTypeId: replacesId },
      after: {
        name: en,
        code: vehicle.code,
        places: vehicle.coaches.reduce((sum, { seats }) => sum + seats.length, 0),
      },
    })
    await raiseTimetableVersion(inside)
    return ok({ vehicleTypeId, isNew: true })
  })
  if (created.ok && created.value.isNew) await reloadNetwork(context)
  return created
}

/** Feeds make digests of their own; the prefix keeps theirs and ours apart. */
function digestOf({ code, name, coaches, replacesId }: NewVehicle): string {
  return createHash('sha256')
    .update(JSON.stringify(['own', code, name, coaches, replacesId]))
    .digest('hex')
    .slice(0, 32)
}

interface KnownVehicle {
  readonly id: number
  readonly digest: string
  readonly name: { readonly ka: string; readonly en: string }
}

async function knownVehicles(
  { db }: Pick<Context, 'db'>,
  agencyId: number,
): Promise<readonly KnownVehicle[]> {
  const { rows } = await sql<KnownVehicle>`
    select id, digest, name from vehicle_type where agency_id = ${agencyId} order by id`.execute(db)
  return rows
}

async function insertVehicle(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  one: {
    /** By code. */
    readonly classIds: ReadonlyMap<string, number>
    readonly vehicle: NewVehicle
    readonly digest: string
  },
): Promise<number> {
  const { agencyId, code, name, coaches, replacesId } = one.vehicle
  const plan: VehiclePlan = { coaches: coaches.map(({ seats: _seats, ...coach }) => coach) }
  const places = coaches.flatMap(({ number, deck, seats }) =>
    seats.map((seat) => ({
      coach: number,
      label: seat.label,
      class_id: one.classIds.get(seat.classCode),
      x: seat.x,
      y: seat.y,
      facing: seat.facing,
      attributes: draftBits(seat, deck),
    })),
  )
  const { rows } = await sql<{ id: number }>`
    insert into vehicle_type (agency_id, code, name, digest, plan, place_count, is_own, replaces_id, made_at)
    values (${agencyId}, ${code}, ${JSON.stringify(name)}::jsonb, ${one.digest}, ${JSON.stringify(plan)}::jsonb,
      ${places.length}, true, ${replacesId}, ${clock.now()}) returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A vehicle must have a row')
  await sql`
    insert into vehicle_place (vehicle_type_id, place_id, coach, label, class_id, x, y, facing, attributes)
    select ${row.id}, number, coach, label, class_id, x, y, facing, attributes
    from rows from (json_to_recordset(${JSON.stringify(places)}::json) as (coach smallint, label text, class_id int,
      x smallint, y smallint, facing smallint, attributes int)) with ordinality
      as seat (coach, label, class_id, x, y, facing, attributes, number)`.execute(db)
  return row.id
}

/** The bits of `vehicle_place.attributes` of a seat. */
function draftBits({ attributes }: DraftSeat, deck: number): number {
  const bits = attributes.reduce((sum, one) => sum | placeAttribute[one], 0)
  return deck === 2 ? bits | placeAttribute.upperDeck : bits
}
