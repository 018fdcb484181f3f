/** Counts what strangers can cause at will: a line in the log for each would let them fill it. */
export type RefusalKind =
  | 'broken-request'
  | 'caller-left'
  | 'held-places'
  | 'mail-budget'
  | 'bank-signature'
  | 'unread-reply'

const counts = new Map<RefusalKind, number>()

export function countRefusal(kind: RefusalKind): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
}

/** Since the start of the process, by kind. */
export function refusalCounts(): ReadonlyMap<RefusalKind, number> {
  return counts
}
