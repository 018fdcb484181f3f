/** Vehicles of lines as shown to their carrier's staff. */
import type { z } from 'zod'
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  findOwnLine,
  localDate,
  readNetwork,
  readTripVehicles,
  type Network,
  type Trip,
  isForPassengers,
} from '#modules/timetable/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import * as calls from '../../assign-contract.ts'
import { vehicleText } from '../describe.ts'
import { assignVehicle, type KeptRun } from '../swap/assign-vehicle.ts'
import { linesOf } from './runs.ts'

type LineVehicles = ReplyOf<typeof calls.readLineVehicles>

/** The departures of a line with their vehicles of today and later. */
export async function readLineVehicles(
  context: Context,
  { merchantId }: Pick<StaffActor, 'merchantId'>,
  { lineId }: z.output<typeof calls.readLineVehicles.query>,
): Promise<Result<LineVehicles, 'NotFound'>> {
  const { locale } = context
  const network = await readNetwork(context)
  const lines = linesOf(network, merchantId, locale)
  const shownId = lineId ?? lines[0]?.lineId
  if (shownId === undefined) return fail('NotFound')
  const line = findOwnLine(network, { merchantId }, shownId)
  if (!line.ok) return line
  const { agency } = line.value
  const trips = [...network.trips.values()]
    .filter(({ pattern, isKept }) => pattern.routeId === shownId && !isKept)
    .toSorted(
      (one, other) =>
        (one.departures[0] ?? 0) - (other.departures[0] ?? 0) || one.tripId - other.tripId,
    )
  const assigned = await readTripVehicles(context, trips)
  const today = localDate(context.clock.now(), agency.timeZone)
  const nameOf = (id: number) => network.vehicleTypes.get(id)?.name[locale] ?? ''
  return ok({
    lines,
    lineId: shownId,
    today,
    trips: trips.map((trip, index) => {
      const spans = assigned[index]?.spans ?? []
      const present =
        spans.filter(({ from }) => from <= today).at(-1)?.vehicleTypeId ?? trip.vehicleTypeId
      return {
        ...presentTrip(network, trip, locale),
        vehicle: present === null ? null : { vehicleTypeId: present, name: nameOf(present) },
        later: spans
          .filter(({ from }) => from > today)
          .map((span) => ({ ...span, name: nameOf(span.vehicleTypeId) })),
      }
    }),
    vehicles: [...network.vehicleTypes.values()]
      .filter(({ agencyId }) => agencyId === agency.agencyId)
      .map(({ vehicleTypeId, name, places }) => ({
        vehicleTypeId,
        name: name[locale],
        placeCount: places.filter(isForPassengers).length,
      })),
  })
}

function presentTrip(
  network: Network,
  trip: Trip,
  locale: Context['locale'],
): Pick<LineVehicles['trips'][number], 'tripId' | 'name' | 'from' | 'to' | 'departsSeconds'> {
  const { tripId, pattern, departures } = trip
  const route = network.routes.get(pattern.routeId)
  const stop = (stopId: number | undefined) => network.stops.get(stopId ?? 0)?.name[locale] ?? ''
  return {
    tripId,
    name: route ? vehicleText({ ...trip, route })[locale] : '',
    from: stop(pattern.stopIds[0]),
    to: stop(pattern.stopIds.at(-1)),
    departsSeconds: departures[0] ?? 0,
  }
}

/** Assigns a vehicle, or only compares. */
export async function assignForOffice(
  context: Context,
  actor: StaffActor,
  body: z.output<typeof calls.assignVehicle.body>,
): Promise<Result<ReplyOf<typeof calls.assignVehicle>, ErrorCode>> {
  const done = await assignVehicle(context, actor, body)
  if (!done.ok) return done
  const { kept, ...rest } = done.value
  const inOrder = kept.toSorted(
    (one, other) => one.run.departsAt.getTime() - other.run.departsAt.getTime(),
  )
  return ok({
    ...rest,
    keptCount: kept.length,
    kept: inOrder.slice(0, calls.keptRunsShown).map((one) => presentKept(one, context.locale)),
  })
}

function presentKept({ run, sold, held }: KeptRun, locale: Context['locale']) {
  return {
    runId: run.runId,
    name: vehicleText(run)[locale],
    departsAt: run.departsAt.toISOString(),
    timeZone: run.stops[0]?.timeZone ?? run.agency.timeZone,
    vehicle: run.vehicle.name[locale],
    sold,
    held,
  }
}
