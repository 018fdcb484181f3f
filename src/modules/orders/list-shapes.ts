/** In which order lists of orders are read, page by page. */
import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'

/** By time, by sum, by status in the course of an order's life, and by the buyer's name, each in both directions. */
export const orderSorts = [
  'newest',
  'oldest',
  'dearest',
  'cheapest',
  'status',
  'statusReversed',
  'buyer',
  'buyerReversed',
] as const
export type OrderSort = (typeof orderSorts)[number]

/** The statuses in the course of an order's life: bought here, bought elsewhere, ended without a purchase. */
export const statusesInCourse: readonly OrderStatus[] = [
  orderStatus.Draft,
  orderStatus.Checkout,
  orderStatus.PaymentPending,
  orderStatus.WaitingForTicket,
  orderStatus.Processed,
  orderStatus.Transferred,
  orderStatus.NotForSale,
  orderStatus.ThirdParty,
  orderStatus.Imported,
  orderStatus.Preprint,
  orderStatus.Failed,
  orderStatus.Timeout,
  orderStatus.Canceled,
]

/**
 * Where a page begins: the number of the last order of the previous page and, sorted by sum or status, what it was
 * sorted by (`K7M2P9QX4T.4500`), because both may have changed since. Names of buyers are not in it: it is part of an
 * address.
 */
export const positionForm = /^[\dA-Za-z]{1,20}(?:\.\d{1,10})?$/

export interface OrderPosition {
  readonly orderNumber: string
  /** The sum or the number of the status; null if the position does not say it. */
  readonly value: number | null
}

export function readPosition(position: string): OrderPosition {
  const [orderNumber = '', value] = position.split('.')
  return {
    orderNumber: orderNumber.toUpperCase(),
    value: value === undefined ? null : Number(value),
  }
}

export function writePosition({ orderNumber, value }: OrderPosition): string {
  return value === null ? orderNumber : `${orderNumber}.${value}`
}

/** What an order is sorted by besides its time; null if by nothing else. */
export function sortValueOf(
  sort: OrderSort,
  { sumMinor, status }: { readonly sumMinor: number; readonly status: OrderStatus },
): number | null {
  if (sort === 'dearest' || sort === 'cheapest') return sumMinor
  return sort === 'status' || sort === 'statusReversed' ? status : null
}
