/** Direct departures between two towns on a date. */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import type { Brand } from '../../shapes.ts'
import { readNetwork } from '../network-cache.ts'
import type { Agency, Network, Trip } from '../network.ts'
import { callChange, isClosed, type CallChanges } from '../call-changes.ts'
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
  /** The run is cancelled, or does not stop at one of the two. */
  readonly isCancelled: boolean
  /** The carrier has deleted the run: it is not shown. */
  readonly isHidden: boolean
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
  const planned = plannedBetween(network, question)
  const stretches = await withRuns(context, planned, otherLegsBetween(network, question))
  return stretches.filter(({ isHidden }) => !isHidden)
}

/** The same for several dates, with one query for the runs. */
export async function runsBetweenOn(
  context: Pick<Context, 'db'>,
  question: Omit<StretchQuestion, 'date'>,
  dates: readonly string[],
): Promise<Stretch[][]> {
  const network = await readNetwork(context)
  const planned = dates.map((date) => plannedBetween(network, { ...question, date }))
  const other = otherLegsBetween(network, question)
  const stretches = await withRuns(context, planned.flat(), other)
  let at = 0
  return planned.map(({ length }) =>
    stretches.slice(at, (at += length)).filter(({ isHidden }) => !isHidden),
  )
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
  'runId' | 'offeringId' | 'isCancelled' | 'isHidden' | 'isOnSale' | 'vehicleTypeId'
>

/** Other legs of a run between the same towns, where the run does not stop as planned. */
type OtherLegs = (stretch: PlannedStretch, changes: CallChanges) => PlannedStretch | null

/** Adds run ids to scheduled departures. */
export async function withRuns(
  context: Pick<Context, 'db'>,
  stretches: readonly PlannedStretch[],
  otherLegs: OtherLegs = () => null,
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
    isHidden: boolean
    callChanges: CallChanges
    vehicleTypeId: number
  }>`
    select run.id as "runId", run.trip_id as "tripId", run.service_date::text as "serviceDate",
      run.start_offset as "startOffset", run.offering_id as "offeringId", run.status,
      run.is_on_sale as "isOnSale", run.vehicle_type_id as "vehicleTypeId",
      run.is_hidden as "isHidden", run.call_changes as "callChanges"
    from unnest(${stretches.map(({ tripId }) => tripId)}::int[],
      ${stretches.map(({ serviceDate }) => serviceDate)}::date[],
      ${stretches.map(({ startOffset }) => startOffset)}::int[]) as wanted (trip_id, service_date, start_offset)
    join run using (trip_id, service_date, start_offset)`.execute(context.db)
  const runs = new Map(rows.map((row) => [runKey(row), row]))
  return stretches.map((stretch) => {
    const run = runs.get(runKey(stretch))
    const changes = run?.callChanges ?? null
    const isSkipping = isClosed(changes, stretch.legFrom, stretch.legTo)
    const other = isSkipping ? otherLegs(stretch, changes) : null
    return {
      ...(other ?? stretch),
      runId: run?.runId ?? null,
      offeringId: run?.offeringId === null || !run ? null : Number(run.offeringId),
      isCancelled: run?.status === runStatus.cancelled || (isSkipping && other === null),
      isHidden: run?.isHidden ?? false,
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

/** A town may have several stops; the ride is between others of them where the run does not stop as planned. */
function otherLegsBetween(
  network: Network,
  { fromLocalityId, toLocalityId }: Omit<StretchQuestion, 'date'>,
): OtherLegs {
  return (stretch, changes) => {
    const trip = network.trips.get(stretch.tripId)
    const [from, to] = [fromLocalityId, toLocalityId].map(
      (town) => new Set(network.stopsOfLocality.get(town)),
    )
    const ends = trip && from && to && endsOf(trip, from, to, changes)
    if (!ends) return null
    const [legFrom, legTo] = ends
    const later = (at: Date, times: Int32Array, index: number, planned: number): Date =>
      new Date(at.getTime() + ((times[index] ?? 0) - (times[planned] ?? 0)) * 1000)
    return {
      ...stretch,
      legFrom,
      legTo,
      fromStopId: trip.pattern.stopIds[legFrom] ?? 0,
      toStopId: trip.pattern.stopIds[legTo] ?? 0,
      departsAt: later(stretch.departsAt, trip.departures, legFrom, stretch.legFrom),
      arrivesAt: later(stretch.arrivesAt, trip.arrivals, legTo, stretch.legTo),
    }
  }
}

/** The last boarding stop in one town and the first alighting stop after it in the other: the shortest ride. */
function endsOf(
  trip: Trip,
  from: ReadonlySet<number>,
  to: ReadonlySet<number>,
  changes: CallChanges = null,
): readonly [number, number] | null {
  const { stopIds, pickup, dropOff } = trip.pattern
  const isOpen = (index: number, change: number): boolean =>
    ((changes?.[index] ?? 0) & change) === 0
  let boarding = -1
  for (let index = 0; index < stopIds.length; index += 1) {
    const stopId = stopIds[index] ?? 0
    const mayAlight = dropOff[index] !== 1 && isOpen(index, callChange.noAlighting)
    if (boarding >= 0 && to.has(stopId) && mayAlight) return [boarding, index]
    const mayBoard = pickup[index] !== 1 && isOpen(index, callChange.noBoarding)
    if (from.has(stopId) && mayBoard) boarding = index
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
