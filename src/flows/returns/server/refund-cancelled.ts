import { ticketStatus } from '#contract/enumerations.ts'
import { ok } from '#kernel/result.ts'
import { listCancelledEvents } from '#modules/catalogue/server/public-api.ts'
import { sourceName } from '#modules/events/server/public-api.ts'
import { lockOrder, readReturned } from '#modules/orders/server/public-api.ts'
import { readPolicies } from '#modules/returns/server/public-api.ts'
import {
  holdTickets,
  listOrdersWithTickets,
  readTicketStates,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { executeReturn } from './execute-return.ts'
import { planReturn } from './plan.ts'
import type { ReturnPorts } from './ports.ts'

const ordersPerRound = 20
/** A payment that comes this late for a date that was cancelled is somebody's to look at. */
const watchedDays = 30

/**
 * Gives back all that was paid for dates that were cancelled, order by order, each in a transaction of its own:
 * whatever dies in between, the next round goes on with what is left. Orders that are paid afterwards are found as
 * well. Answers how many were looked at.
 */
export async function refundCancelled(context: Context, ports: ReturnPorts): Promise<number> {
  const since = new Date(context.clock.now().getTime() - watchedDays * 86_400_000)
  const events = await listCancelledEvents(context, since)
  const items = events.map(({ eventId, offeringId }) => ({
    source: sourceName,
    itemId: eventId,
    offeringId,
  }))
  const orders = await listOrdersWithTickets(context, items, ordersPerRound)
  for (const { orderKey } of orders) {
    await refundOrder(context, ports, orderKey).catch((error: unknown) => {
      context.log.error({ err: error, orderKey }, 'giving back a cancelled date failed')
    })
  }
  return orders.length
}

async function refundOrder(context: Context, ports: ReturnPorts, orderKey: string): Promise<void> {
  await inTransaction(context, async (inside) => {
    const locked = await lockOrder(inside, { orderKey })
    if (!locked.ok) return locked
    const order = locked.value
    const states = await readTicketStates(inside, order.id, { isLocked: true })
    const held = await holdTickets(inside, ports.tickets, [order])
    const chosen = held.filter(
      ({ ticket, subject }) =>
        subject.cancelledAt !== null && ticket.status === ticketStatus.Active,
    )
    const plan = planReturn({
      kind: 'cancelled',
      order,
      held,
      states,
      policies: await readPolicies(inside),
      chosen: new Set(chosen.map(({ ticket }) => ticket.id)),
      returnedBeforeMinor: await readReturned(inside, order.id),
      now: inside.clock.now(),
    })
    // Another worker was here first.
    return plan.going.length === 0 ? ok(null) : executeReturn(inside, plan, null)
  })
}
