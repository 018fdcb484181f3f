/** The credit of replaced tickets in an exchange. Pure. */
import { invariant } from '#kernel/result.ts'
import {
  withoutPlace,
  type NewOrderLine,
  type Order,
  type OrderLine,
  type RetainedPayment,
} from './order.ts'

const nothing: RetainedPayment = { cardMinor: 0, balanceMinor: 0, customerId: null }

export function totalOf({ cardMinor, balanceMinor }: RetainedPayment): number {
  return cardMinor + balanceMinor
}

/** The value of all tickets of one order that these lines replace. */
export function retainedOfReplaced(
  lines: readonly Pick<OrderLine, 'detail'>[],
  orderKey: string,
): RetainedPayment {
  return lines
    .flatMap(({ detail: { replaces } }) => (replaces?.orderKey === orderKey ? [replaces] : []))
    .reduce(
      (sum, { worth = nothing }) => ({
        cardMinor: sum.cardMinor + worth.cardMinor,
        balanceMinor: sum.balanceMinor + worth.balanceMinor,
        customerId: sum.customerId ?? worth.customerId,
      }),
      nothing,
    )
}

/** A line for each order whose replaced tickets have a value; its amount is calculated with the others. */
export function creditLinesOf(order: Pick<Order, 'lines'>): NewOrderLine[] {
  const orderKeys = order.lines.flatMap(({ detail }) => detail.replaces?.orderKey ?? [])
  return [...new Set(orderKeys)]
    .filter((orderKey) => totalOf(retainedOfReplaced(order.lines, orderKey)) > 0)
    .map((orderKey) => ({
      source: 'exchange',
      kind: 'Exchange',
      ...withoutPlace,
      quantity: 1,
      unitPriceMinor: 0,
      description: { ka: 'წინა ბილეთის ღირებულება', en: 'Value of your previous ticket' },
      detail: { credit: { orderKey } },
    }))
}

/** Credits that pay an order besides its own payment, by the order whose payments took the money. */
export interface CarriedWorth extends RetainedPayment {
  readonly orderKey: string
}

/** The part of each credit that an order uses, in the same proportions; it never changes for a sold order. */
export function carriedOver(order: Pick<Order, 'lines'>): CarriedWorth[] {
  return order.lines.flatMap(({ amountMinor, detail: { credit } }) => {
    if (!credit) return []
    const worth = retainedOfReplaced(order.lines, credit.orderKey)
    const [used, whole] = [-amountMinor, totalOf(worth)]
    invariant(used >= 0 && used <= whole, 'no credit pays more than its tickets are worth')
    if (used === 0) return []
    const cardMinor = Number((BigInt(worth.cardMinor) * BigInt(used)) / BigInt(whole))
    const { orderKey } = credit
    return [{ orderKey, cardMinor, balanceMinor: used - cardMinor, customerId: worth.customerId }]
  })
}
