import type { PurchaseRequestStatus } from '../contract.ts'

/** Allowed transitions; a state without successors is final. */
export const transitions: Readonly<
  Record<PurchaseRequestStatus, readonly PurchaseRequestStatus[]>
> = {
  New: ['Accepted', 'Declined', 'Withdrawn'],
  Accepted: ['Fulfilled', 'Declined', 'Withdrawn'],
  Declined: [],
  Fulfilled: [],
  Withdrawn: [],
}

/** States that can still change; a caller has at most one request per item in these. */
export const openStatuses: readonly PurchaseRequestStatus[] = ['New', 'Accepted']

/** The states from which a state can be reached. */
export function mayBecome(status: PurchaseRequestStatus): PurchaseRequestStatus[] {
  return openStatuses.filter((from) => transitions[from].includes(status))
}
