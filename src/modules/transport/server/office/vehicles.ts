/** Vehicles as shown to their carrier's staff. */
import type { Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  countVehicleRuns,
  readNetwork,
  type Network,
  type VehicleType,
} from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { VehicleLine, VehicleView } from '../../vehicles-contract.ts'
import { presentCoaches } from '../read-seats.ts'
import { linesOf } from './runs.ts'

type Caller = Pick<StaffActor, 'merchantId'>

/** All vehicles of the organiser's carriers, those in use first. */
export async function listVehiclesForOffice(
  context: Context,
  { merchantId }: Caller,
): Promise<VehicleLine[]> {
  const network = await readNetwork(context)
  const vehicles = [...network.vehicleTypes.values()].filter((vehicle) =>
    isOwn(network, vehicle, merchantId),
  )
  const runs = await countVehicleRuns(
    context,
    vehicles.map(({ vehicleTypeId }) => vehicleTypeId),
  )
  return vehicles
    .map((vehicle) => presentVehicle(network, vehicle, { runs, locale: context.locale }))
    .toSorted((one, other) => other.runCount - one.runCount || one.name.localeCompare(other.name))
}

/** One vehicle of the organiser with the drawings of its coaches; others are reported as not found. */
export async function readVehicleForOffice(
  context: Context,
  { merchantId }: Caller,
  vehicleTypeId: number,
): Promise<Result<VehicleView, 'NotFound'>> {
  const network = await readNetwork(context)
  const vehicle = network.vehicleTypes.get(vehicleTypeId)
  if (!vehicle || !isOwn(network, vehicle, merchantId)) return fail('NotFound')
  const { locale } = context
  const runs = await countVehicleRuns(context, [vehicleTypeId])
  return ok({
    ...presentVehicle(network, vehicle, { runs, locale }),
    coaches: presentCoaches(network, vehicle, locale, ({ attributes }) =>
      (attributes & placeAttribute.keptBack) === 0 ? 'free' : 'blocked',
    ),
  })
}

function isOwn(network: Network, { agencyId }: VehicleType, merchantId: number): boolean {
  return network.agencies.get(agencyId)?.merchantId === merchantId
}

function presentVehicle(
  network: Network,
  vehicle: VehicleType,
  { runs, locale }: { readonly runs: ReadonlyMap<number, number>; readonly locale: Locale },
): VehicleLine {
  const { vehicleTypeId, agencyId, code, name, plan, places } = vehicle
  const agency = network.agencies.get(agencyId)
  const trips = [...network.trips.values()].filter((trip) => trip.vehicleTypeId === vehicleTypeId)
  const tripsOfLine = Map.groupBy(trips, ({ pattern }) => pattern.routeId)
  const having = (attribute: number): number =>
    places.filter(({ attributes }) => (attributes & attribute) !== 0).length
  const placesOfClass = Map.groupBy(places, ({ classId }) => classId)
  return {
    vehicleTypeId,
    code,
    name: name[locale],
    carrier: agency?.name[locale] ?? '',
    coachCount: new Set(plan.coaches.map(({ number }) => number)).size,
    placeCount: places.length,
    wheelchairCount: having(placeAttribute.wheelchair),
    withheldCount: having(placeAttribute.keptBack),
    classes: [...placesOfClass].map(([classId, own]) => ({
      name: network.classes.get(classId)?.name[locale] ?? '',
      placeCount: own.length,
    })),
    lines: linesOf(network, agency?.merchantId ?? 0, locale).flatMap((line) => {
      const tripCount = tripsOfLine.get(line.lineId)?.length ?? 0
      return tripCount > 0 ? [{ ...line, tripCount }] : []
    }),
    runCount: runs.get(vehicleTypeId) ?? 0,
  }
}
