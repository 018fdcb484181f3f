import type { HeldTicket } from '../queries/held-tickets.ts'
import { isTransferred } from '../transfer/holder.ts'

/**
 * The number that documents are named by: of the order for its buyer, of the ticket for its receiver, who must not learn
 * the order.
 */
export function documentNumber({ ticket, order }: Pick<HeldTicket, 'ticket' | 'order'>): string {
  return isTransferred(ticket) ? ticket.identifier : order.orderNumber
}
