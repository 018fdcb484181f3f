import { itemKey, type Order } from '#modules/orders/server/public-api.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'

/** Part of a Message-ID: which item of an order an email is about, with its beginning. */
export function itemMark(
  { orderNumber }: Pick<Order, 'orderNumber'>,
  { ticket, subject }: Pick<HeldTicket, 'ticket' | 'subject'>,
): string {
  // The mark of an event is unchanged since before other items were sold, so that no email is sent twice.
  const item =
    subject.kind === 'event' ? String(subject.itemId) : itemKey(ticket).replaceAll(' ', '-')
  return `${orderNumber.toLowerCase()}-${item}-${subject.startsAt.getTime()}`
}
