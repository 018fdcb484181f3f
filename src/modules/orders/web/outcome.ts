import type { OrderView, PaymentView } from '../contract.ts'

/**
 * What the page of the result tells. `paid` and `issuing` end well; `returning` is money on its way back;
 * `waiting` is asked for again; `open` goes back to checkout.
 */
export type Outcome =
  | 'paid'
  | 'issuing'
  | 'declined'
  | 'waiting'
  | 'open'
  | 'canceled'
  | 'timeOver'
  | 'underpaid'
  | 'returning'
  | 'returned'

type Order = Pick<OrderView, 'statusName'>
type Payment =
  | (Pick<PaymentView, 'state'> & { readonly moneyBack?: { readonly reason: string } | null })
  | null

/**
 * Money that is refunded outranks the order's own state: it is what the buyer needs to hear. What was sent too much
 * does not: the order has its tickets.
 */
export function outcomeOf(order: Order, payment: Payment): Outcome {
  const reason = payment?.moneyBack?.reason
  // Of an order that stands, single tickets went back, or what a supplier did not confirm.
  const isPart = reason === 'tickets' && order.statusName !== 'Canceled'
  const isGoingBack = !isPart && (payment?.state === 'refunding' || payment?.state === 'refunded')
  if (isGoingBack && reason === 'surplus') return 'paid'
  if (isGoingBack && reason === 'underpaid') return 'underpaid'
  if (isGoingBack) return payment?.state === 'refunding' ? 'returning' : 'returned'
  switch (order.statusName) {
    case 'WaitingForTicket':
      return 'issuing'
    case 'Failed':
      return 'declined'
    case 'Canceled':
      return 'canceled'
    case 'Timeout':
      // The order is over, but the bank may still say that money was taken.
      return payment?.state === 'unknown' || payment?.state === 'captured' ? 'waiting' : 'timeOver'
    case 'PaymentPending':
      // The bank's session has ended without money, and the places are still held.
      return payment?.state === 'expired' || payment?.state === 'canceled' ? 'open' : 'waiting'
    case 'Draft':
    case 'Checkout':
      return 'open'
    default:
      return 'paid'
  }
}

/** Nothing more is expected to change while the page is open. */
export function isSettled(outcome: Outcome): boolean {
  return outcome !== 'waiting' && outcome !== 'issuing' && outcome !== 'returning'
}

/** Pause before asking again, in milliseconds: short at first, then ever longer. */
export function pauseBefore(attempt: number): number {
  return Math.min(15_000, Math.round(1_500 * 1.4 ** attempt))
}
