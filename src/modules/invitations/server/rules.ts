import { orderStatus } from '#contract/enumerations.ts'
import { countTickets, shownStatus, type Order } from '#modules/orders/server/public-api.ts'

const { Draft, Checkout, PaymentPending, WaitingForTicket, Processed, Transferred } = orderStatus

/** Joining requires an order that has tickets or can still get them. */
export function canJoin(order: Pick<Order, 'status' | 'deadlineAt'>, now: Date): boolean {
  const states: readonly number[] = [Draft, Checkout, PaymentPending, WaitingForTicket, Processed]
  return states.includes(shownStatus(order, now))
}

/** Whether the order was paid, also when its tickets have been returned since. */
export function isPaid({ status }: Pick<Order, 'status'>): boolean {
  return status === Processed || status === WaitingForTicket || status === Transferred
}

/** How many people an order admits. */
export function ticketCountOf(order: Pick<Order, 'lines'>): number {
  return countTickets(order.lines).ticketCount
}
