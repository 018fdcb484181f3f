/** Changes of single runs by their carrier's staff. Each is logged, and repeating it changes nothing. */
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  changeSaleRules,
  endSale,
  readOffering,
  stopSale,
  withdrawSaleEnd,
} from '#modules/inventory/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { changedPlatforms } from '../commands/assign-platforms.ts'
import type { Run } from '../queries/read-runs.ts'
import { runStatuses } from '../run-statuses.ts'
import { isChangeable, isOver, lockOwnRuns } from './own-runs.ts'

type Refusal = 'NotFound' | 'RunNotChangeable'
type Caller = Pick<StaffActor, 'merchantId'>

/**
 * Stops or resumes the sale of runs, all of them or none. Tickets and held places are not affected. A run without an
 * offering keeps its state until the offering is created. Returns the number of runs that were changed.
 */
export function switchRunSale(
  context: Context,
  { merchantId }: Caller,
  { runIds, isOnSale }: { readonly runIds: readonly number[]; readonly isOnSale: boolean },
): Promise<Result<number, Refusal>> {
  return inTransaction(context, async (inside) => {
    const locked = await lockOwnRuns(inside, { merchantId, runIds })
    if (!locked.ok) return locked
    const now = inside.clock.now()
    if (locked.value.some((run) => !isChangeable(run, now))) return fail('RunNotChangeable')
    const runs = locked.value.filter((run) => run.isOnSale !== isOnSale)
    if (runs.length === 0) return ok(0)
    await sql`
      update run set is_on_sale = ${isOnSale} where id = any(${runs.map(({ runId }) => runId)}::int[])
    `.execute(inside.db)
    for (const { runId, offeringId } of runs) {
      if (offeringId !== null) await switchOffering(inside, offeringId, isOnSale)
      await logStaffChange(inside, {
        action: isOnSale ? 'runs.resume-sale' : 'runs.stop-sale',
        subject: `run ${runId}`,
        before: { isOnSale: !isOnSale },
        after: { isOnSale },
      })
    }
    return ok(runs.length)
  })
}

async function switchOffering(
  context: Context,
  offeringId: number,
  isOnSale: boolean,
): Promise<void> {
  if (!isOnSale) return stopSale(context, offeringId)
  const offering = await readOffering(context, offeringId)
  if (!offering) return
  const { placesPerOrderMax, salesOpenAt, salesCloseAt } = offering
  await changeSaleRules(context, [
    { offeringId, isOnSale, placesPerOrderMax, salesOpenAt, salesCloseAt },
  ])
}

/**
 * Cancels a run and stops its sale. The worker notifies the ticket holders, as it does for cancellations in real-time
 * feeds: they choose another run, or are refunded a day later.
 */
export function cancelRun(
  context: Context,
  caller: Caller,
  runId: number,
): Promise<Result<null, Refusal>> {
  return setStatus(context, caller, { runId, status: 'cancelled' }, async (inside, run) => {
    if (run.offeringId !== null) await endSale(inside, run.offeringId)
    await logStaffChange(inside, {
      action: 'runs.cancel',
      subject: `run ${runId}`,
      before: { startsAt: run.departsAt },
    })
  })
}

/**
 * Schedules a cancelled run again, with its sale as it was. The worker notifies the holders of tickets that were not
 * refunded yet: they are valid again and may be returned in full.
 */
export function reinstateRun(
  context: Context,
  caller: Caller,
  runId: number,
): Promise<Result<null, Refusal>> {
  return setStatus(context, caller, { runId, status: 'scheduled' }, async (inside, run) => {
    await restoreSale(inside, runId)
    await logStaffChange(inside, {
      action: 'runs.reinstate',
      subject: `run ${runId}`,
      after: { startsAt: run.departsAt },
    })
  })
}

/** Sets the status of a run that is not over and has another one, and does what follows from it. */
function setStatus(
  context: Context,
  { merchantId }: Caller,
  { runId, status }: Pick<Run, 'runId' | 'status'>,
  follow: (inside: Context, run: Run) => Promise<void>,
): Promise<Result<null, Refusal>> {
  return inTransaction(context, async (inside) => {
    const locked = await lockOwnRuns(inside, { merchantId, runIds: [runId] })
    if (!locked.ok) return locked
    const [run] = locked.value
    if (!run || run.status === status) return ok(null)
    if (isOver(run, inside.clock.now())) return fail('RunNotChangeable')
    await sql`update run set status = ${runStatuses[status]} where id = ${runId}`.execute(inside.db)
    await follow(inside, run)
    return ok(null)
  })
}

/**
 * Opens the sale of a run that was cancelled, in the caller's transaction, unless the carrier has stopped it or cancelled
 * the run again; the run is locked, so that neither happens meanwhile.
 */
export async function restoreSale(context: Context, runId: number): Promise<void> {
  const { rows } = await sql<{ offeringId: number; isOnSale: boolean }>`
    select offering_id as "offeringId", is_on_sale as "isOnSale" from run
    where id = ${runId} and status = ${runStatuses.scheduled} and offering_id is not null
    for update`.execute(context.db)
  for (const { offeringId, isOnSale } of rows) {
    await withdrawSaleEnd(context, offeringId)
    if (isOnSale) await switchOffering(context, offeringId, true)
  }
}

/**
 * Sets the delay from a stop on; zero means on time again. Ticket holders are notified by the worker. A later message of
 * the carrier's real-time feed replaces it.
 */
export function reportDelay(
  context: Context,
  { merchantId }: Caller,
  delay: { readonly runId: number; readonly stop: number; readonly minutes: number },
): Promise<Result<null, Refusal>> {
  const { runId, stop, minutes } = delay
  return inTransaction(context, async (inside) => {
    const locked = await lockOwnRuns(inside, { merchantId, runIds: [runId] })
    if (!locked.ok) return locked
    const [run] = locked.value
    if (!run || stop >= run.stops.length) return fail('NotFound')
    // A run may be late because it has not arrived yet at its scheduled time.
    if (run.status === 'cancelled') return fail('RunNotChangeable')
    const before = run.stops.map(({ delaySeconds }) => delaySeconds)
    const after = before.map((seconds, index) => (index < stop ? seconds : minutes * 60))
    const isSame = run.stops.every(
      ({ delaySeconds, arrivalDelaySeconds }, index) =>
        index < stop || (delaySeconds === minutes * 60 && arrivalDelaySeconds === minutes * 60),
    )
    if (isSame) return ok(null)
    const delays = after.every((seconds) => seconds === 0) ? null : after
    const arrivals = run.stops.map(({ arrivalDelaySeconds }, index) =>
      index < stop ? arrivalDelaySeconds : minutes * 60,
    )
    const isOneDelay = arrivals.every((seconds, index) => seconds === after[index])
    await sql`
      update run set delays = ${delays}::int[], arrival_delays = ${isOneDelay ? null : arrivals}::int[]
      where id = ${runId}`.execute(inside.db)
    // The delay is no longer that of the real-time feed, which must not withdraw it.
    await sql`
      update run_realtime set has_forecast = false where run_id = ${runId}`.execute(inside.db)
    await logStaffChange(inside, {
      action: 'runs.delay',
      subject: `run ${runId}`,
      before: { minutes: Math.round((before[stop] ?? 0) / 60) },
      after: { minutes },
    })
    return ok(null)
  })
}

/**
 * Sets the platform of a stop; null: that of the timetable. The worker notifies the ticket holders who board there. A
 * later change in the carrier's real-time feed replaces it.
 */
export function setPlatform(
  context: Context,
  { merchantId }: Caller,
  wanted: { readonly runId: number; readonly stop: number; readonly platform: string | null },
): Promise<Result<null, Refusal>> {
  const { runId, stop } = wanted
  return inTransaction(context, async (inside) => {
    const locked = await lockOwnRuns(inside, { merchantId, runIds: [runId] })
    if (!locked.ok) return locked
    const [run] = locked.value
    const before = run?.stops[stop]
    if (!run || !before) return fail('NotFound')
    if (!isChangeable(run, inside.clock.now())) return fail('RunNotChangeable')
    const platform = wanted.platform ?? before.plannedPlatform
    if (platform === before.platform) return ok(null)
    const platforms = changedPlatforms(run.stops.with(stop, { ...before, platform }))
    await sql`update run set platforms = ${platforms}::text[] where id = ${runId}`.execute(
      inside.db,
    )
    await logStaffChange(inside, {
      action: 'runs.platform',
      subject: `run ${runId}`,
      before: { platform: before.platform },
      after: { platform },
    })
    return ok(null)
  })
}
