/** Changes of single runs by their carrier's staff. Each is logged, and repeating it changes nothing. */
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { changeSaleRules, readOffering, stopSale } from '#modules/inventory/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
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
  { merchantId }: Caller,
  runId: number,
): Promise<Result<null, Refusal>> {
  return inTransaction(context, async (inside) => {
    const locked = await lockOwnRuns(inside, { merchantId, runIds: [runId] })
    if (!locked.ok) return locked
    const [run] = locked.value
    if (!run || run.status === 'cancelled') return ok(null)
    if (!isChangeable(run, inside.clock.now())) return fail('RunNotChangeable')
    await sql`update run set status = ${runStatuses.cancelled} where id = ${runId}`.execute(
      inside.db,
    )
    if (run.offeringId !== null) await stopSale(inside, run.offeringId)
    await logStaffChange(inside, {
      action: 'runs.cancel',
      subject: `run ${runId}`,
      before: { startsAt: run.departsAt },
    })
    return ok(null)
  })
}

/**
 * Schedules a cancelled run again, with its sale as it was. The worker notifies the holders of tickets that were not
 * refunded yet: they are valid again and may be returned in full.
 */
export function reinstateRun(
  context: Context,
  { merchantId }: Caller,
  runId: number,
): Promise<Result<null, Refusal>> {
  return inTransaction(context, async (inside) => {
    const locked = await lockOwnRuns(inside, { merchantId, runIds: [runId] })
    if (!locked.ok) return locked
    const [run] = locked.value
    if (!run || run.status === 'scheduled') return ok(null)
    if (isOver(run, inside.clock.now())) return fail('RunNotChangeable')
    await sql`update run set status = ${runStatuses.scheduled} where id = ${runId}`.execute(
      inside.db,
    )
    await restoreSale(inside, runId)
    await logStaffChange(inside, {
      action: 'runs.reinstate',
      subject: `run ${runId}`,
      after: { startsAt: run.departsAt },
    })
    return ok(null)
  })
}

/**
 * Opens the sale of a run that was cancelled, in the caller's transaction, unless the carrier has stopped it or cancelled
 * the run again; the run is locked, so that neither happens meanwhile.
 */
export async function restoreSale(context: Context, runId: number): Promise<void> {
  const { rows } = await sql<{ offeringId: number }>`
    select offering_id as "offeringId" from run
    where id = ${runId} and status = ${runStatuses.scheduled} and is_on_sale and offering_id is not null
    for update`.execute(context.db)
  for (const { offeringId } of rows) await switchOffering(context, offeringId, true)
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
    if (after.every((seconds, index) => seconds === before[index])) return ok(null)
    const delays = after.every((seconds) => seconds === 0) ? null : after
    await sql`update run set delays = ${delays}::int[] where id = ${runId}`.execute(inside.db)
    await logStaffChange(inside, {
      action: 'runs.delay',
      subject: `run ${runId}`,
      before: { minutes: Math.round((before[stop] ?? 0) / 60) },
      after: { minutes },
    })
    return ok(null)
  })
}
