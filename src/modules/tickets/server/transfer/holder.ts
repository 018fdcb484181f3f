import { ownsOrder, type Order } from '#modules/orders/server/public-api.ts'
import type { Actor } from '#platform/context.ts'
import type { Ticket } from '../store.ts'

type Holder = Pick<Ticket, 'holderSessionId' | 'holderCustomerId'>

/** Whether somebody other than its buyer holds the ticket. */
export function isTransferred(ticket: Holder): boolean {
  return ticket.holderSessionId !== null || ticket.holderCustomerId !== null
}

/**
 * Whether a caller holds a ticket: its receiver after a transfer, the owner of its order before. As with orders, a
 * session's ticket belongs to the customer from the moment they sign in.
 */
export function holdsTicket(
  actor: Actor,
  {
    ticket,
    order,
  }: { readonly ticket: Holder; readonly order: Pick<Order, 'sessionId' | 'customerId'> },
): boolean {
  if (!isTransferred(ticket)) return ownsOrder(actor, order)
  const { holderSessionId: sessionId, holderCustomerId: customerId } = ticket
  return actor.kind !== 'system' && ownsOrder(actor, { sessionId, customerId })
}
