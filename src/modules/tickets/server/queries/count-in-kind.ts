import type { Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { readTicketsOfOrders } from '../store.ts'

/** Counts tickets of an order by id: those that admit somebody, and goods. */
export async function countsInKind(
  context: Pick<Context, 'db'>,
  { id: orderId, lines }: Pick<Order, 'id' | 'lines'>,
): Promise<
  (of: readonly { readonly ticketId: number }[]) => { ticketCount: number; goodsCount: number }
> {
  const goodsLines = new Set(lines.filter(({ detail }) => detail.isGoods).map(({ id }) => id))
  const tickets = goodsLines.size === 0 ? [] : await readTicketsOfOrders(context.db, [orderId])
  const goods = new Set(
    tickets.filter(({ orderLineId }) => goodsLines.has(orderLineId)).map(({ id }) => id),
  )
  return (of) => {
    const goodsCount = of.filter(({ ticketId }) => goods.has(ticketId)).length
    return { ticketCount: of.length - goodsCount, goodsCount }
  }
}
