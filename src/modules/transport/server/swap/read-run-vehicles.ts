import type { z } from 'zod'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  readNetwork,
  readRuns,
  type Network,
  type VehicleType,
  isForPassengers,
} from '#modules/timetable/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { runVehicles, RunVehicle } from '../../vehicle-contract.ts'
import { descriptionOf, vehicleText } from '../describe.ts'
import { stretchOf } from '../stretch.ts'
import { isChangeable } from './change-vehicle.ts'
import { listVehicleChanges } from './vehicle-changes.ts'
import { isWheelchairSpace } from './vehicle-seats.ts'

type Reply = z.output<typeof runVehicles.reply>

/** A run of the caller's, and the vehicles of its carrier. */
export async function readRunVehicles(
  context: Context,
  { merchantId }: StaffActor,
  runId: number,
): Promise<Result<Reply, 'NotFound'>> {
  const [run] = await readRuns(context, [runId])
  const stretch = run && stretchOf(run, 0, run.stops.length - 1)
  if (!stretch || run.agency.merchantId !== merchantId) return fail('NotFound')
  const network = await readNetwork(context)
  const { locale } = context
  const { name, timeZone } = descriptionOf(stretch)
  const own = [...network.vehicleTypes.values()].filter(
    ({ agencyId }) => agencyId === run.agency.agencyId,
  )
  const { vehicleTypeId } = run.vehicle
  const nameOf = (id: number) => network.vehicleTypes.get(id)?.name[locale] ?? ''
  return ok({
    runId,
    name: vehicleText(run)[locale],
    route: name[locale],
    departsAt: run.departsAt.toISOString(),
    timeZone,
    isChangeable: isChangeable(context, run),
    vehicleTypeId,
    vehicles: own
      .toSorted(
        (one, other) =>
          Number(other.vehicleTypeId === vehicleTypeId) -
            Number(one.vehicleTypeId === vehicleTypeId) || one.vehicleTypeId - other.vehicleTypeId,
      )
      .map((vehicle) => presentVehicle(network, vehicle, context)),
    changes: (await listVehicleChanges(context, runId)).map((change) => ({
      at: change.at.toISOString(),
      from: nameOf(change.fromVehicleTypeId),
      to: nameOf(change.toVehicleTypeId),
    })),
  })
}

function presentVehicle(
  network: Network,
  { vehicleTypeId, name, plan, places }: VehicleType,
  { locale }: Pick<Context, 'locale'>,
): RunVehicle {
  const byClass = Map.groupBy(places.filter(isForPassengers), ({ classId }) => classId)
  return {
    vehicleTypeId,
    name: name[locale],
    coachCount: new Set(plan.coaches.map(({ number }) => number)).size,
    classes: [...byClass].flatMap(([classId, seats]) => {
      const found = network.classes.get(classId)
      return found ? [{ code: found.code, name: found.name[locale], seatCount: seats.length }] : []
    }),
    wheelchairSpaces: places.filter(isWheelchairSpace).length,
  }
}
