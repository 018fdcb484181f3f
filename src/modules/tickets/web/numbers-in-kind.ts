import type { TicketCardView } from '../shapes.ts'

type Kinded = Pick<TicketCardView, 'isGoods'>

/** The `kind` of a ticket in texts that name it. */
export function kindOf({ isGoods }: Kinded): 'goods' | 'ticket' {
  return isGoods ? 'goods' : 'ticket'
}

/** Tickets of an order with their numbers; goods are numbered for themselves, because they admit nobody. */
export function numberedInKind<One extends Kinded>(
  tickets: readonly One[],
): { ticket: One; number: number; count: number }[] {
  const counts = { goods: 0, ticket: 0 }
  const numbered = tickets.map((ticket) => ({ ticket, number: (counts[kindOf(ticket)] += 1) }))
  return numbered.map((one) => ({ ...one, count: counts[kindOf(one.ticket)] }))
}
