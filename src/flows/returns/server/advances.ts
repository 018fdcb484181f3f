import { advanceLineOf, type Order, type OrderLine } from '#modules/orders/server/public-api.ts'

/** The lines that paid for these tickets in advance: their uses are restored. */
export function advancesOf(
  order: Order,
  tickets: readonly { readonly line: Pick<OrderLine, 'id'>; readonly unit: number }[],
): OrderLine[] {
  return tickets.flatMap(({ line, unit }) => {
    const advance = advanceLineOf(order, { lineId: line.id, unit })
    return advance ? [advance] : []
  })
}
