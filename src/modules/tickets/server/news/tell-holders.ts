/** Asks for a message to each holder that a decision concerns. */
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { eventMovedJob, movedEmailJob, type DecidedItem, type OlderDecision } from '../jobs.ts'
import {
  newestDecision,
  readDecision,
  readTicketsAt,
  recordDecision,
  type DecidedChange,
  type Decision,
  type TicketAtDecision,
} from './decisions.ts'

/** Enqueues the telling of a decision, in the transaction that recorded it. */
export async function askToTell(
  context: Context,
  { id, source, itemId, offeringId }: Decision,
): Promise<void> {
  const singletonKey = `decision ${id}`
  await enqueue(
    context,
    eventMovedJob,
    { decisionId: id, source, itemId, offeringId },
    { singletonKey },
  )
}

/**
 * Job handler: enqueues a message for everybody who held tickets at a decision, one per order and leg range. All of them
 * or none; a repeated run adds those that are no longer waiting, with the same Message-ID.
 */
export async function tellHolders(context: Context, payload: DecidedItem): Promise<void> {
  await inTransaction(context, async (inside) => {
    const { decisionId } = payload
    const decision =
      decisionId === undefined
        ? await adoptOlder(inside, payload)
        : await readDecision(inside, decisionId)
    if (decision) await enqueueMessages(inside, decision, await readTicketsAt(inside, decision.id))
    return ok(null)
  })
}

/** Enqueues messages about a decision for tickets of one order that were issued after it. */
export async function tellOrder(
  context: Context,
  decisionId: number,
  orderId: number,
): Promise<void> {
  const decision = await readDecision(context, decisionId)
  if (decision)
    await enqueueMessages(context, decision, await readTicketsAt(context, decisionId, orderId))
}

async function enqueueMessages(
  context: Context,
  { id: decisionId, source, itemId }: Decision,
  tickets: readonly TicketAtDecision[],
): Promise<void> {
  for (const own of Map.groupBy(tickets, holderKey).values()) {
    const [first] = own
    if (!first) continue
    const ticketIds = own.map(({ ticketId }) => ticketId)
    const { orderId } = first
    const singletonKey = `decision ${decisionId} ${first.ticketId}`
    await enqueue(
      context,
      movedEmailJob,
      { decisionId, orderId, source, itemId, ticketIds },
      { singletonKey },
    )
  }
}

function holderKey(ticket: TicketAtDecision): string {
  const { orderId, legFrom, legTo, holderSessionId, holderCustomerId } = ticket
  return `${orderId} ${legFrom}-${legTo} ${holderCustomerId ?? holderSessionId ?? 'buyer'}`
}

/** The decision behind a job of an older release; the first of its jobs records it. */
export async function adoptOlder(
  context: Context,
  older: Omit<DecidedItem, 'decisionId'>,
): Promise<Decision | undefined> {
  const { source, itemId, offeringId, legs, startsThere, formerPlatform, choiceUntil } = older
  const change = changeOfOlder(older)
  const known = await newestDecision(context, { source, itemId })
  if (known?.change === change) return known
  const made = await recordDecision(context, {
    source,
    itemId,
    offeringId,
    ...(startsThere && legs ? { boardingLegs: [legs.from] } : legs && { legs }),
    change,
    startsBefore: {},
    formerPlatform: formerPlatform ?? null,
    choiceUntil: choiceUntil === undefined ? null : new Date(choiceUntil),
    ...(older.movedAt !== undefined && { decidedAt: new Date(older.movedAt) }),
  })
  return made ?? known
}

function changeOfOlder(older: OlderDecision): DecidedChange {
  if (older.formerPlatform !== undefined) return 'platform'
  if (older.isFlightOff) return 'flight-cancelled'
  if (older.isReinstated) return 'reinstated'
  if (older.choiceUntil !== undefined) return 'cancelled'
  return older.isDelay ? 'delayed' : 'moved'
}
