/** Another vehicle for trips of a line from a day on. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { tryLockOrders } from '#modules/orders/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import {
  findOwnLine,
  findRunsOfTrips,
  localDate,
  readNetwork,
  lockCarrier,
  readRuns,
  setRunVehicles,
  tryLockRuns,
  writeTripVehicles,
  type Run,
  type Trip,
  type VehicleType,
} from '#modules/timetable/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { changeOf, writePlaces } from './change-vehicle.ts'

export interface Assignment {
  readonly lineId: number
  readonly tripIds: readonly number[]
  readonly vehicleTypeId: number
  /** First service day. */
  readonly from: string
  readonly isDryRun: boolean
}

/** A run with passengers, which keeps its vehicle until staff exchange it by itself. */
export interface KeptRun {
  readonly run: Run
  readonly sold: number
  readonly held: number
}

export interface Assigned {
  /** Trips that have another vehicle from that day on. */
  readonly trips: number
  /** Runs without passengers, which get it at once. */
  readonly runs: number
  readonly kept: readonly KeptRun[]
}

/** Each run is locked until the end of the transaction; the database's table of locks is finite. */
const runsMax = 2_000
const attemptsMax = 60
const pauseMilliseconds = 50

/**
 * Assigns a vehicle of the caller's carrier to trips of its line from a service day on. Runs of which nothing is sold or
 * held get it at once, those that are created later as well; the others are listed. Atomic; repeating it only gives the
 * vehicle to runs that have lost their passengers since.
 */
export async function assignVehicle(
  context: Context,
  actor: StaffActor,
  request: Assignment,
): Promise<Result<Assigned, ErrorCode>> {
  if (request.isDryRun) return attempt(context, actor, request)
  for (let attempts = 1; attempts <= attemptsMax; attempts += 1) {
    const done = await inTransaction(context, (inside) => attempt(inside, actor, request))
    if (done.ok || done.code !== 'ServiceUnavailable') return done
    // Somebody is choosing seats of one of the runs, or paying for them.
    await pause(pauseMilliseconds)
  }
  return fail('ServiceUnavailable')
}

async function attempt(
  context: Context,
  { merchantId }: StaffActor,
  request: Assignment,
): Promise<Result<Assigned, ErrorCode>> {
  const { lineId, tripIds, vehicleTypeId, from, isDryRun } = request
  const network = await readNetwork(context)
  const line = findOwnLine(network, { merchantId }, lineId)
  if (!line.ok) return line
  const { agency } = line.value
  const to = network.vehicleTypes.get(vehicleTypeId)
  const trips = [...new Set(tripIds)].flatMap((id) => network.trips.get(id) ?? [])
  // A trip without a vehicle is sold at the carrier's office only.
  const areOfLine = trips.every(
    (trip) => trip.pattern.routeId === lineId && trip.vehicleTypeId !== null,
  )
  if (to?.agencyId !== agency.agencyId || !areOfLine || trips.length < new Set(tripIds).size)
    return fail('NotFound')
  if (from < localDate(context.clock.now(), agency.timeZone)) return fail('VehicleDayWrong')
  if (!isDryRun) await lockCarrier(context, agency.agencyId)
  const changed = await writeTripVehicles(context, { trips, from, vehicleTypeId, isDryRun })
  const runs = await runsOf(context, { trips, from, isDryRun })
  if (!runs.ok) return runs
  const others = runs.value.filter(
    ({ vehicle, agency: { agencyId } }) =>
      vehicle.vehicleTypeId !== vehicleTypeId && agencyId === to.agencyId,
  )
  const done = await exchangeUnsold(context, others, { merchantId, to, isDryRun })
  if (!done.ok) return done
  const assigned = { trips: changed, ...done.value }
  if (!isDryRun && (changed > 0 || assigned.runs > 0))
    await logStaffChange(context, {
      action: 'vehicles.assign',
      subject: `line ${lineId}`,
      before: { tripIds: trips.map(({ tripId }) => tripId) },
      after: { vehicleTypeId, validFrom: from, runs: assigned.runs, kept: assigned.kept.length },
    })
  return ok(assigned)
}

async function runsOf(
  context: Context,
  one: { readonly trips: readonly Trip[]; readonly from: string; readonly isDryRun: boolean },
): Promise<Result<readonly Run[], 'TooManyRuns' | 'ServiceUnavailable'>> {
  const runIds = await findRunsOfTrips(context, { ...one, most: runsMax + 1 })
  if (runIds.length > runsMax) return fail('TooManyRuns', { most: runsMax })
  const runs = one.isDryRun ? await readRuns(context, runIds) : await tryLockRuns(context, runIds)
  if (!runs) return fail('ServiceUnavailable')
  return ok(runs.filter(({ status }) => status === 'scheduled'))
}

interface Exchange {
  readonly merchantId: number
  readonly to: VehicleType
  readonly isDryRun: boolean
}

/** Exchanges the vehicle of runs without passengers; `kept` are the others. */
async function exchangeUnsold(
  context: Context,
  runs: readonly Run[],
  { merchantId, to, isDryRun }: Exchange,
): Promise<Result<Pick<Assigned, 'runs' | 'kept'>, ErrorCode>> {
  const kept: KeptRun[] = []
  const unsold: Run[] = []
  // Places are locked by offering, like those of an order on several runs.
  const inOrder = runs.toSorted(
    (one, other) => (one.offeringId ?? 0) - (other.offeringId ?? 0) || one.runId - other.runId,
  )
  for (const run of inOrder) {
    const { runId, offeringId } = run
    if (offeringId === null) {
      unsold.push(run)
      continue
    }
    const { vehicleTypeId } = to
    const found = await changeOf(context, { merchantId }, run, {
      runId,
      vehicleTypeId,
      isDryRun,
      withoutSeatMax: 0,
    })
    if (!found.ok) return found
    const { stretches, orderIds } = found.value.situation
    if (stretches.length > 0) {
      const sold = stretches.filter(({ isSold }) => isSold).length
      kept.push({ run, sold, held: stretches.length - sold })
      continue
    }
    unsold.push(run)
    if (isDryRun) continue
    if (!(await tryLockOrders(context, orderIds))) return fail('ServiceUnavailable')
    await writePlaces(context, offeringId, found.value)
  }
  const runIds = unsold.map(({ runId }) => runId)
  if (!isDryRun) await setRunVehicles(context, runIds, to.vehicleTypeId)
  return ok({
    runs: unsold.length,
    kept: kept.toSorted((one, other) => one.run.runId - other.run.runId),
  })
}
