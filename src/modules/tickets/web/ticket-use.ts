import type { TicketCardView, TicketSubjectView } from '../shapes.ts'

/** How a ticket is used, which determines the wording of pages. */
export type TicketUse = TicketSubjectView['use'] | 'pass'

/** A pass is no visit: it has no day and no place. */
export function ticketUseOf({ event, item }: Pick<TicketCardView, 'event' | 'item'>): TicketUse {
  return item.about.kind === 'pass' ? 'pass' : event.use
}
