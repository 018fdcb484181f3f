import { contentKindOf } from '#modules/orders/contents.ts'
import type { TicketCardView } from '../shapes.ts'

type Kinded = Pick<TicketCardView, 'isGoods' | 'isBaggage'> & {
  readonly item: { readonly about: Pick<TicketCardView['item']['about'], 'kind'> }
}
type Kind = 'goods' | 'baggage' | 'pass' | 'ticket'

/** The `kind` of a ticket in texts that name it. */
export function kindOf(ticket: Kinded): Kind {
  const kind = contentKindOf(ticket)
  return kind === 'ticket' && ticket.item.about.kind === 'pass' ? 'pass' : kind
}

/** The `kind` of several in texts that name them together. */
export function commonKindOf(tickets: readonly Kinded[]): 'pass' | 'ticket' {
  return tickets.every((ticket) => kindOf(ticket) === 'pass') ? 'pass' : 'ticket'
}

/** Tickets of an order with their numbers; goods and baggage are numbered for themselves, because they admit nobody. */
export function numberedInKind<One extends Kinded>(
  tickets: readonly One[],
): { ticket: One; number: number; count: number }[] {
  const counts = { goods: 0, baggage: 0, pass: 0, ticket: 0 }
  const numbered = tickets.map((ticket) => ({ ticket, number: (counts[kindOf(ticket)] += 1) }))
  return numbered.map((one) => ({ ...one, count: counts[kindOf(one.ticket)] }))
}
