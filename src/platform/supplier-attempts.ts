/** Retry schedule of a supplier request: immediately, then with growing pauses until the supplier has answered. */

/** After this long another process repeats the request of a crashed one. */
const leaseSeconds = 90
const firstPauseSeconds = 5
const longestPauseSeconds = 300

/** How long an attempt is leased to one process, from its beginning. */
export function leaseUntil(now: Date): Date {
  return new Date(now.getTime() + leaseSeconds * 1_000)
}

/**
 * The columns to update after an attempt without an answer: the next one comes after a pause that doubles from 5
 * seconds to 5 minutes.
 *
 * @param attempt its number, from 1, and when operators were alerted
 * @param isLate whether the supplier's deadline has passed; operators are alerted once
 * @param detail the supplier's message, for operators
 */
export function postpone(
  now: Date,
  attempt: { readonly attemptCount: number; readonly overdueAt: Date | null },
  isLate: boolean,
  detail: string,
) {
  const pause = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (attempt.attemptCount - 1))
  const isOverdueNow = attempt.overdueAt === null && isLate
  return {
    /** It became overdue with this attempt. */
    isOverdueNow,
    columns: {
      last_detail: detail.slice(0, 500),
      next_attempt_at: new Date(now.getTime() + pause * 1_000),
      ...(isOverdueNow && { overdue_at: now }),
    },
  }
}
