import { ticketStatus } from '#contract/enumerations.ts'
import { invariant, ok } from '#kernel/result.ts'
import {
  findOrder,
  itemKey,
  lockOrder,
  readReturned,
  type CancellationAnswer,
  type FulfilmentSource,
  type Order,
  type SuppliedTicket,
} from '#modules/orders/server/public-api.ts'
import {
  claimDueReturns,
  endPendingReturn,
  insertPendingReturn,
  putOffReturn,
  readPendingReturns,
  type PendingReturn,
} from '#modules/returns/server/public-api.ts'
import {
  endTickets,
  holdTickets,
  reopenTickets,
  returnRefusedEmailJob,
  settleOrder,
  type HeldTicket,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { payReturn, type ReturnedPlan } from './execute-return.ts'
import { allocationOf } from './plan.ts'
import type { Plan } from './planned.ts'
import type { ReturnPorts } from './ports.ts'
import {
  allFeesOf,
  paidBy,
  refundAllocationOf,
  splitBack,
  sumOf,
  type TicketRefundAllocation,
} from './refund-allocation.ts'

const returnsPerRound = 10

/** The supplier that has to cancel a ticket before its money is refunded; undefined for tickets of our own. */
export function cancelledBy(
  suppliers: readonly FulfilmentSource[],
  { ticket }: HeldTicket,
): FulfilmentSource | undefined {
  if (ticket.bookingNumber === null) return undefined
  return suppliers.find(({ name, cancel }) => name === ticket.source && cancel !== undefined)
}

/** For a plan: the item whose supplier has to cancel a ticket; null for tickets of our own. */
export function cancelledItemOf({
  suppliers,
}: Pick<ReturnPorts, 'suppliers'>): (held: HeldTicket) => string | null {
  return (held) => (cancelledBy(suppliers, held) ? itemKey(held.ticket) : null)
}

/** A ticket in the form sent to its supplier. */
export function suppliedTicketOf(
  { ticket }: HeldTicket,
  { face, ...fees }: TicketRefundAllocation,
): SuppliedTicket {
  const { source, itemId, legFrom, legTo } = ticket
  return {
    ticketId: ticket.id,
    item: { source, itemId, legFrom, legTo },
    lineId: ticket.orderLineId,
    unit: ticket.lineUnit,
    ticketTypeId: ticket.ticketTypeId,
    bookingNumber: ticket.bookingNumber ?? '',
    ticketNumber: ticket.supplierTicketNumber,
    paidMinor: sumOf(face),
    feeMinor: allFeesOf(fees),
  }
}

/**
 * Ends the tickets of a plan and stores the return until the supplier has cancelled, in the transaction that has locked
 * the order and its tickets. Returns false when a ticket has changed meanwhile; the caller must then roll back.
 */
export async function openPendingReturn(
  context: Context,
  { suppliers }: Pick<ReturnPorts, 'suppliers'>,
  plan: Plan,
  returnId: string,
): Promise<boolean> {
  const supplied = plan.going.filter(({ held }) => cancelledBy(suppliers, held))
  const [first] = supplied
  invariant(first, 'a pending return has a ticket of a supplier')
  const isEnded = await endTickets(
    context,
    plan.going.map(({ state }) => state),
    { status: ticketStatus.Inactive },
  )
  if (!isEnded) return false
  const { source, itemId, legFrom, legTo } = first.held.ticket
  await insertPendingReturn(context, {
    id: returnId,
    orderId: plan.order.id,
    source,
    itemId,
    legFrom,
    legTo,
    tickets: plan.going.map((going) => ({
      ticketId: going.state.id,
      isSupplied: supplied.includes(going),
      amountMinor: going.backMinor,
      feeMinor: going.feeMinor,
      deductionMinor: going.deductionMinor,
      deductionTo: going.deductionTo,
    })),
  })
  return true
}

/** Asks the suppliers about every pending return that is due. Returns how many were asked. */
export async function cancelDue(context: Context, ports: ReturnPorts): Promise<number> {
  const ids = await claimDueReturns(context, returnsPerRound)
  await Promise.all(
    ids.map((id) =>
      attemptCancellation(context, ports, id).catch((error: unknown) => {
        context.log.error({ err: error, returnId: id }, 'a pending return failed')
      }),
    ),
  )
  return ids.length
}

/**
 * One attempt that has been counted already: asks the supplier outside any transaction, then refunds the money or makes
 * the tickets valid again in one. Returns the state afterwards.
 */
export async function attemptCancellation(
  context: Context,
  ports: ReturnPorts,
  id: string,
): Promise<PendingReturn['state']> {
  const [pending] = await readPendingReturns(context, { id })
  invariant(pending, `pending return ${id} exists`)
  if (pending.state !== 'pending') return pending.state
  const answer = await askSupplier(context, ports, pending)
  if (answer.kind !== 'pending') return applyCancellation(context, ports, pending, answer)
  const isOverdueNow = await putOffReturn(context, pending, answer.detail ?? '')
  if (isOverdueNow) {
    context.log.error({ returnId: id }, 'a supplier has not cancelled in time')
    await logOverdue(context, pending)
  }
  return 'pending'
}

/** For operators: the start page lists the order until the supplier has cancelled, and the delay is logged. */
async function logOverdue(context: Context, { id, orderId, source }: PendingReturn): Promise<void> {
  if (context.actor.kind !== 'system') return
  const order = await findOrder(context, { orderId })
  await logOperatorAction(context, {
    action: 'returns.supplier-overdue',
    subject: `order ${order?.orderNumber ?? orderId}`,
    detail: { returnId: id, source },
  })
}

/** Time-outs, errors and a supplier that is no longer configured count as `pending`. */
async function askSupplier(
  context: Context,
  ports: ReturnPorts,
  pending: PendingReturn,
): Promise<CancellationAnswer> {
  const { id, source, itemId, legFrom, legTo } = pending
  const supplier = ports.suppliers.find(({ name }) => name === source)
  if (!supplier?.cancel) return { kind: 'pending', detail: `${source} is not joined` }
  const order = await findOrder(context, { orderId: pending.orderId })
  invariant(order, `pending return ${id} has its order`)
  const held = await holdTickets(context, ports.tickets, [order])
  const supplied = new Set(
    pending.tickets.filter(({ isSupplied }) => isSupplied).map(({ ticketId }) => ticketId),
  )
  const { tickets: allocations } = refundAllocationOf(order)
  const tickets = held
    .filter(({ ticket }) => supplied.has(ticket.id))
    .map((one) => suppliedTicketOf(one, allocationOf(allocations, one)))
  const request = {
    key: id,
    order,
    item: { source, itemId, legFrom, legTo },
    tickets,
    attempt: pending.attemptCount,
  }
  try {
    return await supplier.cancel(context, request)
  } catch (error) {
    context.log.warn({ err: error, returnId: id }, 'a supplier gave no answer')
    return { kind: 'pending', detail: error instanceof Error ? error.message : String(error) }
  }
}

/** Idempotent: a pending return ends once. */
async function applyCancellation(
  context: Context,
  ports: ReturnPorts,
  { id, orderId }: PendingReturn,
  answer: Exclude<CancellationAnswer, { kind: 'pending' }>,
): Promise<PendingReturn['state']> {
  const seen = await findOrder(context, { orderId })
  invariant(seen, `pending return ${id} has its order`)
  const applied = await inTransaction(context, async (inside) => {
    const locked = await lockOrder(inside, { orderKey: seen.orderKey })
    invariant(locked.ok, `pending return ${id} has its order`)
    const order = locked.value
    const [pending] = await readPendingReturns(inside, { id }, { isLocked: true })
    invariant(pending, `pending return ${id} exists`)
    if (pending.state !== 'pending') return ok(pending.state)
    if (answer.kind === 'cancelled') {
      await endPendingReturn(inside, id, { state: 'cancelled' })
      await payReturn(inside, await planOf(inside, ports, order, pending), id)
      return ok('cancelled' as const)
    }
    await endPendingReturn(inside, id, { state: 'refused', refusalCode: answer.code })
    await reopenTickets(
      inside,
      pending.tickets.map(({ ticketId }) => ticketId),
    )
    await settleOrder(inside, order)
    // The caller of the first attempt gets the result immediately.
    if (pending.attemptCount > 1)
      await enqueue(inside, returnRefusedEmailJob, { orderId }, { singletonKey: id })
    return ok('refused' as const)
  })
  return applied.value
}

/** The amounts of a stored return: exactly those quoted. */
async function planOf(
  context: Context,
  ports: ReturnPorts,
  order: Order,
  pending: PendingReturn,
): Promise<ReturnedPlan> {
  const allocations = refundAllocationOf(order).tickets
  const held = await holdTickets(context, ports.tickets, [order])
  const going = pending.tickets.map((ticket) => {
    const found = held.find((one) => one.ticket.id === ticket.ticketId)
    invariant(found, `ticket ${ticket.ticketId} is one of its order`)
    const allocation = allocationOf(allocations, found)
    const { feeMinor, deductionMinor, deductionTo, amountMinor: backMinor } = ticket
    const state = { id: ticket.ticketId }
    return { state, allocation, feeMinor, deductionMinor, deductionTo, backMinor }
  })
  const backMinor = going.reduce((sum, ticket) => sum + ticket.backMinor, 0)
  const paid = paidBy(order)
  return {
    kind: 'return' as const,
    order,
    going,
    rest: [],
    paid,
    backMinor,
    deductionMinor: going.reduce((sum, ticket) => sum + ticket.deductionMinor, 0),
    ...splitBack(paid, backMinor, await readReturned(context, order.id)),
    carriedMinor: 0,
  }
}
