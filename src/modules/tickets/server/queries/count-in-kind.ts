import { contentKindOf, countContents, type Contents } from '#modules/orders/contents.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { readTicketsOfOrders } from '../store.ts'

/** Counts tickets of an order by id: those that admit somebody, goods and baggage. */
export async function countsInKind(
  context: Pick<Context, 'db'>,
  { id: orderId, lines }: Pick<Order, 'id' | 'lines'>,
): Promise<(of: readonly { readonly ticketId: number }[]) => Contents> {
  const details = new Map(
    lines
      .filter(({ detail }) => contentKindOf(detail) !== 'ticket')
      .map(({ id, detail }) => [id, detail]),
  )
  const tickets = details.size === 0 ? [] : await readTicketsOfOrders(context.db, [orderId])
  const byId = new Map(tickets.map(({ id, orderLineId }) => [id, details.get(orderLineId)]))
  return (of) => countContents(of.map(({ ticketId }) => ({ ...byId.get(ticketId), quantity: 1 })))
}
