import type { OrderLineKind } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import {
  withoutPlace,
  type LineDetail,
  type NewOrderLine,
  type Order,
  type OrderLine,
} from '#modules/orders/server/public-api.ts'

/** A line other than tickets; its amount is calculated when it is added. */
export function unchangedLine(
  kind: OrderLineKind,
  description: LocalizedText,
  detail: LineDetail,
): NewOrderLine {
  return {
    source: 'promotions',
    kind,
    ...withoutPlace,
    quantity: 1,
    unitPriceMinor: 0,
    description,
    detail,
  }
}

/** The discount line of an order with a card, a code or a loyalty status. */
export function discountOf(
  order: Pick<Order, 'lines'>,
  by: NonNullable<LineDetail['reduction']>['by'],
): OrderLine | undefined {
  return order.lines.find((line) => line.detail.reduction?.by === by)
}

export function hasTickets(order: Pick<Order, 'lines'>): boolean {
  return order.lines.some((line) => line.kind === 'Ticket')
}
