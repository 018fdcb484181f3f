/** Notifies ticket holders of delays, other platforms and cancellations. */
import type { LocalizedText } from '#kernel/locale.ts'
import { ok } from '#kernel/result.ts'
import { listRuns, restoreSale, type Run } from '#modules/timetable/server/public-api.ts'
import {
  cancelItem,
  notifyHolders,
  reinstateItem,
  type TicketPorts,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { transportName } from './names.ts'
import { readNotified, recordNotified, type NotifiedState } from './run-notices.ts'
import { departureOf, isLate } from './stretch.ts'

/** Maximum number of runs compared at once: those with an offering, earliest first. */
const runsMax = 5_000
/** Time between the notification of a cancellation and the automatic refund; until then holders may rebook. */
const choiceSeconds = 86_400
/** Minimum change of a delay, in seconds, that is notified again. */
const differenceSeconds = 600

const cancelledByCarrier: LocalizedText = {
  ka: 'გადამზიდავმა რეისი გააუქმა.',
  en: 'The carrier has cancelled this departure.',
}

/**
 * Compares the state of runs with the state last notified to ticket holders and sends each change once: the
 * new state is recorded in the transaction that enqueues the notifications. A cancelled run is taken off
 * sale; its holders rebook or are refunded automatically a day later. A cancelled run that is scheduled again keeps the
 * tickets that were not refunded yet, which may be returned in full. Returns the number of changed runs.
 */
export async function notifyRunChanges(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
): Promise<number> {
  const runs = await listRuns(context, {
    arrivesAfter: context.clock.now(),
    isOpened: true,
    most: runsMax,
  })
  const notified = await readNotified(
    context,
    runs.map(({ runId }) => runId),
  )
  let count = 0
  for (const run of runs) {
    const before = notified.get(run.runId) ?? nothingTold
    const change = changeOf(run, before, context.clock.now())
    if (!change) continue
    const result = await inTransaction(context, async (inside) => {
      if (await recordNotified(inside, run.runId, before, change.told))
        await sendNotifications(inside, ports, run, change)
      return ok(undefined)
    })
    if (result.ok) count += 1
  }
  return count
}

const nothingTold: NotifiedState = { delaySeconds: 0, isCancelled: false, platforms: null }

/** A boarding stop with another platform than its passengers know; they know none when it is announced. */
interface NewPlatform {
  readonly stop: number
  readonly former: string | null
}

interface Change {
  readonly told: NotifiedState
  readonly news: 'cancelled' | 'reinstated' | 'running'
  readonly isDelayed: boolean
  readonly platforms: readonly NewPlatform[]
}

/** What holders have to be told; null: nothing. */
function changeOf(run: Run, before: NotifiedState, now: Date): Change | null {
  const isCancelled = run.status === 'cancelled'
  const still = { isDelayed: false, platforms: [] }
  if (isCancelled || before.isCancelled)
    return isCancelled === before.isCancelled
      ? null
      : {
          ...still,
          told: { ...before, delaySeconds: delayOf(run), isCancelled },
          news: isCancelled ? 'cancelled' : 'reinstated',
        }
  const delaySeconds = delayOf(run)
  const isOtherDelay = Math.abs(delaySeconds - before.delaySeconds) >= differenceSeconds
  const platforms = newPlatforms(run, before, now)
  if (!isOtherDelay && platforms.length === 0) return null
  const told: NotifiedState = {
    isCancelled,
    delaySeconds: isOtherDelay ? delaySeconds : before.delaySeconds,
    platforms: platforms.length > 0 ? knownPlatforms(run, before) : before.platforms,
  }
  // A delay that has ended is not notified.
  return { told, news: 'running', isDelayed: isOtherDelay && delaySeconds > 0, platforms }
}

function delayOf({ stops }: Run): number {
  return Math.max(0, ...stops.filter(isLate).map(({ delaySeconds }) => delaySeconds))
}

function newPlatforms(run: Run, before: NotifiedState, now: Date): NewPlatform[] {
  return run.stops.flatMap((stop, index) => {
    const former = before.platforms ? (before.platforms[index] ?? null) : stop.plannedPlatform
    const isNews = stop.platform !== null && stop.platform !== former
    return isNews && stop.pickup && departureOf(stop) > now ? [{ stop: index, former }] : []
  })
}

/** A platform that was withdrawn is still the one that passengers know. */
function knownPlatforms({ stops }: Run, before: NotifiedState): (string | null)[] {
  return stops.map(({ platform }, index) => platform ?? before.platforms?.[index] ?? null)
}

/** Its tickets admit again, so their refund must not follow; who no longer wants to travel may return them in full. */
async function reinstate(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
  { runId, offeringId }: Run,
): Promise<void> {
  if (offeringId === null) return
  // The notification of the cancellation may have stopped the sale again after the carrier had reinstated the run.
  await restoreSale(context, runId)
  const item = { source: transportName, itemId: runId, offeringId }
  await reinstateItem(context, item)
  await notifyHolders(context, ports, { ...item, change: 'reinstated' })
}

async function sendNotifications(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
  run: Run,
  { news, isDelayed, platforms }: Change,
): Promise<void> {
  const { runId, offeringId, stops } = run
  if (offeringId === null) return
  if (news === 'reinstated') return reinstate(context, ports, run)
  const item = { source: transportName, itemId: runId, offeringId }
  if (news === 'cancelled') {
    const lastStart = stops.at(-2)?.departsAt ?? context.clock.now()
    const refundFrom = new Date(context.clock.now().getTime() + choiceSeconds * 1000)
    await cancelItem(context, { ...item, reason: cancelledByCarrier, lastStart, refundFrom })
    await notifyHolders(context, ports, { ...item, change: 'cancelled', refundFrom })
    return
  }
  if (isDelayed) {
    const firstLate = stops.findIndex(isLate)
    const legs = { from: Math.max(0, firstLate - 1), to: stops.length - 1 }
    await notifyHolders(context, ports, { ...item, legs, change: 'delayed' })
  }
  for (const { stop, former } of platforms)
    await notifyHolders(context, ports, {
      ...item,
      legs: { from: stop, to: stop + 1 },
      startsThere: true,
      change: 'platform',
      formerPlatform: former,
    })
}
