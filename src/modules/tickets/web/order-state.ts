import type { OrderView } from '#modules/orders/contract.ts'
import type { OrderTicketsView } from '../contract.ts'

/** States of an order that a page distinguishes. */
export type OrderState =
  | 'open'
  | 'pending'
  | 'waiting'
  | 'ready'
  | 'failed'
  | 'canceled'
  | 'timeout'
  | 'transferred'
  | 'refunding'
  | 'refunded'
  | 'returned'
  | 'other'

const states: Readonly<Record<OrderView['statusName'], OrderState>> = {
  Draft: 'open',
  Checkout: 'open',
  PaymentPending: 'pending',
  WaitingForTicket: 'waiting',
  Processed: 'ready',
  Failed: 'failed',
  Canceled: 'canceled',
  Timeout: 'timeout',
  Transferred: 'transferred',
  NotForSale: 'other',
  ThirdParty: 'other',
  Imported: 'other',
  Preprint: 'other',
}

/** A refund takes precedence over other states; an order with tickets is ready. */
export function stateOf({
  order,
  refund,
  returns,
}: Pick<OrderTicketsView, 'order' | 'refund' | 'returns'>): OrderState {
  const state = states[order.statusName]
  if (state === 'canceled' && returns.length > 0) return 'returned'
  if (refund === null || state === 'ready') return state
  return refund.isDone ? 'refunded' : 'refunding'
}

/** Will change without an action of its owner. */
export function isMoving(state: OrderState): boolean {
  return state === 'pending' || state === 'waiting'
}
