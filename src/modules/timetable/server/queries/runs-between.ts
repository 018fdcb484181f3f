/** Direct departures between two towns on a date. */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import type { Brand } from '../../shapes.ts'
import { readNetwork } from '../network-cache.ts'
import type { Agency, Network, Trip } from '../network.ts'
import { addDays, localDate, startOffsets } from '../calendar.ts'
import { runsOn, serviceDayStart } from '../rules.ts'
import { runStatus } from '../run-statuses.ts'

export interface StretchQuestion {
  /** All carriers if absent. */
  readonly brand?: Brand | undefined
  readonly fromLocalityId: number
  readonly toLocalityId: number
  /** ISO date in the time zone of the boarding stop. */
  readonly date: string
}

/** Part of a run between two stops. */
export interface Stretch {
  readonly tripId: number
  readonly agencyId: number
  readonly routeId: number
  readonly serviceDate: string
  readonly startOffset: number
  /** Null if it is sold only at the office or not on sale yet. */
  readonly runId: number | null
  readonly offeringId: number | null
  readonly isCancelled: boolean
  /** False without a run, and while the carrier has stopped the sale. */
  readonly isOnSale: boolean
  /** Of the run, which may have another vehicle than its trip; null without a run. */
  readonly vehicleTypeId: number | null
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
  readonly fromStopId: number
  readonly toStopId: number
  readonly departsAt: Date
  readonly arrivesAt: Date
}

const daySeconds = 86_400

/** All direct departures between two towns on a date, sorted by departure. */
export async function runsBetween(
  context: Pick<Context, 'db'>,
  question: StretchQuestion,
): Promise<Stretch[]> {
  const network = await readNetwork(context)
  return withRuns(context, plannedBetween(network, question))
}

/** The same for several dates, with one query for the runs. */
export async function runsBetweenOn(
  context: Pick<Context, 'db'>,
  question: Omit<StretchQuestion, 'date'>,
  dates: readonly string[],
): Promise<Stretch[][]> {
  const network = await readNetwork(context)
  const planned = dates.map((date) => plannedBetween(network, { ...question, date }))
  const stretches = await withRuns(context, planned.flat())
  let at = 0
  return planned.map(({ length }) => stretches.slice(at, (at += length)))
}

/** Scheduled departures between two towns on a date, sold or not. */
export async function plannedOn(
  context: Pick<Context, 'db'>,
  question: StretchQuestion,
): Promise<readonly PlannedStretch[]> {
  return plannedBetween(await readNetwork(context), question)
}

export type PlannedStretch = Omit<
  Stretch,
  'runId' | 'offeringId' | 'isCancelled' | 'isOnSale' | 'vehicleTypeId'
>

/** Adds run ids to scheduled departures. */
export async function withRuns(
  context: Pick<Context, 'db'>,
  stretches: readonly PlannedStretch[],
): Promise<Stretch[]> {
  if (stretches.length === 0) return []
  const { rows } = await sql<{
    runId: number
    tripId: number
    serviceDate: string
    startOffset: number
    offeringId: number | null
    status: number
    isOnSale: boolean
    vehicleTypeId: number
  }>`
    select run.id as "runId", run.trip_id as "tripId", run.service_date::text as "serviceDate",
      run.start_offset as "startOffset", run.offering_id as "offeringId", run.status,
      run.is_on_sale as "isOnSale", run.vehicle_type_id as "vehicleTypeId"
    from unnest(${stretches.map(({ tripId }) => tripId)}::int[],
      ${stretches.map(({ serviceDate }) => serviceDate)}::date[],
      ${stretches.map(({ startOffset }) => startOffset)}::int[]) as wanted (trip_id, service_date, start_offset)
    join run using (trip_id, service_date, start_offset)`.execute(context.db)
  const runs = new Map(rows.map((row) => [runKey(row), row]))
  return stretches.map((stretch) => {
    const run = runs.get(runKey(stretch))
    return {
      ...stretch,
      runId: run?.runId ?? null,
      offeringId: run?.offeringId === null || !run ? null : Number(run.offeringId),
      isCancelled: run?.status === runStatus.cancelled,
      isOnSale: run?.isOnSale ?? false,
      vehicleTypeId: run?.vehicleTypeId ?? null,
    }
  })
}

function runKey(run: { tripId: number; serviceDate: string; startOffset: number }): string {
  return `${run.tripId} ${run.serviceDate} ${run.startOffset}`
}

/** Number of cached results per network version. */
const cachedPlansMax = 5_000
const plans = new WeakMap<Network, LRUCache<string, readonly PlannedStretch[]>>()

/** Cached by network version, since a network is immutable. */
function plannedBetween(network: Network, question: StretchQuestion): readonly PlannedStretch[] {
  const known = plans.get(network) ?? new LRUCache({ max: cachedPlansMax })
  plans.set(network, known)
  const { brand = '', fromLocalityId, toLocalityId, date } = question
  const key = `${brand} ${fromLocalityId} ${toLocalityId} ${date}`
  const found = known.get(key) ?? computeBetween(network, question)
  known.set(key, found)
  return found
}

function computeBetween(network: Network, question: StretchQuestion): PlannedStretch[] {
  const to = new Set(network.stopsOfLocality.get(question.toLocalityId))
  const trips = new Set(
    (network.stopsOfLocality.get(question.fromLocalityId) ?? []).flatMap(
      (stopId) => network.tripsOfStop.get(stopId) ?? [],
    ),
  )
  const from = new Set(network.stopsOfLocality.get(question.fromLocalityId))
  const found: PlannedStretch[] = []
  for (const trip of trips) {
    const agency = agencyOf(network, trip)
    if (!agency || (question.brand && agency.brand !== question.brand)) continue
    const ends = endsOf(trip, from, to)
    if (ends) found.push(...onDay(network, trip, agency, ends, question.date))
  }
  return found.toSorted(
    (left, right) =>
      left.departsAt.getTime() - right.departsAt.getTime() ||
      left.arrivesAt.getTime() - right.arrivesAt.getTime() ||
      left.tripId - right.tripId,
  )
}

export function agencyOf(network: Network, trip: Trip): Agency | undefined {
  const route = network.routes.get(trip.pattern.routeId)
  return route && network.agencies.get(route.agencyId)
}

/** The last boarding stop in one town and the first alighting stop after it in the other: the shortest ride. */
function endsOf(
  trip: Trip,
  from: ReadonlySet<number>,
  to: ReadonlySet<number>,
): readonly [number, number] | null {
  const { stopIds, pickup, dropOff } = trip.pattern
  let boarding = -1
  for (let index = 0; index < stopIds.length; index += 1) {
    const stopId = stopIds[index] ?? 0
    if (boarding >= 0 && to.has(stopId) && dropOff[index] !== 1) return [boarding, index]
    if (from.has(stopId) && pickup[index] !== 1) boarding = index
  }
  return null
}

function onDay(
  network: Network,
  trip: Trip,
  agency: Agency,
  [legFrom, legTo]: readonly [number, number],
  date: string,
): PlannedStretch[] {
  const service = network.services.get(trip.serviceId)
  const zone = network.stops.get(trip.pattern.stopIds[legFrom] ?? 0)?.timeZone ?? agency.timeZone
  if (!service) return []
  return startOffsets(trip).flatMap((startOffset) => {
    const leaves = (trip.departures[legFrom] ?? 0) + startOffset
    const latest = Math.ceil(leaves / daySeconds) + 1
    const found: PlannedStretch[] = []
    for (let daysBefore = -1; daysBefore <= latest; daysBefore += 1) {
      const serviceDate = addDays(date, -daysBefore)
      if (!runsOn(service, serviceDate)) continue
      const start = serviceDayStart(serviceDate, agency.timeZone)
      const departsAt = new Date(start + leaves * 1000)
      if (localDate(departsAt, zone) !== date) continue
      found.push({
        tripId: trip.tripId,
        agencyId: agency.agencyId,
        routeId: trip.pattern.routeId,
        serviceDate,
        startOffset,
        legFrom,
        legTo,
        fromStopId: trip.pattern.stopIds[legFrom] ?? 0,
        toStopId: trip.pattern.stopIds[legTo] ?? 0,
        departsAt,
        arrivesAt: new Date(start + ((trip.arrivals[legTo] ?? 0) + startOffset) * 1000),
      })
    }
    return found
  })
}
