/** The status of a date as operators see it. */
import type { OfficeEventView } from './contract.ts'

/** From what sells to what does not. */
export const eventStatuses = ['onSale', 'soldOut', 'notOnSale', 'stopped', 'cancelled'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** Whether a date is on sale, or the first reason why nothing of it can be bought. */
export function eventStatusOf({
  status,
  showStatus,
  isOnSale,
  isSoldOut,
  isCancelled,
}: Pick<
  OfficeEventView,
  'status' | 'showStatus' | 'isOnSale' | 'isSoldOut' | 'isCancelled'
>): EventStatus {
  if (isCancelled) return 'cancelled'
  if (status !== 'Active' || showStatus !== 'Active') return 'stopped'
  if (!isOnSale) return 'notOnSale'
  return isSoldOut ? 'soldOut' : 'onSale'
}
