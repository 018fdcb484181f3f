import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import type { TicketState } from '#modules/tickets/server/public-api.ts'

/** Why a ticket cannot be exchanged, whatever the carrier's terms; null when it can. */
export function refusalOf(order: Order, state: TicketState): ErrorCode | null {
  if (state.status !== ticketStatus.Active) return 'TicketGoneBack'
  if (state.holderSessionId !== null || state.holderCustomerId !== null) return 'TicketPassedOn'
  if (state.isUsed) return 'TicketUsed'
  return order.status === orderStatus.Processed ? null : 'OrderStatusNotAllowed'
}
