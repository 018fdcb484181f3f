/** Vehicles as shown to their carrier's staff. */
import type { Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  countVehicleRuns,
  localDate,
  readNetwork,
  readVehicleDays,
  type Network,
  type VehicleDays,
  type VehicleType,
  isForPassengers,
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
  const days = await daysOf(context, network, merchantId)
  return vehicles
    .map((vehicle) => presentVehicle(network, vehicle, { runs, days, locale: context.locale }))
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
    ...presentVehicle(network, vehicle, {
      runs,
      days: await daysOf(context, network, merchantId),
      locale,
    }),
    coaches: presentCoaches(network, vehicle, locale, ({ attributes }) =>
      (attributes & placeAttribute.keptBack) === 0 ? 'free' : 'blocked',
    ),
  })
}

function isOwn(network: Network, { agencyId }: VehicleType, merchantId: number): boolean {
  return network.agencies.get(agencyId)?.merchantId === merchantId
}

/** By vehicle: the days of the trips that have it. */
async function daysOf(
  context: Context,
  network: Network,
  merchantId: number,
): Promise<ReadonlyMap<number, readonly VehicleDays[]>> {
  const trips = [...network.trips.values()].filter(({ pattern, isKept }) => {
    const { agencyId = 0 } = network.routes.get(pattern.routeId) ?? {}
    return !isKept && network.agencies.get(agencyId)?.merchantId === merchantId
  })
  const agency = [...network.agencies.values()].find((one) => one.merchantId === merchantId)
  const today = localDate(context.clock.now(), agency?.timeZone ?? 'UTC')
  const all = await readVehicleDays(context, { trips, today })
  return Map.groupBy(all, ({ vehicleTypeId }) => vehicleTypeId)
}

/** The same days together, the earliest first. */
function spansOf(days: readonly VehicleDays[]): VehicleLine['lines'][number]['days'] {
  const same = Map.groupBy(days, ({ from, until }) => `${from ?? ''} ${until ?? '9'}`)
  return [...same]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) =>
      first ? [{ from: first.from, until: first.until, tripCount: 1 + others.length }] : [],
    )
}

interface Facts {
  /** By vehicle. */
  readonly runs: ReadonlyMap<number, number>
  readonly days: ReadonlyMap<number, readonly VehicleDays[]>
  readonly locale: Locale
}

function presentVehicle(
  network: Network,
  vehicle: VehicleType,
  { runs, days, locale }: Facts,
): VehicleLine {
  const { vehicleTypeId, agencyId, code, name, plan, places } = vehicle
  const agency = network.agencies.get(agencyId)
  const daysOfLine = Map.groupBy(days.get(vehicleTypeId) ?? [], ({ trip }) => trip.pattern.routeId)
  const having = (attribute: number): number =>
    places.filter(({ attributes }) => (attributes & attribute) !== 0).length
  const seats = places.filter(isForPassengers)
  const seatsOfClass = Map.groupBy(seats, ({ classId }) => classId)
  return {
    vehicleTypeId,
    code,
    name: name[locale],
    carrier: agency?.name[locale] ?? '',
    coachCount: new Set(plan.coaches.map(({ number }) => number)).size,
    placeCount: seats.length,
    wheelchairCount: having(placeAttribute.wheelchair),
    withheldCount: having(placeAttribute.keptBack),
    classes: [...seatsOfClass].map(([classId, own]) => ({
      name: network.classes.get(classId)?.name[locale] ?? '',
      placeCount: own.length,
    })),
    lines: linesOf(network, agency?.merchantId ?? 0, locale).flatMap((line) => {
      const own = daysOfLine.get(line.lineId) ?? []
      const tripCount = new Set(own.map(({ trip }) => trip.tripId)).size
      return tripCount > 0 ? [{ ...line, tripCount, days: spansOf(own) }] : []
    }),
    runCount: runs.get(vehicleTypeId) ?? 0,
  }
}
