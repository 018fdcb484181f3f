import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { money, type Money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOrder, lockOrder, readReturned } from '#modules/orders/server/public-api.ts'
import { hasPendingReturn, readPolicies } from '#modules/returns/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { holdTickets, readTicketStates } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { executeReturn } from './execute-return.ts'
import { planReturn } from './plan.ts'
import type { ReturnPorts } from './ports.ts'

export interface OrganiserRefund {
  readonly orderNumber: string
  readonly ticketIdentifiers: readonly string[]
  /** For the log. */
  readonly reason: string
}

/**
 * Gives back all that was paid for tickets of the caller's organiser, also used ones and those whose terms are over. A
 * ticket of another organiser, or of another order, does not exist; one that went back already refuses the whole.
 */
export async function refundByOrganiser(
  context: Context,
  ports: ReturnPorts,
  actor: StaffActor,
  request: OrganiserRefund,
): Promise<Result<{ amount: Money; ticketCount: number }, ErrorCode>> {
  return inTransaction<Result<{ amount: Money; ticketCount: number }, ErrorCode>>(
    context,
    async (inside) => {
      const found = await findOrder(inside, { orderNumber: request.orderNumber.toUpperCase() })
      if (!found) return fail('NotFound')
      const locked = await lockOrder(inside, found)
      if (!locked.ok) return fail('NotFound')
      const order = locked.value
      const states = await readTicketStates(inside, order.id, { isLocked: true })
      const held = await holdTickets(inside, ports.tickets, [order])
      const wanted = new Set(request.ticketIdentifiers)
      const chosen = held.filter(
        ({ ticket, line }) => wanted.has(ticket.identifier) && line.merchantId === actor.merchantId,
      )
      if (chosen.length < wanted.size) return fail('NotFound')
      if (chosen.some(({ ticket }) => ticket.status !== ticketStatus.Active))
        return fail('TicketGoneBack')
      // Its supplier has to cancel first: that is the buyer's own return.
      if (chosen.some(({ ticket }) => ticket.bookingNumber !== null))
        return fail('ReturnNotAllowed')
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
          order.status === orderStatus.WaitingForTicket ||
          (await hasPendingReturn(inside, order.id)),
      })
      const made = await executeReturn(inside, plan, null)
      if (!made.ok) return made
      await logStaffChange(inside, {
        action: 'orders.refund',
        subject: `order ${order.orderNumber}`,
        before: { tickets: [...wanted] },
        after: { amountMinor: plan.backMinor, reason: request.reason },
      })
      return ok({ amount: money(plan.backMinor, order.currency), ticketCount: chosen.length })
    },
  )
}
