/** Delays and cancellations of runs, told to those who have tickets. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { ok } from '#kernel/result.ts'
import { listRuns, type Run } from '#modules/timetable/server/public-api.ts'
import { cancelItem, notifyHolders, type TicketPorts } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { transportName } from './names.ts'
import { isLate } from './stretch.ts'

/** Runs that are looked at in one round: those that anybody may have a ticket of, the soonest first. */
const runsMost = 5_000
/** So long after the news the money is refunded automatically; until then holders may take another run instead. */
const choiceSeconds = 86_400
/** Another delay is told again when it differs by this. */
const differenceSeconds = 600

const cancelledByCarrier: LocalizedText = {
  ka: 'გადამზიდავმა რეისი გააუქმა.',
  en: 'The carrier has cancelled this departure.',
}

interface Told {
  readonly delaySeconds: number
  readonly isCancelled: boolean
}

/**
 * Compares what the timetable says of runs with what their holders were told, and tells what is new, once: in the
 * transaction that notes it. A cancelled run is taken off sale; its holders take another run or their money, which goes
 * back by itself a day later.
 * Answers how many runs had news.
 */
export async function tellRunNews(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
): Promise<number> {
  const runs = await listRuns(context, {
    arrivesAfter: context.clock.now(),
    isOpened: true,
    most: runsMost,
  })
  const told = await readTold(
    context,
    runs.map(({ runId }) => runId),
  )
  let count = 0
  for (const run of runs) {
    const before = told.get(run.runId) ?? { delaySeconds: 0, isCancelled: false }
    const now = stateOf(run)
    if (!isNews(before, now)) continue
    const result = await inTransaction(context, async (inside) => {
      if (await note(inside, run.runId, before, now)) await tell(inside, ports, run, now)
      return ok(undefined)
    })
    if (result.ok) count += 1
  }
  return count
}

function stateOf({ stops, status }: Run): Told {
  const late = stops.filter(isLate).map(({ delaySeconds }) => delaySeconds)
  return { delaySeconds: Math.max(0, ...late), isCancelled: status === 'cancelled' }
}

function isNews(before: Told, now: Told): boolean {
  if (before.isCancelled) return false
  return now.isCancelled || Math.abs(now.delaySeconds - before.delaySeconds) >= differenceSeconds
}

async function readTold(
  context: Pick<Context, 'db'>,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, Told>> {
  const { rows } = await sql<Told & { readonly runId: number }>`
    select run_id as "runId", delay_seconds as "delaySeconds", is_cancelled as "isCancelled"
    from run_notice where run_id = any(${[...runIds]}::int[])`.execute(context.db)
  return new Map(rows.map((row) => [row.runId, row]))
}

/** Whether it was this process that noted it: of several rounds at once one tells. */
async function note(context: Context, runId: number, before: Told, now: Told): Promise<boolean> {
  const result = await sql`
    insert into run_notice (run_id, delay_seconds, is_cancelled, told_at)
    values (${runId}, ${now.delaySeconds}, ${now.isCancelled}, ${context.clock.now()})
    on conflict (run_id) do update set delay_seconds = excluded.delay_seconds,
      is_cancelled = excluded.is_cancelled, told_at = excluded.told_at
    where run_notice.delay_seconds = ${before.delaySeconds}
      and run_notice.is_cancelled = ${before.isCancelled}`.execute(context.db)
  return Number(result.numAffectedRows ?? 0) > 0
}

async function tell(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
  { runId, offeringId, stops }: Run,
  now: Told,
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
  // Nobody is written to because a vehicle is on time again.
  if (now.delaySeconds === 0) return
  const firstLate = stops.findIndex(isLate)
  const legs = { from: Math.max(0, firstLate - 1), to: stops.length - 1 }
  await notifyHolders(context, ports, { ...item, legs, change: 'delayed' })
}
