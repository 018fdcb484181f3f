/** Runs with their stops and times. */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import type { TimetableText } from '../../shapes.ts'
import { readTrips } from '../load-network.ts'
import { readNetwork, reloadNetwork } from '../network-cache.ts'
import type { Agency, Network, Route, Stop, Trip, VehicleType } from '../network.ts'
import { serviceDayStart } from '../rules.ts'
import { callChange } from '../call-changes.ts'
import { alertsOfRun, readAlerts, type ServiceAlert } from './alerts.ts'
import { runStatus } from '../run-statuses.ts'

export interface RunStop {
  readonly stop: Stop
  /** Name of the town, or of the stop if it has no town. */
  readonly locality: TimetableText
  readonly timeZone: string
  /** Scheduled times; add the delay for the expected ones. */
  readonly arrivesAt: Date
  readonly departsAt: Date
  /** At the departure. */
  readonly delaySeconds: number
  readonly arrivalDelaySeconds: number
  readonly platform: string | null
  /** That of the timetable. */
  readonly plannedPlatform: string | null
  /** Whether passengers may board or alight here by the timetable. */
  readonly pickup: boolean
  readonly dropOff: boolean
  /** Whether the carrier has announced that nobody boards or alights here this time. */
  readonly isBoardingClosed: boolean
  readonly isAlightingClosed: boolean
  /** Whether the vehicle does not stop here this time. */
  readonly isSkipped: boolean
}

export interface Run {
  readonly runId: number
  readonly tripId: number
  /** ISO date of the service day. */
  readonly serviceDate: string
  /** Null until places are first requested (`openRun`); all places are free then. */
  readonly offeringId: number | null
  readonly status: 'scheduled' | 'cancelled'
  /** Cancelled, and neither boards nor searches show it. */
  readonly isHidden: boolean
  /** Whether the carrier sells it; the sale period and free places are considered elsewhere. */
  readonly isOnSale: boolean
  readonly agency: Agency
  readonly route: Route
  /** Train or line number. */
  readonly shortName: string
  readonly headsign: TimetableText
  readonly vehicle: VehicleType
  /** Leg n is from stop n to stop n + 1. */
  readonly stops: readonly RunStop[]
  readonly departsAt: Date
  readonly arrivesAt: Date
  /** Of a run whose planned times were changed after it was sold: when, and the departures by stop as first planned. */
  readonly retimed: { readonly at: Date; readonly firstDepartures: readonly Date[] } | null
  /** The carrier's alerts about the run, its line and its stops. */
  readonly alerts: readonly ServiceAlert[]
}

export interface RunRow {
  readonly runId: number
  readonly tripId: number
  readonly serviceDate: string
  readonly startOffset: number
  readonly vehicleTypeId: number
  readonly offeringId: number | null
  readonly status: number
  readonly isOnSale: boolean
  readonly delays: readonly number[] | null
  readonly arrivalDelays: readonly number[] | null
  readonly callChanges: readonly number[] | null
  readonly isHidden: boolean
  readonly platforms: readonly (string | null)[] | null
  readonly retimedAt: Date | null
  readonly firstDepartures: readonly Date[] | null
}

export const runColumns = sql`run.id as "runId", run.trip_id as "tripId", run.service_date::text as "serviceDate",
  run.start_offset as "startOffset", run.vehicle_type_id as "vehicleTypeId", run.offering_id as "offeringId",
  run.status, run.is_on_sale as "isOnSale", run.delays, run.platforms, run.arrival_delays as "arrivalDelays",
  run.call_changes as "callChanges", run.is_hidden as "isHidden",
  run.retimed_at as "retimedAt", run.first_departures as "firstDepartures"`

/** Runs by id, in the requested order; unknown ids are omitted. */
export async function readRuns(
  context: Pick<Context, 'db'>,
  runIds: readonly number[],
): Promise<Run[]> {
  if (runIds.length === 0) return []
  const { rows } = await sql<RunRow>`
    select ${runColumns} from run where id = any(${[...new Set(runIds)]}::int[])`.execute(
    context.db,
  )
  const runs = new Map((await composeRuns(context, rows)).map((run) => [run.runId, run]))
  return runIds.flatMap((runId) => runs.get(runId) ?? [])
}

/** Combines rows of runs with the network data of their trips. */
export async function composeRuns(
  context: Pick<Context, 'db'>,
  rows: readonly RunRow[],
): Promise<Run[]> {
  const known = await readNetwork(context)
  const alerts = await readAlerts(context)
  const missing = rows.filter(({ tripId }) => !known.trips.has(tripId))
  const others = new Map(
    (await readTrips(context.db, [...new Set(missing.map(({ tripId }) => tripId))])).map((trip) => [
      trip.tripId,
      trip,
    ]),
  )
  // Runs that an import has just moved may call at stops which this process does not know yet.
  const isOld = [...others.values()].some(({ pattern }) =>
    pattern.stopIds.some((stopId) => !known.stops.has(stopId)),
  )
  const network = isOld ? await reloadNetwork(context) : known
  return rows.flatMap((row) => {
    const trip = network.trips.get(row.tripId)
    if (trip) return composeOnce(network, alerts, trip, row) ?? []
    const other = others.get(row.tripId)
    return (other && composeRun(network, alerts, other, row)) ?? []
  })
}

interface Composed {
  readonly row: RunRow
  readonly alerts: readonly ServiceAlert[]
  readonly run: Run
}

/** Runs that are remembered of a network: some two weeks between the two busiest towns. */
const composedMax = 4_000
const composed = new WeakMap<Network, LRUCache<number, Composed>>()

/** As long as nothing of a run has changed it is the same object, so what is derived from it can be kept with it. */
function composeOnce(
  network: Network,
  alerts: readonly ServiceAlert[],
  trip: Trip,
  row: RunRow,
): Run | null {
  const known = composed.get(network) ?? new LRUCache<number, Composed>({ max: composedMax })
  composed.set(network, known)
  const before = known.get(row.runId)
  if (before && before.alerts === alerts && isSameRow(before.row, row)) return before.run
  const run = composeRun(network, alerts, trip, row)
  if (run) known.set(row.runId, { row, alerts, run })
  return run
}

function isSameRow(left: RunRow, right: RunRow): boolean {
  return (
    left.status === right.status &&
    left.isOnSale === right.isOnSale &&
    left.isHidden === right.isHidden &&
    left.offeringId === right.offeringId &&
    left.vehicleTypeId === right.vehicleTypeId &&
    left.tripId === right.tripId &&
    left.serviceDate === right.serviceDate &&
    left.startOffset === right.startOffset &&
    left.retimedAt?.getTime() === right.retimedAt?.getTime() &&
    isSameList(left.delays, right.delays) &&
    isSameList(left.arrivalDelays, right.arrivalDelays) &&
    isSameList(left.callChanges, right.callChanges) &&
    isSameList(left.platforms, right.platforms)
  )
}

function isSameList(left: readonly unknown[] | null, right: readonly unknown[] | null): boolean {
  if (left === null || right === null) return left === right
  return left.length === right.length && left.every((value, index) => value === right[index])
}

function composeRun(
  network: Network,
  alerts: readonly ServiceAlert[],
  trip: Trip,
  row: RunRow,
): Run | null {
  const route = network.routes.get(trip.pattern.routeId)
  const agency = route && network.agencies.get(route.agencyId)
  const vehicle = network.vehicleTypes.get(row.vehicleTypeId)
  if (!agency || !vehicle) return null
  const stops = stopsOf(network, trip, agency, row)
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last) return null
  return {
    runId: row.runId,
    tripId: row.tripId,
    serviceDate: row.serviceDate,
    offeringId: row.offeringId === null ? null : Number(row.offeringId),
    status: row.status === runStatus.cancelled ? 'cancelled' : 'scheduled',
    isHidden: row.isHidden,
    isOnSale: row.isOnSale,
    agency,
    route,
    shortName: trip.shortName,
    headsign: trip.headsign,
    vehicle,
    stops,
    departsAt: first.departsAt,
    arrivesAt: last.arrivesAt,
    retimed:
      row.retimedAt && row.firstDepartures
        ? { at: row.retimedAt, firstDepartures: row.firstDepartures }
        : null,
    alerts:
      alerts.length === 0
        ? []
        : alertsOfRun(alerts, {
            runId: row.runId,
            routeId: route.routeId,
            stopIds: trip.pattern.stopIds,
            from: first.departsAt,
            until: last.arrivesAt,
          }),
  }
}

function stopsOf(network: Network, trip: Trip, agency: Agency, row: RunRow): RunStop[] {
  const start = serviceDayStart(row.serviceDate, agency.timeZone) + row.startOffset * 1000
  return trip.pattern.stopIds.flatMap((stopId, index) => {
    const stop = network.stops.get(stopId)
    if (!stop) return []
    const delaySeconds = row.delays?.[index] ?? 0
    const changes = row.callChanges?.[index] ?? 0
    return [
      {
        stop,
        locality: localityName(network, stop),
        timeZone: stop.timeZone,
        arrivesAt: new Date(start + (trip.arrivals[index] ?? 0) * 1000),
        departsAt: new Date(start + (trip.departures[index] ?? 0) * 1000),
        delaySeconds,
        arrivalDelaySeconds: row.arrivalDelays?.[index] ?? delaySeconds,
        platform: row.platforms?.[index] ?? stop.platform,
        plannedPlatform: stop.platform,
        pickup: trip.pattern.pickup[index] !== 1 && index < trip.pattern.stopIds.length - 1,
        dropOff: trip.pattern.dropOff[index] !== 1 && index > 0,
        isBoardingClosed: (changes & callChange.noBoarding) !== 0,
        isAlightingClosed: (changes & callChange.noAlighting) !== 0,
        isSkipped: (changes & callChange.skipped) !== 0,
      },
    ]
  })
}

export function localityName(network: Network, stop: Stop): TimetableText {
  const locality = stop.localityId === null ? undefined : network.localities.get(stop.localityId)
  return locality?.name ?? stop.name
}
