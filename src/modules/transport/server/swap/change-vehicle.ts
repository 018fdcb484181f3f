/** Another vehicle for a run that has passengers. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  missingPlace,
  rearrangeLegs,
  type MovedStretch,
} from '#modules/inventory/server/public-api.ts'
import {
  moveLines,
  readSeatedLines,
  releaseOrder,
  repeatWhileOrdersAreLocked,
  tryLockOrders,
} from '#modules/orders/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { moveTickets, restorePlaces, withdrawPlaces } from '#modules/tickets/server/public-api.ts'
import {
  lockRun,
  readNetwork,
  readRuns,
  setRunVehicle,
  type Run,
  type VehicleType,
} from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { ReseatedRun } from '../../vehicle-contract.ts'
import { coachOf } from '../coaches.ts'
import { shopText } from '../texts.ts'
import { classRefundsOf, offersOn, recordClassRefunds } from './lower-class.ts'
import { notifyOfVehicle } from './notify-of-vehicle.ts'
import { planSeats, type SeatPlan } from './plan-seats.ts'
import { presentChange } from './present-change.ts'
import type { VehicleChange } from './vehicle-change.ts'
import { insertVehicleChange } from './vehicle-changes.ts'
import { readSituation, type HeldStretch, type Situation } from './read-situation.ts'

export interface VehicleRequest {
  readonly runId: number
  readonly vehicleTypeId: number
  /** Only previews the change. */
  readonly isDryRun: boolean
  /** How many passengers may be left without a seat. */
  readonly withoutSeatMax: number
}

type Refusal = Extract<ErrorCode, 'NotFound' | 'RunNotChangeable' | 'VehicleTooSmall'>

/** Between the notification of passengers without a seat and their automatic refund; until then they may rebook. */
const choiceSeconds = 86_400

const noSeat = {
  ka: 'გადამზიდავმა ტრანსპორტი შეცვალა და ამ ბილეთისთვის ადგილი აღარ არის.',
  en: 'The carrier has changed the vehicle, and there is no seat left for this ticket.',
}

/**
 * Gives a run of the caller's another vehicle. Everybody with a sold or chosen seat gets the nearest seat on their stretch;
 * whoever has bought one and finds none keeps a valid ticket without a place, rebooks or is refunded. Atomic, and
 * idempotent: a run that has the vehicle stays as it is, unless somebody without a seat can have one now.
 */
export async function changeVehicle(
  context: Context,
  actor: StaffActor,
  request: VehicleRequest,
): Promise<Result<ReseatedRun, ErrorCode>> {
  if (request.isDryRun) {
    const [run] = await readRuns(context, [request.runId])
    const found = await changeOf(context, actor, run ?? null, request)
    return found.ok ? ok(await presentChange(context, found.value, false)) : found
  }
  return repeatWhileOrdersAreLocked(context, (inside) => attemptChange(inside, actor, request))
}

async function attemptChange(
  context: Context,
  actor: StaffActor,
  request: VehicleRequest,
): Promise<Result<ReseatedRun, ErrorCode>> {
  const run = await lockRun(context, request.runId)
  if (!(await tryLockBuyers(context, run))) return fail('ServiceUnavailable')
  const released = new Set<number>()
  let heldReleased = 0
  for (;;) {
    const found = await changeOf(context, actor, run, request, released)
    if (!found.ok) return found
    const { situation, plan } = found.value
    if (!(await tryLockOrders(context, situation.orderIds))) return fail('ServiceUnavailable')
    const stuck = unpaidWithoutSeat(situation, plan)
    if (stuck.length === 0)
      return finish(context, { ...found.value, heldReleased }, request.withoutSeatMax)
    heldReleased += stuck.length
    for (const lineId of await release(context, stuck)) released.add(lineId)
  }
}

/**
 * Locks the orders of a run before its places: a payment of a changed ticket sells one place and then returns another,
 * so waiting for the first with a lock on the second would be a deadlock.
 */
async function tryLockBuyers(context: Context, run: Run | null): Promise<boolean> {
  if (!run || run.offeringId === null) return true
  const lines = await readSeatedLines(context, run.offeringId)
  return tryLockOrders(
    context,
    lines.map(({ orderId }) => orderId),
  )
}

/** What the change would do now. */
export async function changeOf(
  context: Context,
  actor: Pick<StaffActor, 'merchantId'>,
  run: Run | null,
  { vehicleTypeId, isDryRun }: VehicleRequest,
  released: ReadonlySet<number> = new Set(),
): Promise<Result<VehicleChange, Refusal>> {
  const to = (await readNetwork(context)).vehicleTypes.get(vehicleTypeId)
  if (!run || run.agency.merchantId !== actor.merchantId) return fail('NotFound')
  if (!to || to.agencyId !== run.agency.agencyId) return fail('NotFound')
  if (!isChangeable(context, run)) return fail('RunNotChangeable')
  const { offeringId } = run
  const situation: Situation =
    offeringId === null
      ? { stretches: [], parties: [], lapsed: [], withheld: [], orderIds: [] }
      : await readSituation(context, run, offeringId, { isLocked: !isDryRun, released })
  const other = { ...run, vehicle: to }
  const offers = await offersOn(context, [run, other], 0, run.stops.length - 1)
  const rankOf = (classId: number) =>
    offers.find((offer) => offer.classId === classId)?.priceMinor ?? 0
  const plan = planFor(run, to, situation, rankOf)
  const refunds = await classRefundsOf(
    context,
    { from: run, to: other },
    situation.stretches.flatMap((stretch) => {
      const place = to.places[(plan.seats.get(stretch.key) ?? 0) - 1]
      return place ? [{ stretch, place }] : []
    }),
  )
  const heldReleased = unpaidWithoutSeat(situation, plan).length
  const withheld = keptWithheld(run.vehicle, to, situation, plan)
  return ok({ run, to, situation, plan, refunds, heldReleased, withheld })
}

/** The run's own vehicle again: nobody moves, unless more passengers have a seat then. */
function planFor(
  { vehicle }: Run,
  to: VehicleType,
  { parties, stretches }: Situation,
  rankOf: (classId: number) => number,
): SeatPlan {
  const present = {
    seats: new Map<string, number>(),
    without: [] as string[],
    lower: [],
    apart: [],
  }
  for (const { key, placeId } of stretches)
    if (placeId <= vehicle.places.length) present.seats.set(key, placeId)
    else present.without.push(key)
  const isSame = vehicle.vehicleTypeId === to.vehicleTypeId
  if (isSame && present.without.length === 0) return present
  const plan = planSeats({ from: vehicle, to, parties, rankOf })
  return isSame && plan.without.length >= present.without.length ? present : plan
}

export function isChangeable({ clock }: Pick<Context, 'clock'>, run: Run): boolean {
  return run.status !== 'cancelled' && run.arrivesAt > clock.now()
}

function unpaidWithoutSeat({ stretches }: Situation, { without }: SeatPlan): HeldStretch[] {
  const stuck = new Set(without)
  return stretches.filter(({ key, isSold, line }) => !isSold && line !== null && stuck.has(key))
}

/**
 * Releases seats of unpaid orders; returns the lines of orders that cannot be changed any more, because they are being
 * paid or have ended: a payment of such a line is refunded.
 */
async function release(context: Context, stretches: readonly HeldStretch[]): Promise<number[]> {
  const byOrder = Map.groupBy(stretches, ({ line }) => line?.orderKey ?? '')
  const kept: number[] = []
  for (const [orderKey, own] of byOrder) {
    const lineIds = own.flatMap(({ line }) => line?.lineId ?? [])
    // The carrier releases them, not the buyer.
    const system = { ...context, actor: { kind: 'system' } as const }
    const done = await releaseOrder(system, { orderKey, lineIds, cancel: false })
    if (!done.ok) kept.push(...lineIds)
  }
  return kept
}

/** Withheld places by their new numbers: those with the same name, where nobody sits. */
function keptWithheld(
  from: VehicleType,
  to: VehicleType,
  { withheld, stretches }: Situation,
  { seats }: SeatPlan,
): VehicleChange['withheld'] {
  const taken = new Set(
    stretches.flatMap(({ key, legFrom, legTo }) =>
      Array.from({ length: legTo - legFrom }, (_, index) => `${seats.get(key)} ${legFrom + index}`),
    ),
  )
  return withheld.flatMap(({ placeId, leg }) => {
    const old = from.places[placeId - 1]
    const same = to.places.find(({ coach, label }) => coach === old?.coach && label === old.label)
    const isKeptBack = ((same?.attributes ?? 0) & placeAttribute.keptBack) !== 0
    return same && !isKeptBack && !taken.has(`${same.placeId} ${leg}`)
      ? [{ placeId: same.placeId, leg }]
      : []
  })
}

async function finish(
  context: Context,
  change: VehicleChange,
  withoutSeatMax: number,
): Promise<Result<ReseatedRun, ErrorCode>> {
  const { run, to } = change
  const view = await presentChange(context, change, true)
  const isSame = run.vehicle.vehicleTypeId === to.vehicleTypeId
  if (isSame && view.seatsMoved === 0) return ok(view)
  if (view.withoutSeat > withoutSeatMax) return fail('VehicleTooSmall', { seats: view.withoutSeat })
  if (run.offeringId !== null) await writePlaces(context, run.offeringId, change)
  if (!isSame) await recordVehicle(context, run, to)
  await recordClassRefunds(context, run.runId, change.refunds)
  await notifyOfVehicle(context, change)
  const { parties: _parties, ...after } = view
  await logStaffChange(context, {
    action: 'runs.change-vehicle',
    subject: `run ${run.runId}`,
    before: { vehicleTypeId: run.vehicle.vehicleTypeId },
    after,
  })
  return ok(view)
}

async function recordVehicle(
  context: Context,
  { runId, offeringId, vehicle }: Run,
  to: VehicleType,
) {
  const { vehicleTypeId } = to
  await setRunVehicle(context, runId, vehicleTypeId)
  // Nobody has had a seat in it, and an import of the timetable may delete it.
  if (offeringId === null) return
  await insertVehicleChange(context, runId, {
    fromVehicleTypeId: vehicle.vehicleTypeId,
    toVehicleTypeId: vehicleTypeId,
  })
}

interface PlacedStretch {
  readonly stretch: HeldStretch
  readonly toPlaceId: number
}

/**
 * The new place of each stretch. A sold stretch without a seat gets a number beyond the vehicle's places, which is never
 * offered: its ticket can be returned, exchanged and seated again like any other.
 */
function newSeats({ to, situation, plan }: VehicleChange): PlacedStretch[] {
  let beyond = to.places.length
  return situation.stretches.flatMap((stretch) => {
    const seat = plan.seats.get(stretch.key)
    if (seat !== undefined) return [{ stretch, toPlaceId: seat }]
    if (!stretch.isSold) return []
    beyond += 1
    return [{ stretch, toPlaceId: beyond }]
  })
}

/** Arranges the places of the other vehicle. The orders of the situation are locked. */
export async function writePlaces(
  context: Context,
  offeringId: number,
  change: VehicleChange,
): Promise<void> {
  const { run, to, situation, withheld } = change
  const seats = newSeats(change)
  const moves = seats.map(({ stretch, toPlaceId }): MovedStretch => {
    const { placeId, holdId, legFrom, legTo } = stretch
    return { placeId, holdId, legFrom, legTo, toPlaceId }
  })
  const legs = run.stops.slice(1).map((_, leg) => leg)
  const keptBack = to.places
    .filter(({ attributes }) => (attributes & placeAttribute.keptBack) !== 0)
    .flatMap(({ placeId }) => legs.map((leg) => ({ placeId, leg })))
  await rearrangeLegs(context, {
    offeringId,
    placeCount: Math.max(to.places.length, ...seats.map(({ toPlaceId }) => toPlaceId)),
    moves,
    blocked: [...keptBack, ...withheld],
  })
  const lines = seats.flatMap(({ stretch: { line }, toPlaceId }) =>
    line ? [{ lineId: line.lineId, placeId: toPlaceId, ...seatName(to, toPlaceId) }] : [],
  )
  await moveLines(context, [
    ...lines,
    // A late payment must not take the place that has its old number now.
    ...situation.lapsed.map(({ lineId, seat, section }) => ({
      lineId,
      placeId: missingPlace,
      row: null,
      seat,
      section,
    })),
  ])
  await moveTickets(context, lines)
  const isSeated = new Set(lines.flatMap(({ lineId, seat }) => (seat === null ? [] : [lineId])))
  await restorePlaces(context, [...isSeated])
  await withdrawPlaces(context, {
    lineIds: lines.flatMap(({ lineId }) => (isSeated.has(lineId) ? [] : [lineId])),
    reason: noSeat,
    refundFrom: new Date(context.clock.now().getTime() + choiceSeconds * 1000),
  })
}

/** Coach and number as on tickets; both null for a number that the vehicle does not have. */
function seatName(vehicle: VehicleType, placeId: number) {
  const place = vehicle.places[placeId - 1]
  const coach = place && coachOf(vehicle, place)
  const section = coach && vehicle.plan.coaches.length > 1 ? shopText(coach.name) : null
  return { row: null, seat: place?.label ?? null, section }
}
