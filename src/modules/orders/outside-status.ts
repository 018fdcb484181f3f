/** Statuses of orders that are not sold here: given to others, kept back, imported, printed in advance. */
import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'

export type OutsideStatus = (typeof outsideStatuses)[number]

const { NotForSale, ThirdParty, Imported, Preprint } = orderStatus
const outsideStatuses = [NotForSale, ThirdParty, Imported, Preprint] as const

export function isOutside(status: OrderStatus): status is OutsideStatus {
  return (outsideStatuses as readonly OrderStatus[]).includes(status)
}
