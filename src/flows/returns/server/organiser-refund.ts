import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { money, type Money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOrder, lockOrder, readReturned } from '#modules/orders/server/public-api.ts'
import { hasPendingReturn, readPolicies } from '#modules/returns/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { holdTickets, readTicketStates } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { executeReturn } from './execute-return.ts'
import { planReturn } from './plan.ts'
import type { ReturnPorts } from './ports.ts'

/** Full refund for tickets of one order, decided by the organiser's or the platform's staff. */
export interface OrganiserRefund {
  readonly orderNumber: string
  readonly ticketIdentifiers: readonly string[]
  /** For the log. */
  readonly reason: string
}

/**
 * Refunds everything paid for tickets of the caller's organiser, including used ones and those past their return terms.
 * A ticket of another organiser or order is reported as not found; one that was already returned refuses the whole
 * request.
 */
export async function refundByOrganiser(
  context: Context,
  ports: ReturnPorts,
  actor: StaffActor,
  request: OrganiserRefund,
): Promise<Result<Refunded, ErrorCode>> {
  return inTransaction<Result<Refunded, ErrorCode>>(context, async (inside) => {
    const done = await refundTickets(inside, ports, request, actor.merchantId)
    if (!done.ok) return done
    await logStaffChange(inside, {
      action: 'orders.refund',
      subject: `order ${request.orderNumber.toUpperCase()}`,
      before: { tickets: [...new Set(request.ticketIdentifiers)] },
      after: { amountMinor: done.value.amount.amount, reason: request.reason },
    })
    return done
  })
}

/** The same for tickets of any organiser, carrier or cinema, decided by an operator. */
export async function refundByOperator(
  context: Context,
  ports: ReturnPorts,
  request: OrganiserRefund,
): Promise<Result<Refunded, ErrorCode>> {
  return inTransaction<Result<Refunded, ErrorCode>>(context, async (inside) => {
    const done = await refundTickets(inside, ports, request, null)
    if (!done.ok) return done
    await logOperatorAction(inside, {
      action: 'orders.refund-tickets',
      subject: `order ${request.orderNumber.toUpperCase()}`,
      detail: {
        tickets: [...new Set(request.ticketIdentifiers)],
        amountMinor: done.value.amount.amount,
        reason: request.reason,
      },
    })
    return done
  })
}

interface Refunded {
  readonly amount: Money
  readonly ticketCount: number
}

/** Tickets of one merchant, or of all when null, all of them or none. */
async function refundTickets(
  inside: Context,
  ports: ReturnPorts,
  request: OrganiserRefund,
  merchantId: number | null,
): Promise<Result<Refunded, ErrorCode>> {
  const found = await findOrder(inside, { orderNumber: request.orderNumber.toUpperCase() })
  if (!found) return fail('NotFound')
  const locked = await lockOrder(inside, found)
  if (!locked.ok) return fail('NotFound')
  const order = locked.value
  const states = await readTicketStates(inside, order.id, { isLocked: true })
  const held = await holdTickets(inside, ports.tickets, [order])
  const wanted = new Set(request.ticketIdentifiers)
  const chosen = held.filter(
    ({ ticket, line }) =>
      wanted.has(ticket.identifier) && (merchantId === null || line.merchantId === merchantId),
  )
  if (chosen.length < wanted.size) return fail('NotFound')
  if (chosen.some(({ ticket }) => ticket.status !== ticketStatus.Active))
    return fail('TicketGoneBack')
  // Its supplier has to cancel first, which only the buyer's own return supports.
  if (chosen.some(({ ticket }) => ticket.bookingNumber !== null)) return fail('ReturnNotAllowed')
  const plan = planReturn({
    kind: 'organiser',
    order,
    held,
    states,
    policies: await readPolicies(inside),
    chosen: new Set(chosen.map(({ ticket }) => ticket.id)),
    returnedBeforeMinor: await readReturned(inside, order.id),
    now: inside.clock.now(),
    isIncomplete:
      order.status === orderStatus.WaitingForTicket || (await hasPendingReturn(inside, order.id)),
  })
  const made = await executeReturn(inside, plan, null)
  if (!made.ok) return made
  return ok({ amount: money(plan.backMinor, order.currency), ticketCount: chosen.length })
}
