import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { passedOverReasons } from '../../feed-contract.ts'
import { readNetwork } from '../network-cache.ts'
import { invalidateAlerts } from '../queries/alerts.ts'
import { indexRuns, lockNamedRuns, namedRun, type RunIndex } from '../realtime/find-runs.ts'
import type { RealtimeMessage, TripRelationship, TripUpdate } from '../realtime/read-message.ts'
import { clockDriftSeconds, type FeedSource } from '../realtime/feed-source.ts'
import { applyTripUpdate, type RunChange } from './apply-trip-update.ts'
import { writeAlerts } from './write-alerts.ts'
import { writeVehicles } from './write-vehicles.ts'
import { findWithdrawn, withdraw } from './withdraw-realtime.ts'

export type { RunChange } from './apply-trip-update.ts'

/** Why an entity of a message was passed over. */
export type PassedOver = (typeof passedOverReasons)[number]

export interface AppliedMessage {
  readonly changes: readonly RunChange[]
  /** Number of trip updates that were passed over, by reason. */
  readonly passedOver: Readonly<Partial<Record<PassedOver, number>>>
}

/** Where a message comes from. */
export interface RealtimeSource {
  readonly feed: string
  readonly url: string
}

/** Additional trips; the planned trip that they name is not affected by them. */
const additional: ReadonlySet<TripRelationship> = new Set(['added', 'new', 'duplicated'])

/**
 * Applies a message to the runs of a feed: delays, stops and platforms, cancellations (which stop the sale), positions of
 * vehicles, and alerts. Returns the changes; applying the same message again changes nothing.
 */
export async function applyRealtime(
  context: Context,
  source: RealtimeSource,
  message: RealtimeMessage,
): Promise<AppliedMessage> {
  const result = await inTransaction(context, async (inside) => {
    const { rows } = await sql<{ id: number }>`
      select id from feed where name = ${source.feed} for update`.execute(inside.db)
    const feedId = rows[0]?.id
    if (feedId === undefined) return ok({ changes: [], passedOver: {} })
    return ok(await applyToFeed(inside, { feedId, name: source.feed, source: source.url }, message))
  })
  invalidateAlerts(context)
  return result.value
}

async function applyToFeed(
  context: Context,
  feed: FeedSource,
  message: RealtimeMessage,
): Promise<AppliedMessage> {
  const { tripUpdates, vehicles, alerts } = message
  const withdrawn = new Set(await findWithdrawn(context, feed, message))
  const trips = [
    ...tripUpdates.map(({ trip }) => trip),
    ...vehicles.map(({ trip }) => trip),
    ...alerts.flatMap((alert) => alert.trips),
  ]
  const runs = await lockNamedRuns(context, feed.feedId, trips, [...withdrawn])
  const index = indexRuns(runs)
  const { updates, passedOver } = updatesOfRuns(context, index, tripUpdates)
  const network = await readNetwork(context)
  const changes: RunChange[] = []
  for (const known of runs) {
    const { runId } = known.run
    const update = updates.get(runId)
    const change = update
      ? await applyTripUpdate(context, { feed, network, known, update })
      : withdrawn.has(runId) && (await withdraw(context, known, message))
    if (change) changes.push(change)
  }
  await recordSeen(context, [...updates.keys()])
  await writeVehicles(context, feed, vehicles, index)
  await writeAlerts(context, feed, message, index)
  return { changes, passedOver }
}

/** Seconds after which it is recorded again that a message contained a run. */
const seenAgainSeconds = 60

async function recordSeen(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  runIds: readonly number[],
): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - seenAgainSeconds * 1000)
  await sql`
    update run_realtime set seen_at = ${now}
    where run_id = any(${[...runIds]}::int[]) and (seen_at is null or seen_at <= ${before})`.execute(
    db,
  )
}

/** The update of each run, by its id; of several updates of one run the first is taken. */
function updatesOfRuns(
  { clock }: Pick<Context, 'clock'>,
  runs: RunIndex,
  tripUpdates: readonly TripUpdate[],
): {
  readonly updates: ReadonlyMap<number, TripUpdate>
  readonly passedOver: AppliedMessage['passedOver']
} {
  const now = clock.now()
  const updates = new Map<number, TripUpdate>()
  const passedOver: Partial<Record<PassedOver, number>> = {}
  const passOver = (reason: PassedOver): void => {
    passedOver[reason] = (passedOver[reason] ?? 0) + 1
  }
  for (const update of tripUpdates) {
    const { trip, relationship, measuredAt } = update
    if (additional.has(relationship)) passOver('additional_trip')
    else if (measuredAt !== null && measuredAt - now.getTime() / 1000 > clockDriftSeconds)
      passOver('measured_in_future')
    else {
      const known = namedRun(runs, trip, now)
      if (!known) passOver('trip_not_found')
      else if (!updates.has(known.run.runId)) updates.set(known.run.runId, update)
    }
  }
  return { updates, passedOver }
}
