/** Notifies ticket holders of delays, stops that are left out, other platforms and cancellations. */
import type { LocalizedText } from '#kernel/locale.ts'
import { ok } from '#kernel/result.ts'
import { listRuns, restoreSale, type Run } from '#modules/timetable/server/public-api.ts'
import {
  cancelItem,
  latestTold,
  notifyHolders,
  reinstateItem,
  type StartsBefore,
  type TicketPorts,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { transportName } from './names.ts'
import {
  findToldOfChanges,
  readNotified,
  recordNotified,
  type NotifiedState,
} from './run-notices.ts'
import { newCalls, noStops, type StopsOfTickets } from './new-calls.ts'
import { departureOf, isLate, shownDeparture } from './stretch.ts'

/** Maximum number of runs compared at once: those with an offering that differ, or did, from the timetable. */
const runsMax = 5_000
/** Time between the notification of a cancellation and the automatic refund; until then holders may rebook. */
const choiceSeconds = 86_400
/** How much later, in seconds, a departure must be than the one last told to be told again; an earlier one always is. */
const differenceSeconds = 600
/** The same for a departure that is planned later: it does not become earlier again. */
const plannedDifferenceSeconds = 60

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
    changedOr: await findToldOfChanges(context),
    most: runsMax,
  })
  const notified = await readNotified(
    context,
    runs.map(({ runId }) => runId),
  )
  // A run on time as it was planned, of which nothing was told, has no news.
  const changed = runs.filter(
    (run) => notified.has(run.runId) || run.retimed !== null || run.stops.some(isOffTime),
  )
  const told = await latestTold(
    context,
    transportName,
    changed.map(({ runId }) => runId),
  )
  let count = 0
  for (const run of runs) {
    const before = notified.get(run.runId) ?? nothingTold
    const change = changeOf(run, before, {
      now: context.clock.now(),
      tickets: told.get(run.runId) ?? new Map(),
    })
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

const nothingTold: NotifiedState = {
  delays: null,
  longestDelay: 0,
  isCancelled: false,
  platforms: null,
  callChanges: null,
  planned: null,
}

/** A boarding stop with another platform than its passengers know; they know none when it is announced. */
interface NewPlatform {
  readonly stop: number
  readonly former: string | null
}

interface Change {
  readonly told: NotifiedState
  readonly news: 'cancelled' | 'reinstated' | 'running'
  /** Boarding stops with another departure than the one last told. */
  readonly retimed: readonly number[]
  /** The departures last told, by stop. */
  readonly startsBefore: StartsBefore
  readonly platforms: readonly NewPlatform[]
  readonly skipped: StopsOfTickets
  readonly served: StopsOfTickets
}

interface Known {
  readonly now: Date
  /** The latest departures that tickets, or letters about them, have told, by boarding stop. */
  readonly tickets: ReadonlyMap<number, Date>
}

/** What holders have to be told; null: nothing. */
function changeOf(run: Run, before: NotifiedState, known: Known): Change | null {
  const isCancelled = run.status === 'cancelled'
  const toldDelays = delaysTold(run, before)
  const toldPlan = plannedTold(run, before)
  const toldAt = (stop: Run['stops'][number], index: number) =>
    new Date((toldPlan[index] ?? stop.departsAt).getTime() + (toldDelays[index] ?? 0) * 1000)
  const startsBefore = Object.fromEntries(
    run.stops.map((stop, index) => [index, toldAt(stop, index).toISOString()]),
  )
  const shown = run.stops.map((stop) => delayShown(stop))
  const still = { retimed: [], platforms: [], startsBefore, skipped: noStops, served: noStops }
  if (isCancelled || before.isCancelled)
    return isCancelled === before.isCancelled
      ? null
      : {
          ...still,
          told: { ...before, ...timesOf(isCancelled ? toldDelays : shown), isCancelled },
          news: isCancelled ? 'cancelled' : 'reinstated',
        }
  const retimed = run.stops.flatMap((stop, index) => {
    const isPast = departureOf(stop) <= known.now
    if (isPast || !stop.pickup) return []
    const isPlanned = toldPlan[index]?.getTime() !== stop.departsAt.getTime()
    const least = isPlanned ? plannedDifferenceSeconds : differenceSeconds
    return isNewTime(shownDeparture(stop), toldAt(stop, index), known.tickets.get(index), least)
      ? [index]
      : []
  })
  const platforms = newPlatforms(run, before, known.now)
  const calls = newCalls(run, before, known.now)
  const isSame = retimed.length === 0 && platforms.length === 0 && !calls
  if (isSame) return null
  const delays = toldDelays.map((delay, index) =>
    retimed.includes(index) ? (shown[index] ?? 0) : delay,
  )
  const planned = run.stops.map(({ departsAt }, index) =>
    retimed.includes(index) ? departsAt : (toldPlan[index] ?? departsAt),
  )
  const told: NotifiedState = {
    isCancelled,
    ...(retimed.length > 0 ? timesOf(delays) : before),
    planned: run.retimed === null ? before.planned : planned,
    platforms: platforms.length > 0 ? knownPlatforms(run, before) : before.platforms,
    callChanges: calls ? calls.told : before.callChanges,
  }
  const { skipped, served } = calls ?? { skipped: noStops, served: noStops }
  return { told, news: 'running', retimed, startsBefore, platforms, skipped, served }
}

/** An earlier departure than anybody was told is always news, a later one when it is much later. */
function isNewTime(
  departure: Date,
  told: Date,
  onTickets: Date | undefined,
  leastSeconds: number,
): boolean {
  if (departure < told || (onTickets && departure < onTickets)) return true
  return departure.getTime() - told.getTime() >= leastSeconds * 1000
}

/** Planned departures that passengers know: imports may have changed them since. */
function plannedTold(run: Run, { planned }: NotifiedState): readonly Date[] {
  const known = planned ?? run.retimed?.firstDepartures
  return known?.length === run.stops.length ? known : run.stops.map(({ departsAt }) => departsAt)
}

function delayShown(stop: Run['stops'][number]): number {
  return Math.round((shownDeparture(stop).getTime() - stop.departsAt.getTime()) / 1000)
}

function isOffTime(stop: Run['stops'][number]): boolean {
  return delayShown(stop) !== 0
}

/** The delay last told at each stop. Older releases stored only the longest: it is that of the stops that are late. */
function delaysTold({ stops }: Run, { delays, longestDelay }: NotifiedState): readonly number[] {
  if (delays?.length === stops.length) return delays
  const firstLate = Math.max(0, stops.findIndex(isLate))
  return stops.map((_, index) => (index < firstLate ? 0 : longestDelay))
}

function timesOf(delays: readonly number[]) {
  return { delays, longestDelay: Math.max(0, ...delays) }
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
  startsBefore: StartsBefore,
): Promise<void> {
  if (offeringId === null) return
  // The notification of the cancellation may have stopped the sale again after the carrier had reinstated the run.
  await restoreSale(context, runId)
  const item = { source: transportName, itemId: runId, offeringId }
  await reinstateItem(context, item)
  await notifyHolders(context, ports, { ...item, change: 'reinstated', startsBefore })
}

async function sendNotifications(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
  run: Run,
  { news, retimed, startsBefore, platforms, skipped, served }: Change,
): Promise<void> {
  const { runId, offeringId, stops } = run
  if (offeringId === null) return
  if (news === 'reinstated') return reinstate(context, ports, run, startsBefore)
  const item = { source: transportName, itemId: runId, offeringId }
  if (news === 'cancelled') {
    const lastStart = stops.at(-2)?.departsAt ?? context.clock.now()
    const refundFrom = new Date(context.clock.now().getTime() + choiceSeconds * 1000)
    await cancelItem(context, { ...item, reason: cancelledByCarrier, lastStart, refundFrom })
    await notifyHolders(context, ports, { ...item, change: 'cancelled', startsBefore, refundFrom })
    return
  }
  // Of the two the later one is told to tickets of both: what is left out matters more.
  for (const [call, ofTickets] of [
    ['served', served],
    ['skipped', skipped],
  ] as const)
    if (ofTickets.boardingLegs.length + ofTickets.alightingLegs.length > 0)
      await notifyHolders(context, ports, { ...item, ...ofTickets, change: call })
  if (retimed.length > 0)
    await notifyHolders(context, ports, {
      ...item,
      boardingLegs: retimed,
      change: 'delayed',
      startsBefore,
    })
  for (const { stop, former } of platforms)
    await notifyHolders(context, ports, {
      ...item,
      boardingLegs: [stop],
      change: 'platform',
      formerPlatform: former,
    })
}
