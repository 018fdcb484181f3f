import { orderStatus } from '#contract/enumerations.ts'
import { ok } from '#kernel/result.ts'
import { lockOrder, readReturned } from '#modules/orders/server/public-api.ts'
import { hasPendingReturn, readPolicies } from '#modules/returns/server/public-api.ts'
import {
  holdTickets,
  listCancelledOrders,
  putOffCancelled,
  readCancelledTickets,
  readTicketStates,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { executeReturn } from './execute-return.ts'
import { planReturn } from './plan.ts'
import type { ReturnPorts } from './ports.ts'

const ordersPerRound = 20

/**
 * Refunds cancelled items of any source, order by order, each in a separate transaction: after a crash the next round
 * continues with the rest. Orders that are paid afterwards are found as well. Tickets that may still be rebooked stay until
 * their own date. Returns how many orders were checked.
 */
export async function refundCancelled(context: Context, ports: ReturnPorts): Promise<number> {
  const orderKeys = await listCancelledOrders(context, ordersPerRound)
  for (const orderKey of orderKeys) {
    await refundOrder(context, ports, orderKey).catch(async (error: unknown) => {
      const attempts = await putOffCancelled(context, orderKey)
      context.log.error({ err: error, orderKey, attempts }, 'giving back what was cancelled failed')
    })
  }
  return orderKeys.length
}

async function refundOrder(context: Context, ports: ReturnPorts, orderKey: string): Promise<void> {
  await inTransaction(context, async (inside) => {
    const locked = await lockOrder(inside, { orderKey })
    if (!locked.ok) return locked
    const order = locked.value
    const states = await readTicketStates(inside, order.id, { isLocked: true })
    const held = await holdTickets(inside, ports.tickets, [order])
    const plan = planReturn({
      kind: 'cancelled',
      order,
      held,
      states,
      policies: await readPolicies(inside),
      chosen: await readCancelledTickets(inside, order.id),
      returnedBeforeMinor: await readReturned(inside, order.id),
      now: inside.clock.now(),
      isIncomplete:
        order.status === orderStatus.WaitingForTicket || (await hasPendingReturn(inside, order.id)),
    })
    // Another worker came first.
    return plan.going.length === 0 ? ok(null) : executeReturn(inside, plan, null)
  })
}
