import type { PurchaseRequestStatus } from '../contract.ts'

/** Which state follows which; a state without successors is final. */
export const transitions: Readonly<
  Record<PurchaseRequestStatus, readonly PurchaseRequestStatus[]>
> = {
  New: ['Accepted', 'Declined', 'Withdrawn'],
  Accepted: ['Fulfilled', 'Declined', 'Withdrawn'],
  Declined: [],
  Fulfilled: [],
  Withdrawn: [],
}

/** Only these can still change; a caller has one of them for an event at most. */
export const openStatuses: readonly PurchaseRequestStatus[] = ['New', 'Accepted']

/** The states from which another may be reached. */
export function mayBecome(status: PurchaseRequestStatus): PurchaseRequestStatus[] {
  return openStatuses.filter((from) => transitions[from].includes(status))
}
