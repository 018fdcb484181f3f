/** Notifies ticket holders of delays and cancellations. */
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
import { isLate } from './stretch.ts'

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
    const before = notified.get(run.runId) ?? { delaySeconds: 0, isCancelled: false }
    const now = stateOf(run)
    if (!isChanged(before, now)) continue
    const result = await inTransaction(context, async (inside) => {
      if (await recordNotified(inside, run.runId, before, now))
        await (before.isCancelled
          ? reinstate(inside, ports, run)
          : sendNotifications(inside, ports, run, now))
      return ok(undefined)
    })
    if (result.ok) count += 1
  }
  return count
}

function stateOf({ stops, status }: Run): NotifiedState {
  const late = stops.filter(isLate).map(({ delaySeconds }) => delaySeconds)
  return { delaySeconds: Math.max(0, ...late), isCancelled: status === 'cancelled' }
}

function isChanged(before: NotifiedState, now: NotifiedState): boolean {
  if (before.isCancelled) return !now.isCancelled
  return now.isCancelled || Math.abs(now.delaySeconds - before.delaySeconds) >= differenceSeconds
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
  { runId, offeringId, stops }: Run,
  now: NotifiedState,
): Promise<void> {
  if (offeringId === null) return
  const item = { source: transportName, itemId: runId, offeringId }
  if (now.isCancelled) {
    const lastStart = stops.at(-2)?.departsAt ?? context.clock.now()
    const refundFrom = new Date(context.clock.now().getTime() + choiceSeconds * 1000)
    await cancelItem(context, { ...item, reason: cancelledByCarrier, lastStart, refundFrom })
    await notifyHolders(context, ports, { ...item, change: 'cancelled', refundFrom })
    return
  }
  // A delay that has ended is not notified.
  if (now.delaySeconds === 0) return
  const firstLate = stops.findIndex(isLate)
  const legs = { from: Math.max(0, firstLate - 1), to: stops.length - 1 }
  await notifyHolders(context, ports, { ...item, legs, change: 'delayed' })
}
