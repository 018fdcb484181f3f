import type { OrderView, PaymentView } from '../contract.ts'
import type { CheckoutView } from '../checkout-contract.ts'
import type { OrderPriceBreakdownView } from '../discounts-contract.ts'
import type { PaymentMethodsView } from './pay-choice.ts'

interface Profile {
  readonly fullName: string
  readonly email: string
  readonly phone: string | null
}

/** What the pages of an order are loaded with. An order of somebody else, or of another session, is missing. */
export type OrderPage =
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'found'
      readonly checkout: CheckoutView
      /** The newest payment; null before there was one. */
      readonly payment: PaymentView | null
      /** Of the signed-in customer, to fill in the form. */
      readonly profile: Profile | null
      /** Saved cards and balance of the signed-in customer. */
      readonly paymentMethods: PaymentMethodsView | null
      /** What could change the sum; null once the order is not open any more. */
      readonly prices: OrderPriceBreakdownView | null
      /** On the browser's `performance.now()`; null when it came with the page. */
      readonly receivedAt: number | null
    }

/** What a page shows when a call has changed the order. */
export function withOrder(checkout: CheckoutView, order: OrderView): CheckoutView {
  return { ...checkout, order, isFree: order.lines.length > 0 && order.totals.total.amount === 0 }
}

/** Places may still come and go, and the buyer's details too. */
export function isOpen(order: Pick<OrderView, 'statusName'>): boolean {
  return order.statusName === 'Draft' || order.statusName === 'Checkout'
}
