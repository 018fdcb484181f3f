import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOrders } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, type HeldTicket } from '../queries/held-tickets.ts'
import { holdsTicket, isTransferred } from './holder.ts'
import { giverOf } from './store.ts'

/** Maximum orders searched for one list. */
const ordersMax = 500

/** Tickets transferred to the caller, the soonest first. */
export async function findReceived(
  context: Context,
  ports: TicketPorts,
): Promise<Result<HeldTicket[], 'Unauthenticated'>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const { sessionId, customerId } = giverOf(context.actor)
  const { rows } = await sql<{ order_id: number }>`
    select distinct order_id from ticket
    where holder_customer_id = ${customerId}
      or (holder_session_id = ${sessionId} and holder_customer_id is null)
    order by order_id desc limit ${ordersMax}`.execute(context.db)
  if (rows.length === 0) return ok([])
  const orders = await findOrders(
    context,
    rows.map((row) => row.order_id),
  )
  const held = await holdTickets(context, ports, orders, 'holder')
  return ok(
    held
      .filter((one) => isTransferred(one.ticket) && holdsTicket(context.actor, one))
      .toSorted(
        (left, right) => left.subject.startsAt.getTime() - right.subject.startsAt.getTime(),
      ),
  )
}
