/** Applies what a real-time message says about one run. */
import { sql } from 'kysely'
import { endSale } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { restoreSale } from '../carrier/change-runs.ts'
import { isOver } from '../carrier/own-runs.ts'
import type { Network } from '../network.ts'
import type { KnownRun } from '../realtime/find-runs.ts'
import { forecastOf, type Forecast } from '../realtime/forecast.ts'
import { matchStops } from '../realtime/match-stops.ts'
import type { StopUpdate, TripUpdate } from '../realtime/read-message.ts'
import { runStatuses } from '../run-statuses.ts'
import type { FeedSource } from '../realtime/feed-source.ts'
import { assignPlatforms } from './assign-platforms.ts'

/** A change of a run since the previous message. */
export interface RunChange {
  readonly runId: number
  readonly offeringId: number | null
  readonly change: 'delayed' | 'on-time' | 'cancelled' | 'reinstated'
  /** Seconds by stop at the departure; null unless delayed. */
  readonly delays: readonly number[] | null
  readonly departsAt: Date
  readonly arrivesAt: Date
}

interface Updated {
  readonly feed: FeedSource
  readonly network: Network
  readonly known: KnownRun
  readonly update: TripUpdate
}

/**
 * A cancellation, and the end of one, are applied when the message says so for the first time: what the carrier's staff
 * decide afterwards stays until the message says something else.
 */
export async function applyTripUpdate(
  context: Context,
  updated: Updated,
): Promise<RunChange | null> {
  const { known, update } = updated
  if (update.relationship === 'cancelled' || update.relationship === 'deleted')
    return cancel(context, updated)
  const isBack = known.said?.isCancelled === true && (await reinstate(context, known))
  if (known.run.status === 'cancelled' && !isBack) {
    await recordSaid(context, updated, { isCancelled: false, hasForecast: false })
    return null
  }
  const change = await applyForecast(context, updated)
  return isBack ? changeOf(known, 'reinstated') : change
}

function changeOf(
  { run: { runId, offeringId, departsAt, arrivesAt } }: KnownRun,
  change: RunChange['change'],
  delays: RunChange['delays'] = null,
): RunChange {
  return { runId, offeringId, change, delays, departsAt, arrivesAt }
}

async function cancel(context: Context, updated: Updated): Promise<RunChange | null> {
  const { known, update } = updated
  const { run, said } = known
  const isHidden = update.relationship === 'deleted'
  const isNews = said?.isCancelled !== true
  // Its delays are still those of the feed, which must be able to withdraw them.
  const hasForecast = said?.hasForecast === true
  await recordSaid(context, updated, { isCancelled: true, hasForecast })
  if (!isNews && run.status !== 'cancelled') return null
  if (run.status === 'cancelled' && run.isHidden === isHidden) return null
  await sql`
    update run set status = ${runStatuses.cancelled}, is_hidden = ${isHidden}
    where id = ${run.runId}`.execute(context.db)
  if (run.status === 'cancelled') return null
  if (run.offeringId !== null) await endSale(context, run.offeringId)
  return changeOf(known, 'cancelled')
}

/** Schedules a run again that a message had cancelled; returns whether it runs. */
export async function reinstate(
  context: Context,
  { run }: Pick<KnownRun, 'run'>,
): Promise<boolean> {
  if (run.status !== 'cancelled' || isOver(run, context.clock.now())) return false
  await sql`
    update run set status = ${runStatuses.scheduled}, is_hidden = false
    where id = ${run.runId}`.execute(context.db)
  await restoreSale(context, run.runId)
  return true
}

async function applyForecast(context: Context, updated: Updated): Promise<RunChange | null> {
  const { network, known, update } = updated
  const { run, feedPlatforms, said } = known
  const updates = updatesOf(known, update)
  await assignPlatforms(context, network, { run, before: feedPlatforms }, updates)
  const planned = run.stops.map(({ arrivesAt, departsAt }) => ({
    arrivesAt: Math.round(arrivesAt.getTime() / 1000),
    departsAt: Math.round(departsAt.getTime() / 1000),
  }))
  const forecast = forecastOf(planned, update, updates)
  await recordSaid(context, updated, { isCancelled: false, hasForecast: forecast.isTimed })
  await writeCalls(context, known, forecast)
  // A message without times says nothing about a delay that staff have reported.
  if (!forecast.isTimed && said?.hasForecast !== true) return null
  return writeDelays(context, known, forecast)
}

/** A replacement numbers its own stops. */
function updatesOf({ stops }: KnownRun, update: TripUpdate): (StopUpdate | undefined)[] {
  if (update.relationship !== 'replacement') return matchStops(stops, update.stops)
  return matchStops(
    stops,
    update.stops.map((one) => ({ ...one, stopSequence: null })),
  )
}

async function writeCalls(context: Context, { run, row }: KnownRun, { calls }: Forecast) {
  const isChanged = calls.some((change, index) => change !== (row.callChanges?.[index] ?? 0))
  if (!isChanged) return
  const changes = orNull(calls)
  await sql`
    update run set call_changes = ${changes}::smallint[] where id = ${run.runId}`.execute(
    context.db,
  )
}

async function writeDelays(
  context: Context,
  known: KnownRun,
  { arrivals, departures }: Pick<Forecast, 'arrivals' | 'departures'>,
): Promise<RunChange | null> {
  const { run } = known
  const isSame = run.stops.every(
    ({ delaySeconds, arrivalDelaySeconds }, index) =>
      delaySeconds === departures[index] && arrivalDelaySeconds === arrivals[index],
  )
  if (isSame) return null
  const isOnTime = [...arrivals, ...departures].every((delay) => delay === 0)
  const isOneDelay = arrivals.every((delay, index) => delay === departures[index])
  await sql`
    update run set delays = ${isOnTime ? null : departures}::int[],
      arrival_delays = ${isOneDelay ? null : arrivals}::int[] where id = ${run.runId}`.execute(
    context.db,
  )
  return isOnTime ? changeOf(known, 'on-time') : changeOf(known, 'delayed', departures)
}

/** Shows the planned times again, since nothing is known any more. */
export function withdrawDelays(context: Context, known: KnownRun): Promise<RunChange | null> {
  const none = known.run.stops.map(() => 0)
  return writeDelays(context, known, { arrivals: none, departures: none })
}

/** Lets the run call at all its stops again. */
export function withdrawCalls(context: Context, known: KnownRun): Promise<void> {
  const calls = known.run.stops.map(() => 0)
  return writeCalls(context, known, { isTimed: false, arrivals: [], departures: [], calls })
}

function orNull(calls: readonly number[]): readonly number[] | null {
  return calls.some((change) => change !== 0) ? calls : null
}

async function recordSaid(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { feed, known, update }: Updated,
  { isCancelled, hasForecast }: { readonly isCancelled: boolean; readonly hasForecast: boolean },
): Promise<void> {
  const { run, said } = known
  const isSame =
    said?.isCancelled === isCancelled &&
    said.hasForecast === hasForecast &&
    said.entityId === update.entityId &&
    said.source === feed.source
  if (isSame) return
  await sql`
    insert into run_realtime (run_id, feed_id, source, entity_id, is_cancelled, has_forecast, seen_at)
    values (${run.runId}, ${feed.feedId}, ${feed.source}, ${update.entityId}, ${isCancelled}, ${hasForecast},
      ${clock.now()})
    on conflict (run_id) do update set source = excluded.source, entity_id = excluded.entity_id,
      is_cancelled = excluded.is_cancelled, has_forecast = excluded.has_forecast, seen_at = excluded.seen_at`.execute(
    db,
  )
}
