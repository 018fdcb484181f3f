import { fail, ok, type Result } from '#kernel/result.ts'
import { findOrder, ownsOrder, type Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { holdsTicket } from '../transfer/holder.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, type HeldTicket } from '../queries/held-tickets.ts'
import { readTicket } from '../store.ts'

export interface HeldOfOrder {
  readonly order: Order
  /** Tickets that the caller holds; of other people's orders those transferred to the caller. */
  readonly held: readonly HeldTicket[]
  readonly ownsOrder: boolean
}

/**
 * The part of an order that concerns the caller, by the order's number or by the identifier of a ticket that they hold:
 * a receiver does not know the order. Other orders are reported as not found.
 */
export async function heldByCaller(
  context: Context,
  ports: TicketPorts,
  asked: string,
): Promise<Result<HeldOfOrder, 'Unauthenticated' | 'OrderNotFound'>> {
  const { actor } = context
  if (actor.kind === 'visitor') return fail('Unauthenticated')
  const order = await findAsked(context, asked)
  if (!order) return fail('OrderNotFound')
  const all = await holdTickets(context, ports, [order], 'holder')
  const held = all.filter((one) => holdsTicket(actor, one))
  const isOwner = ownsOrder(actor, order)
  return isOwner || held.length > 0
    ? ok({ order, held, ownsOrder: isOwner })
    : fail('OrderNotFound')
}

async function findAsked(context: Context, asked: string): Promise<Order | undefined> {
  const order = await findOrder(context, { orderNumber: asked })
  if (order) return order
  const ticket = await readTicket(context.db, { identifier: asked.toUpperCase() })
  return ticket && findOrder(context, { orderId: ticket.orderId })
}
