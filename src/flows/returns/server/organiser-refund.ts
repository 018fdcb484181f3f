import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { money, type Money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  findOrder,
  lockOrder,
  readReturned,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { hasPendingReturn, readPolicies } from '#modules/returns/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { holdTickets, readTicketStates } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { executeReturn } from './execute-return.ts'
import { planReturn } from './plan.ts'
import type { Plan } from './planned.ts'
import type { ReturnPorts } from './ports.ts'

/** Full refund for tickets of one order, decided by the organiser's or the platform's staff. */
export interface OrganiserRefund {
  readonly orderNumber: string
  readonly ticketIdentifiers: readonly string[]
  /** For the log. */
  readonly reason: string
  /** The amount that was shown before, in minor units; the refund must be the same. */
  readonly amountMinor?: number | undefined
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
  const wanted = new Set(request.ticketIdentifiers)
  const planned = await planRefund(inside, ports, { order: locked.value, wanted, merchantId })
  if (!planned.ok) return planned
  const { backMinor, going } = planned.value
  if (request.amountMinor !== undefined && request.amountMinor !== backMinor)
    return fail('QuoteChanged')
  const made = await executeReturn(inside, planned.value, null)
  if (!made.ok) return made
  return ok({ amount: money(backMinor, locked.value.currency), ticketCount: going.length })
}

/** The same without changing anything: what would be refunded. */
export async function quoteRefund(
  context: Context,
  ports: ReturnPorts,
  request: {
    readonly orderNumber: string
    /** Identifiers with commas between. */
    readonly ticketIdentifiers: string
    readonly merchantId: number | null
  },
): Promise<Result<Plan, ErrorCode>> {
  const order = await findOrder(context, { orderNumber: request.orderNumber.toUpperCase() })
  if (!order) return fail('NotFound')
  const wanted = new Set(request.ticketIdentifiers.split(',').map((each) => each.trim()))
  return planRefund(context, ports, { order, wanted, merchantId: request.merchantId })
}

async function planRefund(
  context: Context,
  ports: ReturnPorts,
  which: {
    readonly order: Order
    readonly wanted: ReadonlySet<string>
    readonly merchantId: number | null
  },
): Promise<Result<Plan, ErrorCode>> {
  const { order, wanted, merchantId } = which
  const states = await readTicketStates(context, order.id, {
    isLocked: context.db.isTransaction,
  })
  const held = await holdTickets(context, ports.tickets, [order])
  const chosen = held.filter(
    ({ ticket, line }) =>
      wanted.has(ticket.identifier) && (merchantId === null || line.merchantId === merchantId),
  )
  if (chosen.length < wanted.size) return fail('NotFound')
  if (chosen.some(({ ticket }) => ticket.status !== ticketStatus.Active))
    return fail('TicketGoneBack')
  // Its supplier has to cancel first, which only the buyer's own return supports.
  if (chosen.some(({ ticket }) => ticket.bookingNumber !== null)) return fail('ReturnNotAllowed')
  return ok(
    planReturn({
      kind: 'organiser',
      order,
      held,
      states,
      policies: await readPolicies(context),
      chosen: new Set(chosen.map(({ ticket }) => ticket.id)),
      returnedBeforeMinor: await readReturned(context, order.id),
      now: context.clock.now(),
      isIncomplete:
        order.status === orderStatus.WaitingForTicket ||
        (await hasPendingReturn(context, order.id)),
    }),
  )
}
